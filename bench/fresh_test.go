package bench

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
)

// TestFreshData: each call of fresh vectors sends other data than the one before, the last what was filled in.
func TestFreshData(t *testing.T) {
	for _, coll := range []string{"allreduce", "broadcast"} {
		v, err := NewVectors(Row{Coll: coll, Procs: 2, Bytes: 64 * 8})
		if err != nil {
			t.Fatal(err)
		}
		x := v.Src[0]
		if coll == "broadcast" {
			x = v.Dst[0]
		}
		v.Row.Fresh = true
		for calls := 1; calls <= 4; calls++ {
			filled, sent := x[8], []float64(nil)
			v.Repeat(0, 0, calls, calls, func(int) { sent = append(sent, x[8]) })
			if len(sent) != calls || sent[calls-1] != filled {
				t.Errorf("%s: %d calls of %v send %v", coll, calls, filled, sent)
			}
			for i := range sent[1:] {
				if sent[i] == sent[i+1] {
					t.Errorf("%s: of %d calls, call %d sends what the one before sent", coll, calls, i+1)
				}
			}
		}
	}
}

// TestFreshSequence: the same of calls in two parts, for every type.
func TestFreshSequence(t *testing.T) {
	testFreshSequence[float64](t)
	testFreshSequence[float32](t)
	testFreshSequence[int64](t)
	testFreshSequence[int32](t)
}

func testFreshSequence[T coll.Elem](t *testing.T) {
	r := Row{Coll: "allreduce", Procs: 1, Bytes: 256, Fresh: true}
	dst, x := make([]T, 256/sizeOf[T]()), make([]T, 256/sizeOf[T]())
	last := 64 / sizeOf[T]()
	x[0], x[last] = 3, 5
	for k := 1; k <= 4; k++ {
		var sent []T
		u := userOf(&r, 0, dst, x)
		on := func(calls int) {
			if calls != 1 {
				t.Fatalf("%d calls at once", calls)
			}
			sent = append(sent, x[0]+x[last])
		}
		u.calls(0, 1, k+1, on)
		if len(sent) != 1 {
			t.Fatalf("%T: %d calls first", x, len(sent))
		}
		u.calls(1, k+1, k+1, on)
		if len(sent) != k+1 || sent[k] != 8 {
			t.Errorf("%T: %d calls send %v", x, k+1, sent)
		}
		for i := range k {
			if sent[i] == sent[i+1] {
				t.Errorf("%T: of %d calls, call %d sends what the one before sent", x, k+1, i+1)
			}
		}
	}
	if r.Fresh = false; userOf(&r, 0, dst, x) != nil {
		t.Error("a case that is not fresh has a user")
	}
}

// TestFreshRows: every collective is right in use and out of place, and its rows say so. A barrier has no vectors.
func TestFreshRows(t *testing.T) {
	for _, elem := range []string{"float64", "int32"} {
		pl := Plan{Colls: Measurable(), Procs: []int{3}, Sizes: []int{200}, Type: elem, Fresh: true}
		res, err := Measure(t.Context(), pl, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, r := range res.Rows {
			seen[r.Coll] = true
			if r.Wrong != 0 || r.InPlace || r.Fresh != (r.Coll != "barrier") || r.P50 <= 0 {
				t.Errorf("%+v", r)
			}
		}
		if len(seen) != len(operations) {
			t.Errorf("%s: rows of %v only", elem, seen)
		}
	}
}

// TestFreshBatches: with the call before it, a batch of fresh calls is an even number of them.
func TestFreshBatches(t *testing.T) {
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var rows []Row
	for bytes := 8; bytes <= 64<<10; bytes *= 2 {
		rows = append(rows, Row{Coll: "allreduce", Alg: "direct", Procs: 2, Bytes: bytes, Fresh: bytes > 8})
	}
	s := newSession[float64](rows, &Plan{Fresh: true})
	if err := m.Run(t.Context(), s.run); err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if n := s.batch[i].Load(); r.Fresh && n%2 == 0 || n < 1 {
			t.Errorf("%d bytes: %d calls", r.Bytes, n)
		}
	}
	if n := rows[0].batchOf(6); n != 6 {
		t.Errorf("%d calls for 6 of a row that is not fresh", n)
	}
}

// TestFreshShares: the limit of a fresh case has what the ranks do with their vectors, each host's own.
func TestFreshShares(t *testing.T) {
	for _, c := range []struct {
		coll  string
		words string // rank by rank, which of dst and src were written
	}{{"allgather", "s s s s s"}, {"broadcast", "d - - - -"}, {"scatter", "s - - - -"}} {
		for hosts := 1; hosts <= 2; hosts++ {
			r := Row{Coll: c.coll, Procs: 5, Bytes: 80, Fresh: true}
			v, err := NewVectors(r)
			if err != nil {
				t.Fatal(err)
			}
			l := v.limit
			for q := range r.Procs {
				v.contents[q].own(q, 0, len(v.Dst[q])).fill(v.Dst[q])
				l.dst[q], l.src[q], l.users[q] = v.Dst[q], v.Src[q], userOf(&r, q, v.Dst[q], v.Src[q])
			}
			if c.coll == "broadcast" {
				l.src = l.dst
			}
			for host := range hosts {
				s := newShare(l, &r, host, hosts)
				before := make([][2]float64, r.Procs)
				for q := range r.Procs {
					before[q] = [2]float64{sumOf(v.Dst[q]), sumOf(v.Src[q])}
				}
				s.use(l.users)
				for q, want := range strings.Fields(c.words) {
					got := "-"
					switch {
					case sumOf(v.Dst[q]) != before[q][0]:
						got = "d"
					case sumOf(v.Src[q]) != before[q][1]:
						got = "s"
					}
					if q < s.first || q >= s.end {
						want = "-"
					}
					if got != want {
						t.Errorf("%s: host %d of %d: rank %d wrote %s, want %s", c.coll, host, hosts, q, got, want)
					}
				}
			}
		}
	}
}

func sumOf(x []float64) (sum float64) {
	for _, w := range x {
		sum += w
	}
	return sum
}

// TestBatchCalls: a batch is as many calls as it says and one before, fresh or not, and its time is that
// of all. Nothing is measured once the context has ended.
func TestBatchCalls(t *testing.T) {
	for _, fresh := range []bool{false, true} {
		m, err := coll.New(coll.Config{P: 2})
		if err != nil {
			t.Fatal(err)
		}
		v, err := NewVectors(Row{Coll: "allreduce", Alg: "direct", Procs: 2, Bytes: 64})
		if err != nil {
			t.Fatal(err)
		}
		v.Row.Fresh = fresh
		took, err := v.Batch(t.Context(), m, 7)
		if err != nil || took <= 0 || v.Wrong() > 0 {
			t.Errorf("fresh %v: %v, %d wrong, %v", fresh, took, v.Wrong(), err)
		}
		for _, c := range m.Counters() {
			if c.Collective == "allreduce" && (c.Calls != 8 || c.Algorithm != coll.Direct) {
				t.Errorf("fresh %v: %d calls by %s, want 8 by direct", fresh, c.Calls, c.Algorithm)
			}
		}
		if _, limit, err := v.Limit(t.Context(), m); err != nil || len(limit) != 2 { // forth, and back in turns
			t.Errorf("fresh %v: limits %v, %v", fresh, limit, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := v.Batch(ctx, m, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("a batch after the end: %v", err)
		}
		if _, _, err := v.Limit(ctx, m); !errors.Is(err, context.Canceled) {
			t.Errorf("a limit after the end: %v", err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
