// Package coll provides collective communication between the processors of one process: they sum,
// gather and exchange vectors through calls that every one of them makes, as in MPI, at the speed
// of shared memory.
//
//	err := coll.Run(8, func(p *coll.Proc) error {
//		x := []float64{float64(p.Rank())}
//		coll.Allreduce(p, x, x, coll.Sum) // x[0] is 28 on every processor
//		return nil
//	})
//
// Collectives return nothing. If one fails (invalid arguments, calls that do not match, a missing
// processor, a context that ended or, with [Config].RefuseNaN, a NaN), every processor unwinds by a
// panic, which runs its deferred calls, and Run returns the first cause: an [*Error], what f
// returned, or the cause of the context. A deferred recover gets a value that wraps that cause; the
// Run has failed all the same, and the next collective that f calls unwinds again. Code of f's own
// is not interrupted: if it takes long, it can learn from [Proc.Context] that the Run has failed.
//
// # Where processors run
//
// A [Machine] runs processors on hosts. On Linux these are operating-system threads, each pinned to
// a core; elsewhere every processor is a goroutine unless [Config].Host says [Threads]. The
// processors of a host are a team of successive ranks: the last of them to come to a collective
// acts for all. Where there are more processors than cores, a host runs its processors in turn, as
// coroutines; a call that must wait lets the next one run.
//
// While a processor blocks outside a collective (on a channel, a mutex, I/O), the other processors
// on its host wait too. So processors that wait for each other by other means than collectives need
// [Goroutines], and so do functions that call runtime.LockOSThread, or UnlockOSThread without it: the
// Go runtime ends the process when the host of such a function turns to its next processor. The
// runtime also ends the process, even with a core for every processor, if an iterator of iter.Pull is
// created outside the function and advanced inside it, or the reverse. With several processors on a
// host it does so, too, if the function calls C code that calls a collective, or if a goroutine uses a
// [Proc] that is not its own. The runtime then says
// "fatal error: coro: OS thread locking must match locking at coroutine creation", or a goroutine panics with
// "iter.Pull: yield called again before next".
//
// A process that the function starts by os/exec is bound to the processor's core. So are the
// threads that a C library starts when the function is the first to call it, for as long as they
// live. Neither is bound if a goroutine of its own starts it. If such a process has a Pdeathsig, it
// gets that signal at Close: Linux sends it when the thread that started the process ends.
//
// # What processors share
//
// When a call returns, its vectors are the caller's again, to read and to change. During a call no
// vector that it writes may overlap a vector that another processor passes to the same call; if
// each processor makes its own vectors in f, none does. Different processors may pass disjoint
// parts of one slice, and all may pass the same slice if all only read it. A vector without
// elements, nil or empty, is a vector like any other: it must have the length that its call wants.
//
// After an error the contents of every vector that a call in progress writes are undefined. In
// place, that includes the input: a program that wants to try again must keep a copy of it.
// ErrMismatch and ErrNaN are better: they are found before the failing call has written a byte,
// except in an [Exchange], and except for an ErrMismatch about a length of [Gatherv], [Scatterv] or
// [Alltoallv] that concerns two ranks only; but after an ErrMismatch, dst of an [Allreduce], [Reduce]
// or [Scan] may be a copy of the processor's own src. Vectors that calls only read are unchanged, and
// the results of calls that have returned stay.
//
// A collective, even one of vectors without elements, is a memory barrier for the processors of its
// group in one process: what one of them wrote before the call, every other may read after it. An
// [Exchange] is a memory barrier only from the sender of a message to its receiver. What f wrote
// may be read once Run has returned without an error, or with any error but ErrStalled.
//
// # What a call costs
//
// A signal is the transfer of one cache line from core to core. Between hosts a collective by
// [Direct] takes
//
//	1 signal    if its words travel with the signal: at most 128 elements, of whatever type
//	2 signals   at most, otherwise; an AllreduceFunc always
//
// Which elements count towards the 128 depends on how many processors a host has.
//
// With one processor per host, what counts is the elements that one processor takes from all the
// others: an Allreduce of 100 elements by 2 processors on 2 cores takes 1 signal, an Allgather of
// 200 takes 2. In rooted collectives, scans and [Alltoallv] it is those that one processor gives;
// in [Allgatherv] and [ReduceScatterv], the sum of counts. With more than 10 processors an
// [Allgather] or an Allreduce takes 1 signal for up to 13 elements of each processor. With more
// than 22, [Gatherv], [Scatterv] and Alltoallv always take 2.
//
// With several processors per host, what counts is the elements of all processors of a host
// together in src or buf (in [Scatter], only the root's): an Allreduce of 30 elements by 8
// processors on 2 cores takes 1 signal, one of 100 takes 2. (On AMD Zen 4, 1 signal is enough for
// 256 of these elements; on Intel's servers for 64 of each processor of a host, if these are more
// than 128, and for 512 at most.) Gatherv, Scatterv and Alltoallv always take 2. On two hosts of
// successive ranks, at least one of them with eight or more, short sums of two or more elements go
// from one host to the other and back: an [Allreduce] takes 2, and so does a [Reduce], but 1 to a
// root on the second host. On Intel's servers so do longer sums and scans by two hosts with several
// processors, if what these give is written anew before each call: in up to 16 portions, with 1
// signal more for each portion and way.
//
// Each processor of a host that has several also takes one switch from coroutine to coroutine. The
// CPU then mispredicts the returns of the functions that the caller waits in, so each function
// around a call costs some nanoseconds, too.
//
// Other algorithms take the steps and words of [Machine.Steps].
//
// Memory that a call needs beside its vectors, such as the copies of src that an [Alltoallv] in
// place makes, is kept for later calls until Close, as much as the longest so far has needed; that
// of a group of Split, as long as the group. What is made of a schedule is kept too: on a graph
// that is not a Cayley graph, some 60·P bytes for each root of a [Broadcast] or [Reduce]. Close
// gives it back.
//
// Calls are fastest on vectors that begin at a cache line and do not evict each other from the
// first-level cache. (On AMD Zen 1 to 4, of the pairs of vectors that begin at the same line of a
// page, 1 in 256 evict each other.) A Slab of package buffers makes such vectors.
//
// The bits of a result depend on the number of processors, the length, the operator, and the
// algorithm with its graph or schedules, and on nothing else. Sums of package exact are also the
// same for every number of processors.
//
// # Traces, profiles and counters
//
// While a runtime/trace is being taken, every call of every processor is a region of it
// ("coll.allreduce" and so on), from its arrival to its return, waiting included; "coll.return" is
// the end of f. go tool trace lists these regions under user-defined regions and, if the ctx of
// their Run comes from trace.NewTask, under that task. CPU and goroutine profiles show processors
// with the pprof labels of Run's ctx and, with Config.Labels, with their rank as coll_rank.
// [Machine.Counters] counts calls and bytes, even while a Run is in progress, and with Config.Times
// how long processors wait for others: for expvar, or any other collector of figures.
package coll

