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
// run at the same time ask for more, as long as they do.
var spinners struct {
	sync.Mutex
	open     []int   // what machines that are open ask for
	hosts    int     // of all machines running now
	standing raising // for those that are open
	passing  raising // beyond that, for those that run
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

// Open makes room for a machine on so many hosts, until Close. One of several processes asks for
// all its cores: with no place (P) to spare Go retakes that of a thread that has been in C for 20 µs.
func Open(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	s.open = append(s.open, hosts+1)
	stand()
}

// stand raises GOMAXPROCS for the machines that are open. The caller holds spinners.
func stand() {
	if s := &spinners; s.passing.before == 0 && len(s.open) > 0 { // else the next one that runs does
		s.standing.raise(slices.Max(s.open))
	}
}

// Close undoes Open, unless the program has chosen another number meanwhile.
func Close(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if i := slices.Index(s.open, hosts+1); i >= 0 {
		s.open = slices.Delete(s.open, i, i+1)
	}
	r, now := &s.standing, runtime.GOMAXPROCS(0)
	if s.passing.before != 0 {
		now = s.passing.before
	}
	if n := slices.Max(append(s.open, 0)); n <= r.before {
		r.lower(now)
	} else if n < now && r.made(now) {
		r.note(n)
		put(n, true)
	}
}

// Reserve makes room for the Run of an open machine, until Unreserve.
func Reserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	s.hosts += hosts
	stand() // the program may have put back what it was before
	s.passing.raise(s.hosts + 1)
}

// Unreserve undoes Reserve, unless the program has chosen another number meanwhile.
func Unreserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if s.hosts -= hosts; s.hosts == 0 {
		s.passing.lower(runtime.GOMAXPROCS(0))
	}
}

// raising is what GOMAXPROCS was raised to for one reason.
type raising struct {
	before int   // what it was, 0: it is not raised
	own    bool  // that was the program's number, not the runtime's for this process
	to     []int // what it was raised to since then: the program may set it and put it back meanwhile
}

// made reports whether that made the number what it is.
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
	runtime.GOMAXPROCS(n)
	r.note(n)
}

func (r *raising) note(n int) {
	if !slices.Contains(r.to, n) {
		r.to = append(r.to, n)
	}
}

// lower puts back what raise found, where now is what it has made.
func (r *raising) lower(now int) {
	was := *r
	*r = raising{}
	if was.made(now) {
		put(was.before, was.own)
	}
}

// put makes n what GOMAXPROCS is when no machine runs.
func put(n int, own bool) {
	switch p := &spinners.passing; {
	case p.before != 0:
		p.before, p.own = n, own
	case own:
		runtime.GOMAXPROCS(n)
	default:
		runtime.SetDefaultGOMAXPROCS() // the share of the CPUs may be another than at the start
	}
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
