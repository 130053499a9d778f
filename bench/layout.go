package bench

import "github.com/cayleycoll/cayleycoll/coll"

// layout is where the blocks of a case lie, in elements.
//
// The blocks of a v-form have n on average, each from half of that to one and a half times
// it, and every sum that decides how much work there is is the even form's: of all blocks,
// of every four, so that hosts with as many ranks have as many words, and in an alltoallv
// of what each rank gives, gets and keeps. The root's own block has n. So what a v-form
// takes beside the even form is the price of counts and of blocks of unlike lengths, not of
// more words or of a host with more than its share. (rccl-tests keeps the sums of an
// alltoallv too; osu_alltoallv has even counts.) Two ranks have even blocks: with others
// more or fewer words would go between them.
type layout struct {
	n, procs int
	ragged   bool
}

func layoutOf[T coll.Elem](r *Row) layout {
	return layout{r.Bytes / sizeOf[T](), r.Procs, operationOf(r.Coll).ragged}
}

// block is the length of rank k's block, and of what a rank of an alltoall gives to the k-th
// one after it. Of every four the second and the third make up for each other, and the first
// and the fourth; a block without a partner has n.
func (l layout) block(k int) int {
	if !l.ragged || k^3 >= l.procs {
		return l.n
	}
	most, fours := (l.n+1)/2, (l.procs+3)/4
	by := most * (k / 4) / fours
	if k&3 == 1 || k&3 == 2 {
		by = most - by
	}
	if k&2 == 0 {
		by = -by
	}
	return l.n + by
}

// begin is the sum of the blocks before block k, which goes on after the last with the
// first.
func (l layout) begin(k int) int {
	sum := k / l.procs * l.procs * l.n
	k %= l.procs
	sum += k &^ 3 * l.n
	for i := k &^ 3; i < k; i++ {
		sum += l.block(i)
	}
	return sum
}

// pair is the length of what rank s of an alltoall gives rank r, and where that begins in
// the src of s and in the dst of r.
func (l layout) pair(s, r int) (n, sent, got int) {
	p := l.procs
	return l.block((p + r - s) % p), l.begin(p+r-s) - l.begin(p-s), l.begin(p+r+1) - l.begin(p+r+1-s)
}

// of is the length of a rank's vector.
func (l layout) of(v length, rank int) int {
	if v == block {
		return l.block(rank)
	}
	return v.of(rank, l.procs) * l.n
}

// counts are the lengths of the blocks, as the calls of v-forms take them.
func (l layout) counts() []int {
	list := make([]int, l.procs)
	for k := range list {
		list[k] = l.block(k)
	}
	return list
}

// pairs are what a rank of an alltoallv gets from each and gives to each.
func (l layout) pairs(rank int) (dst, src []int) {
	dst, src = make([]int, l.procs), make([]int, l.procs)
	for q := range l.procs {
		dst[q], _, _ = l.pair(q, rank)
		src[q], _, _ = l.pair(rank, q)
	}
	return dst, src
}
