//go:build !linux

package threads

// CanPin: other systems have no affinity call that a library may rely on.
const CanPin = false

func Cores() []int { return coresWithoutAffinity() }

func Present() int { return -1 }

func Main() bool { return false }

func Pin(int) (undo func()) { return nil }
