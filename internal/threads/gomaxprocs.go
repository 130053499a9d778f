package threads

import (
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"time"
)

// spinners guards GOMAXPROCS, which is the process's own global: with as many
// spinning threads as GOMAXPROCS the garbage collector waits 20 ms and more for
// one of them, so every machine that runs asks for one more than its hosts.
var spinners struct {
	sync.Mutex
	hosts  int   // of all machines running now
	roomy  []int // what machines of several processes ask for as long as they are open
	before int   // GOMAXPROCS when the first of them started; 0: not raised
	own    bool  // it was the program's number, not the runtime's for this process
	raised []int // to what it was raised since then
	looked time.Time
	queue  [1]metrics.Sample
}

// Procs is GOMAXPROCS but for what machines have raised it.
func Procs() int {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	now := runtime.GOMAXPROCS(0)
	if s.before != 0 && slices.Contains(s.raised, now) {
		return s.before
	}
	return now
}

// Reserve makes room for a machine that runs on so many hosts, until Unreserve.
func Reserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	s.hosts += hosts
	raise(s.hosts + 1)
}

// OpenRoomy lets Go run one thread more than a machine of several processes has
// processors to run, until CloseRoomy: without one to spare Go retakes the place (P) of a
// thread that has been in C for 20 µs. A Run raises it too, but what it raises it lowers,
// and each takes time.
func OpenRoomy(cores int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	s.roomy = append(s.roomy, cores+1)
	raise(cores + 1)
}

// CloseRoomy undoes OpenRoomy.
func CloseRoomy(cores int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if i := slices.Index(s.roomy, cores+1); i >= 0 {
		s.roomy = slices.Delete(s.roomy, i, i+1)
	}
	lower()
}

// raise sees to it that GOMAXPROCS is n at least, unless the program has set it since it
// was raised. The caller holds spinners.
func raise(n int) {
	s := &spinners
	now := runtime.GOMAXPROCS(0)
	if now >= n || s.before != 0 && now != s.before && !slices.Contains(s.raised, now) {
		return
	}
	if s.before == 0 {
		s.before, s.own = now, !automatic(now)
	}
	runtime.GOMAXPROCS(n)
	if !slices.Contains(s.raised, n) { // the program may set it and put it back meanwhile
		s.raised = append(s.raised, n)
	}
}

// Unreserve undoes Reserve, unless the program has chosen another number meanwhile.
func Unreserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	s.hosts -= hosts
	lower()
}

// lower undoes what raise did and nobody asks for any more. The caller holds spinners.
func lower() {
	s := &spinners
	if s.hosts > 0 || s.before == 0 {
		return
	}
	now, least := runtime.GOMAXPROCS(0), 0
	for _, n := range s.roomy {
		least = max(least, n)
	}
	if least > s.before {
		if now > least && slices.Contains(s.raised, now) {
			runtime.GOMAXPROCS(least)
		}
		return
	}
	if slices.Contains(s.raised, now) {
		if s.own {
			runtime.GOMAXPROCS(s.before)
		} else {
			runtime.SetDefaultGOMAXPROCS() // the share of the CPUs may be another than at the start
		}
	}
	s.before, s.raised = 0, s.raised[:0]
}

// automatic reports whether GOMAXPROCS, now, is what the runtime sets by itself, and goes on
// to update. Nothing tells that from the same number set by the program.
func automatic(now int) bool {
	if os.Getenv("GOMAXPROCS") != "" {
		return false
	}
	runtime.SetDefaultGOMAXPROCS() // changes nothing, and stops nobody, where it is
	return runtime.GOMAXPROCS(0) == now
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
	if now := time.Now(); now.Sub(s.looked) >= period {
		s.looked = now
		if waiting := waitingForTurns(); waiting > 0 {
			raise(min(runtime.GOMAXPROCS(0)+waiting, s.hosts+1+most*runtime.NumCPU()))
		}
	}
}

// waitingForTurns is how many goroutines could run and do not. The caller holds
// spinners.
func waitingForTurns() int {
	q := spinners.queue[:]
	q[0].Name = "/sched/goroutines/runnable:goroutines"
	metrics.Read(q)
	if q[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int(q[0].Value.Uint64())
}
