package exact

import (
	"fmt"
	"math"
)

// AddSlice adds the elements of x. For many it takes a third of the time of as many calls of
// Add.
func (s *Sum) AddSlice(x []float64) {
	if len(x) < enough {
		for _, v := range x {
			s.Add(v)
		}
		return
	}
	var b bins
	for len(x) > 0 {
		n := min(len(x), room)
		for _, v := range x[:n] {
			if !b.add(v) {
				s.Add(v)
			}
		}
		b.flush(s)
		x = x[n:]
	}
}

// AddProduct adds x·y, without rounding if it is 0 or at least 2^-968 in size. For a smaller
// product it adds x*y as rounded, which is at most 2^-1022 away. Where x*y is an infinity, it
// adds that infinity.
func (s *Sum) AddProduct(x, y float64) {
	p, rest := product(x, y)
	s.Add(p)
	s.Add(rest)
}

// AddDot adds x[0]·y[0], x[1]·y[1], … as AddProduct does. It panics unless len(x) = len(y).
func (s *Sum) AddDot(x, y []float64) {
	if len(x) != len(y) {
		panic(fmt.Sprintf("exact: AddDot of %d and %d elements", len(x), len(y)))
	}
	if len(x) < enough {
		for i, v := range x {
			s.AddProduct(v, y[i])
		}
		return
	}
	var b bins
	for len(x) > 0 {
		n := min(len(x), room/2)
		for i, v := range x[:n] {
			p, rest := product(v, y[i])
			if !b.add(p) {
				s.Add(p)
			}
			if rest != 0 && !b.add(rest) {
				s.Add(rest)
			}
		}
		b.flush(s)
		x, y = x[n:], y[n:]
	}
}

// least is the least product that exceeds its rounded self by a float64.
const least = 0x1p-968

// product is x·y, rounded, and what that lacks, without rounding; 0 where it cannot be had.
func product(x, y float64) (p, rest float64) {
	p = x * y
	if a := math.Abs(p); a >= least && a <= math.MaxFloat64 {
		rest = math.FMA(x, y, -p)
	}
	return p, rest
}
