package main

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

func TestEqualsSlicesSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, number := range map[string]func(i int) float64{
		"random":     func(int) float64 { return rng.NormFloat64() },
		"ascending":  func(i int) float64 { return float64(i) },
		"descending": func(i int) float64 { return -float64(i) },
		"few":        func(int) float64 { return float64(rng.IntN(3)) },
		"equal":      func(int) float64 { return 7 },
		"infinite":   func(i int) float64 { return math.Inf(i%2*2 - 1) },
	} {
		for _, n := range []int{0, 1, 2, 5, 100, 20_000} {
			numbers := make([]float64, n)
			for i := range numbers {
				numbers[i] = number(i)
			}
			want := slices.Sorted(slices.Values(numbers))
			for _, p := range []int{1, 2, 3, 8, 17} {
				for _, host := range []coll.HostMode{coll.Auto, coll.Goroutines} {
					given := slices.Clone(numbers)
					parts, err := sorted(context.Background(), coll.Config{P: p, Host: host}, numbers)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(slices.Concat(parts...), want) {
						t.Errorf("%s n=%d P=%d: not what slices.Sort gives", name, n, p)
					}
					if !slices.Equal(numbers, given) {
						t.Errorf("%s n=%d P=%d: changed what it was given", name, n, p)
					}
				}
			}
		}
	}
}

// TestShares: of numbers that differ nobody gets more than twice its share.
func TestShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	numbers := make([]float64, 40_000)
	for i := range numbers {
		numbers[i] = rng.ExpFloat64()
	}
	for _, p := range []int{2, 8, 16} {
		parts, err := sorted(context.Background(), coll.Config{P: p}, numbers)
		if err != nil {
			t.Fatal(err)
		}
		for r, part := range parts {
			if len(part) > 2*len(numbers)/p {
				t.Errorf("P=%d: rank %d has %d numbers, and its share is %d", p, r, len(part), len(numbers)/p)
			}
		}
	}
}

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"-n 1000 -p 3", 0, "1000 numbers on 3 processors"},
		{"-help", 0, "usage: samplesort"},
		{"-n -1", 2, "-n is -1"},
		{"-p -1", 2, "-p is -1"},
		{"-x", 2, "not defined"},
		{"numbers", 2, "unexpected argument"},
	} {
		var out, err bytes.Buffer
		if code := run(&out, &err, strings.Fields(c.args)); code != c.code || !strings.Contains(out.String()+err.String(), c.want) {
			t.Errorf("samplesort %s: exit %d, %s%s", c.args, code, &out, &err)
		}
	}
}
