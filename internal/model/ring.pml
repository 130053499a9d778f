// The ring of one producer and one consumer with cached indices, and the bell
// and full flag by which the two ends of an exchange wait for each other. A
// comment "file: text" is a line of Go that the statement mirrors;
// model_test.go fails when the file no longer has it.
//
// Two ranks exchange messages of LENGTH slots through rings of SLOTS slots, for
// ever, both ways (or one way: ONEWAY). Indices are counted modulo MOD and
// compared by their difference, as the Go code's wrap at 2^64. With QUEUE the slots have
// numbers, and there is no tail, as in a queue of heads. Waiting is taken as
// a block until the bell has rung: how a host sleeps is sleep.pml's. With QUIET it rings
// only for who has said that it listens, and else looks by itself, as long as it likes.
//
// Held: messages come whole and in order; no slot is written while it is read or
// read while it is written; no rank is left waiting.

#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef LENGTH
#define LENGTH 3
#endif
#define MOD 4
#define DIFF(a, b) (((a) + MOD - (b)) % MOD)
#ifdef BROKEN_full
#define FULL(i) (DIFF(produced, seenHead) > SLOTS)
#else
#define FULL(i) (DIFF(produced, seenHead) > SLOTS - 1) // buffers/ring.go: if r.produced-r.seenHead > r.mask {
#endif

// The edge from rank i to the other.
byte tail[2];
byte stamp[2 * SLOTS]; // with QUEUE: the numbers of the slots
byte head[2];
bool room[2]; // the sender waits for room
byte slot[2 * SLOTS];
bool writing[2 * SLOTS]; // ghosts
bool readng[2 * SLOTS];
// What rank i waits on: whether its bell has rung since it last looked.
bool rung[2];
bool listens[2]; // with QUIET: else it looks, and nobody need ring

inline acquire() {
	d_step {
		if
#ifndef BROKEN_cache
		:: FULL(me) -> seenHead = head[me] // buffers/ring.go: r.seenHead = r.head.Load()
#endif
		:: else -> skip
		fi;
		ok = !FULL(me)
	}
}

inline publish() {
	at = me * SLOTS + produced % SLOTS;
#ifdef BROKEN_publishfirst
#ifdef QUEUE
	stamp[at] = (produced + 1) % MOD;
#else
	tail[me] = (produced + 1) % MOD;
#endif
#endif
	d_step { assert(!readng[at]); writing[at] = true; slot[at] = produced }
	d_step {
		writing[at] = false;
		at = 0;
		produced = (produced + 1) % MOD; // buffers/ring.go: r.produced++
#ifndef QUEUE
#ifndef BROKEN_publishfirst
		tail[me] = produced; // buffers/ring.go: r.tail.Store(r.produced)
#endif
#endif
		sent++;
		moved = true
	};
#ifdef QUEUE
#ifndef BROKEN_publishfirst
	stamp[me * SLOTS + (produced + MOD - 1) % SLOTS] = produced // buffers/queue.go: q.notes[q.sent%QueueSlots].number.Store(q.sent)
#endif
#endif
}

inline peek() {
#ifdef QUEUE
	ok = stamp[(1 - me) * SLOTS + consumed % SLOTS] == (consumed + 1) % MOD // buffers/queue.go: if n.number.Load() != q.read+1 {
#else
	d_step {
		if
		:: consumed == seenTail -> seenTail = tail[1 - me] // buffers/ring.go: r.seenTail = r.tail.Load()
		:: else -> skip
		fi;
		ok = consumed != seenTail
	}
#endif
}

inline release() {
	at = (1 - me) * SLOTS + consumed % SLOTS;
#ifdef BROKEN_releasefirst
	head[1 - me] = (consumed + 1) % MOD;
#endif
	d_step { assert(!writing[at]); assert(slot[at] == consumed); readng[at] = true }
	d_step {
		readng[at] = false;
		at = 0;
		consumed = (consumed + 1) % MOD; // buffers/ring.go: r.consumed++
#ifndef BROKEN_releasefirst
		head[1 - me] = consumed; // buffers/ring.go: r.head.Store(r.consumed)
#endif
		got++;
		moved = true
	}
}

// knock is an atomic add and a wake, if anybody listens.
inline knock() {
	if
#ifdef QUIET
	:: !listens[1 - me] -> skip // coll/exchange_wait.go: if m.g.alone && !to.listens.Load() {
#endif
	:: else -> rung[1 - me] = true // coll/exchange_wait.go: .bell.Add(1)
	fi
}

inline send() {
	moved = false;
	do
	:: sent < tosend ->
		acquire();
		if
		:: !ok ->
#ifndef BROKEN_nofull
			room[me] = true; // coll/exchange_move.go: x.out.full.Store(true)
#endif
#ifndef BROKEN_noagain
			acquire() // coll/exchange_move.go: if s, ok = x.outRing.Acquire(); !ok {
#endif
		:: else -> skip
		fi;
		if
		:: !ok -> break
		:: else -> skip
		fi;
		publish()
	:: else -> break
	od;
#ifndef BROKEN_noknock
	if
	:: moved -> knock() // coll/exchange_move.go: x.p.knock(x.to)
	:: else -> skip
	fi
#endif
}

inline receive() {
	moved = false;
	do
	:: got < toget ->
		peek();
		if
		:: !ok -> break
		:: else -> skip
		fi;
		release()
	:: else -> break
	od;
	if
	:: moved ->
		if
		:: room[1 - me] -> // coll/exchange_wait.go: if in.full.Load() {
#ifdef BROKEN_clearlate
			knock();
			room[1 - me] = false
#else
			room[1 - me] = false; // coll/exchange_wait.go: in.full.Store(false)
			knock() // coll/exchange_wait.go: m.knock(from)
#endif
		:: else -> skip
		fi
	:: else -> skip
	fi
}

proctype rank(byte me; byte tosend; byte toget) {
	byte produced, seenHead, consumed, seenTail, at, sent, got;
	bool ok, moved;
	do
	:: true -> // an exchange
		do
		:: sent < tosend || got < toget -> // coll/exchange.go: for !x.done() {
#ifdef QUIET
			do // looks for a while
			:: true ->
				send();
				if
				:: !moved -> receive() // coll/exchange.go: if x.send() || x.receive() || x.trade() {
				:: else -> skip
				fi
			:: true -> break
			od;
#ifndef BROKEN_listen
			listens[me] = true; // coll/exchange_wait.go: p.listens.Store(true)
#endif
#endif
#ifndef BROKEN_bell
			rung[me] = false; // coll/exchange_wait.go: bell := p.bell.Load()
#endif
			send();
			if
			:: !moved -> receive() // coll/exchange_wait.go: if !(x.send() || x.receive() || x.trade() || x.takeBack()) {
			:: else -> skip
			fi;
#ifdef BROKEN_bell
			rung[me] = false;
#endif
#ifdef BROKEN_listen
			listens[me] = true;
#endif
			if
			:: !moved && (sent < tosend || got < toget) ->
				rung[me] // coll/exchange_wait.go: p.c.block(&p.bell, bell+1)
			:: else -> skip
			fi;
#ifdef QUIET
			listens[me] = false; // coll/exchange_wait.go: p.listens.Store(false)
#endif
			d_step { moved = false; ok = false }
		:: else -> break
		od;
		atomic { sent = 0; got = 0 }
	od
}

init {
	atomic {
#ifdef ONEWAY
		run rank(0, LENGTH, 0);
		run rank(1, 0, LENGTH)
#else
		run rank(0, LENGTH, LENGTH);
		run rank(1, LENGTH, LENGTH)
#endif
	}
}
