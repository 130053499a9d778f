package buffers

import "github.com/cayleycoll/cayleycoll/internal/asm"

const (
	page      = 4096
	mostSlack = 16 * page
)

// slack is how many bytes further apart than they must be vectors of stride bytes may
// lie: a sixteenth, in whole pages. It is none where the stride is no multiple of a page:
// neighbours begin at different places of their pages then.
func slack(stride int) int {
	if stride%page != 0 {
		return 0
	}
	return min(stride/16/page*page, mostSlack)
}

// spread returns the stride in bytes, from stride to most in steps of a page, at which the
// fewest of the first 256 of count vectors from base on lie under a tag that another has,
// counted at eight places of them, or the least such: two of one tag drive each other
// out of the first cache of some processors, line by line, whatever its size. See [asm.Tag].
func spread(base uintptr, count, stride, most int) int {
	best, fewest := stride, -1
	for s := stride; s <= most && fewest != 0; s += page {
		if n := again(base, count, stride, s); fewest < 0 || n < fewest {
			best, fewest = s, n
		}
	}
	return best
}

// again counts, at eight places of vectors of length bytes that lie stride apart, those with
// the tag of one before.
func again(base uintptr, count, length, stride int) (total int) {
	for at := 0; at < length; at += max(page, length/8/page*page) {
		var seen [256]bool
		for i := range min(count, len(seen)) {
			tag := asm.Tag(base + uintptr(i*stride+at))
			if seen[tag] {
				total++
			}
			seen[tag] = true
		}
	}
	return total
}
