package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll/transport"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestRemoteOver: what ends a Run after all processes have agreed that it has ended
// well comes too late, be it a context of this process or another process's word.
func TestRemoteOver(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name               string
		settled            uint64
		finishing          bool
		cancelled, relayed bool // whether it ends the Run
	}{
		{"in the Run", 6, false, true, true},
		{"all here have returned", 6, true, false, true},
		{"all have returned", 7, false, false, false},
	} {
		for _, told := range []bool{false, true} {
			m := &Machine{running: true, runs: 7, ctx: ended, links: &links{settled: c.settled}}
			m.links.m = m
			m.links.finishing.Store(c.finishing)
			want := c.cancelled
			if told {
				want = c.relayed
				m.fail(relayed{errors.New("told")})
			} else {
				m.cancel(7)
			}
			if got := m.cause != nil; got != want {
				t.Errorf("%s, told by another process %v: it ends the Run: %v, want %v", c.name, told, got, want)
			}
		}
	}
}

// desk is a process among three that counts what it sends.
type desk struct {
	transport.Peers
	posted map[letterKind]int
	last   []byte // the body of the last
	waits  []byte // the head of a letter, for who waits for whoever is at work in the transport
}

func (*desk) Rank() int                                     { return 1 }
func (*desk) Size() int                                     { return 3 }
func (*desk) Channel(int, []int) (transport.Channel, error) { return nil, nil }
func (*desk) Yield()                                        {}
func (*desk) Arriving(int) bool                             { return false }
func (d *desk) Letter(_ func([]byte, int) []byte, busy bool) (from int, head, body []byte, ok bool, err error) {
	if !busy || d.waits == nil {
		return 0, nil, nil, false, nil
	}
	head, d.waits = d.waits, nil
	return 2, head, nil, true, nil
}
func (d *desk) Post(_ int, head, body []byte, _ bool) (uint64, error) {
	d.posted[letterKind(elementsOf[int64](head)[0])]++
	d.last = body
	return 1, nil
}

// TestNoLetterAfterAGoodEnd: a Run that has stopped because all have returned sends no
// letter, one that has failed sends each of its own once to each of the others.
func TestNoLetterAfterAGoodEnd(t *testing.T) {
	d := &desk{posted: map[letterKind]int{}}
	m := &Machine{running: true, runs: 7, ctx: context.Background(), links: &links{peers: d}}
	m.links.m = m
	m.hot.stop.Store(true)
	m.heed()
	if len(d.posted) != 0 {
		t.Errorf("after a good end: %v", d.posted)
	}
	m.fail(errors.New("a failure"))
	m.heed()
	m.heed()
	if d.posted[letterWarning] != 2 || d.posted[letterBindings] != 2 || len(d.posted) != 2 {
		t.Errorf("after a failure: %v", d.posted)
	}
}

