package bench

import (
	"context"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
)

// BenchmarkCollective is every collective by every algorithm, under the names of
// collbench bench --format benchfmt. MB/s counts bytes, once:
//
//	go test -bench 'Collective/coll=allreduce/alg=.*/procs=8/' ./bench | benchstat -row /bytes -col /alg -
func BenchmarkCollective(b *testing.B) {
	pl := Plan{Colls: Measurable(), AllAlgs: true, Sizes: []int{8, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20}, MaxBytes: 256 << 20}
	for _, procs := range []int{2, 8, 64} {
		m, err := coll.New(coll.Config{P: procs})
		if err != nil {
			b.Fatal(err)
		}
		rows, _ := pl.Cases(m)
		for _, r := range rows {
			_, name, _ := strings.Cut(r.name(), "/")
			b.Run(name, func(b *testing.B) { benchmarkRow(b, m, r) })
		}
		if err := m.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkRow(b *testing.B, m *coll.Machine, r Row) {
	b.SetBytes(int64(r.Bytes))
	tables := newTables[float64](r.Procs)
	err := m.Run(context.Background(), func(p *coll.Proc) error {
		c := &contents[float64]{tables: tables, rank: p.Rank()}
		c.set(&r)
		q := p.Using(coll.Algorithm(r.Alg))
		dst, src := newVectors[float64]([]Row{r}, p.Rank()).args(&r, p.Rank())
		c.fill(dst, src)
		loop := loopOf[float64](&r, p.Rank())
		loop(q, dst, src, 1) // compiles, allocates
		coll.Barrier(p)
		if p.Rank() == 0 {
			b.ResetTimer()
		}
		loop(q, dst, src, b.N)
		coll.Barrier(p)
		if p.Rank() == 0 {
			b.StopTimer()
		}
		if n := c.wrong(dst, b.N+1); n > 0 {
			b.Errorf("%d wrong elements on rank %d", n, p.Rank())
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	r.P50 = float64(b.Elapsed().Nanoseconds()) / 1e3 / float64(b.N)
	r.bandwidths()
	b.ReportMetric(r.BusBW, "busbw-GB/s")
}
