package coll

import (
	"fmt"
	"slices"
)

// flowKey is who sends whom, and what, in which channel.
type flowKey struct {
	id, from, to int
	share        bool
}

// flow is messages from one process to another in a channel.
type flow struct {
	sends    []*half
	receives []*half
}

// half is one end of a message.
type half struct {
	b    []byte
	at   int
	own  bool // b is a copy: the sender's memory is free
	done bool
}

// hostileChannel is transport.Channel.
type hostileChannel struct {
	p         *hostilePeers
	id, me    int
	processes []int
	room      []byte
	messages  [][]byte
	under     []*half // way
	sharing   bool
	ins       []*half // of a share, by process
	closed    bool
}

func (c *hostileChannel) check(what string, share bool) {
	if c.closed || !c.p.open[c] {
		c.p.h.fault("%s on a channel that is gone", what)
	}
	if c.sharing || share && len(c.under) > 0 {
		c.p.h.fault("%s while something else is under way", what)
	}
}

func (c *hostileChannel) flow(share bool, from, to int) *flow {
	k := flowKey{c.id, c.processes[from], c.processes[to], share}
	f := c.p.h.flows[k]
	if f == nil {
		f = &flow{}
		c.p.h.flows[k] = f
	}
	return f
}

func (c *hostileChannel) Room() []byte { return c.room }

func (c *hostileChannel) out(share bool, to int, b []byte) {
	s := &half{b: b}
	if c.p.h.rng.IntN(2) == 0 {
		s.b, s.own = slices.Clone(b), true
	}
	f := c.flow(share, c.me, to)
	f.sends = append(f.sends, s)
	c.under = append(c.under, s)
}

func (c *hostileChannel) in(share bool, from int, b []byte) *half {
	r := &half{b: b}
	f := c.flow(share, from, c.me)
	f.receives = append(f.receives, r)
	c.under = append(c.under, r)
	return r
}

func (c *hostileChannel) Share(polls int, yield bool) (bool, error) {
	if shares := c.p.h.shares; shares != nil {
		shares(c.p.rank, polls)
	}
	if err := c.p.failed(); err != nil {
		return false, err
	}
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.check("Share", true)
	for k, m := range c.messages {
		poison(m)
		c.messages[k] = nil
	}
	n := int(wordsOf(c.room)[0])
	if n > len(c.room) || n%8 != 0 || n < 8 {
		c.p.h.fault("a message of %d bytes in a room of %d", n, len(c.room))
		return false, fmt.Errorf("message of %d bytes in %d", n, len(c.room))
	}
	c.sharing = true
	c.ins = make([]*half, len(c.processes))
	for k := range c.processes {
		if k == c.me {
			c.messages[k] = slices.Clone(c.room[:n])
			continue
		}
		c.out(true, k, c.room[:n])
		c.ins[k] = c.in(true, k, nil)
	}
	return c.look(polls)
}

func (c *hostileChannel) Message(k int) []byte {
	return c.messages[k]
}

func (c *hostileChannel) Poll(polls int, yield bool) (bool, error) {
	c.p.h.Lock()
	defer c.p.h.Unlock()
	if !c.p.open[c] {
		c.p.h.fault("Poll on a channel that is gone")
	}
	return c.look(polls)
}

func (c *hostileChannel) look(polls int) (bool, error) {
	polls = min(polls, 3)
	for range polls {
		c.progress()
		if len(c.under) == 0 {
			if c.sharing {
				for k, r := range c.ins {
					if r != nil {
						c.messages[k] = r.b
					}
				}
				c.sharing, c.ins = false, nil
			}
			return true, nil
		}
	}
	return false, c.p.failed()
}

// progress moves some words to and from this process.
func (c *hostileChannel) progress() {
	h := c.p.h
	for _, share := range []bool{true, false} {
		for k := range c.processes {
			c.move(c.flow(share, k, c.me))
			if h.rng.IntN(2) == 0 {
				c.move(c.flow(share, c.me, k))
			}
		}
	}
	c.under = slices.DeleteFunc(c.under, func(x *half) bool { return x.done || x.own })
}

func (c *hostileChannel) move(f *flow) {
	h := c.p.h
	for len(f.sends) > 0 && len(f.receives) > 0 && h.rng.IntN(3) > 0 {
		s, r := f.sends[0], f.receives[0]
		if r.b == nil {
			r.b = make([]byte, len(s.b))
		}
		if len(s.b) != len(r.b) {
			h.fault("a message of %d bytes is received as %d", len(s.b), len(r.b))
		}
		n := min(len(s.b)-s.at, 1+h.rng.IntN(len(s.b)/2+2))
		copy(r.b[s.at:], s.b[s.at:s.at+n])
		if s.at += n; s.at < len(s.b) {
			return
		}
		s.done, r.done = true, true
		f.sends, f.receives = f.sends[1:], f.receives[1:]
	}
}

func (c *hostileChannel) Send(to int, b []byte) error {
	if err := c.p.failed(); err != nil {
		return err
	}
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.check("Send", false)
	c.out(false, to, b)
	return nil
}

func (c *hostileChannel) Receive(from int, b []byte) error {
	if err := c.p.failed(); err != nil {
		return err
	}
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.check("Receive", false)
	if b == nil {
		b = []byte{}
	}
	c.in(false, from, b)
	return nil
}
