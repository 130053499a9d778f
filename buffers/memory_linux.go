package buffers

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// allocate returns n zero bytes on a cache line, and what gives them back. From
// one huge page up they are a mapping of their own, aligned to a huge page, that
// the kernel is advised to back by huge pages.
func allocate(n int) ([]byte, func() error, error) {
	if n < hugePage {
		return heap(n), nil, nil
	}
	m, err := unix.Mmap(-1, 0, n+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(m))) & (hugePage - 1))
	// Advice: where the kernel has no huge pages the memory is as good.
	_ = unix.Madvise(m, unix.MADV_HUGEPAGE)
	return m[skip : skip+n : skip+n], func() error { return unix.Munmap(m) }, nil
}
