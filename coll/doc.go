// Package coll is collective communication between the processors of one
// process: they sum, gather and exchange vectors by calls that every one of
// them makes, in the manner of MPI, at the speed of the shared memory.
//
//	err := coll.Run(8, func(p *coll.Proc) error {
//		x := []float64{float64(p.Rank())}
//		coll.Allreduce(p, x, x, coll.Sum) // x[0] is 28 on every processor
//		return nil
//	})
//
// Collectives return nothing. One that fails (arguments that cannot be right, calls that do
// not match, a processor that is missing, a context that ended) unwinds every processor by a
// panic, running deferred calls, and Run returns the first cause: an [*Error], what f
// returned, or the cause of the context.
//
// A [Machine] runs processors on hosts: operating-system threads, each pinned
// to a core. Where there are more processors than cores, a host runs its
// processors in turn, as coroutines; a call that must wait lets the next one
// run. While a processor blocks outside a collective (a channel, a mutex, I/O)
// the neighbours on its host wait too: processors that wait for each other by
// other means than collectives need [Goroutines]; so do functions that call
// runtime.LockOSThread, upon which the Go runtime ends the process when such a host turns
// to its next processor. It also ends the process, even with a core for every processor, if
// an iterator of iter.Pull is created outside the function and advanced inside it, or the
// reverse; and, with several processors on a host, if the function calls C and that calls
// a collective. A process that the function starts by os/exec is bound to the
// processor's core, unless a goroutine of its own starts it.
//
// The vectors of different processors must not overlap: make them inside the
// function that Run is given. They are fastest where they begin cache lines, and where no
// two evict each other from the first-level cache, as 1 pair in 256 does on AMD Zen 1 to 4
// among those that begin at the same line of a page; a buffers.Slab sees to the former, and
// to the latter as far as it can.
//
// A signal is a cache line's way from one core to another. Between hosts a collective by
// [Direct] costs
//
//	1   if its words travel with the signal: up to 128 elements, of whatever type
//	2   otherwise, and every v-form
//	3   AllreduceFunc
//
// Those up to 128 are, with one processor a host, the elements that a processor takes from
// the others or, in rooted collectives and scans, gives; with several, those that the
// processors of one host have in src or buf together, in [Scatter] the root's alone. On two
// hosts of successive ranks, one of them with eight processors or more, short sums go from
// one to the other and back: there an [Allreduce] and a [Reduce] of two elements or more cost
// 2, a short Reduce to a root on the second host 1. The doc of each collective says what it
// reads and writes, for all processors together. Other algorithms cost the steps and words of
// [Machine.Steps].
//
// The bits of a result depend on the number of processors, the length, the operator, and the
// algorithm with its graph or schedules, and on nothing else.
package coll

// Where to begin.
//
//	a call         allreduce.go, and likewise barrier, broadcast, reduce, gather, scatter,
//	               allgather, reducescatter, alltoall, scan, allreducefunc; types.go, job.go,
//	               arguments.go (what fits), call.go (what must be alike), typed.go, handed.go
//	               and payload.go (where the vectors are, and their words), layout.go (the
//	               blocks of v-forms), arrive.go (enter), meet.go (publish, meet, step,
//	               leave), direct.go
//	moving         direct_broadcast.go, direct_move.go (gather, scatter), direct_allgather.go,
//	               direct_spread.go, direct_reducescatter.go, direct_alltoall.go,
//	               direct_scan.go, direct_counts.go (alltoallv); move.go, share.go (who does
//	               which part), stream.go (past the caches), direct_apart.go (who stores to
//	               whose lines)
//	short ways     arrive_alone.go, one processor a host; by length direct_line.go,
//	               direct_bank.go, direct_alone.go (direct_line_move.go and
//	               direct_alone_move.go: what does not add); direct_one.go, one element of many;
//	               short sums of many: direct_onward.go; short blocks of many: direct_deal.go
//	schedules      internal/program has the algorithms, and says what is copied and folded in
//	               each step; algorithms.go (what they cost), graphs.go and file.go (what they
//	               follow), programs.go and making.go (made once), schedules.go (the caller's);
//	               scheduled.go, scheduled_run.go and scheduled_bysource.go carry them out.
//	               doubling.go and spectral.go go by stages.go or by spectral_rings.go:
//	               protocol.go
//	the machine    config.go, machine.go, run.go; host.go, coroutines.go, idler.go: who
//	               runs; core.go, wait.go, sleep.go, park.go, park_linux.go, park_other.go: how
//	               one waits; cores.go, pin_linux.go, pin_other.go, gomaxprocs.go
//	groups         group.go, team.go, space.go (how far apart teams write), typed.go,
//	               proc.go, split.go
//	exchange       exchange.go, exchange_wait.go, edge.go and edges.go, exchange_move.go,
//	               exchange_lend.go, exchange_swap.go, exchange_pieces.go, exchange_aside.go
//	failures       errors.go, disagree.go, deadlock.go, times.go and watch.go (who is late),
//	               unwind.go, abandon.go, recorder.go and trail.go (the latest calls),
//	               callsite.go, stands.go
//	tools          trace.go, pprof.go: what those of the Go runtime see; counters.go
//	processes      remote.go (what a transport offers), remote_group.go, remote_call.go (the
//	               way in), remote_finish.go (the way out); remote_meet.go, remote_binding.go
//	               (until when nobody unwinds), remote_wait.go; remote_short.go,
//	               remote_long.go, remote_alltoall.go, remote_lengths.go (of v-forms),
//	               remote_limit.go, folds: remote_fold.go, remote_chain.go, remote_parts.go;
//	               remote_schedule.go and remote_spectral.go, by remote_lay.go;
//	               remote_letters.go, remote_inbox.go, remote_exchange.go, remote_stuck.go;
//	               remote_join.go, remote_aspects.go (what is alike), remote_split.go,
//	               remote_causes.go, remote_end.go, remote_conclude.go
//	choosing       algorithm.go, collective.go, steps.go; tuning.go, choices.go;
//	               the table's file: tuning_file.go, tuning_read.go, tuning_json.go
