package threads

import (
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	futexWait = 0 | 128 // FUTEX_WAIT | FUTEX_PRIVATE_FLAG: for one process's threads
	futexWake = 1 | 128 // FUTEX_WAKE | FUTEX_PRIVATE_FLAG
)

// threadParker is a parker for a locked thread: a word and two system calls,
// where the runtime's own ways of waiting take three times as long.
type threadParker struct {
	word atomic.Uint32 // 1: asleep, or about to be
	_    [124]byte
}

// NewParker is a parker for a locked thread. Its Wake does not ask ready.
func NewParker(ready func() bool) Parker { return new(threadParker) }

func (p *threadParker) Prepare() { p.word.Store(1) }

func (p *threadParker) Cancel() { p.word.Store(0) }

func (p *threadParker) Sleep() {
	unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&p.word)), futexWait, 1, 0, 0, 0)
	p.word.Store(0)
}

func (p *threadParker) Wake() {
	if p.word.CompareAndSwap(1, 0) {
		unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&p.word)), futexWake, 1, 0, 0, 0)
	}
}
