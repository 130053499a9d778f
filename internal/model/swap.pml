// How two processors swap vectors in place, and how they find out that they do not: two
// edges, for some rounds. A comment "file: text" is a line of Go that the statement mirrors;
// model_test.go fails when the file no longer has it.
//
// In each round both go by one of the scripts of OP, one side each: X exchanges in place
// with the other, S sends, R receives. A vector is two halves. Numbers of messages are
// counted modulo 4; never are so many on their way: where there is no room for a head, the
// other's is read first and nothing is offered (TestLateOffer). LONG: what is not swapped is lent, by
// X a copy; else it goes through the ring, of two places. How short loans of S are taken
// back is lend.pml's, how rings work ring.pml's. What either end says of a loan by its
// number is a flag here that the next loan clears. Waiting is a block until the bell has rung.
//
// Held: every message is received whole, in order, and where both have sent X for each
// other, and only there, swapped; nobody writes what another reads; no rank is left waiting.

// The ways of a message, as its head says; OFFER and more are offers.
#define RING 0
#define LOAN 1
#define PIECES 2
#define OFFER 3

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
bool copied[2]; // what is lent in pieces is the copy
// Of the edge from a rank:
bool over[2], begun[2], refused[2], withdrawn[2]; // said of the latest loan
bool piece[2]; // one is lent
byte heads[2], flag[8], slots[2], value[4], published[2], released[2];
bool rung[2]; // the ranks' bells

inline knock() { rung[OTHER] = true } // coll/exchange_wait.go: .bell.Add(1)

