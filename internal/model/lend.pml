// How a message is lent, and taken back: one edge, for ever. A comment "file: text" is a
// line of Go that the statement mirrors; model_test.go fails when the file no longer has
// it.
//
// The sender writes a new value into src, exchanges, and writes over it. A long message
// stays lent until it is copied; of a short one the sender may take the loan back at any
// time, which is more than the Go code does. What either end says of a loan by its number
// is a flag here that the next loan clears, for numbers never come again. Heads and ring
// are counted queues of two places: how they work is ring.pml's. Waiting is a block until
// the bell has rung; what one listens for is ring.pml's, too.
//
// Held: the receiver gets every value, in order; src is not written while it is copied; no
// rank is left waiting.

#define NEXT(k) ((k) % 3 + 1)

byte src;     // 0: the caller writes over it
bool over = true, begun, refused, withdrawn; // said of the latest loan
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

// settled ends a loan.
inline settled() {
	over = true; // coll/exchange_borrow.go: x.in.over.Store(x.coming)
#ifndef BROKEN_noknock
	rung[0] = true // coll/exchange_borrow.go: x.p.knock(x.from)
#endif
}

active proctype sender() {
	byte k = 1;
	bool far, lent, asked, done; // far: long, which is a word of C
	do
	:: true ->
		src = k;
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
		lent = true;
#else
		lent = over; // coll/exchange_lend.go: x.out.over.Load() >= x.out.loan
#endif
		if
		:: lent ->
			d_step { over = false; begun = false; refused = false; withdrawn = false };
			if
			:: far = true
			:: far = false
			fi
		:: else -> far = false
		fi;
		d_step { flag[written] = lent; written = 1 - written; heads++ } // coll/exchange_move.go: x.out.heads.Publish()
		rung[1] = true;
		do
		:: done -> break
		:: else ->
			rung[0] = false;
			if
			:: lent && over -> done = true // coll/exchange_lend.go: x.out.over.Load() < x.lent {
			:: lent && !over ->
				if
				:: !far -> // coll/exchange_lend.go: x.lent > 0 && !x.offers && x.received && !x.long()
					if
					:: asked -> lent = !refused // coll/exchange_lend.go: yes = out.refused.Load() == x.lent
					:: !asked ->
						withdrawn = true; // coll/exchange_lend.go: out.withdrawn.Store(x.lent)
						asked = true;
#ifdef BROKEN_blind
						lent = false
#else
						lent = begun // coll/exchange_lend.go: yes = out.begun.Load() < x.lent
#endif
					fi;
					if
					:: lent -> rung[0]
					:: else -> skip
					fi
				:: rung[0] -> skip
				fi
			:: !lent ->
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
		d_step { done = false; lent = false; asked = false; far = false; src = 0; k = NEXT(k) }
	od
}

active proctype receiver() {
	byte k = 1, at, out;
	bool lent, begins, got, back;
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
			:: lent ->
#ifdef BROKEN_late
				begins = !withdrawn;
				begun = true;
#else
				begun = true; // coll/exchange_borrow.go: in.begun.Store(x.coming)
				begins = !withdrawn; // coll/exchange_borrow.go: if in.withdrawn.Load() != x.coming {
#endif
				if
				:: begins ->
#ifdef BROKEN_early
					settled();
#endif
					assert(src == k);
					assert(src == k);
					got = true;
#ifndef BROKEN_early
					settled()
#endif
				:: !begins ->
					lent = false; // coll/exchange_borrow.go: x.borrows, x.refused, x.piecewise = false, true,
					back = true;
#ifndef BROKEN_norefusal
					refused = true; // coll/exchange_borrow.go: in.refused.Store(x.coming)
#endif
					rung[0] = true
				fi
			:: !lent ->
				if
				:: slots > 0 ->
					d_step { assert(value[out] == k); out = 1 - out; slots--; got = true };
					if
					:: back -> settled() // coll/exchange_borrow.go: if x.refused && x.got == len(x.dst) {
					:: else -> skip
					fi;
					roomy()
				:: else -> rung[1]
				fi
			fi
		od;
		skip;
		d_step { got = false; lent = false; begins = false; back = false; k = NEXT(k) }
	od
}
