//go:build !linux

package coll

// canPin: other systems have no affinity call that a library may rely on.
const canPin = false

func usableCores() []int { return usableWithoutAffinity() }

func presentCore() int { return -1 }

func pin(int) (undo func()) { return func() {} }
