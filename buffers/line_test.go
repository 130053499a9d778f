package buffers

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
	"unsafe"
)

func TestLineErrors(t *testing.T) {
	for _, n := range []int{-1, LineMax/8 + 1} {
		if _, err := NewLine[float64](n); err == nil {
			t.Errorf("NewLine(%d) succeeded", n)
		}
	}
}

// TestLineLayout checks that a small message lies in one cache line and that the
// banks share none.
func TestLineLayout(t *testing.T) {
	for _, n := range []int{0, 1, 6, 7, 14, 100, LineMax / 8} {
		l, err := NewLine[float64](n)
		if err != nil {
			t.Fatal(err)
		}
		a, b := uintptr(unsafe.Pointer(l.banks[0].seq)), uintptr(unsafe.Pointer(l.banks[1].seq))
		if a%pad != 0 || b%pad != 0 || b-a < uintptr(header+8*n) {
			t.Errorf("%d elements: banks at %#x and %#x", n, a, b)
		}
		if n > 0 && uintptr(unsafe.Pointer(&l.Payload(1)[0]))-b != header {
			t.Errorf("%d elements: the payload does not follow the word", n)
		}
		if len(l.Payload(2)) != n {
			t.Errorf("payload of %d elements, want %d", len(l.Payload(2)), n)
		}
	}
}

func TestLineOverrun(t *testing.T) {
	l, err := NewLine[int32](1)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok := l.Peek(1); ok {
		t.Error("a new line has a message")
	}
	l.Publish(1, 5)
	if w, _, ok := l.Peek(1); !ok || w != 5 {
		t.Errorf("Peek(1) = %d, %v", w, ok)
	}
	l.Publish(3, 6)
	defer func() {
		if recover() == nil {
			t.Error("reading a message that was overwritten did not panic")
		}
		l.Reset()
		if _, _, ok := l.Peek(1); ok {
			t.Error("a line that was reset has a message")
		}
	}()
	l.Peek(1)
}

// TestLineExchange has all partners exchange messages as a collective does: each
// sends, then reads the same message of everybody else.
func TestLineExchange(t *testing.T) {
	const partners, length = 3, 9
	rounds := items(t) / 20
	var lines [partners]*Line[int64]
	for i := range lines {
		var err error
		if lines[i], err = NewLine[int64](length); err != nil {
			t.Fatal(err)
		}
	}
	// Numbers near the end of 32 bits, and far beyond.
	first := uint64(1)<<32 - uint64(rounds/2)
	done := make(chan struct{})
	for me := range partners {
		go func() {
			defer func() { done <- struct{}{} }()
			r := rand.New(rand.NewPCG(6, uint64(me)))
			for seq := first; seq < first+uint64(rounds); seq++ {
				if r.IntN(5000) == 0 {
					time.Sleep(time.Duration(r.IntN(30)) * time.Microsecond)
				}
				for j := range lines[me].Payload(seq) {
					lines[me].Payload(seq)[j] = int64(seq)*100 + int64(me*10+j)
				}
				lines[me].Publish(seq, seq^uint64(me))
				for who, l := range lines {
					word, payload, ok := l.Peek(seq)
					for spin := 0; !ok; spin++ {
						if spin%64 == 63 {
							runtime.Gosched()
						}
						word, payload, ok = l.Peek(seq)
					}
					if word != seq^uint64(who) {
						t.Errorf("message %d of %d has word %d", seq, who, word)
						return
					}
					for j, x := range payload {
						if x != int64(seq)*100+int64(who*10+j) {
							t.Errorf("message %d of %d, element %d is %d", seq, who, j, x)
							return
						}
					}
				}
			}
		}()
	}
	for range partners {
		<-done
	}
}
