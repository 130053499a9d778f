package bench

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		trips  []float64
		others float64
		want   string
	}{
		{[]float64{0.11, 0.112, 0.115, 0.12, 0.13}, 0.02, ""},
		{[]float64{0.11, 0.112, 0.115, 0.12, 0.55, 0.6}, 0, "varied from 0.110 to 0.600 µs"},
		{[]float64{0.01, 0.01, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.15, 0.6}, 0.1, ""},
		{[]float64{0.01, 0.01, 0.01, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 0, "varied from 0.010 to 0.100 µs"},
		{[]float64{0.11, 0.112}, 0.4, "others took 40 %"},
		{nil, -1, ""},
	} {
		m := Meta{Others: c.others}
		m.judge(c.trips)
		if (c.want == "") != (m.Noisy == "") || !strings.Contains(m.Noisy, c.want) {
			t.Errorf("%v, %v: %q, want %q", c.trips, c.others, m.Noisy, c.want)
		}
		if len(c.trips) > 0 && (m.RoundTrip.Min != c.trips[0] || m.RoundTrip.Max != c.trips[len(c.trips)-1]) {
			t.Errorf("%+v", m.RoundTrip)
		}
	}
}

// TestInterrupted: what was measured until then is there, and says what it is.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	pl := Plan{Colls: []string{"allreduce", "allgather"}, Procs: []int{2, 3}, Sizes: []int{8, 64}, Budget: 1, MaxBytes: 1 << 20}
	ticks := 0
	pl.Tick = func(done, total int) {
		if ticks++; done != ticks || total != 8*rounds {
			t.Errorf("%d of %d measurements, want %d of %d", done, total, ticks, 8*rounds)
		}
		if done == 11 {
			cancel(cause)
		}
	}
	res, err := Measure(ctx, pl, func(string) {})
	if !errors.Is(err, cause) || res.Meta.Complete {
		t.Errorf("%v, complete %v", err, res.Meta.Complete)
	}
	if len(res.Rows) == 0 || len(res.Rows) > 8 {
		t.Fatalf("%d rows", len(res.Rows))
	}
	for _, r := range res.Rows {
		if !r.Incomplete || r.Procs != 2 || r.P50 <= 0 {
			t.Errorf("%+v", r)
		}
	}
	for _, format := range []string{"text", "json", "csv"} {
		var b bytes.Buffer
		if err := Write(&b, format, res.Rows); err != nil || !strings.Contains(b.String(), "incomplete") {
			t.Errorf("%s does not say that it is incomplete: %v\n%s", format, err, b.String())
		}
	}
}
