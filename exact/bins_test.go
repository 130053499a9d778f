package exact

import (
	"math"
	"testing"
)

// TestBinless: what has no bin is added too, among many that have.
func TestBinless(t *testing.T) {
	one := make([]float64, enough)
	for i := range one {
		one[i] = 1
	}
	for _, odd := range []float64{0, math.Copysign(0, -1), 5e-324, -5e-324, 0x1p-1022 - 5e-324, 0x1p-1022, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()} {
		x := make([]float64, enough)
		var want Sum
		for i := range x {
			x[i] = -0.5
			if i == 7 {
				x[i] = odd
			}
			want.Add(x[i])
		}
		var slice, dot Sum
		slice.AddSlice(x)
		dot.AddDot(x, one)
		for name, s := range map[string]*Sum{"slice": &slice, "dot": &dot} {
			if !same(s.Float64(), want.Float64()) || !math.IsNaN(odd) && s.Float().Cmp(want.Float()) != 0 {
				t.Errorf("%s with %x: %x, want %x", name, odd, s.Float64(), want.Float64())
			}
		}
	}
}

// TestAddSliceCounts: what leaves a bin is an addition too, so that carries are done in time.
func TestAddSliceCounts(t *testing.T) {
	x := make([]float64, enough)
	for i := range x {
		x[i] = 2 - 0x1p-52
	}
	var s Sum
	s[pending] = full - 1
	if s.AddSlice(x); s[pending] != 1 {
		t.Errorf("%d additions pending, want 1 after carries", s[pending])
	}
}
