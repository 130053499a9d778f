package buffers

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
	"unsafe"
)

func newLine() *Line {
	l := new(LineRoom).Line()
	return &l
}

// TestLineLayout checks that a message fills two cache lines, that a room alone
// lies on a multiple of them, and that its small part is in the first.
func TestLineLayout(t *testing.T) {
	var keep [20]*LineRoom
	for i := range keep {
		keep[i] = new(LineRoom)
		l := keep[i].Line()
		for k := range uint64(LineBanks) {
			at := uintptr(unsafe.Pointer(l.bank(k)))
			if at%pad != 0 {
				t.Errorf("bank %d at %#x, want a multiple of %d", k, at, pad)
			}
			if at != uintptr(unsafe.Pointer(&keep[i].banks[k])) {
				t.Errorf("bank %d is sought at %#x, its room begins at %p", k, at, keep[i])
			}
		}
	}
	if got := unsafe.Sizeof(keep[0].banks[0]); got != pad {
		t.Errorf("a bank of %d bytes, want %d", got, pad)
	}
	if off := unsafe.Offsetof(keep[0].banks[0].payload); off != 24 || off+8*LineNear != pad/2 {
		t.Errorf("payload at %d, %d words of it near", off, LineNear)
	}
}

// TestLinePayload checks that all types see the same bytes, those of the bank
// asked for, and no others.
func TestLinePayload(t *testing.T) {
	l := newLine()
	for _, n := range []int{1, 2, LineWords} {
		f, i, g, j := Payload[float64](l, 6, n), Payload[int64](l, 6, n), Payload[float32](l, 6, 2*n), Payload[int32](l, 6, 2*n)
		if len(f) != n || cap(f) != n || len(i) != n || len(g) != 2*n || cap(g) != 2*n || len(j) != 2*n {
			t.Errorf("lengths %d, %d, %d, %d, want those asked for, %d", len(f), len(i), len(g), len(j), n)
		}
		f[n-1] = 1.5
		if i[n-1] != 0x3ff8000000000000 {
			t.Errorf("1.5 is %#x as an integer", i[n-1])
		}
		g[0] = -0.25
		if uint32(j[0]) != 0xbe800000 {
			t.Errorf("-0.25 is %#x as an integer", uint32(j[0]))
		}
	}
	for seq := uint64(6); seq < 6+LineBanks; seq++ {
		for k, x := range Payload[int64](l, seq, LineWords) {
			if x != 0 && seq > 6 {
				t.Errorf("word %d of message %d is %#x", k, seq, x)
			}
		}
		if b := l.bank(seq); b.word|b.n|b.seq.Load() != 0 {
			t.Errorf("writing the payload touched the rest of message %d", seq)
		}
	}
	defer func() {
		if recover() == nil {
			t.Errorf("a payload of %d words", LineWords+1)
		}
	}()
	Payload[int64](l, 6, LineWords+1)
}

func TestLineOverrun(t *testing.T) {
	l := newLine()
	if _, _, ok := l.Peek(1); ok {
		t.Error("a new line has a message")
	}
	l.Publish(1, 5, 7)
	if w, n, ok := l.Peek(1); !ok || w != 5 || n != 7 {
		t.Errorf("Peek(1) = %d, %d, %v", w, n, ok)
	}
	if got := l.Flag(1).Load(); got != 1 {
		t.Errorf("the flag of message 1 is %d", got)
	}
	if got := l.Flag(2).Load(); got != 0 {
		t.Errorf("the flag of message 2 is %d", got)
	}
	for seq := uint64(2); seq <= LineBanks; seq++ {
		l.Publish(seq, seq, 7)
	}
	if w, _, ok := l.Peek(1); !ok || w != 5 {
		t.Errorf("a full line has lost message 1: %d, %v", w, ok)
	}
	l.Publish(1+LineBanks, 6, 7)
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

func TestLineNoAllocation(t *testing.T) {
	l, seq := newLine(), uint64(0)
	if n := testing.AllocsPerRun(1000, func() {
		seq++
		Payload[float64](l, seq, 1)[0] = 1
		l.Publish(seq, 2, 1)
		if word, _, ok := l.Peek(seq); !ok || word != 2 || l.Flag(seq).Load() != seq {
			t.Errorf("message %d is not there", seq)
		}
	}); n != 0 {
		t.Errorf("%v allocations a message, want 0", n)
	}
}

// TestLineExchange has all partners exchange messages as a collective does: each
// sends, then reads the same message of everybody else.
func TestLineExchange(t *testing.T) {
	const partners, length = 3, 9
	rounds := items() / 20
	var lines [partners]*Line
	for i := range lines {
		lines[i] = newLine()
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
				for j := range length {
					Payload[int64](lines[me], seq, length)[j] = int64(seq)*100 + int64(me*10+j)
				}
				lines[me].Publish(seq, seq^uint64(me), length)
				lines[me].HandOver(seq, 8*length)
				for who, l := range lines {
					word, n, ok := l.Peek(seq)
					for spin := 1; !ok; spin++ {
						switch {
						case spin%4096 == 0: // more goroutines have a thread than there are cores, or others take them
							time.Sleep(time.Microsecond)
						case spin%64 == 0:
							runtime.Gosched()
						}
						word, n, ok = l.Peek(seq)
					}
					if word != seq^uint64(who) || n != length {
						t.Errorf("message %d of %d has words %d, %d", seq, who, word, n)
						return
					}
					for j, x := range Payload[int64](l, seq, length) {
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

// TestLineClaim: what is published stays as it is when the lines of the next message are asked for,
// and so does what is there of that one.
func TestLineClaim(t *testing.T) {
	l := new(LineRoom).Line()
	for seq := uint64(1); seq < 20; seq++ {
		next := Payload[float64](&l, seq+1, LineWords)
		copy(Payload[float64](&l, seq, LineWords), []float64{1, 2, float64(seq)})
		next[LineWords-1] = float64(seq)
		l.Publish(seq, seq, 3)
		l.Claim(seq + 1)
		if word, n, ok := l.Peek(seq); !ok || word != seq || n != 3 || Payload[float64](&l, seq, 3)[2] != float64(seq) || next[LineWords-1] != float64(seq) {
			t.Errorf("message %d is %d %d %v %v", seq, word, n, ok, Payload[float64](&l, seq, 3))
		}
	}
}
