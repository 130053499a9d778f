//go:build linux || darwin

package asm

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// guarded returns bytes that begin right after an inaccessible page and others
// that end right before one: touching a byte beyond either is a fault.
func guarded(t *testing.T, bytes int) (first, last []byte) {
	t.Helper()
	page := unix.Getpagesize()
	open := (bytes + page - 1) / page * page
	m, err := unix.Mmap(-1, 0, open+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Skipf("mmap: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(m); err != nil {
			t.Error(err)
		}
	})
	for _, g := range [][]byte{m[:page], m[page+open:]} {
		if err := unix.Mprotect(g, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return m[page : page+bytes], m[page+open-bytes : page+open]
}

func guardedAll[T Elem](t *testing.T) {
	const most = 300
	size := int(unsafe.Sizeof(*new(T)))
	var heads, tails [3][]T
	for i := range heads {
		h, l := guarded(t, most*size)
		heads[i] = unsafe.Slice((*T)(unsafe.Pointer(&h[0])), most)
		tails[i] = unsafe.Slice((*T)(unsafe.Pointer(&l[0])), most)
	}
	for n := 1; n <= most; n++ {
		if testing.Short() && n > 70 && n%7 != 0 {
			continue
		}
		for _, v := range [][3][]T{
			{heads[0][:n], heads[1][:n], heads[2][:n]},
			{tails[0][most-n:], tails[1][most-n:], tails[2][most-n:]},
		} {
			for op := Sum; op <= Max; op++ {
				Add(op, v[0], v[1])
				Fold(op, []*T{&v[0][0], &v[1][0]}, []*T{&v[1][0], &v[2][0], &v[0][0]}, 0, n)
				FoldNT(op, []*T{&v[0][0]}, []*T{&v[1][0], &v[2][0]}, 0, n)
			}
			CopyNT(v[0], v[1])
			switch w := any(v).(type) {
			case [3][]float64:
				Neighbor(&w[0][0], &w[1][0], []*float64{&w[2][0], &w[0][0]}, 1, 1, 0, n)
			case [3][]float32:
				Neighbor(&w[0][0], &w[1][0], []*float32{&w[2][0], &w[0][0]}, 1, 1, 0, n)
			}
		}
	}
}

// TestGuardPages runs every kernel at both edges of accessible memory.
func TestGuardPages(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		t.Run("type=float64", guardedAll[float64])
		t.Run("type=float32", guardedAll[float32])
		t.Run("type=int64", guardedAll[int64])
		t.Run("type=int32", guardedAll[int32])
	})
}
