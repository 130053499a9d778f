package sched

// chunkLimit is the most vertices times segments that are scheduled together.
const chunkLimit = 1 << 24

// segmented makes a schedule of p vertices in the fewest segments that could leave none of
// a vertex's links idle, and in twice, three and four times as many where those leave some,
// but in no more than `most`: the first of those that are equally short, and its bound.
func segmented[S Schedule](links, p, most int, joint func(m int) (S, Bound, error)) (best S, bound Bound, err error) {
	fewest, in := fewestSegments(links, p, most), 0 // best is in so many
	for m := fewest; m <= min(most, 4*fewest); m += fewest {
		s, b, err := joint(m)
		if err != nil {
			var none S
			return none, Bound{}, err
		}
		if in == 0 || s.Tau()*in < best.Tau()*m {
			best, bound, in = s, b, m
		}
		if s.Tau()*links == m*(p-1) {
			break
		}
	}
	return best, bound, nil
}

// fewestSegments is the least number of segments that could leave none of a vertex's links
// idle while it takes in the words of all others, or `most` where those are too many.
func fewestSegments(links, p, most int) int {
	return min(most, max(1, links/max(1, gcd(links, p-1))))
}

// tooManySegments reports whether m segments for each of p vertices make too many entries,
// from as many roots as a group of that order has orbits.
func tooManySegments(m, p, group int) bool {
	return int64(m) > chunkLimit*int64(group)/max(1, int64(p)*int64(p))
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
