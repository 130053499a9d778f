package peers

import (
	"context"
	"strconv"
	"time"
)

// threads are the C programs of one process.
var threads = []struct {
	called, source, flag string
	settle               time.Duration
	env                  []string
}{
	// libgomp's threads spin for a few milliseconds after a parallel region.
	{"openmp", "openmp.c", "-fopenmp", 5 * time.Millisecond, []string{"OMP_PROC_BIND=true", "OMP_PLACES=cores"}},
	{"pthread", "pthread.c", "-pthread", 0, nil},
}

// findThreads looks for a C compiler.
func findThreads(ctx context.Context, dir string) (found []foreign, absent []Absent) {
	for _, t := range threads {
		cc, err := lookAny("gcc", "clang", "cc")
		if err == nil {
			var program string
			if program, err = compile(ctx, dir, t.called, cc, t.source, t.flag); err == nil {
				found = append(found, foreign{t.called, 1, t.settle, t.env, func(p int) []string {
					return []string{program, socket, strconv.Itoa(p)}
				}})
				continue
			}
		}
		absent = append(absent, Absent{t.called, err.Error()})
	}
	return found, absent
}
