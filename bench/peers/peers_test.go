package peers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

// TestProgramsAreRight: every Go program gives every collective's exact result,
// also when called again.
func TestProgramsAreRight(t *testing.T) {
	for _, g := range programs() {
		for _, c := range Full().Colls {
			for _, p := range []int{1, 2, 3, 8} {
				for _, bytes := range []int{8, 8 * 77} {
					if !g.offers(c) {
						continue
					}
					v, err := bench.NewVectors(bench.Row{Coll: c, Procs: p, Bytes: bytes})
					if err != nil {
						t.Fatal(err)
					}
					ctx := context.Background()
					v.Row.Fresh = true
					if err := g.begin(ctx, v); err != nil {
						if !strings.Contains(err.Error(), "nothing between two calls") {
							t.Errorf("%s: %v", g.name(), err)
						}
						v.Row.Fresh = false
						if err := g.begin(ctx, v); err != nil {
							t.Fatal(err)
						}
					}
					before, _ := g.wrong(ctx)
					if c != "barrier" && before == 0 && !(c == "broadcast" && p == 1) {
						t.Errorf("%s, P=%d: nothing is wrong before the call", c, p)
					}
					for range 3 {
						if took, err := g.batch(ctx, 5); err != nil || took < 0 {
							t.Errorf("%v, %v", took, err)
						}
						if n, _ := g.wrong(ctx); n != 0 {
							t.Errorf("%s: %s, P=%d, %d B: %d wrong elements", g.name(), c, p, bytes, n)
						}
					}
				}
			}
		}
	}
}

// TestBarriersHold: nobody leaves a barrier before all have come to it.
func TestBarriersHold(t *testing.T) {
	for name, make := range map[string]func(int) barrier{"cond": newCondBarrier, "atomic": newAtomicBarrier} {
		const p, phases = 5, 300
		b := make(p)
		var at [p]atomic.Int64
		(&job{p: p, v: &bench.Vectors{}}).ranks(0, func(int) {}, func(rank, calls int) {
			for k := range int64(phases * calls) {
				at[rank].Add(1)
				b.wait(rank)
				for q := range at {
					if at[q].Load() <= k {
						t.Errorf("%s: rank %d has left barrier %d before rank %d has come", name, rank, k, q)
					}
				}
			}
		})
	}
}

// TestChildrenAreRight: every program in C that can be compiled here gives every
// collective's exact result.
func TestChildrenAreRight(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles C")
	}
	ctx := context.Background()
	dir, found, absent := find(ctx)
	defer os.RemoveAll(dir)
	for _, a := range absent {
		t.Logf("absent: %s: %s", a.Peer, a.Why)
	}
	for _, f := range found {
		for _, p := range []int{2, 3} {
			if f.lines == 0 && p == 3 {
				continue // more processes than cores may take seconds a call
			}
			c, err := f.start(ctx, dir, p)
			if err != nil {
				t.Logf("%s, P=%d: %v", f.called, p, err)
				continue
			}
			for _, coll := range Full().Colls {
				v, err := bench.NewVectors(bench.Row{Coll: coll, Procs: p, Bytes: 8 * 700})
				if err != nil {
					t.Fatal(err)
				}
				v.Row.Fresh = p == 2
				if err := c.begin(ctx, v); err != nil {
					t.Fatal(err)
				}
				if n, err := c.wrong(ctx); err != nil || n == 0 && coll != "barrier" {
					t.Errorf("%s: %s: %d wrong before the call, %v", f.called, coll, n, err)
				}
				if took, err := c.batch(ctx, 3); err != nil || took <= 0 {
					t.Errorf("%s: %s: %v, %v", f.called, coll, took, err)
				}
				if n, err := c.wrong(ctx); err != nil || n != 0 {
					t.Errorf("%s: %s: %d wrong, %v", f.called, coll, n, err)
				}
			}
			c.close()
			for _, proc := range c.procs {
				err := proc.Signal(os.Kill)
				for since := time.Now(); err == nil && time.Since(since) < 10*time.Second; err = proc.Signal(os.Kill) {
					time.Sleep(time.Millisecond) // who started it has not been told of its end
				}
				if err == nil {
					t.Errorf("%s: process %d is left", f.called, proc.Pid)
				}
			}
		}
	}
}

