package asm

// Elem is the type of a vector's elements.
type Elem interface {
	float64 | float32 | int64 | int32
}

// Op is the operation that combines two elements.
type Op uint8

// The operations. Integers wrap around. Min and Max follow Go's built-in min
// and max: a NaN on either side gives a NaN, and -0 is less than +0.
const (
	Sum Op = iota
	Prod
	Min
	Max
)
