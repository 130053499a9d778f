// A Run that fails while collectives are on their way. A comment "file: text" is
// a line of Go that the statement mirrors; model_test.go fails when the file no
// longer has it.
//
// T teams, the first of M processors and the others of one, make N collectives
// and the last, finish; the last of a team to arrive acts for it. Each collective either works on everybody's vectors
// between meet and its last step, or only on its own team's. At any moment somebody
// else may cancel, and a processor may return an error instead of a call. With
// THREADS the processors of a team share a thread and run in turn; otherwise
// each runs when it likes. Sleeping is sleep.pml's.
//
// Held: nobody touches a vector whose owner has returned from its collective or
// unwound; everybody ends (every end is the end of all); if nothing failed all
// return and none unwinds, otherwise the Run has the first cause.

#ifndef T
#define T 2
#endif
#ifndef M
#define M 1
#endif
#ifndef N
#define N 1
#endif

#define P (M + T - 1)
#define LO(t) (t == 0 -> 0 : M + t - 1)
#define HI(t) (M + t)
#define SIZE(t) (t == 0 -> M : 1)

bool stop;
byte cause;          // 0 none, 1 an error of f, 2 cancelled
byte flag[T];        // what each team has published
byte progress[T];
byte both;           // of two teams, in place of progress
byte steps[T];
byte epoch[T];
byte arrived[T];
byte busy[T];        // acting processors at work on others' vectors
bool cpu[T];         // with THREADS: somebody runs on the team's thread
bool mine[P];    // ghost: the owner may use its vector
byte touched[P]; // ghost: who is at work on it
byte returned;       // ghosts
byte unwound;
bool inplace[N + 1];

#ifdef THREADS
#define YIELD cpu[t] = false
#define RESUME(cond) atomic { !cpu[t] && (cond) -> cpu[t] = true }
#else
#define YIELD skip
#define RESUME(cond) (cond)
#endif

inline fail(c) {
	atomic { // under the machine's lock
#ifdef BROKEN_cause
		assert(cause == 0 || cause == c);
		cause = c;
#else
		if
		:: cause == 0 -> cause = c // coll/fail.go: m.cause != nil ||
		:: else -> skip
		fi;
#endif
		stop = true // coll/fail.go: m.hot.stop.Store(true)
	}
}

inline suspend(cond) {
	if
	:: (cond) || stop -> skip // coll/wait.go: for n := c.after; !c.ready(); n = nil {
	:: else -> YIELD; RESUME((cond) || stop) // coll/wait.go: if c.prefers(n) {
	fi;
	if
#ifdef BROKEN_suspend
	:: stop && !(cond) -> goto unwind
#else
	:: stop -> goto unwind // coll/wait.go: c.goesOn()
#endif
	:: else -> skip
	fi
}

inline await(cond) {
	if
	:: (cond) -> skip // coll/wait.go: if a.Load() >= want {
	:: true -> suspend(cond) // coll/wait.go: c.block(a, want)
	fi
}

inline look() {
	if
	:: stop -> goto unwind // coll/meet.go: if m.c.m.hot.stop.Load() {
	:: else -> skip
	fi
}

inline hold() {
#ifdef BROKEN_holdorder
	look();
	busy[t]++;
	holds = true
#else
	if
	:: !holds -> holds = true; busy[t]++ // coll/unwind.go: c.m.world.teams[c.team].busy.Add(1)
	:: else -> skip
	fi;
	look()
#endif
}

inline release() {
	if
	:: holds -> holds = false; busy[t]-- // coll/unwind.go: c.m.world.teams[c.team].busy.Add(-1)
	:: else -> skip
	fi
}

// touch is work on a vector; on its own a processor may do as it likes.
inline touch(v) {
	if
	:: v == r -> skip
	:: else ->
		d_step { assert(!mine[v]); touched[v]++ };
		d_step { assert(!mine[v]); touched[v]-- }
	fi
}

// own works on the team's vectors.
inline own() {
	o = LO(t);
	do
	:: o < HI(t) -> touch(o); o++
	:: else -> break
	od;
	o = 0
}

inline greet() {
	o = 0;
	do
	:: o < T ->
		if
		:: o == t -> skip
		:: else -> await(flag[o] >= s) // coll/meet.go: m.c.await(t.line.Flag(m.seq), m.seq)
		fi;
		o++
	:: else -> break
	od;
	o = 0
}

