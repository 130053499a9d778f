package coll

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// division is how a test divides the processors.
type division struct {
	name       string
	color, key func(r, p int) int
}

func zero(r, p int) int { return 0 }

var divisions = []division{
	{"one group", zero, zero},
	{"one group, reversed", zero, func(r, p int) int { return -r }},
	{"one group, interleaved", zero, func(r, p int) int { return r % ((p + 1) / 2) }},
	{"even and odd", func(r, p int) int { return r % 2 }, zero},
	{"even and odd, reversed", func(r, p int) int { return r % 2 }, func(r, p int) int { return p - r }},
	{"halves", func(r, p int) int { return 7 * (2 * r / p) }, func(r, p int) int { return r * 5 % 3 }},
	{"every third is in none", func(r, p int) int { return r%3 - 1 }, func(r, p int) int { return -r / 2 }},
	{"each for itself", func(r, p int) int { return 1000 - r }, zero},
	{"nobody", func(r, p int) int { return -1 - r }, zero},
}

// members are the ranks of a color in the order that Split gives them.
func (d division) members(color, p int) (list []int) {
	for r := range p {
		if d.color(r, p) == color {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(d.key(a, p), d.key(b, p)) })
	return list
}

// groupTrials are calls of every collective by every algorithm, of other
// lengths and in another order in every color.
func groupTrials(color int) (list []trial) {
	for c := barrier; c < split; c++ {
		for i, a := range offered[c] {
			list = append(list, trial{c: c, a: a, n: []int{1, 3, 40, 600}[(int(c)+i+color)%4] + color%5,
				inPlace: (color+i)%2 == 0 && c != broadcast && c != alltoallv})
		}
	}
	by := color * 11 % len(list)
	return append(list[by:], list[:by]...)
}

// TestSplit: groups have the members, the order and the results that they must
// have, every color at work on something else at the same time; the whole
// machine's collectives go on between.
func TestSplit(t *testing.T) {
	for _, host := range modes {
		for _, p := range sizes(1, 2, 3, 5, 8, 12, 17) {
			m := machine(t, Config{P: p, Host: host})
			for _, d := range divisions {
				tries, want := map[int][]trial{}, map[int][]func(int) []float64{}
				for r := range p {
					c := d.color(r, p)
					if c < 0 || tries[c] != nil {
						continue
					}
					size := len(d.members(c, p))
					graph, err := cayley.Best(size)
					if err != nil {
						t.Fatal(err)
					}
					tries[c] = groupTrials(c)
					for _, try := range tries[c] {
						want[c] = append(want[c], expected[float64](where{p: size, graph: graph, near: near(size)}, try))
					}
				}
				err := within(t, func() error {
					return m.Run(context.Background(), func(world *Proc) error {
						r := world.Rank()
						c := d.color(r, p)
						q := world.Split(c, d.key(r, p))
						if c < 0 {
							if q != nil {
								return fmt.Errorf("rank %d of color %d is in a group", r, c)
							}
							Barrier(world)
							return nil
						}
						members := d.members(c, p)
						if q.Size() != len(members) || members[q.Rank()] != r {
							return fmt.Errorf("rank %d is %d of %d, want %v", r, q.Rank(), q.Size(), members)
						}
						for i, try := range tries[c] {
							v := prepare(q, try, inputs[float64](try, q.Rank(), q.Size()))
							v.call()
							if err := v.check(want[c][i](q.Rank())); err != nil {
								return fmt.Errorf("color %d: %v: %w", c, try, err)
							}
							if i == 17 {
								Barrier(world)
							}
						}
						return nil
					})
				})
				if err != nil {
					t.Fatalf("%v P=%d %s: %v", host, p, d.name, err)
				}
			}
		}
	}
}

// TestSplitInSplit: rows and columns of a grid at the same time, and halves of
// the rows; sums along both are the sum of all.
func TestSplitInSplit(t *testing.T) {
	const rows, columns = 3, 4
	times := 50
	if launched.processes > 0 {
		times = 10
	}
	for _, host := range modes {
		m := machine(t, Config{P: rows * columns, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(p *Proc) error {
				r := p.Rank()
				row, column := p.Split(r/columns, r), p.Split(r%columns, -r)
				half := row.Split(row.Rank()%2, -row.Rank())
				if row.Rank() != r%columns || column.Rank() != rows-1-r/columns || half.Size() != columns/2 || half.Rank() != 1-row.Rank()/2 {
					return fmt.Errorf("rank %d is %d in its row, %d in its column, %d in its half", r, row.Rank(), column.Rank(), half.Rank())
				}
				for n := range times {
					x := []int64{int64(r), 1, int64(n)}
					Allreduce(row, x, x, Sum)
					Allreduce(column, x, x, Sum)
					if want := []int64{66, 12, int64(12 * n)}; !slices.Equal(x, want) {
						return fmt.Errorf("sum of rows and columns is %v, want %v", x, want)
					}
					y := []int64{int64(r)}
					Allreduce(half, y, y, Sum)
					if want := int64(2*(r/columns*columns+r%2) + 2); y[0] != want {
						return fmt.Errorf("sum of a half is %v, want %v", y, want)
					}
				}
				return nil
			})
		})
		if err != nil {
			t.Fatalf("%v: %v", host, err)
		}
	}
}

