package coll

import (
	"context"
	"errors"
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
