package threads

import (
	"os"
	"runtime"
	"slices"
	"sync"
)

// spinners guards GOMAXPROCS, which is the process's own global. With as many spinning threads
// as GOMAXPROCS the garbage collector waits 20 ms and more for one of them, so every machine
// asks for one more than its threads. It does so as long as it is open: to change the number
// stops the world, which takes longer than all else of a short Run (BenchmarkRun). Machines that
// run at the same time ask for more, as long as any of them does.
var spinners struct {
	sync.Mutex
	open     []int   // what machines that are open ask for
	asked    bool    // settle is to raise it
	hosts    int     // of all machines running now
	standing raising // for those that are open
	passing  raising // for those that run, above that
	elbow    elbow
}

// Procs is GOMAXPROCS but for what machines have raised it.
func Procs() int {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	now := runtime.GOMAXPROCS(0)
	if s.passing.made(now) {
		now = s.passing.before
	}
	if s.standing.made(now) {
		now = s.standing.before
	}
	return now
}

// Open makes room for a machine on so many hosts, until Close; 0 asks for nothing.
func Open(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if hosts > 0 {
		s.open, s.asked = append(s.open, hosts+1), true
		settle()
	}
}

// Close undoes Open, unless the program has chosen another number meanwhile.
func Close(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if i := slices.Index(s.open, hosts+1); i >= 0 { // not of 0
		s.open = slices.Delete(s.open, i, i+1)
		settle()
	}
}

// Reserve makes room for the Run of a machine, until Unreserve.
func Reserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if s.hosts == 0 && runtime.GOMAXPROCS(0) == s.standing.before { // the program has put it back
		s.asked = true
		settle()
	}
	s.hosts += hosts
	s.passing.raise(s.hosts + 1)
}

// Unreserve undoes Reserve, unless the program has chosen another number meanwhile.
func Unreserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if s.hosts -= hosts; s.hosts == 0 {
		s.passing.lower()
		settle()
	}
}

// settle makes GOMAXPROCS what the machines that are open ask for, when none runs. The caller holds
// spinners.
func settle() {
	s, r := &spinners, &spinners.standing
	if s.hosts > 0 {
		return // Unreserve comes
	}
	most := 0
	for _, n := range s.open {
		most = max(most, n)
	}
	if s.asked {
		s.asked = false
		r.raise(most)
	}
	if now := runtime.GOMAXPROCS(0); most <= r.before {
		r.lower()
	} else if most < now && r.made(now) {
		r.set(most)
	}
}

// raising is what GOMAXPROCS was raised to for one reason.
type raising struct {
	before int   // what it was, 0: it is not raised
	own    bool  // that was the program's number, not the runtime's for this process
	to     []int // what it was raised to since then: the program may set it and put it back meanwhile
}

// made reports whether it is why GOMAXPROCS is what it is now.
func (r *raising) made(now int) bool { return r.before != 0 && slices.Contains(r.to, now) }

// raise sees to it that GOMAXPROCS is n at least, unless the program has set it since it was
// raised. The caller holds spinners.
func (r *raising) raise(n int) {
	now := runtime.GOMAXPROCS(0)
	if now >= n || r.before != 0 && now != r.before && !r.made(now) {
		return
	}
	if r.before == 0 {
		r.before, r.own = now, spinners.standing.made(now) || !automatic(now)
	}
	r.set(n)
}

func (r *raising) set(n int) {
	runtime.GOMAXPROCS(n)
	if !slices.Contains(r.to, n) {
		r.to = append(r.to, n)
	}
}

// lower puts back what raise found, unless the program has set another number since.
func (r *raising) lower() {
	if r.made(runtime.GOMAXPROCS(0)) {
		if r.own {
			runtime.GOMAXPROCS(r.before)
		} else {
			runtime.SetDefaultGOMAXPROCS() // the share of the CPUs may be another than at the start
		}
	}
	r.before, r.to = 0, r.to[:0]
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
