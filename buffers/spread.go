package buffers

import "github.com/cayleycoll/cayleycoll/internal/asm"

const (
	page      = 4096
	mostSlack = 16 * page
)

// slack is how many bytes further apart than they must be vectors of stride bytes may
// lie: a sixteenth, in whole pages. It is none where the stride is no multiple of a page,
// for such vectors begin at different places of their pages.
func slack(stride int) int {
	if stride%page != 0 {
		return 0
	}
	return min(stride/16/page*page, mostSlack)
}

// spread returns the least stride, from that given in steps of a page as far as elems
// goes, at which the fewest of the first 256 of count vectors have the tag of another: two
// of one tag drive each other out of the first cache of some processors, line by
// line, whatever its size. See [asm.Tag]. Of 16 vectors of random lengths of whole pages
// some had one in common in 0.30 of 3,000 slabs as close as can be, and in none so.
func spread[T Elem](elems []T, count, stride, page int) int {
	best, fewest := stride, count
	for s := stride; count*s <= len(elems) && fewest > 0; s += page {
		var seen [256]bool
		again := 0
		for i := range min(count, len(seen)) {
			tag := asm.Tag(&elems[i*s])
			if seen[tag] {
				again++
			}
			seen[tag] = true
		}
		if again < fewest {
			best, fewest = s, again
		}
	}
	return best
}
