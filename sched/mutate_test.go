package sched

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// mutateTemplate changes a template in one of six ways; ok is false where the
// change happened to change nothing or to give another valid schedule by the
// definitions (judge tells).
func mutateTemplate(rng *rand.Rand, t *Template) (string, bool) {
	v := 1 + rng.IntN(len(t.Gen)-1)
	for t.Time[v] == 0 {
		v = 1 + rng.IntN(len(t.Gen)-1)
	}
	switch rng.IntN(6) {
	case 0:
		k := int32(rng.IntN(t.Graph.Degree()))
		ok := k != t.Gen[v]
		t.Gen[v] = k
		return "arc", ok
	case 1:
		at := int32(rng.IntN(t.Steps + 2))
		ok := at != t.Time[v]
		t.Time[v] = at
		return "time", ok
	case 2:
		t.Gen[v], t.Time[v] = -1, 0
		return "missing", true
	case 3: // the same arc and time for another vertex too
		w := 1 + rng.IntN(len(t.Gen)-1)
		t.Gen[w], t.Time[w] = t.Gen[v], t.Time[v]
		return "doubled", w != v
	case 4:
		w := 1 + rng.IntN(len(t.Gen)-1)
		ok := t.Gen[v] != t.Gen[w] || t.Time[v] != t.Time[w]
		t.Gen[v], t.Gen[w] = t.Gen[w], t.Gen[v]
		t.Time[v], t.Time[w] = t.Time[w], t.Time[v]
		return "swapped", ok
	}
	t.Steps++
	return "steps", true
}

// judgeTemplate simulates the whole schedule, all sources, literally: who holds
// which words after each step. It shares nothing with Verify, and decides
// whether a mutant still is a schedule (some changes give another valid one).
func judgeTemplate(t *Template) bool {
	g, p := t.Graph, t.Graph.Order()
	last := int32(0)
	for v := 1; v < p; v++ {
		if t.Time[v] < 1 || int(t.Time[v]) > t.Steps || t.Gen[v] < 0 {
			return false
		}
		last = max(last, t.Time[v])
	}
	if int(last) != t.Steps || t.Time[0] != 0 {
		return false
	}
	type hop struct{ u, v int }
	for s := range p {
		holds := make([]bool, p)
		holds[s] = true
		sent := make([]bool, p)
		for at := int32(1); int(at) <= t.Steps; at++ {
			var now []hop
			for v := 1; v < p; v++ {
				if t.Time[v] != at {
					continue
				}
				x := g.Gen(int(t.Gen[v]))
				if t.Task == Broadcast {
					now = append(now, hop{g.Mul(s, g.Mul(v, g.Inv(x))), g.Mul(s, v)})
				} else {
					now = append(now, hop{g.Mul(s, v), g.Mul(s, g.Mul(v, x))})
				}
			}
			for _, h := range now {
				if t.Task == Broadcast && !holds[h.u] || t.Task == Accumulate && (sent[h.u] || h.u == s) {
					return false
				}
			}
			for _, h := range now {
				holds[h.v], sent[h.u] = true, true
			}
			for _, h := range now {
				if t.Task == Accumulate && sent[h.v] {
					return false
				}
			}
		}
	}
	// One source's arcs at one time, moved everywhere: collisions by arc.
	type use struct {
		u, k int
		t    int32
	}
	seen := map[use]bool{}
	for s := range p {
		for v := 1; v < p; v++ {
			u := g.Mul(s, v)
			if t.Task == Broadcast {
				u = g.Mul(s, g.Mul(v, g.Inv(g.Gen(int(t.Gen[v])))))
			}
			w := use{u, int(t.Gen[v]), t.Time[v]}
			if seen[w] {
				return false
			}
			seen[w] = true
		}
	}
	return true
}

