package coll

import (
	"testing"
	"time"
)

// TestLessons: a team writes past the caches after two ordinary calls that took long, for as many calls as
// it is to, then twice as many if ordinary ones still do; others are timed now and then.
func TestLessons(t *testing.T) {
	const bytes = 1 << 16
	slow, fast := bytes/64*slowLine, bytes/64*slowLine-1
	for _, c := range []struct {
		name    string
		took    []time.Duration // by those that are timed
		ordinal []int           // of which calls
		past    int             // after these
	}{
		{"fast", []time.Duration{fast, fast, fast}, []int{0, 8, 16}, 0},
		{"slow once", []time.Duration{slow, fast, fast}, []int{0, 1, 9}, 0},
		{"slow twice", []time.Duration{fast, slow, slow}, []int{0, 8, 9}, 64},
		{"slow on", []time.Duration{slow, slow, slow}, []int{0, 1, 67}, 128},
		{"slow and fast", []time.Duration{slow, slow, fast, slow}, []int{0, 1, 67, 75}, 0},
		{"slow for long", []time.Duration{slow, slow, slow, slow, slow, slow, slow}, []int{0, 1, 67, 197, 455, 969, 1995}, 1024},
	} {
		tm, l := &team{local: new(local)}, (*lessons)(nil)
		call := newCall[float64](allgather, byDirect, 0, 0, bytes/8)
		for i := 0; len(c.took) > 0; i++ {
			if i > c.ordinal[0] {
				t.Fatalf("%s: call %d was not timed", c.name, c.ordinal[0])
			}
			past := tm.beginWriting(call, bytes)
			if l = tm.lessons; l.now == nil {
				tm.endWriting(bytes)
				continue
			}
			if past || i != c.ordinal[0] {
				t.Fatalf("%s: call %d was timed, past the caches: %v, want %d", c.name, i, past, c.ordinal[0])
			}
			l.now.learn(c.took[0], bytes)
			c.took, c.ordinal = c.took[1:], c.ordinal[1:]
		}
		if tm.beginWriting(call, 2*bytes) || tm.beginWriting(newCall[float64](alltoall, byDirect, 0, 0, bytes/8), bytes) {
			t.Errorf("%s: a longer call, or one of another collective, goes past the caches", c.name)
		}
		for past := 0; past <= c.past; past++ {
			if got := tm.beginWriting(call, bytes); got != (past < c.past) {
				t.Errorf("%s: call %d after these goes past the caches: %v, of %d", c.name, past, got, c.past)
			}
		}
	}
	tm := &team{local: new(local)}
	call := newCall[float64](gather, byDirect, 0, 0, bytes/8)
	for range 3 {
		tm.beginWriting(call, bytes)
		tm.lessons.begun = time.Now().Add(-time.Second)
		tm.endWriting(0)
	}
	if tm.beginWriting(call, bytes) {
		t.Error("learned from nothing that was written")
	}
	for range 2 {
		tm.beginWriting(call, bytes)
		tm.lessons.begun = time.Now().Add(-time.Second)
		tm.endWriting(bytes)
	}
	if !tm.beginWriting(call, bytes) {
		t.Error("not learned from a second for 64 KiB")
	}
}