// TestManySplits: groups one after another, each used a little.
func TestManySplits(t *testing.T) {
	for _, host := range modes {
		for _, p := range sizes(2, 7) {
			m := machine(t, Config{P: p, Host: host})
			err := within(t, func() error {
				return m.Run(context.Background(), func(world *Proc) error {
					r := world.Rank()
					for k := range 100 {
						colors := 1 + k%p
						q := world.Split(r%colors, k*r%5)
						size := (p - r%colors + colors - 1) / colors
						x := []int32{1}
						Allreduce(q, x, x, Sum)
						if x[0] != int32(size) || q.Size() != size {
							return fmt.Errorf("split %d: sum %d, size %d, want %d", k, x[0], q.Size(), size)
						}
						if k%10 == 0 { // around the group, and a message that waits
							to, from := (q.Rank()+1)%size, (q.Rank()+size-1)%size
							Exchange(q, x, from, []int32{int32(q.Rank())}, to)
							if x[0] != int32(from) {
								return fmt.Errorf("split %d: exchange gives %d, want %d", k, x[0], from)
							}
						}
					}
					return nil
				})
			})
			if err != nil {
				t.Fatalf("%v P=%d: %v", host, p, err)
			}
		}
	}
}

// TestSplitKeepsUsing: a group has the algorithm of the processor that split it,
// and one that does not offer it says so.
func TestSplitKeepsUsing(t *testing.T) {
	m := machine(t, Config{P: 6})
	err := m.Run(context.Background(), func(p *Proc) error {
		q := p.Using(Halving).Split(p.Rank()%2, 0)
		x := []float64{1}
		Allreduce(q, x, x, Sum)
		Allreduce(q.Using(Ring), x, x, Sum)
		Allreduce(p, x, x, Sum)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	want := map[Algorithm]uint64{Halving: 2, Ring: 2, Direct: 1} // by two groups, and by all
	for _, c := range m.Counters() {
		if c.Collective == "allreduce" {
			if want[c.Algorithm] != c.Calls {
				t.Errorf("allreduce by %s: %d calls, want %d", c.Algorithm, c.Calls, want[c.Algorithm])
			}
			delete(want, c.Algorithm)
		}
	}
	if len(want) > 0 {
		t.Errorf("allreduces that did not run: %v", want)
	}
	err = m.Run(context.Background(), func(p *Proc) error {
		Alltoall(p.Using(Ring).Split(0, 0), make([]float64, 6), make([]float64, 6))
		return nil
	})
	if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), "bruck") {
		t.Error(err)
	}
}

// TestSplitFailures: whatever goes wrong in one group ends the Run for all, also
// for those at work in others, and says in which group it was.
func TestSplitFailures(t *testing.T) {
	boom := errors.New("boom")
	x := func(n int) []float64 { return make([]float64, n) }
	for _, host := range modes {
		for _, p := range []int{4, 9} {
			m := machine(t, Config{P: p, Host: host})
			for _, c := range []struct {
				kind error
				text string
				f    func(world, q *Proc) error // of color 0
			}{
				{ErrMismatch, "group of color 0", func(_, q *Proc) error {
					Allreduce(q, x(1+q.Rank()%2), x(1+q.Rank()%2), Sum)
					return nil
				}},
				{ErrMismatch, "group of color 0", func(_, q *Proc) error {
					to, from := (q.Rank()+1)%q.Size(), (q.Rank()+q.Size()-1)%q.Size()
					Exchange(q, x(2), from, x(1), to)
					return nil
				}},
				{ErrUsage, "root 77", func(_, q *Proc) error { Broadcast(q, x(1), 77); return nil }},
				{boom, "boom", func(_, q *Proc) error {
					if q.Rank() == 1 {
						return boom
					}
					Barrier(q)
					return nil
				}},
				{ErrMissing, " returned; waiting: rank ", func(_, q *Proc) error { // found when nobody else goes on
					if q.Rank() == 0 {
						Barrier(q)
					}
					return nil
				}},
				{ErrMismatch, "", func(_, q *Proc) error {
					if q.Rank() == 0 {
						q.Split(1, 1)
					} else {
						Barrier(q)
					}
					return nil
				}},
			} {
				err := within(t, func() error {
					return m.Run(context.Background(), func(world *Proc) error {
						q := world.Split(world.Rank()%2, -world.Rank())
						if world.Rank()%2 == 0 {
							return c.f(world, q)
						}
						for n := 0; n < 1000 || c.kind != ErrMissing; n++ {
							Allreduce(q, x(3), x(3), Max)
						}
						return nil
					})
				})
				if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) {
					t.Errorf("%v P=%d: %v, want %v … %s", host, p, err, c.kind, c.text)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Fatalf("%v P=%d: and then: %v", host, p, err)
				}
			}
		}
	}
}

