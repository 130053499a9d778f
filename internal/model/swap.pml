// How two processors swap vectors in place, and how they find out that they do not: two
// edges, for some rounds. A comment "file: text" is a line of Go that the statement mirrors;
// model_test.go fails when the file no longer has it.
//
// In each round both go by one of the scripts of OP, one side each: X exchanges in place
// with the other, S sends, R receives. A vector is two halves. Numbers of messages are
// counted modulo 4; never are so many on their way. LONG: what is not swapped is lent,
// by X as a copy; else it goes through the ring, of two places. How loans of S are taken
// back is lend.pml's, how rings work ring.pml's. Waiting is a block until the bell has rung.
//
// Held: every message is received whole, in order, and where both have sent X for each
// other, and only there, swapped; nobody writes what another reads; no rank is left waiting.

#define NONE 0
#define LENT 1
#define TAKEN 2
#define RINGED 3
#define ONOFFER 4

#ifdef LONG
#define WITHDRAWN NONE // coll/exchange_swap.go: if !loan.CompareAndSwap(onOffer, none) {
#else
#define WITHDRAWN RINGED // coll/exchange_swap.go: case loan.CompareAndSwap(onOffer, ringed):
#endif

#define X 1
#define S 2
#define R 3
// OP is the i-th of a side of script k: X and X; X and RS; X and SR; SXR and XX.
#define OP(k, side, i) ( \
	(k) == 0 -> ((i) == 0 -> X : 0) : ( \
	(k) < 3 && (side) == 0 -> ((i) == 0 -> X : 0) : ( \
	(k) == 1 -> ((i) == 0 -> R : ((i) == 1 -> S : 0)) : ( \
	(k) == 2 -> ((i) == 0 -> S : ((i) == 1 -> R : 0)) : ( \
	(side) == 0 -> ((i) == 0 -> S : ((i) == 1 -> X : ((i) == 2 -> R : 0))) : \
	((i) < 2 -> X : 0))))))

#define CODE(rank, number) (1 + 4 * (rank) + (number) % 4)
#define OTHER (1 - me)

#ifndef ROUNDS
#define ROUNDS 2
#endif

byte script[ROUNDS], flip[ROUNDS];
byte half[4];  // of the ranks' vectors
byte stage[2]; // a copy that is lent
bool copied[2]; // what is lent is the copy
// Of the edge from a rank:
byte loan[2], heads[2], flag[8], slots[2], value[4], published[2], released[2];
bool rung[2]; // the ranks' bells

inline knock() { rung[OTHER] = true } // coll/exchange.go: .bell.Add(1)

inline settled() {
	loan[OTHER] = NONE; // coll/exchange_lend.go: x.in.loan.Store(none)
#ifndef BROKEN_noknock
	knock() // coll/exchange_lend.go: x.p.knock(x.from)
#endif
}

inline swapone(h) {
	assert(half[2 * me + h] == mine);
	kept = half[2 * me + h];
	half[2 * me + h] = half[2 * OTHER + h];
	assert(half[2 * me + h] == theirs);
	half[2 * OTHER + h] = kept
}

// into receives a message where it belongs.
inline into() {
	got = true;
	moved = true;
	if
	:: op == X -> half[2 * me] = theirs; half[2 * me + 1] = theirs
	:: else -> skip
	fi
}

inline drain() {
	if
	:: most && slots[OTHER] > 0 ->
		d_step {
			assert(value[2 * OTHER] == theirs);
			value[2 * OTHER] = value[2 * OTHER + 1];
			value[2 * OTHER + 1] = 0;
			slots[OTHER]--
		};
		into();
		if
		:: borrows -> settled()
		:: else -> skip
		fi;
		knock()
	:: else -> skip
	fi
}

inline send() {
	if
	:: op != R && !sentHead ->
		if
		:: op == X && loan[me] == NONE -> // coll/exchange_swap.go: x.out.loan.Load() == none
			copied[me] = false;
			loan[me] = ONOFFER; // coll/exchange_swap.go: x.out.loan.Store(onOffer)
			offers = true; lends = true; owed = true; // coll/exchange_swap.go: x.offers, x.lends, x.owed = true, true, true
			says = 2 + released[OTHER] // coll/exchange_swap.go: return offeredFor + int64(x.in.heads.Released())
		:: else ->
#ifdef LONG
			lends = true; says = 1
#else
			says = 0
#endif
		fi;
		assert(heads[me] < 4);
		d_step { flag[4 * me + published[me]] = says; heads[me]++; published[me] = (published[me] + 1) % 4 };
		sentHead = true; moved = true;
		knock() // coll/exchange_move.go: x.p.knock(x.to)
	:: else -> skip
	fi;
	if
	:: op == R || offers -> skip // coll/exchange_move.go: case x.offers: // see trade
	:: else ->
		if
		:: lends && loan[me] == NONE && owed -> // coll/exchange_lend.go: if x.out.loan.Load() != none {
			owed = false; sent = true; moved = true
		:: lends && loan[me] == NONE && !owed && !sent ->
			copied[me] = op == X;
			if
			:: op == X ->
				stage[me] = half[2 * me];
				assert(half[2 * me] == mine && half[2 * me + 1] == mine);
				sent = true
			:: else -> skip
			fi;
			owed = true; moved = true;
			loan[me] = LENT; // coll/exchange_lend.go: x.out.loan.Store(lent)
			knock()
		:: !lends && !sent && slots[me] < 2 ->
			assert(half[2 * me] == mine && half[2 * me + 1] == mine);
			d_step { value[2 * me + slots[me]] = mine; slots[me]++ };
			sent = true; moved = true;
			knock()
		:: else -> skip
		fi
	fi
}

