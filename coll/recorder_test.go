package coll

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// regions are the regions of a runtime trace, by name: how many begin less how many
// end on the same goroutine, and how many there are. All are of the Run's task.
func regions(t *testing.T, taken []byte) (open, count map[string]int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(file, taken, 0o600); err != nil {
		t.Fatal(err)
	}
	// Go ships the tool as source: with nothing in the build cache its making takes a minute on
	// a busy machine, and a go command that is killed leaves its folder behind.
	tool, err := exec.Command("go", "tool", "-n", "trace").Output()
	if err != nil {
		t.Skipf("go tool -n trace: %v; whether regions begin and end is not looked at", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	text, err := exec.CommandContext(ctx, strings.TrimSpace(string(tool)), "-d=parsed", file).CombinedOutput()
	if err != nil {
		if i := bytes.Index(text, []byte("misuse of region")); i >= 0 {
			t.Fatalf("nobody can read the trace: %s", text[i:])
		}
		t.Skipf("go tool trace -d=parsed: %v; whether regions begin and end is not looked at", err)
	}
	open, count = map[string]int{}, map[string]int{}
	task := "Task=none"
	for line := range strings.Lines(string(text)) {
		_, name, ok := strings.Cut(strings.TrimSpace(line), `Type="`)
		name = strings.TrimSuffix(name, `"`)
		fields := strings.Fields(line)
		if !ok || len(fields) < 6 {
			continue
		}
		if fields[3] == "TaskBegin" && name == "the Run" {
			task = "Task=" + strings.TrimPrefix(fields[5], "ID=")
		}
		switch key := fields[2] + " " + name; fields[3] { // M= P= G= what
		case "RegionBegin":
			open[key]++
			if count[name]++; fields[5] != task {
				t.Errorf("region of %s, want %s: %s", fields[5], task, line)
			}
		case "RegionEnd":
			open[key]--
		}
	}
	return open, count
}

// traced is the regions of a Run in which a runtime trace is taken.
func traced(t *testing.T, m *Machine, f func(*Proc) error) (open, count map[string]int, err error) {
	t.Helper()
	var b bytes.Buffer
	if err := trace.Start(&b); err != nil {
		t.Skip(err)
	}
	func() {
		defer trace.Stop()
		ctx, task := trace.NewTask(context.Background(), "the Run")
		defer task.End()
		defer func() {
			if v, is := recover().(Panic); is {
				err = v
			}
		}()
		err = m.Run(ctx, f)
	}()
	open, count = regions(t, b.Bytes())
	for key, n := range open {
		if n != 0 {
			t.Errorf("%v P=%d: %s: %d regions begin and do not end", m.cfg.Host, m.cfg.P, key, n)
		}
	}
	return open, count, err
}

// TestTrace: while a runtime trace is taken every collective by every algorithm is
// a region of it, of every processor and of the task of Run's context, and ends.
func TestTrace(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 5} {
			if testing.Short() && (p == 1 || (p == 2) == (host == Threads)) {
				continue
			}
			m := machine(t, Config{P: p, Host: host})
			tries := steadyTrials(m, 1, 1500)
			want := map[string]int{"coll.return": p}
			for _, try := range tries {
				want["coll."+try.c.String()] += p
			}
			_, count, err := traced(t, m, func(q *Proc) error {
				for _, try := range tries {
					prepare(q, try, inputs[float64](try, q.Rank(), p)).call()
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(count, want) {
				t.Errorf("%v P=%d: regions %v, want %v", host, p, count, want)
			}
		}
	}
}

// TestTraceOfUnwinding: the regions of those who unwind end too.
func TestTraceOfUnwinding(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 5, Host: host})
		_, count, err := traced(t, m, func(q *Proc) error {
			switch q.Rank() {
			case 0:
				Exchange(q, []float64{0}, 4, []float64{2}, -1)
			case 4:
				for int(m.hot.sleepers.Load()) < len(m.hosts)-1 { // until the others wait
					time.Sleep(time.Millisecond)
				}
				return errOnPurpose
			}
			Barrier(q)
			return nil
		})
		if !errors.Is(err, errOnPurpose) || count["coll.exchange"] == 0 || count["coll.barrier"] == 0 {
			t.Errorf("%v: regions %v: %v", host, count, err)
		}
	}
}

// TestTraceOfOperator: so does the region of a call whose operator does not return, or makes
// calls, before a region of f's own around it ends.
func TestTraceOfOperator(t *testing.T) {
	for _, host := range modes {
		for name, operator := range map[string]func(*Proc){
			"panics":           func(*Proc) { panic(errOnPurpose) },
			"calls Goexit":     func(*Proc) { runtime.Goexit() },
			"makes a call":     func(q *Proc) { Exchange[float64](q, nil, -1, nil, -1) },
			"makes a bad call": func(q *Proc) { Broadcast(q, []float64{1}, q.Size()) },
		} {
			m := machine(t, Config{P: 3, Host: host})
			_, count, err := traced(t, m, func(q *Proc) error {
				defer trace.StartRegion(q.Context(), "f").End()
				x := []float64{1}
				AllreduceFunc(q, x, x, func(acc, x []float64) {
					defer trace.StartRegion(q.Context(), "operator").End()
					operator(q)
				})
				return nil
			})
			if err == nil || count["coll.allreducefunc"] == 0 || count["operator"] == 0 {
				t.Errorf("%v: the operator %s: regions %v: %v", host, name, count, err)
			}
		}
	}
}

