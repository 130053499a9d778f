//go:build mpi && cgo

package mpi

// #cgo CFLAGS: -O2 -Wno-stringop-overflow
// #include "layer.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"
)

// Available reports whether this program was built with MPI.
const Available = true

// library is MPI in this process. It is initialised with the level
// MPI_THREAD_SERIALIZED: the acting processor of whichever host speaks for the
// process calls it, and so does a goroutine that looks for letters, but never two
// at a time. FUNNELED would need a thread that does nothing else and a hand-over
// of microseconds to it; MULTIPLE costs locks within MPI on every call.
var library struct {
	sync.Mutex
	users     int
	finalized bool
	ours      bool     // we initialised it
	lost      bool     // a process does not answer
	kept      []*peers // see keep
}

var errMemory = errors.New("mpi: out of memory")

// failure is MPI's own name of an error.
func failure(code C.int) error {
	if code == 0 {
		return nil
	}
	var text [1024]byte
	n := C.int(len(text))
	C.cc_error(code, (*C.char)(unsafe.Pointer(&text)), &n)
	return fmt.Errorf("mpi: %s", text[:n])
}

// acquire initialises MPI for one more user.
func acquire() error {
	library.Lock()
	defer library.Unlock()
	if library.finalized {
		return errors.New("mpi: MPI was finalised when the last machine was closed, and cannot be initialised again; call mpi.Hold before the first machine")
	}
	if library.users == 0 {
		library.ours = library.ours || C.cc_initialized() == 0
		var level C.int
		if err := failure(C.cc_init(&level)); err != nil {
			return err
		}
		if level < 2 {
			if library.ours {
				library.finalized = true
				C.cc_finalize()
			}
			return fmt.Errorf("mpi: this MPI offers thread level %d, want 2 (MPI_THREAD_SERIALIZED)", level)
		}
	}
	library.users++
	return nil
}

// keep holds what MPI may still write to, or read, pinned for as long as the process lives.
func keep(p *peers) {
	library.Lock()
	defer library.Unlock()
	library.kept = append(library.kept, p)
}

// finalizing is how long MPI may take to finalise when all processes have come to
// that.
const finalizing = 10 * time.Second

// release finalises MPI after the last user, unless a process is lost: then that
// would wait for it.
func release(lost bool) error {
	library.Lock()
	defer library.Unlock()
	library.users--
	library.lost = library.lost || lost
	if library.users > 0 || !library.ours || library.lost {
		return nil
	}
	library.finalized = true
	// To wait here for those that still work takes no core, and is not taken for:
	// MPICH 4.0 on UCX over TCP finalises one process that waits for another that no
	// longer answers, in programs of nothing but C too.
	for all := C.int(0); all == 0; time.Sleep(100 * time.Microsecond) {
		if err := failure(C.cc_leave(&all)); err != nil {
			return err
		}
	}
	done := make(chan error, 1)
	go func() { done <- failure(C.cc_finalize()) }()
	select {
	case err := <-done:
		return err
	case <-time.After(finalizing):
		return fmt.Errorf("mpi: MPI_Finalize has not returned for %v; MPICH 4.0 on UCX over TCP has that fault", finalizing)
	}
}

// Hold keeps MPI initialised until free is called, whatever machines are made and closed meanwhile.
func Hold() (free func() error, err error) {
	if err := acquire(); err != nil {
		return nil, err
	}
	var once sync.Once
	return func() (err error) {
		once.Do(func() { err = release(false) })
		return err
	}, nil
}
