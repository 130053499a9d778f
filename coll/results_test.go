package coll

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
)

var modes = []HostMode{Threads, Goroutines}

// machine is a machine that a test closes at its end.
func machine(t testing.TB, c Config) *Machine {
	t.Helper()
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// lengths are around every boundary: the line, the bank, the cuts, the blocks.
func lengths(p int) []int {
	team := max(1, p/2)
	return []int{0, 1, 2, 7, 8, 9, buffers.LineWords / team, buffers.LineWords/team + 1, p, 8*p + 1, wideBytes / 8 / team, wideBytes/8/team + 1, 5000}
}

// data is elements whose sum depends on the order of the additions.
func data[T Elem](rank, n int) []T {
	rng := rand.New(rand.NewPCG(uint64(rank), uint64(n)))
	x := make([]T, n)
	for i := range x {
		v := math.Ldexp(rng.Float64()-0.5, rng.IntN(40))
		if v == 0 {
			v = 1
		}
		x[i] = T(v)
	}
	return x
}

func reference[T Elem](op Op, a, b T) T {
	switch op {
	case Sum:
		return a + b
	case Prod:
		return a * b
	case Min:
		return min(a, b)
	}
	return max(a, b)
}

func bitsOf[T Elem](x T) uint64 {
	switch v := any(x).(type) {
	case float64:
		return math.Float64bits(v)
	case float32:
		return uint64(math.Float32bits(v))
	}
	return uint64(int64(x))
}

// check runs one collective on all and compares every processor's result.
func checkAllreduce[T Elem](m *Machine, a Algorithm, op Op, n int, inPlace bool) error {
	p := m.cfg.P
	want, magnitude := data[T](0, n), make([]T, n)
	for r := range p {
		for i, v := range data[T](r, n) {
			if magnitude[i] += max(v, -v); r > 0 {
				want[i] = reference(op, want[i], v)
			}
		}
	}
	_, isFloat := any(T(0)).(float64)
	if _, single := any(T(0)).(float32); single {
		isFloat = true
	}
	exact := !isFloat || a == Direct || op == Min || op == Max
	results := make([][]T, p)
	err := m.Run(context.Background(), func(q *Proc) error {
		src := data[T](q.Rank(), n)
		dst := make([]T, n)
		if inPlace {
			dst = src
		}
		Allreduce(q.Using(a), dst, src, op)
		results[q.Rank()] = dst
		if !inPlace {
			for i, v := range data[T](q.Rank(), n) {
				if bitsOf(src[i]) != bitsOf(v) {
					return fmt.Errorf("src[%d] changed", i)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for r, x := range results {
		for i := range x {
			switch {
			case exact && bitsOf(x[i]) != bitsOf(want[i]):
				return fmt.Errorf("rank %d: dst[%d] is %v, want %v", r, i, x[i], want[i])
			case a != Spectral && bitsOf(x[i]) != bitsOf(results[0][i]):
				return fmt.Errorf("rank %d: dst[%d] is %v, and %v on rank 0", r, i, x[i], results[0][i])
			}
		}
		if !exact && !near(op, p, x, want, magnitude) {
			return fmt.Errorf("rank %d: far from the serial result", r)
		}
	}
	return nil
}

// near compares sums and products in another order with the serial ones: within
// rounding of the sum of the magnitudes, or of the product.
func near[T Elem](op Op, p int, x, want, magnitude []T) bool {
	eps := 0x1p-52
	if _, single := any(T(0)).(float32); single {
		eps = 0x1p-23
	}
	for i := range x {
		scale := math.Abs(float64(want[i]))
		if op == Sum {
			scale = float64(magnitude[i])
		}
		if math.Abs(float64(x[i])-float64(want[i])) > 20*float64(p)*eps*scale {
			return false
		}
	}
	return true
}

func TestAllreduce(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 3, 4, 5, 7, 8, 16, 17, 33} {
			m := machine(t, Config{P: p, Host: host})
			for _, a := range offered[allreduce] {
				for _, n := range lengths(p) {
					if n > 600 && p > 9 {
						continue // the machine of 8 has been through it
					}
					for op := Sum; op <= Max; op++ {
						for _, inPlace := range []bool{false, true} {
							errs := []error{checkAllreduce[float64](m, a, op, n, inPlace)}
							if op == Sum || n < 20 && a != Spectral {
								errs = append(errs, checkAllreduce[float32](m, a, op, n, inPlace))
							}
							if a != Spectral && n < 100 {
								errs = append(errs, checkAllreduce[int64](m, a, op, n, inPlace), checkAllreduce[int32](m, a, op, n, inPlace))
							}
							if a == Spectral && op != Sum && n > 0 {
								for _, err := range errs {
									if err == nil {
										t.Errorf("spectral offers %v", op)
									}
								}
								continue
							}
							for _, err := range errs {
								if err != nil && (n > 0 || a != Spectral || op == Sum) {
									t.Fatalf("%v P=%d %s %v n=%d in place %v: %v", host, p, a, op, n, inPlace, err)
								}
							}
						}
					}
				}
			}
		}
	}
}

func TestAllgather(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 3, 4, 5, 7, 8, 16, 17, 33} {
			m := machine(t, Config{P: p, Host: host})
			for _, a := range offered[allgather] {
				for _, n := range lengths(p) {
					if n > 600 && p > 17 {
						continue
					}
					for _, inPlace := range []bool{false, true} {
						err := m.Run(context.Background(), func(q *Proc) error {
							dst, src := make([]float64, n*p), make([]float64, n)
							if inPlace {
								src = dst[q.Rank()*n : (q.Rank()+1)*n]
							}
							for i := range src {
								src[i] = float64(q.Rank()*n + i)
							}
							Allgather(q.Using(a), dst, src)
							for i, v := range dst {
								if v != float64(i) {
									return fmt.Errorf("dst[%d] is %v", i, v)
								}
							}
							return nil
						})
						if err != nil {
							t.Fatalf("%v P=%d %s n=%d in place %v: %v", host, p, a, n, inPlace, err)
						}
					}
				}
			}
		}
	}
}

// TestBarrier: nobody leaves before all have come.
func TestBarrier(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 3, 8, 33} {
			m := machine(t, Config{P: p, Host: host})
			came := make([]int, p)
			err := m.Run(context.Background(), func(q *Proc) error {
				for i := 1; i <= 50; i++ {
					came[q.Rank()] = i
					Barrier(q)
					for r, n := range came {
						if n < i {
							return fmt.Errorf("rank %d left barrier %d before rank %d came", q.Rank(), i, r)
						}
					}
					Barrier(q)
				}
				return nil
			})
			if err != nil {
				t.Fatalf("%v P=%d: %v", host, p, err)
			}
		}
	}
}

