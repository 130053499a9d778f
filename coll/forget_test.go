package coll

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestForgets: after a Run the machine holds on to nobody's vectors, whatever the
// last call was, of the world or of a group, and whether or not it failed.
func TestForgets(t *testing.T) {
	failure := errors.New("a failure")
	lengths := []int{1, 300, 20_000}
	if race.Enabled {
		lengths = lengths[1:2]
	}
	for _, host := range modes {
		for _, p := range []int{2, 5, 2*addressedMost + 2} { // the last lays addresses
			m := machine(t, Config{P: p, Host: host})
			for c := barrier + 1; c < split; c++ {
				for i, a := range offered[c] {
					for k, n := range lengths {
						try := trial{c: c, a: a, n: n}
						frames := make([][]weak.Pointer[float64], p)
						err := m.Run(context.Background(), func(q *Proc) error {
							if (i+k)%2 == 1 {
								q = q.Split(0, 0)
							}
							v := prepare(q, try, inputs[float64](try, q.Rank(), p))
							v.call()
							for _, f := range v.frames {
								frames[q.Rank()] = append(frames[q.Rank()], weak.Make(&f[0]))
							}
							if k == 1 && q.Rank() == 0 {
								return failure
							}
							return nil
						})
						if err != nil && !errors.Is(err, failure) {
							if a == Chunked && errors.Is(err, ErrUsage) { // not for every P
								continue
							}
							t.Fatal(err)
						}
						if kept := kept(frames); kept > 0 {
							t.Errorf("P=%d %v: %v: %d vectors are kept", p, host, try, kept)
						}
					}
				}
			}
		}
	}
}

// kept is how many of the vectors the garbage collector leaves.
func kept[T any](vectors [][]weak.Pointer[T]) (n int) {
	for range 3 {
		runtime.GC()
		n = 0
		for _, list := range vectors {
			for _, v := range list {
				if v.Value() != nil {
					n++
				}
			}
		}
		if n == 0 {
			break
		}
	}
	return n
}

// TestForgetsTypes: nor to vectors of any type.
func TestForgetsTypes(t *testing.T) {
	forgetsAs[float64](t)
	forgetsAs[float32](t)
	forgetsAs[int64](t)
	forgetsAs[int32](t)
}

func forgetsAs[T Elem](t *testing.T) {
	t.Helper()
	for _, host := range modes {
		m, vectors := machine(t, Config{P: 2, Host: host}), make([][]weak.Pointer[T], 2)
		if err := m.Run(context.Background(), func(q *Proc) error {
			x, y := make([]T, 300), make([]T, 300)
			vectors[q.Rank()] = []weak.Pointer[T]{weak.Make(&x[0]), weak.Make(&y[0])}
			Allreduce(q.Using(Cayley), y, x, Sum)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if n := kept(vectors); n > 0 {
			t.Errorf("%v: %d vectors of %T are kept", host, n, *new(T))
		}
	}
}

// TestForgetsGroups: after a Run the machine holds on to none of its groups, nor to f or
// the vectors of a group, whether or not it failed, and whoever unwound within Split.
func TestForgetsGroups(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{2, 5, 2*addressedMost + 2} { // the last lays addresses
			for _, end := range []error{nil, errOnPurpose} {
				m := machine(t, Config{P: p, Host: host})
				groups, vectors := make([]weak.Pointer[group], p), make([][]weak.Pointer[float64], p+1)
				err := func() error {
					x := make([]float64, 100)
					vectors[p] = append(vectors[p], weak.Make(&x[0]))
					return m.Run(context.Background(), func(q *Proc) error {
						half, y := q.Split(q.Rank()%2, 0), make([]float64, 100)
						groups[q.Rank()] = weak.Make(half.g)
						vectors[q.Rank()] = append(vectors[q.Rank()], weak.Make(&y[0]))
						Exchange(half, y, half.Rank(), x, half.Rank())
						Allreduce(half, y, y, Sum)
						return end
					})
				}()
				if !errors.Is(err, end) {
					t.Fatal(err)
				}
				if n := kept(vectors); n > 0 {
					t.Errorf("%v P=%d ended by %v: %d vectors are kept", host, p, end, n)
				}
				for r, g := range groups {
					if g.Value() != nil {
						t.Errorf("%v P=%d ended by %v: the group of rank %d is kept", host, p, end, r)
					}
				}
			}
		}
	}
}

// heard is a context that counts who wants to hear of its end.
type heard struct {
	context.Context
	done chan struct{}
	by   atomic.Int32
}

func (h *heard) Done() <-chan struct{} { return h.done }

func (h *heard) AfterFunc(func()) (stop func() bool) {
	h.by.Add(1)
	return func() bool { h.by.Add(-1); return true }
}

// TestLeavesTheContext: a Run that has ended leaves nothing with its context, which may
// be the program's.
func TestLeavesTheContext(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host, Stall: 10 * time.Millisecond})
		ctx, back := &heard{Context: context.Background(), done: make(chan struct{})}, make(chan struct{})
		release := sync.OnceFunc(func() { close(back) })
		for _, f := range []func(*Proc) error{
			func(q *Proc) error { Barrier(q); return nil },
			func(q *Proc) error { return errOnPurpose },
			func(q *Proc) error { // is abandoned
				if q.Rank() == 1 {
					<-back
				}
				Barrier(q)
				return nil
			},
		} {
			if err := m.Run(ctx, f); errors.Is(err, ErrStalled) {
				release()
				usable(t, m)
			}
			if n := ctx.by.Load(); n != 0 {
				t.Errorf("%v: %d Runs that have ended want to hear of the end of the context", host, n)
			}
		}
	}
}