// TestInbox: a message that its receiver waits for goes where it is wanted, unless it is not
// what is wanted, or another waits before it; none passes another, and the memory of one is
// the next one's.
func TestInbox(t *testing.T) {
	l := &links{inboxes: map[letterKey]*inbox{}}
	k := letterKey{run: 7, from: 3, to: 1}
	b := l.inbox(k)
	come := func(c call, v byte) {
		t.Helper()
		w := header(letterExchange, k, c)
		body := l.place(bytesOf(w[:]), 64)
		for i := range body {
			body[i] = v
		}
		b.put(letter{call: c, body: body})
	}
	take := func(v byte, placed bool) letter {
		t.Helper()
		got, ok := b.pop()
		if !ok || got.placed != placed || got.body[63] != v {
			t.Fatalf("took %v, placed %v, want %d, placed %v", got.body, got.placed, v, placed)
		}
		return got
	}
	c, other := call{5, 8}, call{6, 8}
	dst := make([]byte, 64)
	l.wants(b, &wish{c, dst})
	come(c, 1)
	come(c, 2)
	if take(1, true); dst[0] != 1 {
		t.Error("what is wanted is not where it is wanted")
	}
	l.wants(b, &wish{c, dst}) // too late
	l.received(k, b, take(2, false))
	l.wants(b, &wish{c, dst})
	spare := l.spares[0]
	come(other, 3)
	if got := take(3, false); dst[0] != 1 || &got.body[0] != &spare[0] {
		t.Error("what is not wanted is where another is, or the memory of the one before is not used")
	}
	w := header(letterExchange, k, c)
	before := l.place(bytesOf(w[:]), 64) // on its way
	l.wants(b, &wish{c, dst})
	come(c, 6)
	if dst[0] != 1 {
		t.Error("a message is where the one before it is wanted")
	}
	take(6, false)
	b.put(letter{call: c, body: before})
	take(0, false)
	come(c, 4)
	if b.wanted != nil || take(4, false).placed {
		t.Error("a wish is not over when its message is taken")
	}
	if _, ok := b.pop(); ok {
		t.Error("there is one more")
	}
	l.wants(b, &wish{c, dst})
	served := l.place(bytesOf(w[:]), 64)
	come(other, 7) // was sent before, and is not what is wanted
	if take(7, false); b.wanted == nil || !b.serving {
		t.Error("nobody waits for what is on its way to where it is wanted")
	}
	b.put(letter{call: c, body: served})
	if _, ok := b.pop(); !ok || b.wanted != nil || b.serving {
		t.Error("a wish is not over when its message has come after another")
	}
	for v := range byte(100) { // somebody is always ahead
		come(c, v)
		come(c, v)
		take(v/2, false)
	}
	if b.coming != 0 {
		t.Errorf("%d messages are on their way", b.coming)
	}
	if len(b.letters) > 201 || len(b.letters)-b.taken != 100 {
		t.Errorf("%d messages are kept, %d of them taken, want 100 that are not", len(b.letters), b.taken)
	}
}

// TestCausesTravel: what ended a Run in one process is in another what it was there, by
// its text, by errors.Is, by its kind.
func TestCausesTravel(t *testing.T) {
	for _, cause := range []error{
		errOnPurpose, errors.New("a\x00b\x01\"c"), context.Canceled, context.DeadlineExceeded,
		fmt.Errorf("%w and %w", ErrUsage, context.Canceled),
		&Error{Kind: ErrMismatch, Collective: "allreduce", Rank: 3, Other: 1, Seq: 7, Text: "rank \x00 \x01"},
		&Error{Kind: ErrNaN, Collective: "scan", Rank: 2, Other: -1, Seq: 1, Text: "NaN"},
		&Error{Kind: ErrStalled, Collective: "scan", Rank: 2, Other: 1, Seq: 1, Text: "late", OtherSite: "b.go:\x002", doing: "sleep"},
		Panic{Rank: 2, Value: "with \x00 and \x01", Stack: "a\nstack\x00"},
		Panic{Rank: 2, Value: fmt.Errorf("w %w", context.Canceled), Stack: "s"},
	} {
		e := decodeEnding(strings.Join(append([]string{encode(cause)}, encodeStands([]stand{{3, "a\x00.go:1", "t\x01", "scan", 7}})...), "\x01"))
		if e.cause.Error() != cause.Error() || kindsOf(e.cause) != kindsOf(cause) {
			t.Errorf("%q of kinds %b is elsewhere %q of kinds %b", cause, kindsOf(cause), e.cause, kindsOf(e.cause))
		}
		if _, is := cause.(Panic); is {
			if got, is := e.cause.(Panic); !is || got.Rank != 2 || got.Stack != cause.(Panic).Stack {
				t.Errorf("%q is elsewhere %#v", cause, e.cause)
			}
		}
		if want, is := cause.(*Error); is {
			if got, is := e.cause.(*Error); !is || *got != *want {
				t.Errorf("%+v is elsewhere %+v", want, e.cause)
			}
		}
		if is := cause == context.Canceled || cause == context.DeadlineExceeded; is && e.cause != cause { // callers may compare
			t.Errorf("%q is elsewhere %#v", cause, e.cause)
		}
		if len(e.stands) != 1 || e.stands[0] != (stand{3, "a\x00.go:1", "t\x01", "scan", 7}) {
			t.Errorf("%q: %v", cause, e.stands)
		}
	}
}

