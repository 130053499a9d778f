package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Where there are two teams, each asks on some processors (ways.claimMost) for the cache lines of its
// next message before it writes that: the other has read them a few messages ago, and has them.
// Single processors do so when they have heard the other; of a team of several the acting one, while
// it waits for the other. All lines of the message have to come: while a store waits for one, the
// other core may take the rest away again, as it looks for the message.
//
// Two near cores of a Zen 4 take so much of the time then, in brackets far ones (BenchmarkClaims):
//
//	single processors, 8 to 128 bytes         0.65 … 0.9 (0.47 … 1.0)
//	single processors, 512 bytes              0.75 … 1.0 (0.60 … 0.95)
//	barriers of 2                             0.70 … 1.0 (0.89 … 1.21)
//	exchanges by 2, 8 to 96 bytes             0.84 … 0.97 (0.87 … 0.90)
//	barriers of 4, of 8                       0.81 … 0.85, 0.90 … 0.95
//	other calls of 4 and 8, 8 to 128 bytes    0.82 … 1.06 (0.63 … 1.05)
//	1 and 2 KiB of a team, if asked for       1.0 … 1.12
//	128 to 512 bytes and 8 in turn, by 2      0.75 … 1.2 (0.78 … 1.0)
//	each comes up to 20 ns late, 100 ns late  0.62 … 1.03 (0.62 … 1.0), 0.96 … 1.14 (0.71 … 1.01)
//	one comes 40 ns late                      0.75 … 1.0 (0.70 … 1.0)
//	one comes 100 ns late, 1000 ns late       1.01 … 1.10 (0.83 … 0.97), 1.0 … 1.03
//
// On an Intel Xeon (Emerald Rapids) single processors take 0.69 … 1.05 of the time with 8 to 512 bytes (of
// 64 bytes 0.69 … 1.02, in turn with 8 0.70 … 1.01), for exchanges 0.83 … 0.95, for barriers 1.0 … 1.05; if
// each comes up to 20 ns late 0.86 … 1.02, if one comes 40 or 1000 ns late 0.88 … 1.03; of 4 and 8 0.79 … 1.09.
//
// Who comes late pays: the line that it has asked for is taken away again by who waits. So a single
// processor that comes late to one call after the other no longer asks.

// lastBank is the banks that a team's latest message by a bank was in, or is to be in next. What
// single ones are brought in, what goes onward, and a root's words for a team of several do not count.
type lastBank struct {
	seq   uint64 // of that message
	bytes int    // 0: more than are asked for
	banks [2]unsafe.Pointer
}

// claimFor is the messages after which a program is taken to use no bank any more.
const claimFor = 4

// lateFor is the messages in a row, there when a single processor looked, after which it is taken to come late
// to every call. Of two that come together it is now one and now the other, but one may well find a dozen there.
const lateFor = 64

// claims reports whether the team asks for lines.
func (m *member) claims() bool { return m.c.m.claimMost > 0 && m.g.both != nil }

// noteBank notes that message seq has n elements, in a bank or on the line.
func (s *typed[T]) noteBank(p *Proc, in medium, seq uint64, n int) {
	if in != inBank || n == 0 || !p.claims() {
		return
	}
	last := &p.t.lastBank
	last.seq, last.bytes = seq, 0
	if bytes := n * sizeOf[T](); bytes <= p.c.m.claimMost {
		last.bytes = bytes
		for i := range last.banks {
			last.banks[i] = unsafe.Pointer(unsafe.SliceData(s.bankAt(p, p.t.id, uint64(i))))
		}
	}
}

// wants is what to ask for before message seq: its line or nothing, and bytes of a bank if one was used
// lately. Where that was longer than is asked for, it is nothing.
func (last *lastBank) wants(seq uint64) (line bool, bank unsafe.Pointer, bytes int) {
	if last.seq == 0 || seq-last.seq > claimFor {
		return true, nil, 0
	}
	return last.bytes > 0, last.banks[seq&1], last.bytes
}

// mayAsk reports whether a single processor that has heard the other, and waited for it or not, is to ask: it
// does not always come late.
func (t *team) mayAsk(waited bool) bool {
	switch {
	case waited:
		t.late = 0
	case t.late < lateFor:
		t.late++
	}
	return t.late < lateFor
}

// fetchNext, before announce, writes to the line of a message without payload, where lines are asked for: what
// is still missing of it comes while announce looks around.
func (m *member) fetchNext() {
	if m.claims() {
		buffers.Payload[int64](&m.t.line, m.seq+1, 1)[0] = 0
	}
}

// claimNext asks for the lines of the message after the latest one.
func (m *member) claimNext() {
	line, bank, bytes := m.t.lastBank.wants(m.seq + 1)
	if line {
		m.t.line.Claim(m.seq + 1)
	}
	if bytes > 0 {
		asm.Claim(bank, bytes)
	}
}