// Where to begin.
//
//	a call         allreduce.go, and likewise barrier, broadcast, reduce, gather, scatter,
//	               allgather, reducescatter, alltoall, alltoallcounts, scan, allreducefunc;
//	               types.go, arguments.go (what fits), nan.go, call.go (what must be alike),
//	               engine.go and job.go (what is compiled once for each type),
//	               typed.go, addresses.go, payload.go, pack.go and claim.go (where the vectors
//	               are, and their words), layout.go (the blocks of v-forms), arrive.go (enter),
//	               meet.go (publish, meet, step, leave), direct.go
//	moving         direct_broadcast.go, direct_gather.go (and scatter) and gathering.go (by
//	               whom), direct_allgather.go,
//	               direct_spread.go, direct_reducescatter.go, direct_alltoall.go and
//	               direct_deal.go, direct_counts.go (alltoallv),
//	               direct_scan.go; fold.go, move.go, share.go (who does
//	               which part), stream.go (past the caches), ways.go (what the CPU decides),
//	               direct_apart.go (who stores to whose lines), glimpse.go, anew.go,
//	               direct_room.go and direct_room_team.go (vectors that are written before each
//	               call), handback.go,
//	               direct_past.go, distance.go and lesson.go (between far cores),
//	               direct_turn.go (forth and back in turns)
//	short ways     arrive_alone.go, one processor a host; by length direct_line.go,
//	               direct_bank.go, direct_alone.go (direct_line_move.go and
//	               direct_alone_move.go: what does not add; direct_private.go,
//	               direct_private_lengths.go, direct_private_own.go and direct_private_move.go:
//	               v-forms of private lengths);
//	               direct_one.go, one element of many; short sums of many: direct_onward.go,
//	               longer ones that are written anew: direct_portions.go,
//	               direct_portions_chosen.go
//	schedules      internal/program has the algorithms, and says what is copied and folded in
//	               each step; algorithms.go (what they cost), graphs.go and file.go (what they
//	               follow), programs.go and making.go (made once), schedules.go (the caller's);
//	               scheduled.go, scheduled_run.go and scheduled_bysource.go carry them out,
//	               scheduled_given.go between far cores.
//	               doubling.go and spectral.go (spectral_plan.go) go by stages.go or by spectral_rings.go:
//	               protocol.go
//	the machine    config.go, machine.go, run.go, context.go; host.go, coroutines.go,
//	               idler.go: who runs; fiber.go, wait.go, sleep.go: how one waits;
//	               whereabouts.go: when nobody spins;
//	               internal/threads: cores, pinning, sleeping threads, GOMAXPROCS
//	groups         group.go, team.go, space.go (how far apart teams write), typed.go,
//	               proc.go, split.go, splits.go (what stays of them)
//	exchange       exchange.go, exchange_short.go, exchange_wait.go, edge.go and edges.go, exchange_move.go,
//	               exchange_lend.go, exchange_borrow.go, exchange_anew.go, exchange_swap.go,
//	               exchange_pieces.go, exchange_aside.go
//	failures       errors.go, ranks.go (how they name ranks), fail.go; misuse.go, disagree.go,
//	               hearing.go and sides.go (who is the odd one), deadlock.go and circle.go, times.go and
//	               watch.go (who is late), unwind.go, abandon.go, overdue.go (the end of a
//	               context), recorder.go and trail.go (the latest calls), callsite.go,
//	               stands.go, sighting.go
//	tools          trace.go, pprof.go: what those of the Go runtime see; counters.go, tally.go
//	processes      coll/transport (what carries words), remote_group.go, remote_call.go (the
//	               way in), remote_deliver.go (the way out); remote_meet.go, remote_binding.go
//	               (until when nobody unwinds), remote_wait.go; remote_short.go,
//	               remote_long.go, remote_alltoall.go, remote_lengths.go (of v-forms),
//	               remote_limit.go, folds: remote_fold.go, remote_chain.go, remote_parts.go;
//	               remote_schedule.go and remote_spectral.go, by remote_lay.go;
//	               remote_letters.go, remote_inbox.go, remote_exchange.go, remote_stuck.go;
//	               remote_join.go, remote_aspects.go (what is alike), remote_split.go,
//	               remote_causes.go, remote_end.go, remote_conclude.go
//	choosing       algorithm.go, collective.go, steps.go; tuning.go, choices.go;
//	               the table's file: tuning_file.go, tuning_read.go, tuning_json.go
