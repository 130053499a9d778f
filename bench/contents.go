package bench

import "github.com/cayleycoll/cayleycoll/coll"

// contents says what the vectors of one rank hold, before and after the calls of
// a case.
//
// Where a sum replaces one of its own terms, a second call would add to the
// first. Steady data have sums that stay as they are from the first call on, so
// that a result that was wrong once stays wrong to the end of a batch: one
// rank's vector survives, and the others cancel in pairs.
type contents[T coll.Elem] struct {
	*tables[T]
	layout
	op        *operation
	rank      int
	inPlace   bool
	steady    bool
	tolerance float64
	spans     []span[T]  // what given and wanted return
	prefix    *[period]T // of a scan
}

// tables are the same for all ranks.
type tables[T coll.Elem] struct {
	one, minus, nothing, sum *[period]T // of a rank, of all ranks
}

func newTables[T coll.Elem](procs int) *tables[T] {
	return &tables[T]{tableOf[T](1, 1), tableOf[T](-1, 1), new([period]T), tableOf[T](1, procs)}
}

// set makes c that of a case.
func (c *contents[T]) set(r *Row) {
	c.op, c.layout, c.inPlace = operationOf(r.Coll), layoutOf[T](r), r.InPlace
	c.steady = r.InPlace && c.op.folds
	c.tolerance = r.Tolerance(top * float64(r.Procs))
}

// own is n elements of a rank's data, from element lo on.
func (c *contents[T]) own(rank, lo, n int) span[T] {
	return span[T]{n, c.one, lo + stride*rank}
}

// given is what src holds before the call; of a broadcast, what the root's dst
// does.
func (c *contents[T]) given() []span[T] {
	length := c.op.src
	if c.op.name == "broadcast" {
		length = rootBlock
	}
	if !c.steady {
		return c.only(c.own(c.rank, 0, c.of(length, c.rank)))
	}
	c.spans = c.spans[:0]
	for b := range length.of(c.rank, c.procs) {
		c.spans = append(c.spans, c.balanced(b))
	}
	return c.spans
}

// balanced is block b of this rank's steady data.
func (c *contents[T]) balanced(b int) span[T] {
	lo, n, kept := c.begin(b), c.block(b), -1
	switch {
	case c.tolerance > 0: // roundings would grow from call to call
		return span[T]{n, c.nothing, 0}
	case c.op.form == "reduce":
		kept = 0
	case c.op.form == "reducescatter":
		kept = b
	case c.op.form == "scan" || c.op.form == "exscan":
		if c.rank == c.procs-1 {
			return c.own(c.rank, lo, n)
		}
		return span[T]{n, c.nothing, 0}
	}
	if c.rank == kept {
		return c.own(c.rank, lo, n)
	}
	// Number the ranks without the kept one, and pair neighbours.
	i, k := c.rank, c.procs
	if kept >= 0 {
		k--
		if i > kept {
			i--
		}
	}
	switch {
	case i^1 >= k:
		return span[T]{n, c.nothing, 0}
	case i&1 == 0:
		return c.own(c.rank, lo, n)
	}
	partner := i - 1
	if kept >= 0 && partner >= kept {
		partner++
	}
	return span[T]{n, c.minus, lo + stride*partner}
}

// only is one span.
func (c *contents[T]) only(s span[T]) []span[T] {
	c.spans = append(c.spans[:0], s)
	return c.spans
}

// wanted is what dst holds after that many calls; nil where nobody looks at it.
func (c *contents[T]) wanted(calls int) []span[T] {
	lo, n := c.begin(c.rank), c.block(c.rank)
	switch {
	case c.op.dst.of(c.rank, c.procs) == 0 || c.op.form == "exscan" && c.rank == 0:
		return nil
	case c.steady:
		return c.only(c.settled())
	}
	switch c.op.form {
	case "broadcast":
		return c.only(c.own(0, 0, n))
	case "scatter":
		return c.only(c.own(0, lo, n))
	case "gather", "allgather", "alltoall":
		if c.op.form == "alltoall" && c.inPlace && calls%2 == 0 {
			return c.given()
		}
		return c.fromAll()
	case "reducescatter":
		return c.only(span[T]{n, c.sum, lo})
	case "scan":
		return c.only(c.upTo(c.rank + 1))
	case "exscan":
		return c.only(c.upTo(c.rank))
	case "exchange":
		if !c.inPlace {
			calls = 1
		}
		return c.only(c.own((c.rank+c.procs-calls%c.procs)%c.procs, 0, n))
	}
	return c.only(span[T]{n, c.sum, 0})
}

// upTo is the sum of the data of the ranks below end.
func (c *contents[T]) upTo(end int) span[T] {
	if c.prefix == nil {
		c.prefix = new([period]T)
	}
	addUp(c.prefix, 1, end)
	return span[T]{c.n, c.prefix, 0}
}

// fromAll is what every rank gives this one.
func (c *contents[T]) fromAll() []span[T] {
	c.spans = c.spans[:0]
	for q := range c.procs {
		n, lo := c.block(q), 0
		if c.op.form == "alltoall" {
			n, lo, _ = c.pair(q, c.rank)
		}
		c.spans = append(c.spans, c.own(q, lo, n))
	}
	return c.spans
}

// settled is the result of every call on steady data.
func (c *contents[T]) settled() span[T] {
	switch {
	case c.op.form == "reduce" || c.op.form == "reducescatter":
		return c.balanced(c.rank)
	case c.op.form == "scan":
		return c.balanced(0)
	}
	return span[T]{c.n, c.nothing, 0}
}

// fill writes the data, and poison where the result will go, unless the data are there.
func (c *contents[T]) fill(dst, src []T) {
	poison(dst)
	if c.op.name == "broadcast" {
		src = dst
	}
	for _, s := range c.given() {
		s.fill(src[:s.n])
		src = src[s.n:]
	}
}

// wrong counts the elements of dst that differ from the exact result of that many
// calls.
func (c *contents[T]) wrong(dst []T, calls int) (count int) {
	for _, s := range c.wanted(calls) {
		count += s.differ(dst[:s.n], c.tolerance)
		dst = dst[s.n:]
	}
	return count
}
