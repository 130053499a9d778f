package buffers

import (
	"fmt"
	"math"
	"unsafe"
)

// align is where vectors begin: a cache line, and the widest vector register.
// Operands that are not aligned to it cost up to 1.8 times as much.
const align = 64

// Slab is a number of vectors of one length in one piece of memory. Each begins on a cache line
// of its own, and few lie where they evict each other from a cache. On Linux slabs of 2 MiB and
// more ask the system for huge pages.
type Slab[T Elem] struct {
	count, length int
	stride        int // in elements
	elems         []T
	free          func() error
}

// NewSlab returns count vectors of length elements, all zero. It reports an error if a number
// is negative, if the slab is beyond the address space, and, on Linux, if the system refuses
// the memory of a slab of 2 MiB or more; that error wraps the system's. Elsewhere, and for
// smaller slabs, a refusal ends the process, as with make.
func NewSlab[T Elem](count, length int) (*Slab[T], error) {
	size := int(unsafe.Sizeof(*new(T)))
	if count < 0 || length < 0 {
		return nil, fmt.Errorf("buffers: slab of %d vectors of %d elements, want neither negative", count, length)
	}
	perLine := align / size
	if length > math.MaxInt/size-perLine-mostSlack/size {
		return nil, fmt.Errorf("buffers: vector of %d elements of %d bytes is beyond the address space", length, size)
	}
	stride := (length + perLine - 1) / perLine * perLine
	most := stride + slack(stride*size)/size
	if stride > 0 && count > (math.MaxInt-2*hugePage)/size/most {
		return nil, fmt.Errorf("buffers: slab of %d vectors of %d elements is beyond the address space", count, length)
	}
	s := &Slab[T]{count: count, length: length}
	if count*stride == 0 {
		return s, nil
	}
	bytes, free, err := allocate(count * most * size)
	if err != nil {
		return nil, fmt.Errorf("buffers: slab of %d vectors of %d elements: %w", count, length, err)
	}
	s.elems = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), count*most)
	s.stride = spread(uintptr(unsafe.Pointer(&s.elems[0])), count, stride*size, most*size) / size
	s.elems = s.elems[:count*s.stride]
	s.free = free
	return s, nil
}

// Len returns the number of vectors.
func (s *Slab[T]) Len() int { return s.count }

// Vector returns vector i, 0 ≤ i < Len(). It is valid until Close.
func (s *Slab[T]) Vector(i int) []T {
	if i < 0 || i >= s.count {
		panic(fmt.Sprintf("buffers: vector %d of a slab of %d (0 once closed)", i, s.count))
	}
	at := i * s.stride
	return s.elems[at : at+s.length : at+s.length]
}

// Close gives the memory back: no vector may be touched any more. A second Close does
// nothing.
func (s *Slab[T]) Close() error {
	free := s.free
	s.count, s.elems, s.free = 0, nil, nil
	if free == nil {
		return nil
	}
	return free()
}

// hugePage is the size of a huge page on the processors that matter; smaller
// slabs come from Go's heap.
const hugePage = 2 << 20

// heap is aligned bytes of Go's heap.
func heap(n int) []byte {
	b := make([]byte, n+align-1)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & (align - 1))
	return b[skip : skip+n : skip+n]
}