// TestMutantsOfTemplatesAreRejected: 60,000 changes, and 10,000 of templates with a scope.
func TestMutantsOfTemplatesAreRejected(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var base []*Template
	for _, spec := range []string{"hypercube:4", "torus:3x5", "circulant:9:1,3,4,6", "star:4", "dihedral:6:r,r3,r4,f,r2f,r5f", "complete:6", "bipartite:4"} {
		for _, task := range []Task{Broadcast, Accumulate} {
			tm, err := Make(parse(t, spec), task)
			if err != nil {
				t.Fatal(err)
			}
			if !judgeTemplate(tm) {
				t.Fatalf("%s: the judge refuses a valid schedule", spec)
			}
			base = append(base, tm)
		}
	}
	mutant := func() (*Template, string, bool) {
		m := *base[rng.IntN(len(base))]
		m.Gen, m.Time = slices.Clone(m.Gen), slices.Clone(m.Time)
		what, changed := mutateTemplate(rng, &m)
		return &m, what, changed
	}
	rejectMutants(t, 60_000, 16, judgeTemplate, mutant)
	// Scopes, where who is not served may be right, and arcs without opposites.
	base = nil
	for _, spec := range []string{"ring:2", "circulant:7:1,3", "dihedral:5:r,f", "hypercube:4"} {
		for _, task := range []Task{Broadcast, Accumulate} {
			for _, scope := range []Scope{{}, {Within: 1}, {At: []int{2}}} {
				tm, _, err := Build(parse(t, spec), Options{Task: task, Scope: scope})
				if err != nil {
					t.Fatal(err)
				}
				if len(tm.Order()) > 0 {
					base = append(base, tm)
				}
			}
		}
	}
	rejectMutants(t, 10_000, 0, judgeExpanded, mutant)
}

// judgeExpanded judges what a template stands for, which must not be too wrong to write out.
func judgeExpanded[S Expander](s S) bool {
	e, err := s.Expand()
	return err == nil && judgeSends(e)
}

// rejectMutants makes mutants until so many are refused. One that passes has to be a schedule by
// the judge, who looks at one in `every` that are refused too; 0: at none.
func rejectMutants[S Schedule](t *testing.T, count, every int, judge func(S) bool, mutant func() (m S, what string, changed bool)) {
	t.Helper()
	rejected, equivalent := map[string]int{}, 0
	for n := 0; n < count; {
		m, what, changed := mutant()
		if !changed {
			continue
		}
		err := m.Verify()
		if err == nil {
			if !judge(m) {
				t.Fatalf("a mutant (%s) passes: %+v", what, m)
			}
			equivalent++ // another valid schedule: nothing wrong in accepting it
			continue
		}
		if every > 0 && n%every == 0 && judge(m) {
			t.Fatalf("a valid schedule (%s) is refused: %v: %+v", what, err, m)
		}
		rejected[what]++
		n++
	}
	t.Log(rejected, "valid after the change:", equivalent)
}

// mutateSends changes one send, or two.
func mutateSends(rng *rand.Rand, e *Explicit) (string, bool) {
	i, p := rng.IntN(len(e.Sends)), int32(e.Graph.Order())
	s := &e.Sends[i]
	old := *s
	switch rng.IntN(9) {
	case 0:
		s.To = rng.Int32N(p)
		return "head", *s != old
	case 1:
		s.From = rng.Int32N(p)
		return "tail", *s != old
	case 2:
		s.Time = rng.Int32N(int32(e.Steps) + 2)
		return "time", *s != old
	case 3:
		s.Item = rng.Int32N(p)
		return "item", *s != old
	case 4:
		e.Sends = slices.Delete(e.Sends, i, i+1)
		return "missing", true
	case 5:
		e.Sends = append(e.Sends, *s)
		return "doubled", true
	case 6:
		j := rng.IntN(len(e.Sends))
		e.Sends[i].Item, e.Sends[j].Item = e.Sends[j].Item, e.Sends[i].Item
		e.Sends[i].Dst, e.Sends[j].Dst = e.Sends[j].Dst, e.Sends[i].Dst
		return "swapped", *s != old
	case 7: // over another arc, at another time
		k := rng.IntN(e.Graph.Degree())
		if to := e.Graph.Neighbor(int(s.From), k); to >= 0 {
			old.To = int32(to)
		}
		old.Time = 1 + rng.Int32N(int32(e.Steps))
		e.Sends = append(e.Sends, old)
		return "again", true
	}
	if e.Task != Exchange {
		return "", false
	}
	s.Dst = rng.Int32N(p)
	return "destination", *s != old
}

