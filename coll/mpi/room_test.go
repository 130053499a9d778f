//go:build mpi && cgo

package mpi

import "testing"

// TestRoom: a message is whole words, so the room for it is; of 17 processes, a 64 KiB's
// share was not.
func TestRoom(t *testing.T) {
	for n := 1; n <= 1<<16; n++ {
		if room := roomFor(n); room%8 != 0 || room < 512 || room > 4096 {
			t.Fatalf("%d bytes for each of %d processes", room, n)
		}
	}
}
