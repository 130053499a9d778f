package exact

// Vector is many exact sums, one after the other: of the elements of vectors, as the gradients
// of samples are. Of n sums it takes n·576 bytes.
type Vector []int64

// NewVector is n sums of 0.
func NewVector(n int) Vector { return make(Vector, n*Words) }

// Len is the number of sums.
func (v Vector) Len() int { return len(v) / Words }

// At is the i-th sum; what is added to it is in v.
func (v Vector) At(i int) *Sum { return (*Sum)(v[i*Words:]) }

// Add adds x[i] to the i-th sum, for all i. x must have as many elements as v has sums.
func (v Vector) Add(x []float64) {
	if len(x) != v.Len() {
		panic("exact: Vector.Add of a slice with another length")
	}
	for i, x := range x {
		v.At(i).Add(x)
	}
}

// Words is all sums as numbers that an allreduce by the operator Sum can add up; see [Sum.Words].
func (v Vector) Words() []int64 {
	for i := range v.Len() {
		v.At(i).carry()
	}
	return v
}

// Float64s leaves in dst the sums, rounded; len(dst) is their number.
func (v Vector) Float64s(dst []float64) {
	if len(dst) != v.Len() {
		panic("exact: Vector.Float64s to a slice with another length")
	}
	for i := range dst {
		dst[i] = v.At(i).Float64()
	}
}