inline work() {
#ifdef BROKEN_release
	release();
#endif
	o = 0;
	do
	:: o < P -> touch(o); o++
	:: else -> break
	od;
	look(); // coll/meet.go: m.look()
#if T == 2
	steps[t]++;
	both++; // coll/meet.go: m.g.both.Add(1)
#else
	progress[t] = s; // coll/meet.go: m.t.progress.Store(m.t.steps)
#endif
#ifndef BROKEN_release
	release(); // coll/meet.go: m.c.release()
#endif
#if T == 2
#ifdef BROKEN_step
	both >= 2 * steps[t];
#else
	await(both >= 2 * steps[t]); // coll/meet.go: m.c.await(m.g.both, 2*m.t.steps)
#endif
#else
	o = 0;
	do
	:: o < T ->
#ifdef BROKEN_step
		progress[o] >= s;
#else
		await(progress[o] >= s); // coll/meet.go: m.c.await(&t.progress, m.t.steps)
#endif
		o++
	:: else -> break
	od;
#endif
	o = 0
}

proctype processor(byte t; byte r) {
	byte s, o;
	bool holds, last;
	RESUME(true);
	mine[r] = true;
	do
	:: s <= N ->
		s++;
		if
		:: s <= N && r == 0 -> fail(1); goto ended // coll/host.go: c.m.fail(fmt.Errorf("coll: rank %d: %w", c.rank, err))
		:: true -> skip
		fi;
		look();
		mine[r] = false;
#if M > 1
#ifdef THREADS
		d_step { arrived[t]++; last = arrived[t] == SIZE(t) } // coll/arrive.go: if t.arrived++; t.arrived < len(t.ranks) {
#else
		d_step { arrived[t]++; last = arrived[t] == SIZE(t) } // coll/arrive.go: if t.racing.Add(1) < int32(size) {
#endif
		if
#ifdef THREADS
		:: !last -> suspend(epoch[t] >= s) // coll/arrive.go: fiber.suspend(&t.epoch, m.seq)
#else
		:: !last -> await(epoch[t] >= s) // coll/arrive.go: fiber.await(&t.epoch, m.seq)
#endif
		:: else ->
			arrived[t] = 0;
#ifndef THREADS
#ifndef BROKEN_holdteam
			if
			:: SIZE(t) > 1 -> hold() // coll/arrive.go: fiber.hold() // the team's others may unwind on their own
			:: else -> skip
			fi;
#endif
#endif
#endif
			if
			:: s <= N && !inplace[s] -> own()
			:: else -> skip
			fi;
			flag[t] = s;
#ifndef BROKEN_hold
			if
			:: s <= N && inplace[s] -> hold() // coll/meet.go: m.c.hold()
			:: else -> skip
			fi;
#endif
			greet();
			if
			:: s <= N && inplace[s] -> work()
			:: s <= N && !inplace[s] -> own()
			:: else -> skip
			fi;
			release(); // coll/meet.go: m.c.release()
			epoch[t] = s; // coll/meet.go: t.epoch.Store(m.seq)
#if M > 1
		fi;
#endif
		d_step { assert(touched[r] == 0); mine[r] = true; last = false }
	:: else -> break
	od;
	atomic { returned++; goto ended };
unwind:
	last = false;
#ifndef BROKEN_norelease
	release(); // coll/unwind.go: c.release()
#endif
#ifndef BROKEN_settle
	o = 0;
	do
	:: o < T ->
		if
		:: busy[o] == 0 -> skip // coll/unwind.go: for t.busy.Load() > 0 {
		:: else -> YIELD; RESUME(busy[o] == 0)
		fi;
		o++
	:: else -> break
	od;
#endif
	// Deferred calls use the vector.
	atomic { assert(touched[r] == 0); mine[r] = true; unwound++ };
ended:
	atomic { YIELD; s = 0; o = 0; last = false }
}

proctype canceller() {
	if
	:: true -> fail(2) // coll/fail.go: m.failLocked(contextCause{context.Cause(m.ctx)})
	:: true -> skip
	fi
}

init {
	byte i;
	atomic {
		i = 1;
		do
		:: i <= N -> if :: inplace[i] = true :: skip fi; i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < P -> run processor((i < M -> 0 : i - M + 1), i); i++
		:: else -> break
		od;
		run canceller();
		i = 0
	}
	atomic {
		_nr_pr == 1 ->
		assert(cause == 0 && returned == P || cause != 0 && stop);
		assert(unwound == 0 || cause != 0);
		do
		:: i < T -> assert(busy[i] == 0); i++
		:: else -> break
		od
	}
}
