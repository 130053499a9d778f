package buffers

import "unsafe"

// PairRoom is where the messages of two Lines lie whose writers are each other's only readers: the
// two messages of one number in one cache line, with payloads of a word. A core that writes takes
// that line with what the other has written there, so the later one need not fetch the message
// that it waits for; with a line each both do. Longer payloads have cache lines of their own.
//
// Times of calls of two processors on a Zen 4, as a share of those with a LineRoom each, near
// cores (a cache line's round trip is 90 ns) and, in brackets, far ones (450): a barrier 0.73
// (0.70), an allreduce of 8 bytes 0.63 (0.73), a broadcast 0.8 (0.78), of 64 bytes 1.0 (1.05 …
// 1.15), of 4 KiB 1.0 (0.92), an allgather 0.95 (1.0), an alltoall 0.95 (0.91), the v-forms 0.9 …
// 1.0. Two teams of four processors would gain less, 0.9 in a barrier, and an allreduce of 64
// bytes would take 1.25.
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
