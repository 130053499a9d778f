package coll

import "github.com/cayleycoll/cayleycoll/coll/transport"

// What the hostile transport makes of its messages: collectives and plans.

func (c *hostileChannel) begin(what string, unit int, n int) {
	c.check(what, true)
	if n%unit != 0 {
		c.p.h.fault("%s of %d bytes in units of %d", what, n, unit)
	}
}

func (c *hostileChannel) others() []int {
	var o []int
	for _, k := range c.p.h.rng.Perm(len(c.processes)) {
		if k != c.me {
			o = append(o, k)
		}
	}
	return o
}

func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func (c *hostileChannel) Broadcast(b []byte, root int) error {
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.begin("Broadcast", 1, 0)
	if c.me != root {
		c.in(false, root, nonNil(b))
		return nil
	}
	for _, k := range c.others() {
		c.out(false, k, b)
	}
	return nil
}

func (c *hostileChannel) Allgather(b []byte, at []int, unit int) error {
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.begin("Allgather", unit, len(b))
	for _, k := range c.others() {
		c.in(false, k, nonNil(b[at[k]:at[k+1]]))
		c.out(false, k, b[at[c.me]:at[c.me+1]])
	}
	return nil
}

func (c *hostileChannel) Gather(dst []byte, at []int, src []byte, unit, root int) error {
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.begin("Gather", unit, len(src))
	if c.me != root {
		c.out(false, root, src)
		return nil
	}
	copy(dst[at[root]:at[root+1]], src)
	for _, k := range c.others() {
		c.in(false, k, nonNil(dst[at[k]:at[k+1]]))
	}
	return nil
}

func (c *hostileChannel) Scatter(dst, src []byte, at []int, unit, root int) error {
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.begin("Scatter", unit, len(dst))
	if c.me != root {
		c.in(false, root, nonNil(dst))
		return nil
	}
	copy(dst, src[at[root]:at[root+1]])
	for _, k := range c.others() {
		c.out(false, k, src[at[k]:at[k+1]])
	}
	return nil
}

func (c *hostileChannel) Alltoall(dst []byte, dstAt []int, src []byte, srcAt []int, unit int) error {
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.begin("Alltoall", unit, len(src))
	copy(dst[dstAt[c.me]:dstAt[c.me+1]], src[srcAt[c.me]:srcAt[c.me+1]])
	for _, k := range c.others() {
		c.in(false, k, nonNil(dst[dstAt[k]:dstAt[k+1]]))
		c.out(false, k, src[srcAt[k]:srcAt[k+1]])
	}
	return nil
}

func (c *hostileChannel) Allreduce(dst, src []byte, n, kind, op int) (bool, error) { return false, nil }

func (c *hostileChannel) Close() {
	c.p.h.Lock()
	defer c.p.h.Unlock()
	c.check("Close", true)
	c.closed = true
	delete(c.p.open, c)
}

func (c *hostileChannel) Plan() transport.Plan { return &hostilePlan{c: c} }

type planMessage struct {
	other int
	b     []byte
	in    bool
}

// hostilePlan is transport.Plan.
type hostilePlan struct {
	c      *hostileChannel
	rounds [][]planMessage
	now    []planMessage
}

func (p *hostilePlan) Send(to int, b []byte) error {
	if err := p.c.p.failed(); err != nil {
		return err
	}
	p.now = append(p.now, planMessage{to, b, false})
	return nil
}
func (p *hostilePlan) Receive(from int, b []byte) error {
	if err := p.c.p.failed(); err != nil {
		return err
	}
	p.now = append(p.now, planMessage{from, b, true})
	return nil
}
func (p *hostilePlan) EndRound() { p.rounds, p.now = append(p.rounds, p.now), nil }
func (p *hostilePlan) Start(round int) error {
	if err := p.c.p.failed(); err != nil {
		return err
	}
	p.c.p.h.Lock()
	defer p.c.p.h.Unlock()
	p.c.check("Start", true)
	for _, m := range p.rounds[round] {
		if m.in {
			poison(m.b)
			p.c.in(false, m.other, nonNil(m.b))
		} else {
			p.c.out(false, m.other, m.b)
		}
	}
	return nil
}
func (p *hostilePlan) Poll(round, polls int, yield bool) (bool, error) {
	return p.c.Poll(polls, yield)
}
func (p *hostilePlan) Close() {}