// TestAspectsTellGraphsApart: graphs of one name with other arcs, or with the same in
// another order, are not the same Config; of a large one not all arcs are looked at.
func TestAspectsTellGraphsApart(t *testing.T) {
	ring := [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}
	graph := func(arcs [][2]int) cayley.Graph {
		g, err := cayley.NewGraph("file:graph.json", 4, arcs)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	hash := func(g cayley.Graph, name string) uint64 {
		m := &Machine{cfg: Config{Graph: g, Tuning: &Tuning{}}}
		m.schedules = schedules{{sched.Broadcast, program.EveryRoot}: {{Graph: g}}}
		for _, a := range m.aspects() {
			if a.name == name {
				return a.hash
			}
		}
		t.Fatal(name)
		return 0
	}
	for _, name := range []string{"Graph", "Schedules"} {
		if hash(graph(ring), name) != hash(graph(append([][2]int{}, ring...)), name) {
			t.Errorf("%s: the same graph is not", name)
		}
		for _, other := range [][][2]int{
			{{0, 2}, {2, 1}, {1, 3}, {3, 0}},
			{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}},
		} {
			if hash(graph(ring), name) == hash(graph(other), name) {
				t.Errorf("%s: %v and %v are the same", name, ring, other)
			}
		}
		if hash(graph([][2]int{{0, 1}, {0, 2}, {1, 0}, {2, 0}, {3, 0}}), name) == hash(graph([][2]int{{0, 2}, {0, 1}, {1, 0}, {2, 0}, {3, 0}}), name) {
			t.Errorf("%s: another order of the arcs is the same", name)
		}
	}
	for _, spec := range []string{"hypercube:24", "complete:65536", "star:10", "johnson:20,10"} {
		g, err := cayley.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if arcs := (g.Order()-1)/hashedEvery(g)*g.Degree() + g.Degree(); arcs > 1<<21 {
			t.Errorf("the hash of %s takes %d arcs", spec, arcs)
		}
	}
}

// TestAspectsOfTuning: what a Tuning says of calls is the same in all processes; what it says of
// caches is each node's own.
func TestAspectsOfTuning(t *testing.T) {
	hash := func(tuning Tuning) uint64 {
		for _, a := range (&Machine{cfg: Config{Tuning: &tuning}}).aspects() {
			if a.name == "Tuning" {
				return a.hash
			}
		}
		t.Fatal("not compared")
		return 0
	}
	rules := []Rule{{Collective: "allreduce", Algorithm: Tree}}
	if hash(Tuning{Rules: rules}) == hash(Tuning{}) {
		t.Error("other rules are the same")
	}
	if hash(Tuning{Rules: rules}) != hash(Tuning{Rules: rules, StreamBytes: 1 << 20}) {
		t.Error("another size of caches is another table")
	}
}

// TestLoad: the load is what the process with the most sends or gets, and the same in all.
// A part is whole blocks of 16 elements: just below the transport's limit all parts
// together are beyond it.
func TestLoad(t *testing.T) {
	const limit = 1<<31 - 64
	one, uneven := [][]int{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}, [][]int{{0, 1, 2}, {3}}
	apart := [][]int{{0, 2, 3}, {1}}
	for _, c := range []struct {
		c     collective
		op    Op
		ranks [][]int
		n     int
		want  int64
	}{
		{allreduce, Sum, one, limit, 1 << 31},
		{reduce, Max, one, limit, 1 << 31},
		{allreduce, Sum, one, limit - 64, limit - 64},
		{allreduce, Sum, one, 17, 8 * 16},
		{allreduce, Sum, uneven, limit, limit}, // a chain
		{allreduce, Sum, apart, 1000, 3000},
		{allreduce, Max, apart, 1000, 2 * 512},
		{scan, Sum, one, 1000, 8 * 128},
		{scan, Max, one, limit, 1 << 31},
		{exscan, Sum, uneven, 1000, 3000},
		{scan, Sum, [][]int{{0}, {1, 2}}, 1000, 2000},
		{reducescatter, Sum, one, 1000, 8000},
		{reducescatter, Sum, uneven, 1000, 3 * 4000},
		{reducescatter, Max, uneven, 1000, 2 * 3000},
		{reducescatterv, Sum, one, 0, 8 * 900}, // all for rank 7
		{reducescatterv, Max, uneven, 0, 2 * 900},
		{gather, Sum, uneven, 1000, 4000},
		{scatter, Sum, uneven, 1000, 4000},
		{allgather, Sum, uneven, 1000, 4000},
		{allgatherv, Sum, uneven, 0, 900},
		{allreducefunc, Sum, uneven, 1000, 4000},
		{gatherv, Sum, uneven, 0, 0}, // they tell, as those of the next two
		{scatterv, Sum, uneven, 0, 0},
		{alltoallv, Sum, uneven, 0, 0},
		{alltoall, Sum, uneven, 1000, 12000},
		{broadcast, Sum, one, limit, limit},
	} {
		for me := range c.ranks {
			f := &far{ranks: c.ranks, me: me, single: len(c.ranks) == 8, dense: &c.ranks[0] != &apart[0]}
			size := 8
			if !f.single {
				size = len(c.ranks[0]) + len(c.ranks[1])
			}
			m := newMember(nil, &group{size: size, far: f}, &team{}, c.ranks[me][0], 0)
			m.offsets = append(make([]int, size), 900)
			j := newJob[float64](&m.own, nil, newCall[float64](c.c, byDirect, c.op, 0, c.n), nil, nil)
			if got := j.load(); got != c.want {
				t.Errorf("%s (%s) of %d by %v, process %d: %d, want %d", c.c, c.op, c.n, c.ranks, me, got, c.want)
			}
		}
	}
}

