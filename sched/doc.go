// Package sched makes and verifies communication schedules in the model of Faber's
// paper: in one step a link moves one word.
//
// A Template (broadcast, accumulate) or ExchangeTemplate is the schedule of one vertex of a
// Cayley graph, translated to all others. An OrbitSchedule, on any graph, has one template for
// each orbit of a group of automorphisms that acts freely: one for each vertex where there is
// no symmetry. A Chunked schedule cuts every word into parts and has a Template or an
// OrbitSchedule for each; an Explicit schedule lists every send. LowerBound and LB3 say how
// short a schedule can be, so every schedule can be held against a bound.
//
// Verify judges each against the paper's definitions. The code that it shares with the makers
// only looks things up: the number of an arc or of its orbit by its ends, the other end of an
// arc, tables by word and vertex, the order by time. It decides nothing, and Verify checks
// numbers of arcs and of orbits against the arcs that the graph itself names.
//
// "Errata N" in a comment is entry N of docs/errata.md, which lists where the paper errs.
package sched

// Where to begin.
//
//	schedules      schedule.go; template.go, exchange.go, orbit.go, chunks.go, explicit.go;
//	               model.go (model and task), scope.go; expand.go, reverse.go, restrict.go,
//	               estimate.go
//	judges         template_verify.go, exchange_verify.go, orbit_verify.go, explicit_verify.go with
//	               explicit_trees, explicit_paths, explicit_complete and nearby (what is in
//	               scope); fault.go, whole.go, apart.go, errors.go: what they say
//	bounds         bounds.go, bounds_any.go, bounds_large.go, links.go; lb3.go by matcher.go and
//	               matcher_together.go, complete.go (of complete graphs, and their regular order);
//	               bounds_cut.go, bounds_product.go; relays_bound.go, exchange_bound.go,
//	               oneway_bound.go
//	plans          plan.go, plan_method.go, plan_exchange.go: which of the makers below
//	broadcasts     template_make.go: greedy.go (greedy_step, greedy_window), reserve.go, template_search.go
//	               (exact), relays.go and relays_cover.go (scopes with gaps); orbit_make.go,
//	               orbit_arcs.go
//	segments       chunks_rotated.go, chunks_joint.go, segments.go
//	exchanges      exchange_make.go, exchange_bipartite.go; orbit_exchange.go, exchange_split.go
//	               by subgroups.go; hops.go. Paths: paths.go, paths_even.go, orbit_paths.go,
//	               detours.go by cheap.go and lanes.go, reroute.go (reroute_options,
//	               reroute_balance). Times: colouring.go (abelian groups), jobshop.go
//	any of these   negotiate.go: negotiate_rounds.go, negotiate_paths.go (each source for itself)
//	one-way        oneway.go, oneway_last.go, exchange_hops.go (too many); shorter ones:
//	               oneway_exchange.go, oneway_make.go, oneway_greedy.go, oneway_links.go,
//	               oneway_tighten.go
//	regular order  regular.go, regular_find.go, regular_sorted.go, regular_blocks.go, regular_search.go
//	naive ones     tree.go, orbit_tree.go, ring.go by hamiltonian.go, doubling.go
//	one root       rooted.go, globalsum.go; the paper's own: taskgraph.go, communication.go
//	tables         adjacency.go, arcs.go, bits.go, pairs.go, by_time.go, next_free.go, kuhn.go
