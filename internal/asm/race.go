//go:build race

package asm

import (
	"runtime"
	"unsafe"
)

// The race detector does not see what assembly touches; these calls tell it.

func raceRead[T Elem](p *T, off, n int) {
	size := int(unsafe.Sizeof(*p))
	runtime.RaceReadRange(unsafe.Add(unsafe.Pointer(p), off*size), n*size)
}

func raceWrite[T Elem](p *T, off, n int) {
	size := int(unsafe.Sizeof(*p))
	runtime.RaceWriteRange(unsafe.Add(unsafe.Pointer(p), off*size), n*size)
}

func raceFold[T Elem](dst, src []*T, off, n int) {
	for _, s := range src {
		raceRead(s, off, n)
	}
	for _, d := range dst {
		raceWrite(d, off, n)
	}
}
