package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Elem is the type of a vector's elements. float64 is what the library exists for; the others use
// the same code. Types whose underlying type is one of these are not included: kernels work on the
// memory of the types themselves.
//
// Slices of other types with the same memory become vectors without a copy, by package unsafe:
// slices of named types, []int as []int64 where int has 64 bits, and a []complex128 z as
//
//	unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z))
//
// For bytes, view a vector of int32 or int64 as a []byte by the same call: they are then aligned as
// it is. Strings, structs and configurations need not be moved within a process: one processor
// stores the value in a variable that all see, and after a [Barrier] all may read it.
type Elem interface {
	float64 | float32 | int64 | int32
}

// Op combines two elements into one, as Go's +, *, min and max do: Min and Max propagate NaN and
// take -0 to be less than +0; integers wrap around. Results are, bit for bit, those of the
// operations in the order that the algorithm documents, except that a NaN may be any NaN.
type Op uint8

const (
	Sum Op = iota
	Prod
	Min
	Max
)

var opNames = [...]string{"sum", "prod", "min", "max"}

func (op Op) String() string {
	if int(op) < len(opNames) {
		return opNames[op]
	}
	return "unknown operator"
}

func (op Op) kernel() asm.Op { return asm.Op(op) }

// HostMode says what a processor runs on.
type HostMode uint8

const (
	// Auto is Threads on Linux, Goroutines elsewhere.
	Auto HostMode = iota
	// Threads are pinned on Linux; elsewhere the system moves them as it likes. On wasm all of them
	// are its one thread. If P exceeds the number of cores, processors are coroutines on the
	// threads. From New to Close GOMAXPROCS is raised to one more than the number of threads, of
	// the machine that has most: without a place to spare the garbage collector would wait for threads
	// that spin. It is raised further while several machines run, and while other goroutines of the
	// program wait for their turn during a Run, by up to four for every core. To raise it or to put it
	// back stops the world for 40 to 65 µs. A program that sets a number of its own between New and
	// Close keeps it, but during a Run it is raised if it is too small. Who sets it only for a while
	// should put it back before Close: what is put back later is the raised number, and it stays. And
	// until Close the runtime does not follow a container's share of the CPUs. A machine of several
	// processes asks for one more than the process's cores, whatever its Host. Under Linux's SCHED_FIFO
	// programs with pinned threads can hang when Go collects garbage, with this package or without it:
	// use Goroutines there.
	Threads
	// Goroutines are plain ones, one per processor, free to block on each other. Where other
	// programs keep the cores busy, goroutines that do not outnumber the cores may be faster than
	// threads, which wait for their core's next slice. So they may be where f makes much garbage with
	// pointers, for a pinned thread shares its core with the collector: with as many as cores in 0.87
	// of the time, by eight on two cores in half (Zen 3, BenchmarkAllocating); and where work is uneven
	// between processors that would share a thread.
	Goroutines
)

var hostModeNames = [...]string{"auto", "threads", "goroutines"}

func (h HostMode) String() string {
	if int(h) < len(hostModeNames) {
		return hostModeNames[h]
	}
	return "unknown host mode"
}

// elemKind numbers the element types for the signature of a call. The compiler
// knows the number, as it would not that of a type switch. Its types are listed, and not Elem:
// one more in Elem does not compile, where it would be taken for one of its size.
func elemKind[T float64 | float32 | int64 | int32]() (kind uint8) {
	if one := T(1); one/2 == 0 {
		kind = 2
	}
	if unsafe.Sizeof(*new(T)) == 4 {
		kind++
	}
	return kind
}

// sizeOf is the bytes of an element.
func sizeOf[T Elem]() int { return int(unsafe.Sizeof(*new(T))) }

// elemNames are the types by kind; the first of them, floats in number, are of real numbers.
var elemNames = [...]string{"float64", "float32", "int64", "int32"}

const floats = 2

var elemSizes = [...]int{8, 4, 8, 4}
