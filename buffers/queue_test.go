package buffers

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestQueueModel drives both ends from one goroutine at random, beside a plain queue; the
// numbers wrap around on the way.
func TestQueueModel(t *testing.T) {
	q := new(Queue)
	start := ^uint64(0) - 50
	q.sent, q.seen, q.read = start, start, start
	q.taken.Store(start)
	for i := range uint64(QueueSlots) {
		q.notes[(start-i)%QueueSlots].number.Store(start - i)
	}
	rnd := rand.New(rand.NewPCG(6, 7))
	drive(t, q, rnd)
	for q.Peek() != nil {
		q.Release()
	}
	if q.Published() != q.Released() || q.Published() < 5000 || q.Published() > start {
		t.Errorf("%d published, %d released, from %d on", q.Published(), q.Released(), start)
	}
	for range 3 {
		q.Acquire()
		q.Publish()
	}
	q.Release()
	q.Reset()
	if q.Peek() != nil || q.Published() != 0 || q.Released() != 0 {
		t.Error("a queue that was reset is not empty")
	}
	drive(t, q, rnd)
}

func drive(t *testing.T, q *Queue, rnd *rand.Rand) {
	t.Helper()
	var queue []uint64
	next := uint64(0)
	for range 20_000 {
		if rnd.IntN(2) == 0 {
			w := q.Acquire()
			if (w != nil) != (len(queue) < QueueSlots) {
				t.Fatalf("Acquire gives %v with %d of %d messages there", w, len(queue), QueueSlots)
			}
			if w != nil && rnd.IntN(4) > 0 {
				w[0], w[QueueWords-1] = next, next
				q.Publish()
				q.HandOver(QueueWords)
				queue = append(queue, next)
				next++
			}
			continue
		}
		w := q.Peek()
		if (w != nil) != (len(queue) > 0) {
			t.Fatalf("Peek gives %v with %d messages there", w, len(queue))
		}
		if left := q.Left(); left != w {
			t.Fatalf("Left gives %p, Peek %p", left, w)
		}
		if w != nil {
			if w[0] != queue[0] || w[QueueWords-1] != queue[0] {
				t.Fatalf("Peek gives %v, want %d", w, queue[0])
			}
			if rnd.IntN(4) > 0 {
				q.Release()
				queue = queue[1:]
			}
		}
	}
}

func TestQueueMisuse(t *testing.T) {
	q := new(Queue)
	panics := func(name string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s did not panic", name)
			}
		}()
		f()
	}
	panics("Release on an empty queue", q.Release)
	for range QueueSlots {
		q.Acquire()
		q.Publish()
	}
	panics("Publish on a full queue", q.Publish)
}

var keptQueue *Queue

// TestQueueLayout: what either side writes is pad bytes or more from what the other
// writes, and a message is whole lines.
func TestQueueLayout(t *testing.T) {
	q := new(Queue)
	keptQueue = q // on the heap
	if at := uintptr(unsafe.Pointer(q)); at%pad != 0 || unsafe.Sizeof(q.notes[0]) != pad || unsafe.Sizeof(*q)%pad != 0 {
		t.Errorf("a queue of %d bytes at %#x, a message of %d", unsafe.Sizeof(*q), at, unsafe.Sizeof(q.notes[0]))
	}
	if off := unsafe.Offsetof(q.notes[0].words); off != 8 || off+8*QueueNear != pad/2 {
		t.Errorf("words at %d, %d of them near", off, QueueNear)
	}
	for _, at := range [][2]uintptr{
		{unsafe.Offsetof(q.notes) + unsafe.Sizeof(q.notes), unsafe.Offsetof(q.sent)},
		{unsafe.Offsetof(q.sent) + pad, unsafe.Offsetof(q.read)},
		{unsafe.Offsetof(q.read) + pad, unsafe.Offsetof(q.taken)},
	} {
		if at[0] > at[1] || at[1]%pad != 0 {
			t.Errorf("one side's words end at %d, the next begin at %d", at[0], at[1])
		}
	}
}

// TestQueue passes stamped messages between two goroutines.
func TestQueue(t *testing.T) {
	messages := 300_000
	if race.Enabled || testing.Short() {
		messages = 30_000
	}
	q := new(Queue)
	done := make(chan int)
	go func() {
		wrong := 0
		for i := range uint64(messages) {
			w := q.Peek()
			for ; w == nil; w = q.Peek() {
				runtime.Gosched()
			}
			for k, v := range w {
				if v != i<<8|uint64(k) {
					wrong++
				}
			}
			q.Release()
		}
		done <- wrong
	}()
	for i := range uint64(messages) {
		w := q.Acquire()
		for ; w == nil; w = q.Acquire() {
			runtime.Gosched()
		}
		for k := range w {
			w[k] = i<<8 | uint64(k)
		}
		q.Publish()
	}
	if wrong := <-done; wrong > 0 {
		t.Errorf("%d words of %d messages are wrong", wrong, messages)
	}
}

func TestWords(t *testing.T) {
	w := []uint64{1, 2, 3, 4, 5, 6, 7, 8}
	if f, i := Words[float64](w), Words[int32](w); len(f) != 8 || len(i) != 16 || i[4] != 3 && i[5] != 3 || len(Words[int64](nil)) != 0 {
		t.Errorf("%v and %v", f, i)
	}
	Words[int64](w)[1] = -1
	if w[1] != ^uint64(0) {
		t.Errorf("%v: not the same memory", w)
	}
}

// TestQueueClaim: what is published stays as it is when the lines of the next message are asked for.
func TestQueueClaim(t *testing.T) {
	q := new(Queue)
	for i := uint64(1); i < 3*QueueSlots; i++ {
		q.Acquire()[QueueWords-1] = i
		q.Publish()
		q.Claim()
		if got := q.Peek(); got == nil || got[QueueWords-1] != i {
			t.Fatalf("message %d is %v", i, got)
		}
		q.Release()
	}
}
