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
// A [Machine] runs processors on hosts: operating-system threads, each pinned
// to a core. Where there are more processors than cores, a host runs its
// processors in turn, as coroutines; a call that must wait lets the next one
// run. While a processor blocks outside a collective (a channel, a mutex, I/O)
// the neighbours on its host wait too: processors that wait for each other by
// other means than collectives need [Goroutines]; so do functions that call
// runtime.LockOSThread, upon which the Go runtime ends the process when such a host turns
// to its next processor. It does so as well, even with a core for every processor, where an
// iterator of iter.Pull is made outside of the function and asked in it, or the other way
// round; and, with several processors on a host, where the function calls C and that calls
// a collective. A process that the function starts by os/exec is bound to the
// processor's core, unless a goroutine of its own starts it.
//
// The vectors of different processors must not overlap: make them inside the
// function that Run is given. They are fastest where they begin cache lines, and where
// no two drive each other out of the first cache, as on AMD's Zen 1 to 4 does 1 pair in 256
// of those that begin at the same line of a page; a buffers.Slab sees to the former, and to
// the latter as far as it can.
//
// A signal is a cache line's way from one core to another. A collective by [Direct] costs
// one signal between the hosts where the vectors of each host's processors have at most
// 1 KiB together, two where they have more, and three for [AllreduceFunc]. Beside that the
// doc of each says what it reads and writes, for all processors together. Other algorithms
// cost the steps and words of [Machine.Steps].
//
// The bits of a result depend on the number of processors, the length, the
// algorithm and the operator, and on nothing else.
package coll

// Where to begin.
//
//	a call         allreduce.go, job.go (its arguments), call.go (what must be alike),
//	               typed.go (where the vectors are), layout.go (the blocks of v-forms),
//	               arrive.go (enter, publish, meet, step, leave), direct.go
//	moving         direct_move.go, direct_line_move.go, move.go, stream.go (past the caches)
//	short ways     arrive_alone.go, one processor a host; by length direct_line.go,
//	               direct_bank.go, direct_alone.go; direct_one.go, one element of many;
//	               short blocks of many: direct_allgather.go, direct_reducescatter.go,
//	               direct_deal.go
//	schedules      program.go, compiler.go, final.go (which copies nobody reads); an algorithm
//	               a file: tree, ring, halving, bruck, doubling_programs, cayley*, chunked,
//	               explicit, file; scheduled.go executes them. doubling.go and spectral.go go
//	               by stages.go. products.go (ranks as elements of a group), making.go (a
//	               program is made once), schedules.go (the caller's)
//	the machine    config.go, machine.go, run.go; host.go, coroutines.go: who runs; core.go,
//	               wait.go, sleep.go, park*.go: how one waits; pin*.go, gomaxprocs.go
//	groups         group.go, typed.go, proc.go, split.go
//	exchange       exchange.go, edge.go, exchange_move.go, exchange_lend.go,
//	               exchange_swap.go, exchange_pieces.go, exchange_aside.go
//	failures       errors.go, disagree.go, deadlock.go, watch.go, unwind.go, abandon.go,
//	               recorder.go, stands.go
//	processes      remote.go (what a transport offers), remote_call.go (the way in),
//	               remote_meet.go, remote_wait.go, remote_end.go, remote_conclude.go;
//	               remote_letters.go, remote_inbox.go, remote_exchange.go
//	choosing       algorithm.go, collective.go, tuning.go, steps.go, counts.go