// TestMixture makes different collectives of different sizes follow each other
// with nothing between, so that a bank or an argument reused too early shows.
func TestMixture(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 3, 8, 17} {
			m := machine(t, Config{P: p, Host: host})
			err := m.Run(context.Background(), func(q *Proc) error {
				rng := rand.New(rand.NewPCG(1, 2)) // the same on all
				for round := range 400 {
					n := []int{1, 3, 20, 300, 3000}[rng.IntN(5)]
					x, all := make([]float64, n), make([]float64, n*p)
					for i := range x {
						x[i] = float64(q.Rank() + i + round)
					}
					ar, ag := offered[allreduce][rng.IntN(3)], offered[allgather][rng.IntN(4)]
					Allgather(q.Using(ag), all, x)
					Allreduce(q.Using(ar), x, x, Sum)
					for i, v := range x {
						if want := float64(p*(p-1)/2 + p*(i+round)); v != want {
							return fmt.Errorf("round %d %s: x[%d] is %v, want %v", round, ar, i, v, want)
						}
					}
					for i, v := range all {
						if want := float64(i/n + i%n + round); v != want {
							return fmt.Errorf("round %d %s: all[%d] is %v, want %v", round, ag, i, v, want)
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatalf("%v P=%d: %v", host, p, err)
			}
		}
	}
}
