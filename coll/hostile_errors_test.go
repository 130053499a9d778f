package coll

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestHostileStallBesideOthers: who waits for a message of another process finds that its sender is late,
// though letters come from there all the time, for others.
func TestHostileStallBesideOthers(t *testing.T) {
	inThisProcess(t)
	acrossHostile(t, 1, 2, Config{P: 4, Stall: 500 * time.Millisecond}, func(k int, m *Machine) error {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		err := m.Run(ctx, func(q *Proc) error {
			switch x := make([]float64, 40); q.Rank() {
			case 0:
				Exchange(q, x, 3, nil, -1)
			case 3:
				<-q.Context().Done()
			default:
				for ctx.Err() == nil {
					Exchange(q, x, 3-q.Rank(), make([]float64, 40), 3-q.Rank())
				}
			}
			return nil
		})
		if e := (*Error)(nil); !errors.As(err, &e) || e.Kind != ErrStalled || e.Rank != 0 {
			return fmt.Errorf("process %d: %v, want that rank 0 has waited for another", k, err)
		}
		return nil
	})
}

// speechless is an error whose method panics where it is nil.
type speechless struct{ text string }

func (e *speechless) Error() string { return e.text }

// TestHostileSpeechless: errors that cannot say what they are end a Run in all processes, and no more.
func TestHostileSpeechless(t *testing.T) {
	inThisProcess(t)
	for name, fails := range map[string]func(stop context.CancelCauseFunc) error{
		"nil Error": func(context.CancelCauseFunc) error { return (*Error)(nil) },
		"nil error": func(context.CancelCauseFunc) error { return (*speechless)(nil) },
		"nil cause": func(stop context.CancelCauseFunc) error { stop((*speechless)(nil)); return nil },
		"late cause": func(stop context.CancelCauseFunc) error {
			stop((*speechless)(nil))
			time.Sleep(30 * time.Millisecond)
			return nil
		},
	} {
		acrossHostile(t, 1, 2, Config{P: 4}, func(k int, m *Machine) error {
			ctx, stop := context.WithCancelCause(context.Background())
			defer stop(nil)
			err := m.Run(ctx, func(q *Proc) error {
				if q.Rank() == 3 {
					return fails(stop)
				}
				for {
					Barrier(q)
				}
			})
			if err == nil {
				return fmt.Errorf("%s, process %d: no error", name, k)
			}
			return m.Run(context.Background(), func(q *Proc) error {
				Barrier(q)
				return nil
			})
		})
	}
}

// TestHostileUnreceived: a message that nobody receives is told of by the ranks of the machine, and of its group.
func TestHostileUnreceived(t *testing.T) {
	inThisProcess(t)
	acrossHostile(t, 1, 2, Config{P: 6}, func(k int, m *Machine) error {
		err := m.Run(context.Background(), func(q *Proc) error {
			if g := q.Split(q.Rank()%2, 0); q.Rank() == 1 {
				Exchange[float64](g, nil, -1, make([]float64, 5), 2)
			}
			return nil
		})
		const want = "rank 1 (0 of the group of color 1) sent 5 float64 by exchange to rank 5 (2 of the group of color 1), which never received it"
		e := (*Error)(nil)
		switch errors.As(err, &e); {
		case k == 0 && err != nil: // it came too late for the sender
			return err
		case k == 1 && (e == nil || e.Kind != ErrMissing || e.Rank != 1 || e.Other != 5 || !strings.HasPrefix(e.Text, want)):
			return fmt.Errorf("%+v, want %s", err, want)
		}
		return nil
	})
}

// TestHostileAlike: all processes return the same error, though two find one at the same time and the third
// hears first of the one that they do not take.
func TestHostileAlike(t *testing.T) {
	inThisProcess(t)
	h := newHostile(3, 1)
	h.deaf = map[int]bool{0: true, 2: true}
	h.slow = func(from, to int, kind letterKind) bool { return from == 0 && to == 1 && kind == letterWarning }
	texts := make([]string, 3)
	for _, err := range h.run(t, Config{P: 9}, func(k int, m *Machine) error {
		err := m.Run(context.Background(), func(q *Proc) error {
			switch g := q.Split(q.Rank()%2, 0); {
			case k == 1:
			case q.Rank()%2 == 1-k/2:
				Barrier(g)
			default:
				<-q.Context().Done()
			}
			return nil
		})
		texts[k] = fmt.Sprint(err)
		return nil
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	if texts[1] != texts[0] || texts[2] != texts[0] || !strings.Contains(texts[0], "rank 3 (1 of the group of color 1) has returned") {
		t.Errorf("%s", strings.Join(texts, "\n"))
	}
}
