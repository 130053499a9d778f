package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestAddSlice: through bins or not, with bins as full as they get.
func TestAddSlice(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	full := make([]float64, 2*room+1) // of one bin, which room of them fill
	for i := range full {
		full[i] = 2 - 0x1p-52
	}
	negative := make([]float64, len(full))
	for i := range negative {
		negative[i] = -math.MaxFloat64
	}
	special := someFloats(rng, 2*enough)
	special[enough] = math.Inf(-1)
	for _, x := range [][]float64{full, negative, special, someFloats(rng, enough-1), someFloats(rng, enough), someFloats(rng, 3*room+5)} {
		var s, want Sum
		s.AddSlice(x)
		for _, v := range x {
			want.Add(v)
		}
		if !same(s.Float64(), want.Float64()) || s.Float().Cmp(want.Float()) != 0 { // which many round to the same infinity
			t.Errorf("%d elements: %x, want %x", len(x), s.Float64(), want.Float64())
		}
	}
}

// TestProduct: without rounding from 2^-968 on, and below as x*y.
func TestProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	small, large := 0, 0
	for range 20000 {
		x, y := anyFloat(rng), anyFloat(rng)
		if rng.IntN(2) == 0 {
			y = math.Ldexp(y, -968-math.Ilogb(x)-math.Ilogb(y)+rng.IntN(3)-1)
		}
		if math.IsInf(y, 0) || math.IsNaN(y) {
			continue
		}
		var s Sum
		s.AddProduct(x, y)
		want := new(big.Float).SetPrec(200).SetFloat64(x)
		want.Mul(want, new(big.Float).SetFloat64(y))
		switch p := float64(x * y); {
		case math.IsInf(p, 0):
			if got := s.Float64(); got != p {
				t.Fatalf("%x·%x: %x, want %x", x, y, got, p)
			}
		case math.Abs(p) < least:
			small++
			if got := s.Float64(); !same(got, p+0) {
				t.Fatalf("%x·%x: %x, want %x", x, y, got, p)
			}
		default:
			large++
			if got := s.Float(); got.Cmp(want) != 0 {
				t.Fatalf("%x·%x: %v, want %v", x, y, got, want)
			}
		}
	}
	if small < 1000 || large < 1000 {
		t.Errorf("%d products below 2^-968 and %d above; want many of both", small, large)
	}
}

// TestAddDot: the same through bins or not.
func TestAddDot(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, enough - 1, enough, room + 1, 2*room + 3} {
		x, y := make([]float64, n), make([]float64, n)
		var s, want Sum
		for i := range x {
			x[i], y[i] = rng.NormFloat64(), math.Ldexp(rng.NormFloat64(), rng.IntN(80))
			if i%7 == 0 {
				x[i] = -2 + 0x1p-52 // fills bins
			}
			if i%7 == 1 {
				x[i], y[i] = 1<<27+1, 1<<27+1 // of which a product lacks 1
			}
			if i%7 == 2 {
				x[i], y[i] = 0x1p-484+0x1p-536, 0x1p-484+0x1p-536 // lacks 2^-1072, which has no bin
			}
			want.AddProduct(x[i], y[i])
		}
		s.AddDot(x, y)
		if got := s.Float(); got.Cmp(want.Float()) != 0 {
			t.Errorf("%d elements: %v, want %v", n, got, want.Float())
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("AddDot of slices of different lengths does not panic")
		}
	}()
	new(Sum).AddDot(make([]float64, 2), make([]float64, 3))
}
