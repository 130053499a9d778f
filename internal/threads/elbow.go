package threads

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// elbow is what Elbow remembers.
type elbow struct {
	looked time.Time
	queue  [1]metrics.Sample
}

// Elbow makes room for the program's other goroutines, if some wait for their turn:
// a host's thread that slept, or was told to give way, would have to wait behind
// them, 10 ms for each, while with room for all the system shares the cores out in
// smaller pieces. BenchmarkBusy with and without it: beside four busy goroutines on
// two cores an allreduce of two processors takes 1 to 8 µs and 35 to 70, of eight 9 to
// 19 and 150 to 850.
func Elbow() {
	const (
		period = 5 * time.Millisecond // between two looks
		most   = 4                    // goroutines for every core
	)
	s := &spinners
	if !s.TryLock() {
		return
	}
	defer s.Unlock()
	if now := time.Now(); now.Sub(s.elbow.looked) >= period {
		s.elbow.looked = now
		if waiting := s.elbow.waiting(); waiting > 0 {
			s.passing.raise(min(runtime.GOMAXPROCS(0)+waiting, s.hosts+1+most*runtime.NumCPU()))
		}
	}
}

// waiting is how many goroutines could run and do not. The caller holds spinners.
func (e *elbow) waiting() int {
	q := e.queue[:]
	q[0].Name = "/sched/goroutines/runnable:goroutines"
	metrics.Read(q)
	if q[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int(q[0].Value.Uint64())
}