// TestLabels: processors have the labels of the Run's context, not of New's caller, and
// where Config.Labels says so their rank.
func TestLabels(t *testing.T) {
	profile := func() string {
		var b bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			for _, ranks := range []bool{false, true} {
				var m *Machine
				pprof.Do(context.Background(), pprof.Labels("request", "of New"), func(context.Context) {
					m = machine(t, Config{P: p, Host: host, Labels: ranks})
				})
				for _, request := range []string{"first", "second"} {
					ctx, text := pprof.WithLabels(context.Background(), pprof.Labels("request", request)), ""
					err := m.Run(ctx, func(q *Proc) error {
						Barrier(q)
						if q.Rank() == p-1 {
							text = profile()
						}
						Barrier(q)
						return nil
					})
					want := []string{fmt.Sprintf(`{"request":%q}`, request)}
					if ranks {
						want = []string{fmt.Sprintf(`{"coll_rank":"0", "request":%q}`, request), fmt.Sprintf(`{"coll_rank":"1", "request":%q}`, request)}
					}
					for _, labels := range want {
						if err != nil || !strings.Contains(text, labels) {
							t.Errorf("%v P=%d: %v, no %s in\n%s", host, p, err, labels, text)
						}
					}
					if text += profile(); strings.Contains(text, "of New") {
						t.Errorf("%v P=%d: labels of who called New\n%s", host, p, text)
					}
				}
				if text := profile(); strings.Contains(text, "coll_rank") || strings.Contains(text, "request") {
					t.Errorf("%v P=%d: labels after the Run\n%s", host, p, text)
				}
			}
		}
	}
}

// TestCounters: calls, bytes and waiting times, by collective and algorithm.
func TestCounters(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host, Times: true})
		var gathers atomic.Bool // rank 0 does, or is about to
		err := m.Run(context.Background(), func(q *Proc) error {
			x, all := make([]float64, 10), make([]float64, 30)
			for range 4 {
				Allreduce(q, x, x, Sum)
			}
			Allreduce(q.Using(Tree), x, x, Sum)
			switch q.Rank() {
			case 0:
				gathers.Store(true)
			case 2:
				for len(m.world.teams) > 1 && !(gathers.Load() && m.fibers[0].since.Load() > queued) {
					time.Sleep(time.Millisecond)
				}
				time.Sleep(20 * time.Millisecond)
			}
			Allgather(q, all, x)
			Exchange(q, x, (q.Rank()+2)%3, all[:10], (q.Rank()+1)%3)
			Exchange(q, nil, -1, all, -1) // nobody is given anything
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]Counter{
			"allreduce direct": {Calls: 4, Bytes: 320}, "allreduce tree": {Calls: 1, Bytes: 80},
			"allgather direct": {Calls: 1, Bytes: 80}, "exchange rings": {Calls: 6, Bytes: 240},
		}
		list := m.Counters()
		for _, c := range list {
			w, ok := want[c.Collective+" "+string(c.Algorithm)]
			if !ok || c.Calls != w.Calls || c.Bytes != w.Bytes {
				t.Errorf("%v: %+v, want %+v", host, c, w)
			}
			// Rank 0 waits for rank 2, unless it shares its thread.
			if c.Collective == "allgather" && len(m.world.teams) > 1 && c.Waited < 15*time.Millisecond {
				t.Errorf("%v: waited %v in allgather", host, c.Waited)
			}
		}
		if len(list) != len(want) {
			t.Errorf("%v: %+v", host, list)
		}
	}
}

// TestTrail: an error prints the last calls of those it names.
func TestTrail(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x := make([]float64, 3)
				for range 20 {
					Allreduce(q, x, x, Max)
				}
				Exchange(q, x, (q.Rank()+3)%4, []float64{1, 2, 3}, (q.Rank()+1)%4)
				Broadcast(q, x, 2)
				if q.Rank() == 3 {
					Barrier(q)
				} else {
					Scan(q, x, x, Sum)
				}
				return nil
			})
		})
		var e *Error
		if !errors.As(err, &e) || e.Kind != ErrMismatch {
			t.Fatal(err)
		}
		const calls = "allreduce of 3 float64 (max, direct); exchange of 3 float64 to %d, 3 float64 from %d (rings); #21 broadcast of 3 float64 (root 2, direct); #22 "
		for _, c := range []struct {
			rank  int
			trail string
		}{{e.Rank, e.Trail}, {e.Other, e.OtherTrail}} {
			last := "scan of 3 float64 (sum, direct)"
			if c.rank == 3 {
				last = "barrier"
			}
			if !strings.HasSuffix(c.trail, fmt.Sprintf(calls, (c.rank+1)%4, (c.rank+3)%4)+last) || !strings.Contains(err.Error(), c.trail) || strings.Count(c.trail, ";") > remembered+1 {
				t.Errorf("%v: rank %d: %s", host, c.rank, c.trail)
			}
		}
	}
}

// TestInExchange: the latest call is an exchange until the processor comes to another, in a group too
// that has come to as many collectives.
func TestInExchange(t *testing.T) {
	err := machine(t, Config{P: 2}).Run(context.Background(), func(q *Proc) error {
		half := q.Split(0, 0)
		if q.c.inExchange() || q.c.latest() != split {
			t.Errorf("rank %d is in %s, want split", q.Rank(), q.c.latest())
		}
		Exchange[float64](q, nil, -1, nil, -1)
		if !q.c.inExchange() || q.c.latest() != exchange {
			t.Errorf("rank %d is in %s, want exchange", q.Rank(), q.c.latest())
		}
		for _, g := range []*Proc{half, q} {
			if Barrier(g); q.c.inExchange() || q.c.latest() != barrier {
				t.Errorf("rank %d is in %s, want barrier", q.Rank(), q.c.latest())
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
