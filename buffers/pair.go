package buffers

import "unsafe"

// PairRoom is where the messages of two Lines lie whose writers are each other's only readers: the
// two messages of one number in one cache line, with payloads of a word. A core that writes takes
// that line with what the other has written there, so the later one need not fetch the message
// that it waits for; with a line each both do. Longer payloads have cache lines of their own.
//
// Time of calls of two processors on a Zen 4 as a share of those with a LineRoom each, near cores
// (a cache line's round trip is 90 ns): 8 bytes 0.6 … 0.9, 512 bytes 0.85 … 1.0, 4 KiB 0.95 … 1.1
// (collbench report of both builds); in coll's BenchmarkRooms, which makes both rooms anew in one
// process, 8 bytes 0.6 … 0.85 and a barrier 0.8 … 1.0, but 64 bytes 1.3 … 1.4 and 4 KiB 1.0 … 1.2:
// where the rooms come to lie counts for as much.
//
// It lies on a multiple of 128 bytes if it is allocated alone.
type PairRoom struct {
	banks [LineBanks]struct {
		sides [2]struct {
			head
			payload [pairWords]uint64
		}
		_ [pad / 2]byte
	}
	far [2]LineRoom
}

// pairWords is the words of a payload beside the other's message.
const pairWords = 1

// Line is the line of side 0 or 1.
func (r *PairRoom) Line(side int) Line {
	far := unsafe.Pointer(&r.far[side].banks[0].payload)
	return Line{at: unsafe.Pointer(&r.banks[0].sides[side]), most: 8 * pairWords, far: far}
}
