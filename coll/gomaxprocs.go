package coll

import (
	"runtime"
	"sync"
)

// spinners guards GOMAXPROCS, which is the process's own global: with as many
// spinning threads as GOMAXPROCS the garbage collector waits 20 ms and more for
// one of them, so every machine that runs asks for one more than its hosts.
var spinners struct {
	sync.Mutex
	hosts  int // of all machines running now
	before int // GOMAXPROCS when the first of them started; 0: not raised
}

func reserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	s.hosts += hosts
	if now := runtime.GOMAXPROCS(0); now < s.hosts+1 {
		if s.before == 0 {
			s.before = now
		}
		runtime.GOMAXPROCS(s.hosts + 1)
	}
}

func unreserve(hosts int) {
	s := &spinners
	s.Lock()
	defer s.Unlock()
	if s.hosts -= hosts; s.hosts == 0 && s.before != 0 {
		runtime.GOMAXPROCS(s.before)
		s.before = 0
	}
}