inline receive() {
	if
	:: op != S && !head && heads[OTHER] > 0 ->
		d_step {
			says = flag[4 * OTHER + released[OTHER]];
			heads[OTHER]--;
			released[OTHER] = (released[OTHER] + 1) % 4
		};
		borrows = says != 0;
#ifdef BROKEN_number
		swaps = offers && says >= 2;
#else
		swaps = offers && says == 2 + number; // coll/exchange_move.go: x.offers && s[2] == x.number
#endif
		head = true; moved = true
	:: else -> skip
	fi;
	most = op == R || sent;
	if
	:: op == S || !head || got -> skip
	:: op != S && head && !got ->
		if
		:: swaps -> skip // coll/exchange_move.go: case x.swaps: // see trade
		:: !swaps && (!borrows || loan[OTHER] == RINGED) -> drain() // coll/exchange_move.go: case x.in.loan.Load() != ringed:
		:: else ->
			took = false;
			atomic {
				if // coll/exchange_lend.go: loan.CompareAndSwap(lent, taken) || loan.Load() == taken || most == len(x.dst) && loan.CompareAndSwap(onOffer, taken)
				:: most && (loan[OTHER] == LENT || loan[OTHER] == ONOFFER) -> loan[OTHER] = TAKEN; took = true
				:: else -> skip
				fi
			};
			if
			:: took && copied[OTHER] -> assert(stage[OTHER] == theirs); into(); settled()
			:: took && !copied[OTHER] -> assert(half[2 * OTHER] == theirs); assert(half[2 * OTHER + 1] == theirs); into(); settled()
			:: else -> skip
			fi
		fi
	fi
}

inline over() { offers = false; owed = false; moved = true } // coll/exchange_swap.go: x.offers, x.owed = false, false

inline trade() {
	if
#ifdef BROKEN_nohead
	:: !offers -> skip
	:: offers ->
#else
	:: !offers || !head -> skip // coll/exchange_swap.go: if !x.offers || !x.head {
	:: offers && head ->
#endif
		if
		:: swaps && !swapped -> // coll/exchange_swap.go: case x.swaps && !x.swapped:
			if
			:: me == 0 -> swapone(0)
			:: me == 1 -> swapone(1)
			fi;
			swapped = true; moved = true;
			settled()
#ifdef BROKEN_half
		:: swaps && swapped -> sent = true; got = true; over()
#endif
		:: !(swaps && !swapped) && loan[me] == NONE -> // coll/exchange_swap.go: case loan.Load() == none:
			sent = true;
			if
			:: swaps -> got = true
			:: else -> skip
			fi;
			over()
		:: swaps && swapped && loan[me] != NONE -> skip
#ifndef BROKEN_keep
		:: head && !swaps && loan[me] != NONE ->
#ifdef BROKEN_cas
			if
			:: loan[me] == ONOFFER -> withdraw()
#else
			if
			:: atomic { loan[me] == ONOFFER -> loan[me] = WITHDRAWN }; withdraw()
#endif
			:: loan[me] != ONOFFER -> skip
			fi
#endif
		:: else -> skip
		fi
	fi
}

inline withdraw() {
#ifdef BROKEN_cas
	loan[me] = WITHDRAWN;
#endif
#ifndef LONG
	lends = false; // coll/exchange_swap.go: pipeOf[T](x.out).lent, x.lends = nil, false
#endif
	over()
}

proctype rank(bit me) {
	byte round, i, op, says, mine, theirs, number, kept;
	bool sentHead, head, lends, borrows, owed, offers, swaps, swapped, sent, got, moved, most, took;
	do
	:: round == ROUNDS -> break
	:: else ->
		do
		:: OP(script[round], me ^ flip[round], i) == 0 -> break
		:: else ->
			d_step {
				op = OP(script[round], me ^ flip[round], i);
				number = published[me];
				mine = CODE(me, published[me]);
				theirs = CODE(OTHER, released[OTHER]);
				if
				:: op != R -> half[2 * me] = mine; half[2 * me + 1] = mine
				:: else -> skip
				fi
			};
			do
			:: (op == S || got) && (op == R || sentHead && sent && !owed) -> break // coll/exchange.go: for !x.done() {
			:: else ->
				rung[me] = false; // coll/exchange.go: bell := p.bell.Load()
				moved = false;
				send();
				receive();
				trade();
				if
				:: moved -> skip
				:: else -> rung[me] // coll/exchange.go: p.c.listen(&p.bell, bell+1)
				fi
			od;
			assert(op != X || half[2 * me] == theirs && half[2 * me + 1] == theirs);
			assert(!swapped || script[round] == 0);
			d_step {
				sentHead = false; head = false; lends = false; borrows = false; owed = false; offers = false;
				swaps = false; swapped = false; sent = false; got = false; moved = false; most = false; took = false;
				says = 0; kept = 0; mine = 0; theirs = 0; number = 0; op = 0;
				half[2 * me] = 0; half[2 * me + 1] = 0;
				i++
			}
		od;
		skip;
		d_step { round++; i = 0 }
	od
}

init {
	byte r;
	do
	:: r == ROUNDS -> break
	:: r < ROUNDS ->
		if
		:: script[r] = 0
		:: script[r] = 1
		:: script[r] = 2
		:: script[r] = 3
		fi;
		if
		:: flip[r] = 0
		:: flip[r] = 1
		fi;
		r++
	od;
	atomic { run rank(0); run rank(1) }
}