// judgeSends plays an explicit schedule step by step on sets of words.
func judgeSends(e *Explicit) bool {
	p := int32(e.Graph.Order())
	type use struct{ t, u, v int32 }
	type word struct{ item, dst int32 }
	used := map[use]bool{}
	last := int32(0)
	for _, s := range e.Sends {
		if s.Time < 1 || int(s.Time) > e.Steps || used[use{s.Time, s.From, s.To}] || e.Model == OneWay && used[use{s.Time, s.To, s.From}] || e.Rooted && int(s.Item) != e.Root {
			return false
		}
		used[use{s.Time, s.From, s.To}] = true
		last = max(last, s.Time)
		arc := false
		for k := range e.Graph.Degree() {
			arc = arc || e.Graph.Neighbor(int(s.From), k) == int(s.To)
		}
		if !arc {
			return false
		}
	}
	if int(last) != e.Steps {
		return false
	}
	has := map[word]map[int32]bool{} // who holds a word, or has given a sum away
	visited := map[word]map[int32]bool{}
	at := func(w word) map[int32]bool {
		if has[w] == nil {
			has[w], visited[w] = map[int32]bool{}, map[int32]bool{w.item: true}
			if e.Task != Accumulate {
				has[w][w.item] = true
			}
		}
		return has[w]
	}
	for t := int32(1); int(t) <= e.Steps; t++ {
		var now []Send
		for _, s := range e.Sends {
			if s.Time == t {
				now = append(now, s)
			}
		}
		for _, s := range now {
			w := word{s.Item, s.Dst}
			if e.Task == Accumulate && (at(w)[s.From] || s.From == s.Item) || e.Task != Accumulate && !at(w)[s.From] || e.Task == Exchange && s.From == s.Dst {
				return false
			}
		}
		for _, s := range now {
			w := word{s.Item, s.Dst}
			switch e.Task {
			case Broadcast:
				if at(w)[s.To] {
					return false
				}
				at(w)[s.To] = true
			case Accumulate:
				if at(w)[s.From] { // twice in one step
					return false
				}
				at(w)[s.From] = true
				visited[w][s.To] = true // and must give it away
			case Exchange:
				if visited[w][s.To] || !at(w)[s.From] {
					return false
				}
				visited[w][s.To] = true
				delete(at(w), s.From)
				at(w)[s.To] = true
			}
		}
		for _, s := range now {
			if e.Task == Accumulate && at(word{s.Item, 0})[s.To] {
				return false
			}
		}
	}
	for w := range has {
		for v := range visited[w] {
			if e.Task == Accumulate && v != w.item && !at(w)[v] || e.Task == Exchange && !at(w)[w.dst] {
				return false
			}
		}
	}
	for a := range p {
		far := cayley.DistancesFrom(e.Graph, int(a))
		for b := range p {
			w, v := word{a, 0}, b
			switch e.Task {
			case Accumulate: // from a to b
				w, v = word{b, 0}, a
			case Exchange:
				w = word{a, b}
			}
			if e.Scope.Has(int(far[b])) && (!e.Rooted || int(w.item) == e.Root) && !at(w)[v] {
				return false
			}
		}
	}
	return true
}

// TestMutantsOfSendsAreRejected: 60,000 changes of expanded schedules.
func TestMutantsOfSendsAreRejected(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	var base []*Explicit
	add := func(e *Explicit, err error) {
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Verify(); err != nil || !judgeSends(e) {
			t.Fatalf("%s: judged %v, verified %v", e.Graph.Name(), judgeSends(e), err)
		}
		base = append(base, e)
	}
	for _, spec := range []string{"hypercube:3", "torus:3x3", "circulant:9:1,3,4,6", "star:3"} {
		g := parse(t, spec)
		for _, task := range []Task{Broadcast, Accumulate} {
			tm, err := Make(g, task)
			if err != nil {
				t.Fatal(err)
			}
			add(tm.Expand())
		}
		x, err := MakeExchange(g)
		if err != nil {
			t.Fatal(err)
		}
		add(x.Expand())
	}
	petersen := cayley.Petersen()
	o, _, err := BuildOrbits(petersen, cayley.FreeActionOf(petersen), Options{})
	if err != nil {
		t.Fatal(err)
	}
	add(o.Expand())
	// Arcs with and without opposites, one-way links, one root, scopes with and without gaps.
	for _, g := range []cayley.Graph{parse(t, "ring:2"), parse(t, "circulant:7:1,3"), parse(t, "dihedral:4:r,f"), petersen, mixedGraph(t)} {
		for task := range Task(3) {
			for _, model := range []Model{TwoWay, OneWay} {
				for _, scope := range []Scope{{}, {Within: 1}, {At: []int{2}}} {
					if g.Order() == 2 && len(scope.At) > 0 {
						continue // has none
					}
					s, _, err := Plan(g, Request{Task: task, Model: model, Scope: scope})
					if err != nil {
						t.Fatal(err)
					}
					if x, ok := s.(Expander); ok {
						add(x.Expand())
					} else {
						add(s.(*Explicit), nil)
					}
				}
			}
			if task != Exchange {
				for model := range Model(2) {
					e, _, err := Rooted(g, g.Order()-1, task)
					if err != nil {
						t.Fatal(err)
					}
					e.Model = model // no tree uses an edge twice
					add(e, nil)
				}
			}
		}
	}
	rejectMutants(t, 60_000, 64, judgeSends, func() (*Explicit, string, bool) {
		m := *base[rng.IntN(len(base))]
		m.Sends = slices.Clone(m.Sends)
		what, changed := mutateSends(rng, &m)
		return &m, what, changed
	})
}

