package hypercube

import (
	"fmt"
	"testing"
)

// BenchmarkBroadcast shows the cost of a vertex over d: flat until the two
// arrays outgrow the caches.
func BenchmarkBroadcast(b *testing.B) {
	for _, d := range []int{8, 12, 16, 18, 20, 22, 24} {
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Broadcast(d); err != nil {
					b.Fatal(err)
				}
			}
			perVertex(b, d)
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	for _, d := range []int{8, 12, 16, 18, 20, 22, 24} {
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			t, err := Broadcast(d)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := t.Verify(); err != nil {
					b.Fatal(err)
				}
			}
			perVertex(b, d)
		})
	}
}

func perVertex(b *testing.B, d int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(int(1)<<d), "ns/vertex")
}
