package buffers_test

import (
	"fmt"
	"runtime"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// Four vectors in one piece of memory, one for each of four workers.
func ExampleSlab() {
	vectors, err := buffers.NewSlab[float64](4, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer vectors.Close() // when nobody uses them any more
	for i := range vectors.Len() {
		x := vectors.Vector(i)
		x[0] = float64(i)
	}
	fmt.Println(len(vectors.Vector(3)), vectors.Vector(3)[0])
	// Output: 1000 3
}

// One goroutine writes vectors where another reads them, and neither allocates.
func ExampleRing() {
	ring, err := buffers.NewRing[float64](4, 2) // slots, elements of each
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ring.Close()
	go func() {
		for i := range 3 {
			slot, ok := ring.Acquire()
			for ; !ok; slot, ok = ring.Acquire() {
				runtime.Gosched()
			}
			slot[0], slot[1] = float64(i), float64(i*i)
			ring.Publish()
		}
	}()
	for range 3 {
		slot, ok := ring.Peek()
		for ; !ok; slot, ok = ring.Peek() {
			runtime.Gosched()
		}
		fmt.Println(slot)
		ring.Release()
	}
	// Output:
	// [0 0]
	// [1 1]
	// [2 4]
}
