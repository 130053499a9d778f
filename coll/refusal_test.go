package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// gives is how many elements a rank gives in a step, and what of its vectors has them.
func (s *step) gives(p, me int) (n int, what string) {
	_, n, _ = s.shape(p, me)
	isRoot := me == s.root%p
	_, to := s.partners(p, me)
	switch {
	case s.c == broadcast && isRoot:
		return n, "buf"
	case s.c == broadcast, (s.c == scatter || s.c == scatterv) && !isRoot, s.c == exscan && me == p-1, s.c == exchange && to < 0:
		return 0, ""
	}
	return n, "src"
}

// strewn are the vectors of a step with a NaN in every place that the call does not take from
// the rank, but in those of dst that is a part of src.
func strewn[T Elem](s *step, ranks []int, me int) (fences [][]T, dst, src []T) {
	fences, dst, src = vectors[T](s, ranks, me)
	nan := T(math.NaN())
	n, _ := s.gives(len(ranks), me)
	for i := range src {
		if n == 0 {
			src[i] = nan
		}
	}
	for i := range dst {
		if !overlap(dst[i:i+1], src) {
			dst[i] = nan
		}
	}
	return fences, dst, src
}

// TestRefusesNaN: in every collective, of whatever rank, a NaN that is given ends the Run before
// anything is written, with an error that says where it is; one that nobody gets does not.
func TestRefusesNaN(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 3, 8, 17} {
			every := 1
			switch short := testing.Short() || race.Enabled; {
			case short && p > 8:
				continue
			case short, p > 8:
				every = 2 // every rank has a case still
			}
			m := machine(t, Config{P: p, Host: host, RefuseNaN: true})
			refusesNaN(t, m, every, func(q *Proc, s *step, dst, src []float64) { invoke(q, s, dst, src) })
			refusesNaN(t, m, 5, func(q *Proc, s *step, dst, src []float32) { invoke(q, s, dst, src) })
		}
	}
}

// refusesNaN tries one case of so many. call is in the test itself, because errors name call
// sites of tests.
func refusesNaN[T Elem](t *testing.T, m *Machine, every int, call func(q *Proc, s *step, dst, src []T)) {
	p, cases := m.cfg.P, 0
	refused, passed := map[collective]int{}, map[collective]int{}
	for c := broadcast; c < split; c++ {
		for culprit := range p {
			for _, where := range []int{0, 1, 2} {
				if cases++; cases%every > 0 {
					continue
				}
				s, ranks := caseStep(c, p, cases), upTo(p)
				s.kind, s.more = int(elemKind[T]()), 1
				s.ends = cases%2 == 0
				n, what := s.gives(p, culprit)
				at := where * (n - 1) / 2
				bad := 1
				if at < n-1 {
					bad = 2 // the last one too
				}
				wrong := make([]error, p)
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						r := q.Rank()
						fences, dst, src := strewn[T](&s, ranks, r)
						before := [][]T{slices.Clone(fences[0]), slices.Clone(fences[1])}
						defer func() {
							for k, fence := range fences {
								if i := differ(fence, before[k]); i >= 0 && n > 0 && c != exchange { // others may have theirs
									wrong[r] = fmt.Errorf("%v over %v", fence[i], before[k][i])
								}
							}
						}()
						Barrier(q)
						if r == culprit && n > 0 {
							given := src
							if c == broadcast {
								given = dst
							}
							kept := slices.Clone(given)
							given[at], given[n-1] = T(math.NaN()), T(math.NaN())
							defer copy(given, kept)
						}
						call(q, &s, dst, src)
						for i, v := range s.result(ranks, r) {
							if n == 0 && dst[i] != T(v) {
								return fmt.Errorf("dst[%d] is %v, want %v", i, dst[i], v)
							}
						}
						return nil
					})
				})
				name := fmt.Sprintf("%v P=%d, rank %d of %v", m.cfg.Host, p, culprit, &s)
				for r, err := range wrong {
					if err != nil {
						t.Errorf("%s: rank %d has %v", name, r, err)
					}
				}
				if n == 0 {
					if passed[c]++; err != nil {
						t.Errorf("%s gives nothing: %v", name, err)
					}
					continue
				}
				refused[c]++
				var e *Error
				seq := uint64(2)
				if c == exchange {
					seq = 1
				}
				want := fmt.Sprintf("rank %d: %s: %s has %d NaN among %d elements, the first at %s[%d]", culprit, c, what, bad, n, what, at)
				if !errors.Is(err, ErrNaN) || !errors.As(err, &e) || e.Text != want {
					t.Errorf("%s: %v, want %q", name, err, want)
				} else if e.Kind != ErrNaN || e.Collective != c.String() || e.Rank != culprit || e.Other != -1 || e.Seq != seq ||
					!strings.Contains(e.Site, "refusal_test.go:") || !strings.Contains(e.Trail, "#1 barrier") {
					t.Errorf("%s: %#v", name, e)
				}
				if err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						_, err := walk(q).do(&s)
						return err
					})
				}); err != nil {
					t.Fatalf("%s: and then: %v", name, err)
				}
			}
		}
	}
	for c := broadcast; c < split && every == 1; c++ {
		given := refused[c] > 0 || c == exscan && p == 1
		taken := passed[c] > 0 || p == 1 || c != broadcast && c != scatter && c != scatterv && c != exscan && c != exchange
		if !given || !taken {
			t.Errorf("P=%d %s: %d cases in which it is refused, %d in which nobody gets it", p, c, refused[c], passed[c])
		}
	}
}

// TestNaNPasses: who does not refuse NaN moves and adds it as any other number, and an infinity
// is none.
func TestNaNPasses(t *testing.T) {
	for _, c := range []struct {
		of     []float64
		refuse bool
	}{
		{[]float64{math.NaN()}, false},
		{[]float64{math.Inf(1), math.Inf(-1), math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64}, true},
	} {
		m := machine(t, Config{P: 4, RefuseNaN: c.refuse})
		for number := range 3 * int(split) {
			s := caseStep(broadcast+collective(number)%(split-broadcast), 4, number)
			if err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					_, dst, src := vectors[float64](&s, upTo(4), q.Rank())
					for i := range src {
						src[i] = c.of[i%len(c.of)]
					}
					if s.c == broadcast {
						dst[0] = c.of[0]
					}
					invoke(q, &s, dst, src)
					return nil
				})
			}); err != nil {
				t.Errorf("%v of %v: %v", &s, c.of, err)
			}
		}
	}
}
