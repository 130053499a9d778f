//go:build mpi && cgo

package mpi

// #include "layer.h"
import "C"

import (
	"runtime"
	"slices"
	"unsafe"
)

// Post and Posted are coll.Peers's.
func (p *peers) Post(to int, head, body []byte) (uint64, error) {
	lock()
	defer unlock()
	var ticket C.uint64_t
	err := failure(C.cc_post(p.w, C.int(to), pointer(head), C.size_t(len(head)), pointer(body), C.size_t(len(body)), &ticket))
	return uint64(ticket), p.note(err)
}

func (p *peers) Posted(ticket uint64) (bool, error) {
	lock()
	defer unlock()
	var done C.int
	err := failure(C.cc_posted(p.w, C.uint64_t(ticket), &done))
	return done != 0, p.note(err)
}

// arrival is a letter that has been found and may not have come whole.
type arrival struct {
	from int
	text []byte
	pin  runtime.Pinner
	c    *C.cc_arrival
}

// Letter is coll.Peers's. Of a letter whose sender stops in the middle the rest is not
// waited for: those of other processes are had meanwhile.
func (p *peers) Letter() (from int, text []byte, ok bool, err error) {
	if !tryLock() {
		return 0, nil, false, nil
	}
	defer unlock()
	for {
		a, err := p.arrived()
		if err != nil {
			return 0, nil, false, p.note(err)
		}
		if a != nil {
			return a.from, a.text, true, nil
		}
		if found, err := p.find(); err != nil || !found {
			return 0, nil, false, p.note(err)
		}
	}
}

// Arriving is coll.Peers's.
func (p *peers) Arriving(from int) bool {
	lock()
	defer unlock()
	return slices.ContainsFunc(p.arriving, func(a *arrival) bool { return a.from == from })
}

// Yield is coll.Peers's.
func (p *peers) Yield() {
	if p.crowded {
		C.cc_yield()
	}
}

// arrived is the first letter that has come whole, but none that would pass another from
// the same process. The caller has the lock.
func (p *peers) arrived() (*arrival, error) {
	clear(p.waiting)
	for i, a := range p.arriving {
		if p.waiting[a.from] {
			continue
		}
		var done C.int
		if err := failure(C.cc_fetched(p.w, a.c, &done)); err != nil {
			return nil, err
		}
		if done != 0 {
			a.pin.Unpin()
			p.arriving = slices.Delete(p.arriving, i, i+1)
			return a, nil
		}
		p.waiting[a.from] = true
	}
	return nil, nil
}

// find begins to receive the next letter, if there is one. The caller has the lock.
func (p *peers) find() (bool, error) {
	var source, found C.int
	var n C.size_t
	if err := failure(C.cc_probe(p.w, &source, &n, &found)); err != nil || found == 0 {
		return false, err
	}
	a := &arrival{from: int(source), text: make([]byte, n)}
	a.pin.Pin(unsafe.SliceData(a.text))
	p.arriving = append(p.arriving, a)
	return true, failure(C.cc_fetch(p.w, pointer(a.text), n, &a.c))
}
