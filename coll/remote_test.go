package coll

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestRemoteOver: what ends a Run after all processes have agreed that it has ended
// well comes too late, be it a context of this process or another process's word.
func TestRemoteOver(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name               string
		settled            uint64
		finishing          bool
		cancelled, relayed bool // whether it ends the Run
	}{
		{"in the Run", 6, false, true, true},
		{"all here have returned", 6, true, false, true},
		{"all have returned", 7, false, false, false},
	} {
		for _, told := range []bool{false, true} {
			m := &Machine{running: true, runs: 7, ctx: ended, links: &links{settled: c.settled}}
			m.links.m = m
			m.links.finishing.Store(c.finishing)
			want := c.cancelled
			if told {
				want = c.relayed
				m.fail(relayed{errors.New("told")})
			} else {
				m.cancel(7)
			}
			if got := m.cause != nil; got != want {
				t.Errorf("%s, told by another process %v: it ends the Run: %v, want %v", c.name, told, got, want)
			}
		}
	}
}

// desk is a process among three that counts what it sends.
type desk struct {
	Peers
	posted map[letterKind]int
}

func (*desk) Rank() int                          { return 1 }
func (*desk) Size() int                          { return 3 }
func (*desk) Letter() (int, []byte, bool, error) { return 0, nil, false, nil }
func (d *desk) Post(_ int, head, _ []byte) (uint64, error) {
	d.posted[letterKind(elementsOf[int64](head)[0])]++
	return 1, nil
}

// TestNoLetterAfterAGoodEnd: a Run that has stopped because all have returned sends no
// letter, one that has failed sends each of its own once to each of the others.
func TestNoLetterAfterAGoodEnd(t *testing.T) {
	d := &desk{posted: map[letterKind]int{}}
	m := &Machine{running: true, runs: 7, ctx: context.Background(), links: &links{peers: d}}
	m.links.m = m
	m.hot.stop.Store(true)
	m.heed()
	if len(d.posted) != 0 {
		t.Errorf("after a good end: %v", d.posted)
	}
	m.fail(errors.New("a failure"))
	m.heed()
	m.heed()
	if d.posted[letterWarning] != 2 || d.posted[letterBindings] != 2 || len(d.posted) != 2 {
		t.Errorf("after a failure: %v", d.posted)
	}
}

// TestCausesTravel: what ended a Run in one process is in another what it was there, by
// its text, by errors.Is, by its kind.
func TestCausesTravel(t *testing.T) {
	for _, cause := range []error{
		errOnPurpose, errors.New("a\x00b\x01\"c"), context.Canceled, context.DeadlineExceeded,
		fmt.Errorf("%w and %w", ErrUsage, context.Canceled),
		&Error{Kind: ErrMismatch, Collective: "allreduce", Rank: 3, Other: 1, Seq: 7, Text: "rank \x00 \x01"},
		Panic{Rank: 2, Value: "with \x00 and \x01", Stack: "a\nstack\x00"},
		Panic{Rank: 2, Value: fmt.Errorf("w %w", context.Canceled), Stack: "s"},
	} {
		e := decodeEnding(strings.Join(append([]string{encode(cause)}, encodeStands([]stand{{3, "a\x00.go:1", "t\x01"}})...), "\x01"))
		if e.cause.Error() != cause.Error() || kindsOf(e.cause) != kindsOf(cause) {
			t.Errorf("%q of kinds %b is elsewhere %q of kinds %b", cause, kindsOf(cause), e.cause, kindsOf(e.cause))
		}
		if _, is := cause.(Panic); is {
			if got, is := e.cause.(Panic); !is || got.Rank != 2 || got.Stack != cause.(Panic).Stack {
				t.Errorf("%q is elsewhere %#v", cause, e.cause)
			}
		}
		if len(e.stands) != 1 || e.stands[0] != (stand{3, "a\x00.go:1", "t\x01"}) {
			t.Errorf("%q: %v", cause, e.stands)
		}
	}
}
