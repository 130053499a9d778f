// How two teams agree that a sum goes onward in portions, and hand these on: calls that
// may go so or by ranges. A comment "file: text" is a line of Go that the statement mirrors;
// model_test.go fails when the file no longer has it.
//
// Whether what a team gives in a call was written anew is anything; whether the first team gets the
// sum back is anything that both know. A portion is two halves, read and written one after
// the other. How ranges are read and written is line.pml's, how teams wait sleep.pml's.
//
// Held: both teams go the same way in every call; a portion is read as it was made in this call,
// whole; nobody writes what another reads; no team is left waiting.

#ifndef N
#define N 4 // calls
#endif
#define PORTIONS 2
#define BANKS 4 // buffers/line.go: LineBanks = 4

#define OTHER (1 - me)

byte back[N];             // whether the first team gets the sum of a call
byte way[N];              // ghost: 1 if a team has gone in portions, 2 if by ranges
byte seq[2];              // the line: the latest call that a team has published,
bool said[2 * BANKS];     // and what it says beside it
byte stage[2];            // the number of the latest portion handed on
byte room[4 * PORTIONS];  // by team and portion: the call in which each half was made
byte reading[2 * PORTIONS]; // ghost

inline sign() {
	said[BANKS * me + c % BANKS] = anew; // coll/direct_portions_chosen.go: *said = 1
	seq[me] = c // coll/meet.go: m.t.line.Publish(m.seq, c.word, c.n)
}

inline produce(s) {
	assert(reading[PORTIONS * me + s] == 0);
	room[2 * (PORTIONS * me + s)] = c;
	assert(reading[PORTIONS * me + s] == 0);
	room[2 * (PORTIONS * me + s) + 1] = c
}

inline consume(s) {
	reading[PORTIONS * OTHER + s]++;
	assert(room[2 * (PORTIONS * OTHER + s)] == c);
	assert(room[2 * (PORTIONS * OTHER + s) + 1] == c);
	reading[PORTIONS * OTHER + s]--
}

inline handOn() {
	stage[me] = at + s + 1 // coll/direct_portions.go: m.t.stage.Publish(seq, 0, 0)
}

proctype team(byte me) {
	byte c, s, at;
	bool anew, both, portioned;
	c = 1;
	do
	:: c > N -> break
	:: else ->
		if
		:: anew = true
		:: anew = false
		fi;
		portioned = both; // coll/direct_portions_chosen.go: return o.both[o.of]&o.bit != 0
#ifdef BROKEN_early
		if
		:: portioned && me == 0 -> produce(0)
		:: else -> skip
		fi;
#endif
		sign();
		seq[OTHER] >= c; // coll/meet.go: m.c.await(t.line.Flag(m.seq), m.seq)
		// coll/direct_portions_chosen.go: if o.both[o.of] &^= o.bit; o.anew == m.seq && *m.g.teams[1-m.t.id].saidAnew(m.seq) != 0 {
#ifdef BROKEN_own
		both = anew;
#else
		both = anew && said[BANKS * OTHER + c % BANKS];
#endif
		d_step {
			assert(way[c - 1] == 0 || way[c - 1] == (portioned -> 1 : 2));
			way[c - 1] = (portioned -> 1 : 2)
		};
		if
		:: !portioned -> skip
		:: portioned && me == 0 ->
			for (s : 0 .. PORTIONS - 1) {
#ifdef BROKEN_handfirst
				handOn();
				produce(s)
#else
				produce(s);
				handOn()
#endif
			}
			for (s : 0 .. PORTIONS - 1) {
				if
				:: back[c - 1] ->
					stage[1] >= at + s + 1; // coll/direct_portions.go: p.c.await(teams[1].stage.Flag(seq), seq)
					consume(s)
				:: else -> skip
				fi
			}
			at = at + PORTIONS // coll/direct_portions.go: p.t.staged += uint64((n + size - 1) / size)
		:: portioned && me == 1 ->
			for (s : 0 .. PORTIONS - 1) {
#ifndef BROKEN_nowait
				stage[0] >= at + s + 1; // coll/direct_portions.go: p.c.await(teams[0].stage.Flag(seq), seq)
#endif
				consume(s);
				if
				:: back[c - 1] -> produce(s); handOn()
				:: else -> skip
				fi
			}
			at = at + PORTIONS
		fi;
		c++
	od
}

init {
	byte i;
	for (i : 0 .. N - 1) {
		if
		:: back[i] = true
		:: back[i] = false
		fi
	}
	atomic { run team(0); run team(1) }
}
