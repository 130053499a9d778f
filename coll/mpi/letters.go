//go:build mpi && cgo

package mpi

// #cgo noescape cc_posted
// #cgo nocallback cc_posted
// #cgo noescape cc_next
// #cgo nocallback cc_next
// #include "layer.h"
import "C"

import (
	"runtime"
	"unsafe"
)

// letters is what MPI still reads of those that have been sent, and writes of those that
// come, and how many of each process are on their way in.
type letters struct {
	lent   map[C.uint64_t]*runtime.Pinner // by ticket
	bodies map[*C.cc_letter]placed
	coming []C.int // in C, by process
}

// placed is where MPI writes a body.
type placed struct {
	body []byte
	pin  *runtime.Pinner
}

// Post and Posted are transport.Peers's.
func (p *peers) Post(to int, head, body []byte, lend bool) (uint64, error) {
	var ticket C.uint64_t
	var lent C.int
	var pin *runtime.Pinner
	if lend && len(body) > C.CC_TEXT {
		pin, lent = pinned(body), 1
	}
	lock()
	defer unlock()
	err := failure(C.cc_post(p.w, C.int(to), pointer(head), C.size_t(len(head)), pointer(body), C.size_t(len(body)), lent, &ticket))
	if pin == nil {
		return 0, p.note(err)
	}
	p.lent[ticket] = pin // after an error too: MPI may have begun to read
	return uint64(ticket), p.note(err)
}

func (p *peers) Posted(ticket uint64) (bool, error) {
	lock()
	defer unlock()
	var done C.int
	err := failure(C.cc_posted(p.w, C.uint64_t(ticket), &done))
	if done != 0 && err == nil {
		for t, pin := range p.lent {
			if ticket == 0 || uint64(t) == ticket {
				pin.Unpin()
				delete(p.lent, t)
			}
		}
	}
	return done != 0, p.note(err)
}

// Letter is transport.Peers's. Of a letter whose sender stops in the middle the rest is not
// waited for: those of other processes are had meanwhile.
func (p *peers) Letter(place func(head []byte, n int) []byte, busy bool) (from int, head, body []byte, ok bool, err error) {
	if busy {
		lock()
	} else if !tryLock() {
		return 0, nil, nil, false, nil
	}
	defer unlock()
	for {
		var l *C.cc_letter
		if err := failure(C.cc_next(p.w, &l)); err != nil || l == nil {
			return 0, nil, nil, false, p.note(err)
		}
		from, head, n := int(l.from), unsafe.Slice((*byte)(unsafe.Pointer(l.head)), l.nhead), int(l.nbody)
		if l.whole != 0 {
			at, apart := p.bodies[l]
			switch {
			case apart:
				at.pin.Unpin()
				delete(p.bodies, l)
			case n > 0:
				at.body = place(head, n)
				copy(at.body, unsafe.Slice((*byte)(unsafe.Pointer(l.body)), n))
			}
			return from, head, at.body, true, nil
		}
		at := place(head, n)
		p.bodies[l] = placed{at, pinned(at)}
		if err := failure(C.cc_body(p.w, l, pointer(at))); err != nil {
			return 0, nil, nil, false, p.note(err)
		}
	}
}

func pinned(b []byte) *runtime.Pinner {
	pin := new(runtime.Pinner)
	pin.Pin(unsafe.SliceData(b))
	return pin
}

// Arriving is transport.Peers's.
func (p *peers) Arriving(from int) bool {
	lock()
	defer unlock()
	return p.coming[from] > 0
}

// Yield is transport.Peers's.
func (p *peers) Yield() {
	if p.crowded {
		C.cc_yield()
	}
}