// TestNever: a processor elsewhere cannot send what an Exchange waits for if it has
// returned, or is in a collective of the group that the other has not come to; one that
// the other has already been in says nothing.
func TestNever(t *testing.T) {
	const run, seq = 7, 3
	in := func(c collective, n uint64) call { return call{signature(c, 0, 0, 0, 0), n} }
	for _, c := range []struct {
		name  string
		where answerKey
		at    call
		want  error
	}{
		{"unknown", answerKey{run, 0, 5}, in(barrier, seq+1), nil},
		{"ahead", answerKey{run, 1, 5}, in(barrier, seq+1), ErrMismatch},
		{"the same that both have been in", answerKey{run, 1, 5}, in(barrier, seq), nil},
		{"of another group", answerKey{run, 1, 6}, in(barrier, seq+1), nil},
		{"of an earlier Run", answerKey{run - 1, 1, 5}, in(barrier, seq+1), nil},
		{"returned", answerKey{run, 1, 5}, in(finish, 1), ErrMissing},
	} {
		l := &links{first: []int{0, 1, 2}, answers: map[answerKey]call{c.where: c.at}}
		g := &group{members: make([]*member, 2), far: &far{links: l, id: 5, world: []int{0, 1}}}
		m := &member{c: &fiber{m: &Machine{runs: run, links: l}}, g: g, seq: seq}
		var got error
		if e := m.never(1); e != nil {
			got = e.Kind
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestAbsent: a processor elsewhere that has returned comes to no call of a group that it has
// not been in already.
func TestAbsent(t *testing.T) {
	const run, seq = 7, 3
	for _, c := range []struct {
		name string
		at   call
		want bool
	}{
		{"returned before the call", call{signature(finish, 0, 0, 0, 0), seq - 1}, true},
		{"returned after it", call{signature(finish, 0, 0, 0, 0), seq}, false},
		{"in a call", call{signature(barrier, 0, 0, 0, 0), seq - 1}, false},
	} {
		l := &links{first: []int{0, 1, 2}, answers: map[answerKey]call{{run, 1, 5}: c.at}}
		f := &far{links: l, id: 5, world: []int{0, 1}, processes: []int{0, 1}, ranks: [][]int{{0}, {1}}}
		m := &member{c: &fiber{m: &Machine{runs: run, links: l}}, g: &group{members: make([]*member, 2), far: f}, seq: seq}
		e := m.absent(call{signature(barrier, 0, 0, 0, 0), 0})
		if (e != nil) != c.want || e != nil && (e.Kind != ErrMissing || e.Other != 1) {
			t.Errorf("%s: %v", c.name, e)
		}
	}
}

// TestWithdrawnInVain: a message that comes when its receiver has given it up disturbs nobody.
func TestWithdrawnInVain(t *testing.T) {
	l := &links{inboxes: map[letterKey]*inbox{}}
	l.broken.Store(true) // so that nobody waits for it
	k, c, w := letterKey{run: 7, from: 2, to: 1}, call{5, 8}, wish{call{5, 8}, make([]byte, 64)}
	b := l.inbox(k)
	l.wants(b, &w)
	head := header(letterExchange, k, c)
	body := l.place(bytesOf(head[:]), 64)
	if &body[0] != &w.to[0] {
		t.Fatal("what is wanted is not on its way to where it is wanted")
	}
	(&member{g: &group{far: &far{links: l}}}).withdraw(b)
	w = wish{} // as far does
	b.put(letter{call: c, body: body})
	if got, ok := b.pop(); !ok || got.placed {
		t.Errorf("%v, placed %v", ok, got.placed)
	}
}

// TestBindingMeetings: after a failure a meeting binds as long as no process of its group has
// said that it has begun fewer, and this one begins no other, in a new group either.
func TestBindingMeetings(t *testing.T) {
	d := &desk{posted: map[letterKind]int{}}
	l := &links{peers: d, first: []int{0, 1, 2, 3}, begun: map[uint64]map[int]map[int]uint64{}}
	m := &Machine{running: true, runs: 7, links: l, cfg: Config{P: 3, Tuning: &Tuning{}}, fibers: []*fiber{{}}}
	l.m = m
	world, pair := &far{links: l, processes: []int{0, 1, 2}}, &far{links: l, id: 3, processes: []int{1, 2}}
	l.fars = []*far{world, pair}
	l.rebind()
	begin := func(f *far, times int) (number uint64) {
		for range times {
			number = (&member{g: &group{far: f}}).bind()
		}
		return number
	}
	first, second := begin(world, 2), begin(pair, 4)
	if first != 2 || second != 4 {
		t.Fatalf("meetings %d and %d, want 2 and 4", first, second)
	}
	binds := func(inWorld, inPair bool) {
		t.Helper()
		for range 2 { // the letter is sent once
			if w, p := m.stillBinds(world, first), m.stillBinds(pair, second); w != inWorld || p != inPair {
				t.Errorf("the world's meeting binds: %v, want %v; that of two processes: %v, want %v", w, inWorld, p, inPair)
			}
		}
	}
	binds(true, true)
	if got := elementsOf[int64](d.last); d.posted[letterBindings] != 2 || !slices.Equal(got, []int64{0, 2, 3, 4}) {
		t.Errorf("told %v, in %d letters; want group 0, 2 meetings, group 3, 4 meetings to 2 processes", got, d.posted[letterBindings])
	}
	if pair.bindings.Add(1)&noMore == 0 {
		t.Error("a meeting begins after the failure")
	}
	if g, err := m.newFarGroup(4, []int{0, 1}); err != nil || g.far.bindings.Add(1)&noMore == 0 {
		t.Errorf("a meeting begins after the failure in a new group (%v)", err)
	}
	tell := func(process int, words ...int64) { l.foreclosedBy(process, 7, bytesOf(words)) }
	tell(2, 3, 4, 0, 2) // as far as this one
	binds(true, true)
	tell(0, 0, 2, 9, 1) // it has nothing to do with group 3
	binds(true, true)
	tell(2, 3, 3, 0, 2)
	binds(true, false)
	tell(2, 3, 5, 0, 2)
	tell(0)
	binds(false, true)
	l.rebind()
	if n := begin(pair, 1); n != 1 {
		t.Errorf("the next Run's first meeting is %d", n)
	}
}

// TestLastLook: a message that nobody has received is found in the end even if somebody is at
// work in the transport, and not before.
func TestLastLook(t *testing.T) {
	head := header(letterExchange, letterKey{run: 7, from: 2, to: 1}, call{signature(exchange, 0, 0, byDirect, 0), 0})
	d := &desk{waits: bytesOf(head[:])}
	m := &Machine{running: true, runs: 7, links: &links{peers: d, inboxes: map[letterKey]*inbox{}}}
	m.links.m = m
	m.links.fars = []*far{{world: upTo(3), here: []*member{nil, {g: new(group)}, nil}}}
	if m.collect() || d.waits == nil {
		t.Error("a look that can be made later waits for the transport")
	}
	m.checkLetters()
	if e, is := m.cause.(*Error); !is || e.Kind != ErrMissing || e.Rank != 2 || e.Other != 1 {
		t.Errorf("%v, want one that rank 1 has not received", m.cause)
	}
}