inline settled() {
	over[OTHER] = true; // coll/exchange_borrow.go: x.in.over.Store(x.coming)
#ifndef BROKEN_noknock
	knock() // coll/exchange_borrow.go: x.p.knock(x.from)
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

inline afterrefusal() {
	if
	:: back -> settled() // coll/exchange_borrow.go: if x.refused && x.got == len(x.dst) {
	:: else -> skip
	fi
}

inline lend() {
	d_step { over[me] = false; begun[me] = false; refused[me] = false; withdrawn[me] = false };
	lent = true // coll/exchange_lend.go: x.lent = x.out.heads.Published() + 1
}

inline send() {
	if
	:: op != R && !sentHead ->
		if
		:: op == X && over[me] -> // coll/exchange_swap.go: x.out.over.Load() >= x.out.loan
			lend();
			offers = true; // coll/exchange_swap.go: x.offers = true
			says = OFFER + released[OTHER] // coll/exchange_swap.go: head[headWay] = offeredFor + x.in.heads.Released()
		:: else ->
#ifdef LONG
			if
			:: op == S && over[me] -> lend(); says = LOAN
			:: else -> pieces = true; says = PIECES // coll/exchange_move.go: head[headWay], x.inPieces = inPieces, true
			fi
#else
			says = RING
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
		:: lent && over[me] -> lent = false; sent = true; moved = true // coll/exchange_lend.go: x.lent, x.sent = 0, len(x.src)
		:: !lent && pieces && !piece[me] && owed -> owed = false; sent = true; moved = true
		:: !lent && pieces && !piece[me] && !owed && !sent ->
			copied[me] = op == X;
			if
			:: op == X ->
				stage[me] = half[2 * me];
				assert(half[2 * me] == mine && half[2 * me + 1] == mine);
				sent = true
			:: else -> skip
			fi;
			owed = true; moved = true;
			piece[me] = true; // coll/exchange_pieces.go: out.pieces.Add(1)
			knock()
		:: !lent && !pieces && !sent && slots[me] < 2 ->
			assert(half[2 * me] == mine && half[2 * me + 1] == mine);
			d_step { value[2 * me + slots[me]] = mine; slots[me]++ };
			sent = true; moved = true;
			knock()
		:: else -> skip
		fi
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
		afterrefusal();
		knock()
	:: else -> skip
	fi
}

inline takepieces() {
	if
	:: most && piece[OTHER] -> // coll/exchange_pieces.go: in.pieces.Load() != in.copied.Load()
		if
		:: copied[OTHER] -> assert(stage[OTHER] == theirs)
		:: else -> assert(half[2 * OTHER] == theirs); assert(half[2 * OTHER + 1] == theirs)
		fi;
		into();
		piece[OTHER] = false; // coll/exchange_pieces.go: in.copied.Add(1)
		afterrefusal();
		knock()
	:: else -> skip
	fi
}

inline borrow() {
	if
	:: offered && !most && !withdrawn[OTHER] -> skip // coll/exchange_borrow.go: if (x.offered || !long) && most < len(x.dst) && in.withdrawn.Load() != x.coming {
	:: else ->
		if
		:: !begins ->
#ifdef BROKEN_late
			took = !withdrawn[OTHER];
			begun[OTHER] = true;
#else
			begun[OTHER] = true; // coll/exchange_borrow.go: in.begun.Store(x.coming)
			took = !withdrawn[OTHER]; // coll/exchange_borrow.go: if in.withdrawn.Load() != x.coming {
#endif
			begins = took;
			if
			:: !took ->
				borrows = false; back = true; // coll/exchange_borrow.go: x.borrows, x.refused, x.piecewise = false, true,
#ifdef LONG
				piecewise = true;
#endif
				refused[OTHER] = true; // coll/exchange_borrow.go: in.refused.Store(x.coming)
				moved = true;
				knock()
			:: else -> skip
			fi;
			took = false
		:: else -> skip
		fi;
		if
		:: begins && most ->
			assert(half[2 * OTHER] == theirs); assert(half[2 * OTHER + 1] == theirs);
			into();
			settled()
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
		borrows = says == LOAN || says >= OFFER;
		offered = says >= OFFER; // coll/exchange_move.go: x.offered = way != onLoan
		piecewise = says == PIECES;
#ifdef BROKEN_number
		swaps = offers && says >= OFFER;
#else
		swaps = offers && says == OFFER + number; // coll/exchange_move.go: x.swaps = x.offers && way == offeredFor+x.lent-1
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
		:: !swaps && borrows -> borrow() // coll/exchange_move.go: case x.borrows:
		:: !swaps && !borrows && piecewise -> takepieces()
		:: else -> drain()
		fi
	fi
}

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
		:: swaps && swapped -> sent = true; got = true; lent = false; offers = false; moved = true
#endif
		:: !(swaps && !swapped) && over[me] -> // coll/exchange_swap.go: case x.repaid():
			sent = true; lent = false;
			if
			:: swaps -> got = true
			:: else -> skip
			fi;
			offers = false; moved = true // coll/exchange_swap.go: x.offers = false
		:: swaps && swapped && !over[me] -> skip
#ifndef BROKEN_keep
		:: head && !swaps && !over[me] -> // coll/exchange_swap.go: case x.swaps || !x.withdraw():
			if
			:: withdrawn[me] -> took = refused[me]
			:: else ->
				withdrawn[me] = true; // coll/exchange_lend.go: out.withdrawn.Store(x.lent)
#ifdef BROKEN_blind
				took = true
#else
				took = !begun[me] // coll/exchange_lend.go: yes = out.begun.Load() < x.lent
#endif
			fi;
			if
			:: took ->
				lent = false; offers = false; moved = true;
#ifdef LONG
				pieces = true; // coll/exchange_swap.go: x.inPieces = x.long()
#endif
				took = false
			:: else -> skip
			fi
#endif
		:: else -> skip
		fi
	fi
}

proctype rank(bit me) {
	byte round, i, op, says, mine, theirs, number, kept;
	bool sentHead, head, lent, borrows, offered, begins, back, piecewise, pieces, owed, offers, swaps, swapped, sent, got, moved, most, took;
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
				rung[me] = false; // coll/exchange_wait.go: bell := p.bell.Load()
				moved = false;
				send();
				receive();
				trade();
				if
				:: moved -> skip
				:: else -> rung[me] // coll/exchange_wait.go: p.c.block(&p.bell, bell+1)
				fi
			od;
			assert(op != X || half[2 * me] == theirs && half[2 * me + 1] == theirs);
			assert(!swapped || script[round] == 0);
			d_step {
				sentHead = false; head = false; lent = false; borrows = false; offered = false; begins = false; back = false;
				piecewise = false; pieces = false; owed = false; offers = false;
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
	over[0] = true;
	over[1] = true;
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
