package spectral

import "testing"

func BenchmarkNew(b *testing.B) {
	for _, name := range []string{"hypercube:16", "ring:512", "ccc:4", "star:6", "johnson:16,4", "butterfly:5", "pancake:6", "complete:2048", "dihedral:200:r,r-1,r7,r-7,f,r3f"} {
		b.Run("graph="+name, func(b *testing.B) {
			g := parse(b, name)
			for b.Loop() {
				if _, err := New(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Example 5.3 beside dimension exchange: as many steps, d times the words.
func BenchmarkCube(b *testing.B) {
	p := plan(b, "hypercube:16")
	n := p.Graph.Order()
	x := vectors(n, 1)[0].x
	b.Run("alg=spectral", func(b *testing.B) {
		for b.Loop() {
			if _, err := p.Simulate(x); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("alg=doubling", func(b *testing.B) {
		cur, next := make([]float64, n), make([]float64, n)
		for b.Loop() {
			copy(cur, x)
			for bit := 1; bit < n; bit <<= 1 {
				for v := range next {
					next[v] = cur[v] + cur[v^bit]
				}
				cur, next = next, cur
			}
		}
	})
}
