package spectral

import (
	"math"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// TestSameBits: the coefficients of plans are the same on every architecture, whatever the
// source of the eigenvalues, however sines and logarithms round there, and whether a product and
// a sum are one operation.
func TestSameBits(t *testing.T) {
	var chords [][2]int // of Frucht's graph, which no automorphism moves
	for v, step := range []int{-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2} {
		chords = append(chords, [2]int{v, (v + 1) % 12}, [2]int{(v + 1) % 12, v}, [2]int{v, (v + step + 12) % 12})
	}
	frucht, err := cayley.NewGraph("frucht", 12, chords)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g    cayley.Graph
		want uint64
	}{
		{parse(t, "hypercube:6"), 0xa4fcd28b0207487d},
		{parse(t, "ring:48"), 0x48ca4297d325b901},
		{parse(t, "torus:4x5x6"), 0xd28c207fb32f012c},
		{parse(t, "ccc:3"), 0x9a964a32644ee46e},
		{parse(t, "dihedral:24:r3f,r7f,r9f,r12f,r19f,r20f"), 0x8459cb5c8165900f}, // P = 48
		{parse(t, "dihedral:14:r1,r13,r5f,r10f,r13f"), 0x6fae86bfae539d52},       // factors that are alike
		{parse(t, "dihedral:39:r1f,r2f,r7f,r11f,r18f,r25f,r38f"), 0xa7bc46fa84480027},
		{parse(t, "circulant:17:1,4"), 0x8c9e1100a3a71065}, // pairs, whose rounds have sums of squares
		{parse(t, "dihedral:9:r,f"), 0xdd53e07fd5e4d123},
		{parse(t, "star:5"), 0xccee71748065c14a},
		{frucht, 0x596c11d297355fff},
	} {
		hash, sources := uint64(14695981039346656037), ""
		for _, plan := range []func(cayley.Graph) (*Plan, error){New, Fewest} {
			p, err := plan(c.g)
			if err != nil {
				t.Fatalf("%s: %v", c.g.Name(), err)
			}
			sources += " " + p.Source
			for _, list := range [][]float64{p.Lambda, p.Low, p.Scale, p.Mu} {
				for _, x := range list {
					hash = (hash ^ math.Float64bits(x)) * 1099511628211
				}
			}
		}
		if hash != c.want {
			t.Errorf("%s (%s): %#x, want %#x", c.g.Name(), sources[1:], hash, c.want)
		}
	}
}
