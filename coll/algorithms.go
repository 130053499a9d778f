package coll

// Cayley follows the optimal schedule of a Cayley graph ([Machine.GraphOf]; paper, Theorem
// 4.5): a template for one source, translated to all. Graphs that are not Cayley graphs
// have schedules of their own, in as many steps as [Machine.Steps] says. P processors,
// degree d, diameter D, blocks or vectors of n elements:
//
//	broadcast, reduce   D steps of n along shortest paths (Examples 2.8, 2.9);
//	                    reduce needs room for n each
//	allgather           ⌈(P-1)/d⌉ steps, on few graphs more; (P-1)·n into every
//	                    processor
//	reducescatter       the same with the arcs turned round; room for P·n each
//	allreduce           both, with blocks of n/P: twice the steps, 2(P-1)/P·n
//	alltoall            the universal exchange: (sum of the distances)/d steps at
//	                    least, as many blocks of n into every processor; room for
//	                    the blocks that wait there between two hops. Up to 48
//	                    processors, if one template takes more steps than its bound
//	                    (rings of even order), the schedule of sched.Plan with several
//
// Order of a sum: every processor folds what arrives in a step after what it
// has. Block r of reducescatter and allreduce (⌈n/P⌉ elements, rounded up to a
// multiple of 8; the last blocks may be short or empty) goes up the template of
// hypercube.Accumulate or sched.Make with vertex v at rank r·v, the lower
// generator first; reduce goes up the tree of sched.Rooted from root 0 with v at
// rank root·v, the lower v first. On a graph without a group the schedules are
// those of sched.Plan and of Rooted from the root, the lower rank first.
const Cayley Algorithm = "cayley"

// Chunked follows the same templates as [Cayley] with every block cut into m segments, each with a
// template of its own. Where automorphisms map every generator of the graph to every other
// (hypercubes, rings, square tori, complete graphs, …), no link is idle in the last step, and a
// universal broadcast takes (P-1)/d steps without the ceiling; other graphs come as near to that as
// sched.BuildChunks finds. A step moves one segment, n/m elements; there are at least (P-1)·m/d
// steps (sched.SegmentBound), twice that for allreduce.
//
// Traffic, memory and order of the sums are those of Cayley, segment by segment: segment j follows
// the j-th schedule of sched.BuildChunks, and begins at element j·s of its block, where s is 1/m of
// a full block, rounded up to a multiple of 8; the last segment may be short or empty.
const Chunked Algorithm = "chunked"

// Tree is what most programs would write: binomial trees. P
// processors, L = ⌈log₂P⌉, blocks or vectors of n elements; v is the rank
// counted from the root, modulo P:
//
//	broadcast, reduce   L steps of n; room for n each to reduce
//	allreduce           2L steps of n, through rank 0
//	gather, scatter     L steps, of up to P/2 blocks of n; room for P/2·n each
//	allgather           2L steps: gather to rank 0, then all P blocks from there
//	reducescatter       2L steps: reduce P·n to rank 0, then scatter; room for P·n
//	                    each
//
// Order of a sum: in step k = 0, 1, …, v (a multiple of 2^(k+1)) appends the sum
// of v+2^k to its own: a balanced tree over the ranks from the root on, which is
// rank 0 for allreduce and reducescatter.
const Tree Algorithm = "tree"

// Ring passes words from each rank to the next, P-1 steps or
// twice that: the fewest elements and the most steps. P processors, blocks or
// vectors of n elements:
//
//	broadcast       2P-2 steps of n/P: block after block down the chain from the root
//	reduce          the same down the chain that ends at the root; room for n each
//	allgather       P-1 steps of n into every processor
//	reducescatter   P-1 steps of n; room for P·n each
//	allreduce       both with blocks of n/P: 2(P-1) steps, 2(P-1)/P·n into every
//	                processor
//
// Order of the sum: for block r of reducescatter and allreduce, rank r+1, r+2, …
// modulo P, and r last; for reduce, the rank after the root, the next, …, and the
// root last. A block of an allreduce is ⌈n/P⌉ elements, rounded up to a multiple
// of 8; the last blocks may be short or empty.
const Ring Algorithm = "ring"

// Halving is Rabenseifner's: recursive halving folds, recursive doubling spreads. P' = 2^⌊log₂P⌋
// ranks take part; where P is not a power of two, rank r+P' first gives its vector to rank r, and
// at the end gets its result from it. P processors, blocks or vectors of n elements:
//
//	reducescatter   log₂P' steps (+2) of P/2, P/4, … blocks of n: (P-1)·n into every
//	                processor; room for P·n each
//	allreduce       2·log₂P' steps (+2) of n/2, n/4, … and back: 2(P'-1)/P'·n
//
// Order of the sum: where P is not a power of two, rank r+P' after rank r; then a
// balanced tree over ranks 0 … P'-1, whose pairs are first P'/2 ranks apart, then
// P'/4, …, 1, the lower rank's part always first. All blocks have the same order.
const Halving Algorithm = "halving"

// Bruck is the algorithm of Bruck et al. (1997): ⌈log₂P⌉ steps for any P; in step k, ranks 2^k
// apart communicate. P processors, blocks of n elements:
//
//	allgather   in step k every processor gets up to 2^k blocks from rank + 2^k
//	alltoall    the block for the rank i further on makes a hop of 2^k for each bit
//	            k of i: ⌈log₂P⌉ steps of about P/2 blocks; room for 2P·n each
const Bruck Algorithm = "bruck"
