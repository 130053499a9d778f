// How a host that has nothing to run falls asleep, who wakes it, and the verdict
// of the last to fall asleep. A comment "file: text" is a line of Go that the
// statement mirrors; model_test.go fails when the file no longer has it.
//
// H hosts make R collectives: each publishes and waits for the others, one after
// the other, and while it waits may at any look go to sleep. In some runs one
// host waits in one round for what nobody will ever do (a real deadlock), or with
// RELIEF nobody but the last to fall asleep, who relieves it instead of the verdict; with
// CANCEL somebody who is no host ends the Run at any moment. A parker is a futex
// word or, with COND, a mutex and a condition.
//
// Held: a host sleeps for ever in no run (every end is the end of all: no lost
// wake-up, every deadlock found); the verdict falls in no run but a deadlocked
// one, and it and relief only when no host could go on; a Run that nobody fails does
// not fail.
//
// Go's atomics are sequentially consistent, and so is this model. With TSO the
// store that publishes waits in a store buffer, as a plain store of x86 would:
// then a fence before the look for sleepers is needed, and is there unless
// BROKEN_fence. It shows what a weaker publish would have to bring along.

#ifndef H
#define H 2
#endif
#ifndef R
#define R 2
#endif
#define NOBODY H
#define NOTHING (H + 1)

byte flag[H + 1];   // what each host has published; flag[NOBODY] is changed by relief only
byte buffered[H];   // with TSO: a store not yet seen by others, 0: none
byte waitOn[H];     // whose flag a host waits for, NOTHING: it runs
byte want[H];
bool stop;
byte sleepers;
byte asleep;
bool mu;            // the machine's lock
byte cause;         // 0 none, 1 the verdict, 2 cancelled
byte word[H];       // the parkers: futex word, or the condition's bool
bool queued[H];     // in the kernel's queue
bool gone[H];       // ghost: returned or unwound
bool stuck;         // ghost: somebody waits for NOBODY
byte stuckAt;       // who

#define LOCK atomic { !mu -> mu = true }
#define UNLOCK mu = false
#define READY(h) (stop || waitOn[h] == NOTHING || flag[waitOn[h]] >= want[h]) // coll/wait.go: return c.waitOn == nil || c.waitOn.Load() >= c.want || c.m.hot.stop.Load()

#if H == 2
#define NONEREADY assert(cause != 0 || !READY(0) && !READY(1))
#else
#define NONEREADY assert(cause != 0 || !READY(0) && !READY(1) && !READY(2))
#endif

// wakeone ends the sleep of host k.
inline wakeone() {
#ifdef COND
	if
	:: d_step { word[k] == 1 && READY(k) -> word[k] = 0 } // internal/threads/park.go: if p.asleep && p.ready() {
	:: else -> skip
	fi
#else
	if
	:: d_step { word[k] == 1 -> word[k] = 0 }; // internal/threads/park_linux.go: if p.word.CompareAndSwap(1, 0) {
		queued[k] = false // internal/threads/park_linux.go: futexWake, 1, 0, 0, 0)
	:: else -> skip
	fi
#endif
}

// wake ends the sleep of all, if it sees that somebody sleeps.
inline wake(sees) {
	if
	:: !(sees) -> skip // coll/sleep.go: if m.hot.sleepers.Load() != 0 {
	:: else ->
		k = 0;
		do
		:: k < H ->
			wakeone();
			k++
		:: else -> break
		od;
		k = 0
	fi
}

inline fail(c) {
	if
	:: cause == 0 -> // coll/fail.go: m.cause != nil ||
		cause = c;
		stop = true; // coll/fail.go: m.hot.stop.Store(true)
#ifndef BROKEN_failnowake
		wake(sleepers > 0) // coll/fail.go: m.wake()
#endif
	:: else -> skip
	fi
}

