package buffers

import "testing"

// TestResetForgetsAll: after a Reset none of the few messages sent before it is there, whatever
// the bank or the slot that it lay in.
func TestResetForgetsAll(t *testing.T) {
	for sent := uint64(1); sent <= QueueSlots; sent++ {
		q := new(Queue)
		for range sent {
			q.Acquire()
			q.Publish()
		}
		q.Reset()
		if q.Peek() != nil || q.Left() != nil {
			t.Errorf("a queue that was reset after %d messages has one", sent)
		}
	}
	l := newLine()
	for seq := uint64(1); seq <= LineBanks; seq++ {
		l.Publish(seq, 5, 7)
	}
	l.Reset()
	for seq := uint64(1); seq <= LineBanks; seq++ {
		if _, _, ok := l.Peek(seq); ok {
			t.Errorf("a line that was reset has message %d", seq)
		}
	}
}
