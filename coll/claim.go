package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// On some processors (ways.claims) one of two teams asks for the cache lines of its next message
// before it writes that: the other has read them a few messages ago, and has them. Single
// processors do so when they have heard the other; of a team of several the acting one, while it
// waits for the other. All lines of the message have to come: while a store waits for one, the
// other core may take the rest away again, as it looks for the message.
//
// Two near cores of a Zen 4 take so much of the time then, in brackets far ones (BenchmarkClaims):
//
//	single processors, 8 to 128 bytes           0.65 … 0.85 (0.55 … 1.05)
//	single processors, 512 bytes                0.8 … 0.95 (0.7 … 0.95)
//	barriers of 4, of 8                         0.81 … 0.85, 0.90 … 0.95
//	other calls of 4 and 8, 8 to 128 bytes      0.82 … 1.0
//	exchanges by 2, 8 to 96 bytes               0.84 … 0.96 (0.87 … 0.90)
//	512 bytes and 8 in turn, by 2               1.05 … 1.15 (0.75 … 0.9)
//	single processors, one 40 ns late           0.85 … 1.0
//	one 100 ns late, 1000 ns late               1.02 … 1.12, 1.01 … 1.03
//
// Who comes late pays: the line that it has asked for is taken away again by who waits.

// claim is the banks that a team's latest message by a bank was in, or is to be in next.
type claim struct {
	seq   uint64 // of that message
	bytes int    // 0: more than claimMost
	banks [2]unsafe.Pointer
}

const (
	claimMost = 512 // bytes of a bank: to ask for more takes as long as it saves, or longer
	claimFor  = 4   // messages after which a program is taken to use no bank any more
)

// claims reports whether the team asks for lines.
func (m *member) claims() bool { return m.c.m.claims && m.g.both != nil }

// banked notes that message seq has n elements, in a bank or on the line.
func (s *typed[T]) banked(p *Proc, in medium, seq uint64, n int) {
	if in != inBank || !p.claims() {
		return
	}
	c := &p.t.claim
	c.seq, c.bytes = seq, 0
	if bytes := n * sizeOf[T](); bytes <= claimMost {
		c.bytes = bytes
		for i := range c.banks {
			c.banks[i] = unsafe.Pointer(unsafe.SliceData(s.bankAt(p, p.t.id, uint64(i))))
		}
	}
}

// claimNext asks for the lines of the message after the latest one: of the line, and of a bank if one
// was used lately; for none if that was longer than is asked for.
func (m *member) claimNext() {
	c := &m.t.claim
	used := c.seq > 0 && m.seq-c.seq < claimFor
	if used && c.bytes == 0 {
		return
	}
	m.t.line.Claim(m.seq + 1)
	if used {
		asm.Claim(c.banks[(m.seq+1)&1], c.bytes)
	}
}