// shell starts a child that is a shell script, if there is a shell.
func shell(t *testing.T, ctx context.Context, script string) (*child, error) {
	t.Helper()
	sh, err := lookAny("sh")
	if err != nil {
		t.Skip(err)
	}
	return start(ctx, "script", t.TempDir(), 1, nil, sh, "-c", script)
}

func TestChildThatFails(t *testing.T) {
	_, err := shell(t, context.Background(), "echo no such library; exit 3")
	if err == nil || !strings.Contains(err.Error(), "script does not start") || !strings.Contains(err.Error(), "(no such library)") {
		t.Errorf("%v", err)
	}
}

func TestChildThatHangs(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if _, err := shell(t, ctx, "exec sleep 30"); err == nil {
		t.Error("no error")
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("it took %v to give up", took)
	}
}

// TestLateAnswer: a child that does not answer in time is named, and so is what
// it was asked.
func TestLateAnswer(t *testing.T) {
	dir := t.TempDir()
	cc, err := lookAny("gcc", "clang", "cc")
	if err != nil {
		t.Skip(err)
	}
	ctx := context.Background()
	if err := unpack(dir); err != nil {
		t.Fatal(err)
	}
	const mute = `#include "peer.h"
int main(int argc, char **argv) { (void)argc; dial(argv[1], 0); pause(); return 0; }`
	if err := os.WriteFile(filepath.Join(dir, "mute.c"), []byte(mute), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := compile(ctx, dir, "mute", cc, "mute.c")
	if err != nil {
		t.Fatal(err)
	}
	c, err := start(ctx, "mute", dir, 1, nil, program, socket)
	if err != nil {
		t.Fatal(err)
	}
	err = c.ask(ctx, 50*time.Millisecond, "run 1", func(string) error { return nil })
	if err == nil || err.Error() != `mute: no answer to "run 1" in 50ms` {
		t.Errorf("%v", err)
	}
	cause := errors.New("enough")
	cancelled, cancel := context.WithCancelCause(ctx)
	time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
	if err := c.ask(cancelled, time.Minute, "run 1", func(string) error { return nil }); !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	c.kill()
	if c.procs[0].Signal(os.Kill) == nil {
		t.Error("the process is left")
	}
}

// TestMeasure: the Go programs, briefly: every case has ours and every program,
// nothing is wrong, and the ratio is that of the times.
func TestMeasure(t *testing.T) {
	pl := Quick()
	pl.Procs, pl.Sizes, pl.Colls = []int{2}, []int{64}, []string{"barrier", "allreduce"}
	pl.Programs, pl.Peer = []string{"go-cond", "gonum-blas64"}, time.Minute
	done := 0
	pl.Tick = func(at, total int) {
		done = at*10 + total
		time.Sleep(300 * time.Millisecond) // of so short a run nobody could say what others took
	}
	res, err := Measure(context.Background(), pl, func(string) {})
	if err != nil || !res.Meta.Complete || done != 22 {
		t.Fatalf("%v, %+v, %d", err, res.Meta, done)
	}
	if runtime.GOOS == "linux" && res.Meta.Others < 0 {
		t.Errorf("nothing is said of what others took: %+v", res.Meta)
	}
	var got []string
	for _, r := range res.Rows {
		got = append(got, r.Coll+" "+r.Peer)
		if r.Wrong != 0 || r.P50 <= 0 || r.Ratio <= 0 || r.Limit < 0 || r.Peer == Ours && r.Ratio != 1 || (r.Graph == "") != (r.Peer != Ours) {
			t.Errorf("%+v", r)
		}
	}
	want := []string{"barrier " + Ours, "barrier go-cond", "allreduce " + Ours, "allreduce go-cond", "allreduce gonum-blas64"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	var b bytes.Buffer
	if err := Write(&b, "json", res.Rows); err != nil {
		t.Fatal(err)
	}
	var rows []map[string]any
	if err := json.Unmarshal(b.Bytes(), &rows); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"coll", "alg", "procs", "bytes", "inplace", "iters", "p50_us", "min_us", "p99_us", "algbw_gbs", "busbw_gbs", "wrong", "steps", "bound", "limit_us", "graph", "peer", "ratio"} {
		if _, ok := rows[0][key]; !ok {
			t.Errorf("no key %q in %v", key, rows[0])
		}
	}
	b.Reset()
	if err := Write(&b, "csv", res.Rows); err != nil {
		t.Fatal(err)
	}
	if recs, err := csv.NewReader(&b).ReadAll(); err != nil || len(recs) != 6 {
		t.Errorf("%d records, %v", len(recs), err)
	} else {
		for key := range rows[0] {
			if !slices.Contains(recs[0], key) {
				t.Errorf("the csv has no column %q", key)
			}
		}
	}
	b.Reset()
	if err := Write(&b, "text", res.Rows); err != nil || strings.Count(b.String(), "\n") != 6 {
		t.Errorf("%v\n%s", err, b.String())
	}
	if err := Write(&b, "xml", nil); err == nil {
		t.Error("no error for a format that there is not")
	}
}

func TestRatio(t *testing.T) {
	s := &samples{e: &entrant{peer: &goPeer{called: "x"}}, calls: 10, wrong: 3,
		theirs: []float64{2, 4, 6, 8, 10, 12, 14}, ours: []float64{1, 2, 3, 4, 5, 6, 7}}
	r := s.row(bench.Row{Coll: "allreduce", Alg: "auto", Procs: 2, Bytes: 8000, Limit: 1, Graph: "ring:2"})
	if r.Wrong != 3 || r.Limit != 1 || r.Alg != "" || r.Graph != "" { // these are of ours
		t.Errorf("%+v", r)
	}
	if r.Ratio != 2 || r.Low != 2 || r.High != 2 || r.P50 != 8 || r.Min != 2 || r.Iters != 70 || r.BusBW != 1 || r.Peer != "x" {
		t.Errorf("%+v", r)
	}
	ours := &samples{e: &entrant{peer: &ours{}}, calls: 1, theirs: []float64{3}, ours: []float64{3}}
	if r := ours.row(bench.Row{Coll: "barrier", Alg: "auto", Procs: 2, Graph: "ring:2"}); r.Peer != Ours || r.Ratio != 1 || r.Alg != "auto" || r.Graph != "ring:2" {
		t.Errorf("%+v", r)
	}
	few := &samples{e: s.e, calls: 1, theirs: []float64{3}, ours: []float64{2}}
	if r := few.row(bench.Row{Coll: "barrier", Procs: 2}); r.Ratio != 1.5 || r.Low != 0 || r.High != 0 {
		t.Errorf("%+v", r)
	}
}

// fake is a peer whose batches take that long, or fail.
type fake struct {
	peer
	took time.Duration
	err  error
}

func (f fake) batch(context.Context, int) (time.Duration, error) { return f.took, f.err }

// TestTurn: a turn is a time of ours and one of theirs, by the call; none is 0, even if the clock is
// coarse, for JSON has no infinite ratio. Whose batch fails has none.
func TestTurn(t *testing.T) {
	failed := errors.New("failed")
	for _, c := range []struct {
		ours, theirs fake
		want         [2]float64 // microseconds; 0: no turn
	}{
		{fake{took: 4000}, fake{took: 9000}, [2]float64{2, 3}}, {fake{}, fake{}, [2]float64{0.0005, 0.001 / 3}},
		{fake{took: 4000, err: failed}, fake{took: 9000}, [2]float64{}}, {fake{took: 4000}, fake{took: 9000, err: failed}, [2]float64{2, 0}},
	} {
		mine, s := &samples{e: &entrant{peer: c.ours}, calls: 2}, &samples{e: &entrant{peer: c.theirs}, calls: 3}
		err := new(run).turn(t.Context(), mine, s)
		if want := cmp.Or(c.ours.err, c.theirs.err); err != want {
			t.Errorf("%+v: %v, want %v", c, err, want)
		}
		for i, got := range [2][][]float64{{mine.theirs, mine.ours}, {s.theirs, s.ours}} {
			var want, ours []float64
			if c.want[i] > 0 {
				want, ours = c.want[i:i+1], c.want[:1]
			}
			if !slices.Equal(got[0], want) || !slices.Equal(got[1], ours) {
				t.Errorf("%+v: %v, want %v", c, got, c.want)
			}
		}
	}
}

// TestRanks: the time of a batch lasts until the last rank is done.
func TestRanks(t *testing.T) {
	const while = 5 * time.Millisecond
	for slow := range 3 {
		took := (&job{p: 3, v: &bench.Vectors{}}).ranks(1, func(int) {}, func(rank, _ int) {
			if rank == slow {
				time.Sleep(while)
			}
		})
		if took < while {
			t.Errorf("rank %d takes %v, and the batch %v", slow, while, took)
		}
	}
}

func TestTooLarge(t *testing.T) {
	pl := Full()
	rows, left := pl.cases(8)
	if len(rows) == 0 || len(left) == 0 {
		t.Fatalf("%d rows, %d left out", len(rows), len(left))
	}
	for _, r := range rows {
		if r.Memory() > pl.MaxBytes {
			t.Errorf("%+v", r)
		}
	}
	if !strings.Contains(left[0].Why, "P=8") {
		t.Errorf("%+v", left[0])
	}
	// What is left out needs more than it may, as it is written too.
	pl = Plan{Colls: []string{"barrier", "allreduce"}, Sizes: []int{100 << 20, 100<<20 + 8}, MaxBytes: 400 << 20}
	rows, left = pl.cases(2)
	want := []bench.Row{{Coll: "barrier", Procs: 2}, {Coll: "allreduce", Procs: 2, Bytes: 100 << 20}}
	why := []Absent{{"all", "allreduce, P=2, 104857608B: needs 401MiB of vectors for each peer, more than 400MiB"}}
	if !slices.Equal(rows, want) || !slices.Equal(left, why) {
		t.Errorf("%+v, %+v, want %+v, %+v", rows, left, want, why)
	}
}

// TestColumns: every figure stands under its own head.
func TestColumns(t *testing.T) {
	row := bench.Row{Coll: "allgather", Alg: "auto", Procs: 8, Bytes: 4096, Iters: 7, P50: 20, Min: 10, P99: 30, AlgBW: 4, BusBW: 5, Wrong: 6, Limit: 2.5, Graph: "hypercube:3"}
	other := row
	other.Alg, other.Graph, other.P50, other.Limit = "", "", 45, 0
	rows := []Row{{row, Ours, 1, 0.9, 1.1}, {other, "go-cond", 2.123456, 1.75, 2.5}, {other, "go-spawn", 2.25, 0, 0}}
	for format, want := range map[string]string{
		"text": "coll procs bytes peer p50 µs min µs busbw GB/s wrong limit µs times ours 95 %\n" +
			"allgather 8 4KiB " + Ours + " 20.0 10.0 5.00 6 2.500 1.00 -\n" +
			"allgather 8 4KiB go-cond 45.0 10.0 5.00 6 - 2.12 1.75 to 2.50\n" +
			"allgather 8 4KiB go-spawn 45.0 10.0 5.00 6 - 2.25 -",
		"csv": "coll,alg,procs,bytes,inplace,iters,p50_us,min_us,p99_us,algbw_gbs,busbw_gbs,wrong,steps,bound,limit_us,graph,peer,ratio,ratio_low,ratio_high\n" +
			"allgather,auto,8,4096,false,7,20,10,30,4,5,6,0,0,2.5,hypercube:3," + Ours + ",1,0.9,1.1\n" +
			"allgather,,8,4096,false,7,45,10,30,4,5,6,0,0,,,go-cond,2.12346,1.75,2.5\n" +
			"allgather,,8,4096,false,7,45,10,30,4,5,6,0,0,,,go-spawn,2.25,,",
	} {
		var b bytes.Buffer
		if err := Write(&b, format, rows); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(b.String()) {
			got = append(got, strings.Join(strings.Fields(line), " "))
		}
		if got := strings.Join(got, "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", format, got, want)
		}
	}
}

