package sched

// nextFree gives out times 1, 2, … of one link, each once: the first that is
// free from a given one on. A union-find chain skips those that are taken.
type nextFree []int32

func (f *nextFree) take(from int32) int32 {
	for int(from) >= len(*f) {
		*f = append(*f, int32(len(*f)))
	}
	t := find(*f, from)
	if int(t)+1 >= len(*f) {
		*f = append(*f, t+1)
	}
	(*f)[t] = t + 1
	return t
}
