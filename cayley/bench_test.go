package cayley

import "testing"

var sink int

func BenchmarkNeighbor(b *testing.B) {
	for _, spec := range []string{"hypercube:20", "torus:64x64x64", "star:9", "pancake:8", "bubble:8", "transposition:7", "ccc:12", "butterfly:12", "johnson:20,5", "odd:8", "product(ring:64;star:5)", "dihedral:1000:r,r-1,f", "reverse(dihedral:1000:r,r2,f)", "reverse(product(circulant:64:1,5;star:5))"} {
		g, err := Parse(spec)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("graph="+spec, func(b *testing.B) {
			p, d := g.Order(), g.Degree()
			v, k := 0, 0
			for b.Loop() {
				sink += g.Neighbor(v, k)
				if k++; k == d {
					k = 0
					if v += 7919; v >= p {
						v %= p
					}
				}
			}
		})
	}
}

func BenchmarkDistances(b *testing.B) {
	for _, spec := range []string{"pancake:8", "ccc:12", "star:9"} {
		g, err := Parse(spec)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("graph="+spec, func(b *testing.B) {
			for b.Loop() {
				sink += len(DistancesFrom(g, 0))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Order()), "ns/vertex")
		})
	}
}

// BenchmarkIntersectionArray: of a graph that is known, and of one where every arc is looked at.
func BenchmarkIntersectionArray(b *testing.B) {
	for _, spec := range []string{"hamming:2,200", "johnson:40,4", "odd:10", "product(complete:200;complete:200)"} {
		b.Run("graph="+spec, func(b *testing.B) {
			g := mustParse(b, spec)
			for b.Loop() {
				if _, ok, err := IntersectionArray(g); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
	}
}
