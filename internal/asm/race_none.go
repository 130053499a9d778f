//go:build !race

package asm

func raceRead[T Elem](p *T, off, n int)          {}
func raceWrite[T Elem](p *T, off, n int)         {}
func raceFold[T Elem](dst, src []*T, off, n int) {}