// TestMutantsOfExchangesAreRejected: 20,000 changes of exchange templates; what
// passes must expand to a schedule that the judge accepts.
func TestMutantsOfExchangesAreRejected(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	var base []*ExchangeTemplate
	for _, spec := range []string{"hypercube:3", "torus:3x4", "circulant:9:1,3,4,6", "star:3", "dihedral:5:r,r-1,f"} {
		x, err := MakeExchange(parse(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		base = append(base, x)
	}
	for _, spec := range []string{"ring:2", "circulant:7:1,3", "hypercube:3"} {
		for _, scope := range []Scope{{Within: 1}, {At: []int{2}}} {
			x, _, err := BuildExchange(parse(t, spec), scope)
			if err != nil {
				t.Fatal(err)
			}
			if len(x.Gen) > 0 {
				base = append(base, x)
			}
		}
	}
	rejectMutants(t, 20_000, 0, judgeExpanded, func() (*ExchangeTemplate, string, bool) {
		m := *base[rng.IntN(len(base))]
		m.Gen, m.Time, m.Start = slices.Clone(m.Gen), slices.Clone(m.Time), slices.Clone(m.Start)
		i, j := rng.IntN(len(m.Gen)), rng.IntN(len(m.Gen))
		what, changed := "", true
		switch rng.IntN(6) {
		case 0:
			k := int32(rng.IntN(m.Graph.Degree()))
			what, changed = "arc", k != m.Gen[i]
			m.Gen[i] = k
		case 1:
			at := rng.Int32N(int32(m.Steps) + 2)
			what, changed = "time", at != m.Time[i]
			m.Time[i] = at
		case 2:
			what = "missing"
			m.Gen, m.Time = slices.Delete(m.Gen, i, i+1), slices.Delete(m.Time, i, i+1)
			for v := range m.Start {
				if m.Start[v] > i {
					m.Start[v]--
				}
			}
		case 3:
			what, changed = "doubled", i != j
			m.Gen[j], m.Time[j] = m.Gen[i], m.Time[i]
		case 4:
			what, changed = "swapped", m.Gen[i] != m.Gen[j] || m.Time[i] != m.Time[j]
			m.Gen[i], m.Gen[j] = m.Gen[j], m.Gen[i]
			m.Time[i], m.Time[j] = m.Time[j], m.Time[i]
		case 5:
			what = "steps"
			m.Steps++
		}
		return &m, what, changed
	})
}

// TestMutantsOfOrbitExchanges: 10,000 changes of the exchange on the Petersen
// graph.
func TestMutantsOfOrbitExchanges(t *testing.T) {
	g := graph(t, "petersen")
	base, _, err := BuildOrbitExchange(g, cayley.FreeActionOf(g), Scope{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 1))
	for range 10_000 {
		m := *base
		m.Sends = slices.Clone(m.Sends)
		what, changed := mutateSends(rng, &m)
		if changed && m.Verify() == nil && !judgeSends(&m) {
			t.Fatalf("a mutant (%s) passes", what)
		}
	}
}

// TestMutantsOfOrbitsAreRejected: 10,000 changes of templates by orbits, alone and as the
// segments of a word; what passes must be, written out, schedules that the judge accepts.
func TestMutantsOfOrbitsAreRejected(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	var base []*Chunked
	for _, g := range []cayley.Graph{cayley.Petersen(), graph(t, "johnson:4,2"), mixedGraph(t), parse(t, "circulant:7:1,3")} {
		for _, task := range []Task{Broadcast, Accumulate} {
			for _, scope := range []Scope{{}, {Within: 1}, {At: []int{2}}} {
				o, _, err := BuildOrbits(g, cayley.FreeActionOf(g), Options{Task: task, Scope: scope})
				if err != nil {
					t.Fatal(err)
				}
				base = append(base, &Chunked{o.Steps, []Segment{o}})
				later := *o // another segment, when all links are free again
				later.Time = nil
				later.Steps *= 2
				for _, times := range o.Time {
					times = slices.Clone(times)
					for v := range times {
						if times[v] > 0 {
							times[v] += int32(o.Steps)
						}
					}
					later.Time = append(later.Time, times)
				}
				base = append(base, &Chunked{later.Steps, []Segment{o, &later}})
			}
		}
	}
	judge := func(c *Chunked) bool { return judgeSegments(writtenOut(t, c)) }
	rejectMutants(t, 10_000, 0, judge, func() (*Chunked, string, bool) {
		m := *base[rng.IntN(len(base))]
		m.Segments = slices.Clone(m.Segments)
		j := rng.IntN(len(m.Segments))
		o := *m.Segments[j].(*OrbitSchedule)
		m.Segments[j] = &o
		o.Next, o.Time, o.Roots = slices.Clone(o.Next), slices.Clone(o.Time), slices.Clone(o.Roots)
		i, p := rng.IntN(len(o.Roots)), int32(o.Graph.Order())
		next, times := slices.Clone(o.Next[i]), slices.Clone(o.Time[i])
		o.Next[i], o.Time[i] = next, times
		v, w := rng.Int32N(p), rng.Int32N(p)
		switch rng.IntN(7) {
		case 0:
			u := rng.Int32N(p+2) - 1
			changed := next[v] != u
			next[v] = u
			return &m, "arc", changed
		case 1:
			at := rng.Int32N(int32(o.Steps)+3) - 1
			changed := times[v] != at
			times[v] = at
			return &m, "time", changed
		case 2:
			changed := times[v] != 0
			next[v], times[v] = -1, 0
			return &m, "missing", changed
		case 3:
			changed := next[v] != next[w] || times[v] != times[w]
			next[v], next[w], times[v], times[w] = next[w], next[v], times[w], times[v]
			return &m, "swapped", changed
		case 4:
			changed := o.Roots[i] != v
			o.Roots[i] = v
			return &m, "root", changed
		case 5:
			o.Steps++
			m.Steps = max(m.Steps, o.Steps)
			return &m, "steps", true
		}
		m.Steps += 1 - 2*rng.IntN(2)
		return &m, "steps of all", true
	})
}

// TestMutantsOfGlobalSums: 5,000 changes of one tree or the other.
func TestMutantsOfGlobalSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	var base []*GlobalSum
	for _, g := range []cayley.Graph{parse(t, "ring:2"), cayley.Petersen(), mixedGraph(t), parse(t, "circulant:7:1,3")} {
		s, _, err := MakeGlobalSum(g, g.Order()-1)
		if err != nil {
			t.Fatal(err)
		}
		base = append(base, s)
	}
	judge := func(s *GlobalSum) bool {
		for _, x := range s.Out.Sends {
			if int(x.Time) <= s.In.Steps {
				return false
			}
		}
		return judgeSends(s.In) && judgeSends(s.Out)
	}
	rejectMutants(t, 5_000, 16, judge, func() (*GlobalSum, string, bool) {
		s := base[rng.IntN(len(base))]
		in, out := *s.In, *s.Out
		tree := &in
		if rng.IntN(2) == 0 {
			tree = &out
		}
		tree.Sends = slices.Clone(tree.Sends)
		what, changed := mutateSends(rng, tree)
		return &GlobalSum{&in, &out}, what, changed
	})
}

// mixedGraph has arcs with and without opposites, and vertices of one arc and of two.
func mixedGraph(t *testing.T) cayley.Graph {
	t.Helper()
	g, err := cayley.NewGraph("mixed", 5, [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}, {3, 4}, {4, 0}, {2, 0}, {1, 4}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
