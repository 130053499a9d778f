// The signal line: its banks, teams, collectives with and without work on the
// processors' own vectors. The line has four banks, a team's room for longer
// payloads two; two are enough. A comment "file: text" is a line of Go that the
// statement mirrors; model_test.go fails when the file no longer has it.
//
// T teams of M processors make collective after collective, for ever: numbers
// are counted modulo MOD and compared by their difference, so the space is
// finite. Without CYCLIC they are compared as the Go code does, a ≥ b, for N
// collectives: 64 bits do not wrap in the life of a machine.
//
// Held: who reads a message reads what was written for this collective, whole
// (word and payload are separate reads and writes); nobody writes a bank or a
// vector while another reads it; nobody returns from a collective before all have
// arrived at it; nobody is left waiting (an end that is not the end of all).

#ifndef T
#define T 2
#endif
#ifndef M
#define M 1
#endif
#ifndef N
#define N 5
#endif
#ifndef BANKS
#define BANKS 4 // buffers/line.go: LineBanks = 4
#endif

#ifdef CYCLIC
#define MOD (2 * BANKS)
#define GEBOTH(a, b) (((a) + 2 * MOD - (b)) % (2 * MOD) < MOD)
#define INC(x) x = (x + 1) % MOD
#ifdef BROKEN_wrap
#define GE(a, b) ((a) >= (b))
#else
#define GE(a, b) (((a) + MOD - (b)) % MOD < MOD / 2)
#endif
#else
#define MOD 64
#define GEBOTH(a, b) ((a) >= (b))
#define INC(x) x++
#define GE(a, b) ((a) >= (b))
#endif

#ifdef BROKEN_onebank
#define BANK(t, s) (BANKS * (t))
#else
#define BANK(t, s) (BANKS * (t) + (s) % BANKS) // buffers/line.go: return (*bank)(unsafe.Add(l.room, seq%LineBanks*uint64(unsafe.Sizeof(bank{}))))
#endif

byte seq[BANKS * T];     // the flag of each bank
byte word[BANKS * T];    // and its message, in two parts
byte payload[BANKS * T];
byte reading[BANKS * T]; // ghost: who is between Peek and the end of reading
byte progress[T];
byte both;               // of two teams, in place of progress
byte steps[T];
byte racing[T];
byte epoch[T];
byte vec[T * M];      // the processors' vectors: what their owners last wrote
byte looked[T * M];   // ghost: others at work on them
byte arrived[T * M];  // ghost: the latest collective each has called
bool inplace[2];      // whether odd and even collectives work on the vectors

#define SAME(a, b) assert((a) == (b))

inline publish() {
	b = BANK(t, s);
#ifdef BROKEN_publishfirst
	seq[b] = s;
#endif
	assert(reading[b] == 0);
	word[b] = s;
	payload[b] = s;
#ifndef BROKEN_publishfirst
	seq[b] = s; // buffers/line.go: b.seq.Store(seq)
#endif
}

inline greet() {
	o = 0;
	do
	:: o < T ->
		if
		:: o == t -> skip // coll/meet.go: if t == m.t {
		:: else ->
			b = BANK(o, s);
#ifdef BROKEN_nogreet
			if
			:: o == 0 -> GE(seq[b], s)
			:: else -> skip
			fi;
#else
			GE(seq[b], s); // coll/meet.go: m.c.await(t.line.Flag(m.seq), m.seq)
#endif
			d_step { SAME(seq[b], s); reading[b]++ } // buffers/line.go: if at := b.seq.Load(); at != seq {
			SAME(word[b], s);
			SAME(payload[b], s);
			reading[b]--
		fi;
		o++
	:: else -> break
	od
}

// work reads every vector between meet and step.
inline work() {
	o = 0;
	do
	:: o < T * M -> looked[o]++; SAME(vec[o], s); looked[o]--; o++
	:: else -> break
	od
}

inline step() {
	INC(steps[t]);       // coll/meet.go: m.t.steps++
#if T == 2
	both = (both + 1) % (2 * MOD); // coll/meet.go: m.g.both.Add(1)
#ifdef BROKEN_onestep
	GEBOTH(both, (2 * steps[t] + 2 * MOD - 1) % (2 * MOD))
#else
	GEBOTH(both, 2 * steps[t]) // coll/meet.go: m.c.await(m.g.both, 2*m.t.steps)
#endif
#else
	progress[t] = steps[t]; // coll/meet.go: m.t.progress.Store(m.t.steps)
	o = 0;
	do
	:: o < T -> GE(progress[o], steps[t]); o++ // coll/meet.go: m.c.await(&t.progress, m.t.steps)
	:: else -> break
	od
#endif
}

proctype processor(byte t; byte r) {
	byte s, o, b, here;
	do
#ifndef CYCLIC
	:: s == N -> break
#endif
	:: else ->
		INC(s); // coll/arrive.go: m.seq++
		assert(looked[r] == 0);
		d_step { vec[r] = s; arrived[r] = s }
#if M > 1
		d_step { racing[t]++; here = racing[t] } // coll/arrive.go: if t.racing.Add(1) < int32(size) {
		if
		:: here < M -> GE(epoch[t], s) // coll/arrive.go: fiber.await(&t.epoch, m.seq)
		:: else ->
#ifndef BROKEN_reset
			racing[t] = 0; // coll/arrive.go: t.racing.Store(0)
#endif
#endif
			publish();
			greet();
			if
			:: inplace[s & 1] ->
				work();
#ifndef BROKEN_nostep
				step()
#endif
			:: else -> skip
			fi;
#if M > 1
			epoch[t] = s; // coll/meet.go: t.epoch.Store(m.seq)
#ifdef BROKEN_reset
			racing[t] = 0
#endif
		fi;
#endif
		atomic {
			o = 0; b = 0; here = 0;
			do
			:: o < T * M -> assert(arrived[o] == s || arrived[o] == (s + 1) % MOD); o++
			:: else -> break
			od;
			o = 0
		}
	od
}

init {
	byte i;
	atomic {
		if :: inplace[0] = true :: skip fi;
		if :: inplace[1] = true :: skip fi;
		do
		:: i < T * M -> run processor(i / M, i); i++
		:: else -> break
		od
	}
}
