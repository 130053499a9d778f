package exact

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// TestOrder: parts in any order, by any of the ways, added up by their words or merged, give
// the same bits.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		x := someFloats(rng, 1+rng.IntN(1500))
		all := inBig(x) // beyond the largest float64 more often than not
		want := rounded(all)
		rng.Shuffle(len(x), func(i, k int) { x[i], x[k] = x[k], x[i] })
		var total [Words]int64
		var merged Sum
		for rest := x; len(rest) > 0; {
			n := 1 + rng.IntN(len(rest))
			var s Sum
			s.AddSlice(rest[:n])
			merged.Merge(&s)
			for i, w := range s.Words() {
				total[i] += w
			}
			rest = rest[n:]
		}
		sum := Sum(total)
		if got := sum.Float64(); !same(got, want) || sum.Float().Cmp(all) != 0 {
			t.Fatalf("by words %x, want %x", got, want)
		}
		if got := merged.Float64(); !same(got, want) || merged.Float().Cmp(all) != 0 {
			t.Fatalf("merged %x, want %x", got, want)
		}
		if merged.Merge(&merged); !same(merged.Float64(), 2*want) && !math.IsInf(want, 0) {
			t.Fatalf("merged with itself %x, want %x", merged.Float64(), 2*want)
		}
	}
}

// TestWordsOfMany: limbs hold the words of 2^30 processors, and of as many more after Words.
func TestWordsOfMany(t *testing.T) {
	for _, x := range []float64{math.MaxFloat64, -math.MaxFloat64, 5e-324, 1} {
		var s Sum
		s.Add(x)
		for range 2 {
			for i := range s.Words() {
				s[i] *= full
			}
		}
		want := inBig([]float64{x})
		if got := s.Float(); got.Cmp(want.SetMantExp(want, 60)) != 0 {
			t.Errorf("%x by 2^60: %v, want %v", x, got, want)
		}
	}
}

// TestVector: sums side by side do not meet.
func TestVector(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const n = 5
	v, alone := NewVector(n), make([]Sum, n)
	for range 50 {
		x := someFloats(rng, n)
		v.Add(x)
		for i := range alone {
			alone[i].Add(x[i])
		}
	}
	v.At(3).Add(1)
	alone[3].Add(1)
	words := v.Words()
	got := make([]float64, n)
	v.Float64s(got)
	for i := range alone {
		if !same(got[i], alone[i].Float64()) || Sum(words[i*Words:(i+1)*Words]) != *(*Sum)(alone[i].Words()) {
			t.Errorf("sum %d: %x, want %x", i, got[i], alone[i].Float64())
		}
	}
	if v.Len() != n || len(words) != n*Words {
		t.Errorf("%d sums in %d words", v.Len(), len(words))
	}
	for want, f := range map[string]func(){
		"exact: Add of 6 elements on a Vector of 5 sums":      func() { v.Add(make([]float64, n+1)) },
		"exact: Float64s of 4 elements on a Vector of 5 sums": func() { v.Float64s(make([]float64, n-1)) },
		"exact: At(5) of a Vector of 5 sums":                  func() { v.At(n) },
		"exact: At(-1) of a Vector of 5 sums":                 func() { v.At(-1) },
		"exact: At(0) of a Vector of 0 sums":                  func() { Vector(nil).At(0) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panics with %v, want %s", got, want)
				}
			}()
			f()
		}()
	}
}

func TestNoAllocation(t *testing.T) {
	x := someFloats(rand.New(rand.NewPCG(13, 14)), 3000)
	v := NewVector(10)
	var s Sum
	if n := testing.AllocsPerRun(5, func() {
		s.AddSlice(x)
		s.AddDot(x, x)
		v.Add(x[:10])
		v.Float64s(x[:10])
		s.Merge(v.At(1))
		_, _, _ = s.Words(), v.Words(), s.Float64()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzSum: whatever the numbers, the sum is that of math/big.
func FuzzSum(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 1, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		var x []float64
		for ; len(data) >= 8; data = data[8:] {
			if v := math.Float64frombits(binary.LittleEndian.Uint64(data)); !math.IsNaN(v - v) {
				x = append(x, v)
			}
		}
		var s Sum
		s.AddSlice(x)
		if got, want := s.Float64(), rounded(inBig(x)); !same(got, want) {
			t.Errorf("%x: %x, want %x", x, got, want)
		}
	})
}

// TestTooMany: as make, and not a vector of fewer.
func TestTooMany(t *testing.T) {
	const none = math.MaxInt/4 + 1 // by Words it is 0, and so is MinInt
	for _, n := range []int{-1, math.MaxInt/Words + 1, math.MaxInt / 2, math.MaxInt, none, math.MinInt} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NewVector(%d) made a vector", n)
				}
			}()
			NewVector(n)
		}()
	}
}
