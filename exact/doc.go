// Package exact adds float64 numbers without rounding, and rounds once.
//
// A sum of floating-point numbers depends on the order of its additions, and therefore on how
// many processors share the work. A [Sum] does not: it is a fixed-point number wide enough for
// all of float64, and integers add up in any order. It is an array of int64, so an allreduce of
// these words is the sum of all processors' sums:
//
//	var s exact.Sum
//	s.AddDot(x, y)                    // this processor's part
//	w := s.Words()
//	coll.Allreduce(p, w, w, coll.Sum) // 576 bytes
//	dot := s.Float64()                // the same bits on every processor, for every number of them
//
// Cost, as a multiple of a loop of plain additions: 2 to 3 for AddSlice and 6 to 8 for AddDot
// of thousands of elements; 5 to 10 and 16 to 21 for a few elements, or with Add and AddProduct
// (BenchmarkAdd). A Sum is Kulisch's long accumulator, in limbs with room for carries; long
// slices are first added into a bin for each exponent. Both are in R. M. Neal, Fast exact
// summation using small and large superaccumulators, 2015.
package exact
