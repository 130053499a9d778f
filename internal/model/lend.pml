// How a message is lent, and taken back: one edge, for ever. A comment "file: text" is a
// line of Go that the statement mirrors; model_test.go fails when the file no longer has
// it.
//
// The sender writes a new value into src, exchanges, and writes over it. A long message it
// must lend; of a short one it may take the loan back at any time, which is more than the
// Go code does. Heads and ring are counted queues of two places: how they work is
// ring.pml's. Waiting is a block until the bell has rung.
//
// Held: the receiver gets every value, in order; src is not written while it is copied; no
// rank is left waiting.

#define NONE 0
#define LENT 1
#define TAKEN 2
#define RINGED 3
#define NEXT(k) ((k) % 3 + 1)

byte loan;
byte src;     // 0: the caller writes over it
bool flag[2]; // of the heads: lent
byte written, heads; // heads written, modulo 2; on their way
byte value[2]; // in the ring
byte put, slots;
bool room; // the sender waits for room
bool rung[2]; // the sender's bell, the receiver's

// roomy says that something has been taken out.
inline roomy() {
	if
	:: room -> room = false; rung[0] = true
	:: else -> skip
	fi
}

// over ends a loan.
inline over() {
	loan = NONE; // coll/exchange_lend.go: x.in.loan.Store(none)
#ifndef BROKEN_noknock
	rung[0] = true // coll/exchange_lend.go: x.p.knock(x.from)
#endif
}

active proctype sender() {
	byte k = 1;
	bool far, lends, owed, done; // far: long, which is a word of C
	do
	:: true ->
		src = k;
		if
		:: far = true
		:: far = false
		fi;
		do
		:: rung[0] = false;
			if
			:: heads < 2 -> break
			:: else ->
				room = true;
				if
				:: heads < 2 -> break
				:: else -> rung[0]
				fi
			fi
		od;
		skip;
#ifdef BROKEN_over
		lends = true;
		loan = LENT;
		owed = true;
#else
		lends = far || loan == NONE; // coll/exchange_lend.go: x.out.loan.Load() == none
		if
		:: lends && loan == NONE -> owed = true; loan = LENT // coll/exchange_lend.go: x.out.loan.Store(lent)
		:: else -> skip
		fi;
#endif
		d_step { flag[written] = lends; written = 1 - written; heads++ }
		rung[1] = true;
		do
		:: done -> break
		:: else ->
			rung[0] = false;
			if
			:: lends && loan == NONE -> // coll/exchange_lend.go: if x.out.loan.Load() != none {
				if
				:: owed -> owed = false; done = true
				:: else -> owed = true; loan = LENT; rung[1] = true
				fi
			:: lends && loan != NONE ->
				if
				:: !far && owed ->
#ifdef BROKEN_cas
					if
					:: loan == LENT -> loan = RINGED; owed = false; lends = false
#else
					if
					:: atomic { loan == LENT -> loan = RINGED }; // coll/exchange_lend.go: x.out.loan.CompareAndSwap(lent, ringed)
						owed = false; lends = false
#endif
					:: loan == NONE -> skip
					:: loan == TAKEN -> rung[0]
					fi
				:: rung[0] -> skip
				fi
			:: !lends ->
				if
				:: slots < 2 -> skip
				:: else -> room = true
				fi;
				if
				:: slots < 2 -> d_step { value[put] = k; put = 1 - put; slots++ }; rung[1] = true; done = true
				:: else -> rung[0]
				fi
			fi
		od;
		skip;
		d_step { done = false; lends = false; src = 0; k = NEXT(k) }
	od
}

active proctype receiver() {
	byte k = 1, at, out;
	bool lent, got;
	do
	:: true ->
		do
		:: rung[1] = false;
			if
			:: heads > 0 -> d_step { lent = flag[at]; at = 1 - at; heads-- }; roomy(); break
			:: else -> rung[1]
			fi
		od;
		do
		:: got -> break
		:: else ->
			rung[1] = false;
			if
			:: !lent || loan == RINGED -> // coll/exchange_move.go: case x.in.loan.Load() != ringed:
				if
				:: slots > 0 ->
					d_step { assert(value[out] == k); out = 1 - out; slots--; got = true };
					if
					:: lent -> over()
					:: else -> skip
					fi;
					roomy()
				:: else -> rung[1]
				fi
			:: else ->
				if
				:: atomic { loan == LENT -> loan = TAKEN }; // coll/exchange_lend.go: loan.CompareAndSwap(lent, taken) || loan.Load() == taken
#ifdef BROKEN_early
					over();
#endif
					assert(src == k);
					assert(src == k);
					got = true;
#ifndef BROKEN_early
					over()
#endif
				:: loan != LENT -> rung[1]
				fi
			fi
		od;
#ifdef BROKEN_next
		if
		:: loan == RINGED -> over()
		:: true -> skip
		fi;
#endif
		skip;
		d_step { got = false; lent = false; k = NEXT(k) }
	od
}