// sleep is host.sleep.
inline sleep() {
#ifndef BROKEN_prepare
	word[me] = 1; // coll/sleep.go: h.park.Prepare()
#endif
#ifndef BROKEN_announce
	sleepers++; // coll/sleep.go: m.hot.sleepers.Add(1)
#endif
#ifndef BROKEN_nolock
	LOCK; // coll/sleep.go: m.mu.Lock()
#endif
	d_step { asleep++; all = asleep == H } // coll/sleep.go: m.asleep++
	// The verdict looks at one host after the other.
	k = 0;
	do
	:: all && k < H -> // coll/sleep.go: if m.asleep >= len(m.hosts) && !m.anyReady() && !m.relieve() {
#ifndef BROKEN_verdict
		all = !READY(k);
#endif
		k++
	:: else -> break
	od;
	k = 0;
#ifndef BROKEN_noverdict
	if
#ifdef RELIEF
	:: d_step { all -> assert(stuck); NONEREADY; flag[NOBODY] = 1; k = stuckAt }; // coll/exchange_wait.go: to.bell.Add(1)
#ifndef BROKEN_easenowake
		wakeone(); // coll/exchange_wait.go: to.c.h.park.Wake()
#endif
		k = 0
#else
	:: d_step { all -> assert(stuck); NONEREADY }; fail(1) // coll/sleep.go: m.failLocked(m.deadlock())
#endif
	:: else -> skip
	fi;
#endif
	all = false;
#ifndef BROKEN_nolock
	UNLOCK;
#endif
	if
#ifndef BROKEN_look
	:: READY(me) ->
#ifdef BROKEN_announce
		sleepers++;
#endif
		word[me] = 0 // coll/sleep.go: h.park.Cancel()
#endif
	:: else ->
#ifdef BROKEN_announce
		sleepers++;
#endif
#ifdef BROKEN_prepare
		word[me] = 1;
#endif
#ifdef COND
		word[me] == 0 // internal/threads/park.go: p.cond.Wait()
#else
#ifdef BROKEN_futex
		queued[me] = true;
#else
		queued[me] = (word[me] == 1); // internal/threads/park_linux.go: futexWait, 1, 0, 0, 0)
#endif
		!queued[me];
		word[me] = 0 // internal/threads/park_linux.go: p.word.Store(0)
#endif
	fi;
#ifndef BROKEN_nolock
	LOCK;
#endif
	asleep--; // coll/sleep.go: m.asleep--
#ifndef BROKEN_nolock
	UNLOCK;
#endif
	sleepers-- // coll/sleep.go: m.hot.sleepers.Add(-1)
}

// publish is a store and a look for sleepers.
inline publish() {
#ifdef BROKEN_lookfirst
	seen = sleepers > 0;
	flag[me] = round;
	wake(seen);
	seen = false
#else
#ifdef TSO
	buffered[me] = round;
#ifndef BROKEN_fence
	buffered[me] == 0;
#endif
#else
	flag[me] = round; // coll/meet.go: m.t.line.Publish(m.seq, c.word, c.n)
#endif
	wake(sleepers > 0) // coll/meet.go: m.wake()
#endif
}

// await is fiber.await and the idler's wait: look, and now and then sleep.
inline await(on, least) {
	d_step { want[me] = least; waitOn[me] = on } // coll/wait.go: c.waitOn, c.want = a, want
	do
	:: READY(me) -> break // coll/wait.go: for idle := (idler{}); !c.ready(); {
	:: !READY(me) -> sleep() // coll/idler.go: h.sleep()
	od;
	atomic { waitOn[me] = NOTHING; want[me] = 0 } // coll/wait.go: c.waitOn = nil
	if
	:: stop -> goto unwound // coll/wait.go: c.waitedInVain()
	:: else -> skip
	fi
}

proctype host(byte me; byte dead) {
	byte round, o, k;
	bool all, seen;
	do
	:: round < R ->
		round++;
		if
		:: dead == round -> d_step { stuck = true; stuckAt = me }; await(NOBODY, 1)
		:: else -> skip
		fi;
		publish();
		o = 0;
		do
		:: o < H ->
			if
			:: o == me -> skip
			:: else -> await(o, round)
			fi;
			o++
		:: else -> break
		od;
		o = 0
	:: else -> break
	od;
unwound:
	gone[me] = true
}

#ifdef TSO
// drain empties the store buffer of a host, whenever it likes, and for good once
// the host sleeps: a system call drains it too.
proctype drain(byte me) {
	do
	:: d_step { buffered[me] != 0 -> flag[me] = buffered[me]; buffered[me] = 0 }
	:: d_step { gone[me] && buffered[me] == 0 } -> break
	od
}
#endif

proctype canceller() {
	byte k;
	LOCK;
	fail(2); // coll/fail.go: m.failLocked(contextCause{context.Cause(m.ctx)})
	UNLOCK
}

init {
	byte i, who, when;
	atomic {
		select(who : 0 .. H);   // H: nobody is stuck
		select(when : 1 .. R);
		do
		:: i < H -> waitOn[i] = NOTHING; i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < H ->
			if
			:: i == who -> run host(i, when)
			:: else -> run host(i, 0)
			fi;
#ifdef TSO
			run drain(i);
#endif
			i++
		:: else -> break
		od;
#ifdef CANCEL
		run canceller();
#endif
		i = 0
	}
	// The end of all: nothing is left behind.
	atomic {
		_nr_pr == 1 ->
		assert(sleepers == 0 && asleep == 0 && !mu);
#ifdef RELIEF
		assert(cause != 1)
#else
#ifndef CANCEL
		assert((cause == 1) == (who < H))
#else
		assert(cause != 0 && (cause == 2 || who < H))
#endif
#endif
	}
}