// TestDismissed: who has used up its time is named, and takes no part any more.
func TestDismissed(t *testing.T) {
	pl := Quick()
	pl.Procs, pl.Sizes, pl.Colls = []int{2}, []int{64, 128}, []string{"allreduce"}
	pl.Programs, pl.Peer = []string{"go-spawn"}, time.Nanosecond
	res, err := Measure(context.Background(), pl, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	named := slices.ContainsFunc(res.Absent, func(a Absent) bool {
		return a.Peer == "go-spawn" && strings.HasPrefix(a.Why, "from allreduce, P=2, 128B on: its time limit of 1ns with P=2 is used up")
	})
	if !named {
		t.Errorf("%+v", res.Absent)
	}
}

// short is a peer that fails after so many batches.
type short struct {
	fake
	batches int
}

func (s *short) name() string                                { return "short" }
func (s *short) begin(context.Context, *bench.Vectors) error { return nil }
func (s *short) wrong(context.Context) (int, error)          { return 0, nil }
func (s *short) batch(context.Context, int) (time.Duration, error) {
	if s.batches--; s.batches < 0 {
		return 0, errors.New("out of breath")
	}
	return time.Second, nil
}

// TestDismissedInTurn: a peer that fails keeps the turns that it has had, and no row without any; ours
// has a row all the same.
func TestDismissedInTurn(t *testing.T) {
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for batches, want := range []string{"ours", "ours", "ours, short 1", "ours, short 2", "ours, short 3"} { // the first is to get ready
		pl := Plan{Rounds: 3, Case: time.Hour, Peer: time.Hour}
		r := &run{plan: &pl, p: 2, res: &Result{}, ours: &ours{m: m}, peers: []*entrant{{peer: &short{batches: batches}}}}
		if err := r.one(t.Context(), &bench.Row{Coll: "allreduce", Procs: 2, Bytes: 64}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range r.res.Rows {
			if row.Peer == Ours {
				got = append(got, "ours")
			} else {
				got = append(got, fmt.Sprint(row.Peer, " ", row.Iters)) // a call a batch, of a second
			}
		}
		missed := []Absent{{"short", "from allreduce, P=2, 64B on: out of breath"}}
		if got := strings.Join(got, ", "); got != want || !slices.Equal(r.res.Absent, missed[:min(1, 4-batches)]) {
			t.Errorf("after %d batches: %s, want %s; %v", batches, got, want, r.res.Absent)
		}
	}
}

// interrupter ends a run in its third batch, one after that which gets it ready.
type interrupter struct {
	short
	stop context.CancelFunc
}

func (i *interrupter) batch(ctx context.Context, calls int) (time.Duration, error) {
	if i.batches == 1 {
		i.stop()
		return 0, ctx.Err()
	}
	return i.short.batch(ctx, calls)
}

// TestInterruptedInTurn: the turns that the case under way has had are kept, marked incomplete.
func TestInterruptedInTurn(t *testing.T) {
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx, stop := context.WithCancel(t.Context())
	pl := Plan{Rounds: 5, Case: time.Hour, Peer: time.Hour}
	r := &run{plan: &pl, p: 2, res: &Result{}, ours: &ours{m: m}, peers: []*entrant{{peer: &interrupter{short{batches: 3}, stop}}}}
	if err := r.one(ctx, &bench.Row{Coll: "allreduce", Procs: 2, Bytes: 64}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	rows := r.res.Rows
	if len(rows) != 2 || rows[0].Peer != Ours || rows[1].Peer != "short" || rows[1].Iters != 1 || len(r.res.Absent) > 0 {
		t.Fatalf("%+v, %v", rows, r.res.Absent)
	}
	for _, row := range rows {
		if !row.Incomplete || row.Ratio <= 0 || row.P50 <= 0 || row.Limit < 0 {
			t.Errorf("%+v", row)
		}
	}
	var b bytes.Buffer
	if err := Write(&b, "text", rows); err != nil || strings.Count(b.String(), "incomplete") != 2 {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestFreshInText: the table says of which rows the time includes what ranks do between calls.
func TestFreshInText(t *testing.T) {
	var b bytes.Buffer
	row := Row{Row: bench.Row{Coll: "reduce", Procs: 2, Bytes: 8, Fresh: true}, Peer: Ours}
	if err := Write(&b, "text", []Row{row}); err != nil || !strings.Contains(b.String(), "reduce fresh") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestDismissedChild: a program that is dismissed is named, with the case, and ended at once.
func TestDismissedChild(t *testing.T) {
	sh, err := lookAny("sh")
	if err != nil {
		t.Skip(err)
	}
	c, err := start(t.Context(), "script", t.TempDir(), 0, nil, sh, "-c", "exec sleep 30")
	if err != nil {
		t.Fatal(err)
	}
	c.procs = append(c.procs, c.cmd.Process)
	r, e := &run{res: &Result{}}, &entrant{peer: c}
	r.dismiss(e, &bench.Row{Coll: "scatter", Procs: 2, Bytes: 8}, errors.New("no answer"))
	if want := []Absent{{"script", "from scatter, P=2, 8B on: no answer"}}; e.out != "no answer" || !slices.Equal(r.res.Absent, want) {
		t.Errorf("%q, %+v, want %+v", e.out, r.res.Absent, want)
	}
	select {
	case <-c.ended:
	default:
		t.Error("the process is left")
		c.cmd.Process.Kill()
	}
}

func TestNames(t *testing.T) {
	names := Names()
	for _, want := range []string{"go-channels", "openmp", "openmpi-nocma", "mpich"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %v", want, names)
		}
	}
}

// TestCallsOf: a batch of short calls lasts 300 microseconds, of longer ones eight calls as
// far as that is 5 milliseconds at most, and one more where that is no odd number.
func TestCallsOf(t *testing.T) {
	for _, c := range []struct {
		once time.Duration
		want int
	}{{0, 4999}, {10 * time.Nanosecond, 4999}, {time.Microsecond, 301}, {30 * time.Microsecond, 11}, {100 * time.Microsecond, 9},
		{time.Millisecond, 5}, {5 * time.Millisecond, 1}, {time.Second, 1}} {
		if got := callsOf(c.once); got != c.want {
			t.Errorf("%d calls of %v make a batch, want %d", got, c.once, c.want)
		}
	}
}

// counter is a program that does nothing but look at GOMAXPROCS.
type counter struct{ saw *int }

func (c counter) run(*job, int) time.Duration {
	*c.saw = runtime.GOMAXPROCS(0)
	return 0
}

// TestProgramsOwnNumber: a Go program runs with the GOMAXPROCS that it would have without our machine.
func TestProgramsOwnNumber(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for procs, want := range map[int]int{0: 3, 2: 2} {
		saw := 0
		g := &goPeer{program: counter{&saw}, procs: procs}
		if _, err := g.batch(context.Background(), 1); err != nil || saw != want || runtime.GOMAXPROCS(0) != 3 {
			t.Errorf("procs %d: ran with GOMAXPROCS %d, want %d; %d afterwards: %v", procs, saw, want, runtime.GOMAXPROCS(0), err)
		}
	}
}