// TestSplitDeadlock: who waits in a group for one that waits in another.
func TestSplitDeadlock(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		for _, c := range []struct {
			kind error
			f    func(world, q *Proc)
		}{
			{ErrDeadlock, func(world, q *Proc) {
				if q.Rank() == 0 {
					Barrier(q)
				} else {
					Barrier(world)
				}
			}},
			{ErrDeadlock, func(world, q *Proc) { Exchange(q, make([]int32, 1), 1-q.Rank(), nil, -1) }},
			{ErrMissing, func(world, q *Proc) { Exchange(q, nil, -1, make([]int32, 1), 1-q.Rank()) }},
		} {
			err := within(t, func() error {
				return m.Run(context.Background(), func(world *Proc) error {
					c.f(world, world.Split(world.Rank()/2, 0))
					return nil
				})
			})
			if !errors.Is(err, c.kind) {
				t.Errorf("%v: %v, want %v", host, err, c.kind)
			}
			if err := within(t, func() error { return sum(m) }); err != nil {
				t.Fatalf("%v: and then: %v", host, err)
			}
		}
	}
}

// TestHostOfGroup: a processor of a group has the number of its host among those of the
// group.
func TestHostOfGroup(t *testing.T) {
	m := teamed(t, Config{P: 6}, 3)
	err := m.Run(context.Background(), func(q *Proc) error {
		if host, hosts := q.Host(); host != q.Rank()/2 || hosts != 3 {
			t.Errorf("rank %d is on host %d of %d", q.Rank(), host, hosts)
		}
		late := q.Split(min(1, q.Rank()/2), 0)
		want, of := 0, 1
		if q.Rank() >= 2 {
			want, of = q.Rank()/2-1, 2
		}
		if host, hosts := late.Host(); host != want || hosts != of {
			t.Errorf("rank %d is on host %d of its group's %d, want %d of %d", q.Rank(), host, hosts, want, of)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAllgatherOfMixedGroups: short blocks of a group whose ranks lie in turn on two
// hosts.
func TestAllgatherOfMixedGroups(t *testing.T) {
	m := teamed(t, Config{P: 8}, 2)
	for _, n := range []int{1, 2, 20} {
		try := trial{c: allgather, a: Direct, n: n}
		want := expected[float64](where{p: 8}, try)
		err := m.Run(context.Background(), func(world *Proc) error {
			q := world.Split(0, world.Rank()%4)
			v := prepare(q, try, inputs[float64](try, q.Rank(), 8))
			v.call()
			return v.check(want(q.Rank()))
		})
		if err != nil {
			t.Errorf("%d elements: %v", n, err)
		}
	}
}

// TestSplitDeep: a group of many levels has a name, and errors have lines, of no more than three.
func TestSplitDeep(t *testing.T) {
	m := machine(t, Config{P: 2})
	for deep, want := range map[int]string{
		1: "(0 of the group of color 1)",
		3: "(0 of the group of color 3 in the group of color 2 in the group of color 1)",
		4: "(0 of the group of color 4 in the group of color 3 in the group of color 2 in larger ones)",
		9: "(0 of the group of color 9 in the group of color 8 in the group of color 7 in larger ones)",
	} {
		err := m.Run(context.Background(), func(q *Proc) error {
			for level := range deep {
				q = q.Split(level+1, 0)
			}
			Allreduce(q, make([]int32, q.Rank()), make([]int32, q.Rank()), Sum)
			return nil
		})
		if !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), want) {
			t.Errorf("%d levels: %v; want %s", deep, err, want)
		}
	}
}

// TestLooksOfAGroup: who waits in a group looks as long as it has members on the host, if that has no others.
func TestLooksOfAGroup(t *testing.T) {
	const p = 8 * shortSpin
	m := machine(t, Config{P: p, Host: Threads, Cores: everyCore()[:1]})
	if err := m.Run(context.Background(), func(q *Proc) error {
		for _, c := range []struct{ members, looks int }{{p, p}, {p / 2, fewLooks}, {2, fewLooks}} {
			Barrier(q.Split(q.Rank()%(p/c.members), 0))
			if looks := q.c.looks(); looks != c.looks {
				return fmt.Errorf("%d looks in a group of %d, want %d", looks, c.members, c.looks)
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
