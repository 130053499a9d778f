package coll

import (
	"math"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// pairLengths is what a processor tells the others: of each rank how many elements it sends to it,
// then how many it receives from it, four numbers a word. Those that do not fit are math.MaxUint16.
// In the place of what it receives from itself, which is what it sends itself, stands the medium that
// its words want. It is made beforehand and copied to the line at once, word by word: who copies
// words of which he has just stored quarters waits until these are in the cache.
type pairLengths []int64

func (w pairLengths) number(i int) int { return int(w[i/4] >> (i % 4 * 16) & math.MaxUint16) }

// sends is how many elements the rank whose lengths these are sends to rank r.
func (w pairLengths) sends(r int) int { return w.number(2 * r) }

// receives is how many it receives from it.
func (w pairLengths) receives(r int) int { return w.number(2*r + 1) }

// way is the medium that the rank wants whose lengths these are.
func (w pairLengths) way(rank int) medium { return medium(w.receives(rank)) }

// before is how many elements it sends to ranks below r.
func (w pairLengths) before(r int) (sum int) {
	for q := range r {
		sum += w.sends(q)
	}
	return sum
}

// arrival is where in dst of that rank begins what it receives from rank r.
func (w pairLengths) arrival(rank, r int) (at int) {
	for q := range r {
		if q == rank {
			at += w.sends(q)
		} else {
			at += w.receives(q)
		}
	}
	return at
}

// add notes a rank's two lengths.
func (w pairLengths) add(r, sends, receives int) {
	both := int64(asLength(sends)) | int64(asLength(receives))<<16
	w[r/2] |= both << (r % 2 * 32)
}

// asLength is a length as pairLengths has it.
func asLength(n int) int { return min(n, math.MaxUint16) }

// lengthsIn is the lengths in message seq of a team, of a group of that size.
func lengthsIn(t *team, seq uint64, size int) pairLengths {
	return buffers.Payload[int64](&t.line, seq, behind(size))
}

// behind is the words of a line that lengths of a group of that size take.
func behind(size int) int { return (size + 1) / 2 }
