//go:build mpi && cgo

package mpi

// #include "layer.h"
import "C"

import (
	"fmt"
	"runtime"
	"time"
)

// split is offsets in bytes as MPI wants them: counts and offsets in units.
func (c *channel) split(i int, at []int, unit int) (counts, offsets *C.int, err error) {
	n := len(at) - 1
	if n < 0 {
		return nil, nil, nil
	}
	if at[n]/unit > maxInt {
		return nil, nil, fmt.Errorf("mpi: a vector of %d elements in all; want at most %d", at[n]/unit, maxInt)
	}
	for k := range 2 {
		if len(c.counts[2*i+k]) < n {
			c.counts[2*i+k] = make([]C.int, n)
		}
	}
	for k := range n {
		c.counts[2*i][k] = C.int((at[k+1] - at[k]) / unit)
		c.counts[2*i+1][k] = C.int(at[k] / unit)
	}
	return &c.counts[2*i][0], &c.counts[2*i+1][0], nil
}

func (c *channel) Broadcast(b []byte, root int) error {
	switch {
	case c.whole:
		if len(b)/8 > maxInt {
			return fmt.Errorf("mpi: a vector of %d bytes; want at most %d", len(b), 8*maxInt)
		}
		c.begin()
		defer unlock()
		return c.p.note(failure(C.cc_bcast(c.p.w, pointer(b), C.size_t(len(b)), C.int(root))))
	case c.me != root:
		return c.Receive(root, b)
	}
	return c.each(func(k int) error { return c.Send(k, b) })
}

// each does something for every other process.
func (c *channel) each(do func(k int) error) error {
	for d := 1; d < c.size; d++ {
		if err := do((c.me + d) % c.size); err != nil {
			return err
		}
	}
	return nil
}

func (c *channel) Allgather(b []byte, at []int, unit int) error {
	if c.whole {
		counts, offsets, err := c.split(0, at, unit)
		if err != nil {
			return err
		}
		c.begin()
		defer unlock()
		return c.p.note(failure(C.cc_allgatherv(c.p.w, pointer(b), counts, offsets, C.int(unit))))
	}
	return c.each(func(k int) error {
		if err := c.receivePart(k, b, at); err != nil {
			return err
		}
		return c.sendPart(k, b[at[c.me]:at[c.me+1]])
	})
}

func (c *channel) sendPart(k int, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	return c.Send(k, b)
}

func (c *channel) receivePart(k int, b []byte, at []int) error {
	if at[k] == at[k+1] {
		return nil
	}
	return c.Receive(k, b[at[k]:at[k+1]])
}

func (c *channel) Gather(dst []byte, at []int, src []byte, unit, root int) error {
	switch {
	case c.whole:
		counts, offsets, err := c.split(0, at, unit)
		if err != nil {
			return err
		}
		c.begin()
		defer unlock()
		return c.p.note(failure(C.cc_gatherv(c.p.w, pointer(dst), counts, offsets, pointer(src), C.int(len(src)/unit), C.int(unit), C.int(root))))
	case c.me != root:
		return c.sendPart(root, src)
	}
	copy(dst[at[root]:at[root+1]], src)
	return c.each(func(k int) error { return c.receivePart(k, dst, at) })
}

func (c *channel) Scatter(dst, src []byte, at []int, unit, root int) error {
	switch {
	case c.whole:
		counts, offsets, err := c.split(0, at, unit)
		if err != nil {
			return err
		}
		c.begin()
		defer unlock()
		return c.p.note(failure(C.cc_scatterv(c.p.w, pointer(dst), C.int(len(dst)/unit), pointer(src), counts, offsets, C.int(unit), C.int(root))))
	case c.me != root:
		return c.receivePart(root, dst, whole(root, len(dst)))
	}
	copy(dst, src[at[root]:at[root+1]])
	return c.each(func(k int) error { return c.sendPart(k, src[at[k]:at[k+1]]) })
}

// whole are offsets by which part k is all of n bytes.
func whole(k, n int) []int {
	at := make([]int, k+2)
	at[k+1] = n
	return at
}

func (c *channel) Alltoall(dst []byte, dstAt []int, src []byte, srcAt []int, unit int) error {
	if c.whole {
		dstCounts, dstOffsets, err := c.split(0, dstAt, unit)
		if err != nil {
			return err
		}
		srcCounts, srcOffsets, err := c.split(1, srcAt, unit)
		if err != nil {
			return err
		}
		c.begin()
		defer unlock()
		return c.p.note(failure(C.cc_alltoallv(c.p.w, pointer(dst), dstCounts, dstOffsets, pointer(src), srcCounts, srcOffsets, C.int(unit))))
	}
	copy(dst[dstAt[c.me]:dstAt[c.me+1]], src[srcAt[c.me]:srcAt[c.me+1]])
	return c.each(func(k int) error {
		if err := c.receivePart(k, dst, dstAt); err != nil {
			return err
		}
		return c.sendPart(k, src[srcAt[k]:srcAt[k+1]])
	})
}

func (c *channel) Allreduce(dst, src []byte, n, kind, op int) (bool, error) {
	if !c.whole || n > maxInt {
		return false, nil
	}
	c.begin()
	defer unlock()
	return true, c.p.note(failure(C.cc_allreduce(c.p.w, pointer(dst), pointer(src), C.int(n), C.int(kind), C.int(op))))
}

// breath is how long a processor may run between two visits to Go's scheduler. Of a
// goroutine that has not been there for 10 ms Go assumes that it keeps others waiting, and
// retakes its place in every long call of C.
const breath = 4 * time.Millisecond

// begin is lock before a collective of MPI's own.
func (c *channel) begin() {
	if now := time.Now(); now.Sub(c.breathed) > breath {
		runtime.Gosched()
		c.breathed = now
	}
	lock()
}
