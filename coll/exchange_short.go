package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Calls whose messages travel in their heads or a slot of the ring, both ways: the points of a
// transfer one after another, with nothing beside them. Two cores exchange 8 bytes in 0.6 of the time
// that a transfer takes and 128 bytes to 1 KiB in 0.87 … 0.95 on a Zen 4, in 0.77 and 1.01 … 1.09 on a
// Xeon, where 8 and 64 processors on two cores take 0.84 … 1.03, and 0.77 … 0.83 if each exchanges with
// two neighbours in turn (BenchmarkShortMessages).

// fitsHead reports whether a message of n elements travels so.
func fitsHead[T Elem](n int) bool { return n <= headBytes/sizeOf[T]() }

const _ = uint(slotLength - nearLeast) // what is not lent fits a slot

// isShort reports whether a message of n elements is neither lent nor offered, and fits a slot; same
// says that it is sent from where the call receives.
func (p *Proc) isShort(n, to, from int, same bool) bool {
	if same && from >= 0 {
		return n <= aloneLeast || n <= slotLength && from != to
	}
	return n <= p.unlent(to, from >= 0)
}

// shortly sends what goes out, if there is room, and receives what comes in, if next waits for that.
// Where it reports less, a transfer does the rest.
func shortly[T Elem](p *Proc, word uint64, dst []T, from int, src []T, to int, anew bool) (sent, received bool) {
	if to >= 0 {
		out := p.edge(p.rank, to)
		head := out.heads.Acquire()
		if head == nil {
			return false, false
		}
		if fitsHead[T](len(src)) {
			box(head, src)
		} else {
			ring := ringFor[T](p, out)
			slot, ok := ring.Acquire()
			if !ok {
				return false, false
			}
			copy(slot, src)
			ring.Publish()
			if head[headWay] = inRing; anew && p.c.m.handing || p.handsBack(p.g.seats[to].t, len(src)*sizeOf[T]()) {
				head[headWay] = inRingBack
			}
		}
		head[headWord], head[headElems] = word, uint64(len(src))
		out.heads.Publish()
		p.knock(to)
		p.handHead(out, to, len(src)*sizeOf[T](), from >= 0)
	}
	if from < 0 {
		return true, true
	}
	in := p.edge(from, p.rank)
	head := in.heads.Peek()
	if head == nil {
		if head = p.next(in, from); head == nil {
			return true, false
		}
	}
	if head[headWord] != word || head[headElems] != uint64(len(dst)) {
		return true, false // which says what is wrong
	}
	switch head[headWay] {
	case inHead:
		copyWords(dst, elementsIn[T](head)[:len(dst)])
	case inRing, inRingBack:
		ring := ringFor[T](p, in)
		slot, ok := ring.Peek()
		if !ok {
			return true, false
		}
		copy(dst, slot)
		if head[headWay] == inRingBack {
			handBytes(unsafe.Pointer(&slot[0]), len(dst)*sizeOf[T]())
		}
		ring.Release()
	default:
		return true, false
	}
	in.heads.Release()
	p.tellRoom(in, from)
	if to >= 0 && fitsHead[T](len(src)) && p.g.alone && p.claims() {
		p.edge(p.rank, to).heads.Claim() // see claim.go
	}
	return true, true
}

// next is the head that comes next; nil if a transfer has to wait for it, which knows how those wait
// who look for themselves, have nobody to give way to, or are slow. Another one waits here: what it
// sends is sent.
func (p *Proc) next(in *edge, from int) *[buffers.QueueWords]uint64 {
	for range p.patience() {
		asm.Pause()
		if head := in.heads.Peek(); head != nil {
			p.c.takeTurns()
			return head
		}
	}
	if p.g.alone || p.c.yield == nil || p.c.slow {
		return nil
	}
	for {
		bell := p.bell.Load()
		if head := in.heads.Peek(); head != nil {
			return head
		}
		p.peer, p.gives, p.withholds, p.recalls = from, false, false, false
		p.c.block(&p.bell, bell+1)
	}
}

// box puts all elements into a head.
func box[T Elem](head *[buffers.QueueWords]uint64, src []T) {
	copyWords(elementsIn[T](head), src) // before the words of the first line
	head[headWay] = inHead
}

// handHead hands over a head for another core that has so many bytes of elements and takes two
// cache lines: nothing else of its message is sent. It rests where something is to come in, which
// takes 0.9 of the time on two cores of an Emerald Rapids.
func (p *Proc) handHead(out *edge, to, bytes int, comes bool) {
	words := headData + (bytes+7)/8
	if words <= buffers.QueueNear || words > buffers.QueueWords || !p.g.alone || to == p.rank {
		return
	}
	out.heads.HandOver(words)
	if comes {
		asm.Rest()
	}
}
