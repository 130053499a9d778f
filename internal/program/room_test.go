package program

import "testing"

// TestRoomOfTheNextStep: a place that is read in a step is free from the next step on, and no
// sooner: another team may still read it. Ranks have places of their own.
func TestRoomOfTheNextStep(t *testing.T) {
	r := newRoom()
	first := r.enter(3)
	r.leave(3, first)
	if again := r.enter(3); again == first {
		t.Errorf("place %d is dealt in the step in which it is read", again)
	}
	r.nextStep()
	if at := r.enter(4); at != 0 || r.size() != 2 {
		t.Errorf("the first place of another rank is %d, of %d", at, r.size())
	}
	if at := r.enter(3); at != first || r.size() != 2 {
		t.Errorf("in the next step place %d is dealt, want %d, of %d", at, first, r.size())
	}
	r.nextStep()
	if at := r.enter(3); at != 2 || r.size() != 3 {
		t.Errorf("place %d of %d is dealt, and two are in use", at, r.size())
	}
}
