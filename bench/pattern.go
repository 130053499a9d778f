package bench

import (
	"math"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/coll"
)

// The data are small integers, so that every type holds every sum exactly and
// any order of adding gives the same: element i of rank q's vector is
// base[(i + stride·q) mod period]. Period and stride are prime, so that a word
// that went astray is found.
const (
	period = 1021
	stride = 31
	top    = 125 // of the magnitudes
)

func base(i int) int { return i*7%period%(2*top+1) - top }

// orbit[k] is the sum of base along k strides from element 0, so that the sum
// over any number of ranks is a difference of two.
var orbit = func() (sums [period + 1]int) {
	for k := range period {
		sums[k+1] = sums[k] + base(k*stride%period)
	}
	return sums
}()

// steps is how many strides lead from element 0 to each element.
var steps = func() (at [period]int) {
	for k := range period {
		at[k*stride%period] = k
	}
	return at
}()

func along(k int) int { return k/period*orbit[period] + orbit[k%period] }

// span is n elements that repeat a table, from one of its elements on.
type span[T coll.Elem] struct {
	n     int
	table *[period]T
	at    int
}

func tableOf[T coll.Elem](factor, end int) *[period]T {
	t := new([period]T)
	addUp(t, factor, end)
	return t
}

// addUp makes t factor · (the sum of the data of the ranks below end).
func addUp[T coll.Elem](t *[period]T, factor, end int) {
	for i := range t {
		t[i] = T(factor * (along(steps[i]+end) - along(steps[i])))
	}
}

// fill writes what the span says to x, which is as long.
func (s span[T]) fill(x []T) {
	for at := s.at % period; len(x) > 0; at = 0 {
		x = x[copy(x, s.table[at:]):]
	}
}

// differ counts the elements of x that are further from the span than tolerance.
func (s span[T]) differ(x []T, tolerance float64) (count int) {
	for at := s.at % period; len(x) > 0; at = 0 {
		want := s.table[at:]
		n := min(len(x), len(want))
		for i, v := range x[:n] {
			if v != want[i] && !(math.Abs(float64(v)-float64(want[i])) <= tolerance) {
				count++
			}
		}
		x = x[n:]
	}
	return count
}

// poison fills x with what no result holds.
func poison[T coll.Elem](x []T) {
	if len(x) == 0 {
		return
	}
	var bad T
	switch b := any(&bad).(type) {
	case *float64:
		*b = math.NaN()
	case *float32:
		*b = float32(math.NaN())
	case *int64:
		*b = math.MinInt64
	case *int32:
		*b = math.MinInt32
	}
	for i := range x {
		x[i] = bad
	}
}

func sizeOf[T coll.Elem]() int { return int(unsafe.Sizeof(*new(T))) }
