package buffers

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
	"unsafe"
)

// TestLineLayout checks that a message fills two cache lines, that a room alone
// lies on a multiple of them, and that its small part is in the first.
func TestLineLayout(t *testing.T) {
	var keep [20]*LineRoom
	for i := range keep {
		keep[i] = new(LineRoom)
		for k := range keep[i].banks {
			if at := uintptr(unsafe.Pointer(&keep[i].banks[k].seq)); at%pad != 0 {
				t.Errorf("bank %d at %#x, want a multiple of %d", k, at, pad)
			}
		}
	}
	if got := unsafe.Sizeof(keep[0].banks[0]); got != pad {
		t.Errorf("a bank of %d bytes, want %d", got, pad)
	}
	if off := unsafe.Offsetof(keep[0].banks[0].payload); off != unsafe.Sizeof(head{}) || off+8*LineNear != pad/2 {
		t.Errorf("payload at %d, %d words of it near", off, LineNear)
	}
}

// TestPairLayout checks that the two messages of a number, with payloads of a word, are in one
// cache line, and nothing else; that longer payloads share none with anything.
func TestPairLayout(t *testing.T) {
	var keep [20]*PairRoom
	for i := range keep {
		keep[i] = new(PairRoom)
		begin, size := uintptr(unsafe.Pointer(keep[i])), unsafe.Sizeof(*keep[i])
		if begin%pad != 0 {
			t.Errorf("room at %#x, want a multiple of %d", begin, pad)
		}
		a, b := keep[i].Line(0), keep[i].Line(1)
		owner := map[uintptr]string{}
		for seq := range uint64(LineBanks) {
			together := map[uintptr]bool{}
			for side, l := range []*Line{&a, &b} {
				for _, p := range []unsafe.Pointer{unsafe.Pointer(l.Flag(seq)), unsafe.Pointer(&Payload[int64](l, seq, 1)[0]), unsafe.Pointer(&Payload[float32](l, seq, 2)[1])} {
					together[uintptr(p)/pad] = true
				}
				for _, n := range []int{2, LineWords} {
					for i := range n {
						at, who := uintptr(unsafe.Pointer(&Payload[float64](l, seq, n)[i])), fmt.Sprint(side, seq)
						if at < begin || at+8 > begin+size {
							t.Fatalf("word %d of %d of message %d lies outside", i, n, seq)
						}
						if had := owner[at/64]; had != "" && had != who {
							t.Errorf("word %d of %d of message %d of side %d shares a cache line with %s", i, n, seq, side, had)
						}
						owner[at/64] = who
					}
				}
			}
			if len(together) != 1 {
				t.Errorf("message %d of both sides takes %d pairs of cache lines", seq, len(together))
			}
			for at := range together {
				owner[2*at] += fmt.Sprint("heads ", seq)
			}
		}
		if len(owner) != LineBanks*(1+2*2) {
			t.Errorf("%d cache lines, want %d", len(owner), LineBanks*(1+2*2))
		}
	}
}

// lines are two of either room, the one that is tested first.
func lines() map[string][2]*Line {
	var rooms [2]LineRoom
	var first, second PairRoom
	two := func(a, b Line) [2]*Line { return [2]*Line{&a, &b} }
	return map[string][2]*Line{
		"apart":          two(rooms[0].Line(), rooms[1].Line()),
		"paired":         two(first.Line(0), first.Line(1)),
		"paired, side 1": two(second.Line(1), second.Line(0)),
	}
}

// TestLinePayload checks that all types see the same bytes, those of the bank
// asked for, and no others.
func TestLinePayload(t *testing.T) {
	for name, l := range lines() {
		l, other := l[0], l[1]
		for _, n := range []int{1, 2, LineWords} {
			f, i, g, j := Payload[float64](l, 6, n), Payload[int64](l, 6, n), Payload[float32](l, 6, 2*n), Payload[int32](l, 6, 2*n)
			if len(f) != n || cap(f) != n || len(i) != n || len(g) != 2*n || cap(g) != 2*n || len(j) != 2*n {
				t.Errorf("%s: lengths %d, %d, %d, %d, want those asked for, %d", name, len(f), len(i), len(g), len(j), n)
			}
			f[n-1] = 1.5
			if i[n-1] != 0x3ff8000000000000 {
				t.Errorf("%s: 1.5 is %#x as an integer", name, i[n-1])
			}
			g[0] = -0.25
			if uint32(j[0]) != 0xbe800000 {
				t.Errorf("%s: -0.25 is %#x as an integer", name, uint32(j[0]))
			}
			for _, l := range []*Line{l, other} {
				for seq := uint64(6); seq < 6+LineBanks; seq++ {
					if l == other || seq > 6 {
						for k, x := range Payload[int64](l, seq, n) {
							if x != 0 {
								t.Errorf("%s: word %d of message %d is %#x", name, k, seq, x)
							}
						}
					}
					if h := l.head(seq); h.word|h.n|h.seq.Load() != 0 {
						t.Errorf("%s: writing the payload touched the rest of message %d", name, seq)
					}
				}
			}
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a payload of %d words", name, LineWords+1)
				}
			}()
			Payload[int64](l, 6, LineWords+1)
		}()
	}
}

func TestLineOverrun(t *testing.T) {
	for name, l := range lines() {
		t.Run(name, func(t *testing.T) { overrun(t, l[0]) })
	}
}

func overrun(t *testing.T, l *Line) {
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
	for name, l := range lines() {
		l, seq := l[0], uint64(0)
		if n := testing.AllocsPerRun(1000, func() {
			seq++
			Payload[float64](l, seq, 1)[0] = 1
			l.Publish(seq, 2, 1)
			if word, _, ok := l.Peek(seq); !ok || word != 2 || l.Flag(seq).Load() != seq {
				t.Errorf("%s: message %d is not there", name, seq)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations a message, want 0", name, n)
		}
	}
}

// TestLineExchange has all partners exchange messages as a collective does: each
// sends, then reads the same message of everybody else.
func TestLineExchange(t *testing.T) {
	var rooms [3]LineRoom
	t.Run("apart", func(t *testing.T) {
		a, b, c := rooms[0].Line(), rooms[1].Line(), rooms[2].Line()
		exchangeLines(t, []*Line{&a, &b, &c}, 9)
	})
	for _, length := range []int{1, 9} {
		t.Run(fmt.Sprint("paired ", length), func(t *testing.T) {
			l := lines()["paired"]
			exchangeLines(t, l[:], length)
		})
	}
}

func exchangeLines(t *testing.T, lines []*Line, length int) {
	rounds := items() / 20
	// Numbers near the end of 32 bits, and far beyond.
	first := uint64(1)<<32 - uint64(rounds/2)
	done := make(chan struct{})
	for me := range lines {
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
				lines[me].Publish(seq, seq^uint64(me), uint64(length))
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
					if word != seq^uint64(who) || n != uint64(length) {
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
	for range lines {
		<-done
	}
}