// TestTakenBackIsForgotten: a vector that was lent and taken back is not kept.
func TestTakenBackIsForgotten(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 2, Host: host})
		sent := make([][]weak.Pointer[float64], 1)
		err := m.Run(context.Background(), func(q *Proc) error {
			if q.Rank() == 0 {
				x := make([]float64, 4*lendLeast)
				sent[0] = append(sent[0], weak.Make(&x[0]))
				Exchange(q, nil, -1, x, 1)
			}
			Barrier(q)
			if q.Rank() == 1 {
				Exchange(q, make([]float64, 4*lendLeast), 0, nil, -1)
			}
			return nil
		})
		if n := kept(sent); err != nil || n > 0 {
			t.Errorf("%v: kept: %d, %v", host, n, err)
		}
	}
}

// TestForgetsTheRun: after a Run the machine holds on neither to f, nor to its context, nor
// to what it ended with, a Goexit and a panic included.
func TestForgetsTheRun(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 5} {
			for name, end := range map[string]func() error{
				"return": func() error { return nil },
				"error":  func() error { return errOnPurpose },
				"Goexit": func() error { runtime.Goexit(); return nil },
				"panic":  func() error { panic(&[100]float64{}) },
			} {
				m := machine(t, Config{P: p, Host: host})
				sent := make([][]weak.Pointer[float64], 1)
				within(t, func() error {
					captured, value := make([]float64, 100), make([]float64, 100)
					sent[0] = append(sent[0], weak.Make(&captured[0]), weak.Make(&value[0]))
					defer func() {
						if v, ok := recover().(Panic); ok {
							sent[0] = append(sent[0], weak.Make(&v.Value.(*[100]float64)[0]))
						}
					}()
					ctx := context.WithValue(context.Background(), heard{}, value)
					return m.Run(ctx, func(q *Proc) error {
						if captured[0] != 0 {
							return errors.New("not what it was")
						}
						return end()
					})
				})
				if n := kept(sent); n > 0 {
					t.Errorf("%v P=%d, end by %s: kept: %d of %d", host, p, name, n, len(sent[0]))
				}
				runtime.KeepAlive(m)
			}
		}
	}
}

// TestClosedKeepsNoRoom: a machine that is closed keeps no room of its calls.
func TestClosedKeepsNoRoom(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		err := m.Run(context.Background(), func(q *Proc) error {
			x := make([]float64, 300_000)
			Exchange(q, x, (q.Rank()+2)%3, x, (q.Rank()+1)%3)
			Alltoall(q.Using(Bruck), x, x)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		room := make([][]weak.Pointer[float64], 1)
		keep := func(v []float64) {
			if len(v) > 0 {
				room[0] = append(room[0], weak.Make(&v[0]))
			}
		}
		for _, team := range stateOf[float64](m.world).teams {
			for _, v := range slices.Concat(team.tmp, team.kept) {
				keep(v)
			}
		}
		if len(room[0]) < 6 {
			t.Errorf("%v: only %d rooms: want a copy and a program's for each of three processors", host, len(room[0]))
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if n := kept(room); n > 0 {
			t.Errorf("%v: kept: %d of %d", host, n, len(room[0]))
		}
		runtime.KeepAlive(m)
	}
}

// TestFailedKeepsNoPiece: a group that outlives a Run that failed keeps nothing of a vector that was
// lent in pieces.
func TestFailedKeepsNoPiece(t *testing.T) {
	failedKeepsNoPieceOf[float64](t)
	failedKeepsNoPieceOf[float32](t)
	failedKeepsNoPieceOf[int64](t)
	failedKeepsNoPieceOf[int32](t)
}

func failedKeepsNoPieceOf[T Elem](t *testing.T) {
	t.Helper()
	m := machine(t, Config{P: 2, Host: Goroutines})
	sent, held := make([][]weak.Pointer[T], 1), make([]*Proc, 2)
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			q = q.Split(0, 0)
			held[q.Rank()] = q
			if q.Rank() == 0 {
				Exchange(q, nil, -1, make([]T, nearLeast+1), 1) // lent, and taken back
				x := make([]T, 1<<20)
				sent[0] = append(sent[0], weak.Make(&x[0]))
				Exchange(q, nil, -1, x, 1) // in a piece, while the edge has that loan
				return nil
			}
			for q.edge(0, 1).pieces.Load() == 0 {
				runtime.Gosched()
			}
			return errors.New("on purpose")
		})
	})
	if err == nil || len(sent[0]) == 0 {
		t.Fatalf("no vector is lent: %v", err)
	}
	if n := kept(sent); n > 0 {
		t.Errorf("the vector of %T is kept", *new(T))
	}
	runtime.KeepAlive(held)
}
