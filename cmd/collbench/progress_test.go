package main

import (
	"slices"
	"strings"
	"testing"
)

// TestProgress: a name is cut to what its line has room for, and work is told to a
// terminal only, and taken away.
func TestProgress(t *testing.T) {
	for columns, want := range map[int]string{0: "2 processors on 2 hosts", 60: "2 proces", 40: "", 200: "2 processors on 2 hosts"} {
		if p := (&progress{columns: columns, name: "2 processors on 2 hosts"}); p.label() != want {
			t.Errorf("%d columns: %q, want %q", columns, p.label(), want)
		}
	}
	for _, isTerm := range []bool{false, true} {
		var out strings.Builder
		p := &progress{w: &out, isTerm: isTerm}
		p.work()
		p.work()
		p.rest()
		want := ""
		if isTerm {
			want = "\rworking, 1 s\rworking, 2 s\r\x1b[K"
		}
		if out.String() != want {
			t.Errorf("a terminal is %v: %q, want %q", isTerm, out.String(), want)
		}
	}
}

// TestEnoughProcessors: of the default numbers those that give every process one.
func TestEnoughProcessors(t *testing.T) {
	for processes, want := range map[string][]int{"1": {2, 8}, "3": {8}, "12": {12}} {
		t.Setenv("OMPI_COMM_WORLD_RANK", "0")
		t.Setenv("OMPI_COMM_WORLD_SIZE", processes)
		if got := enough([]int{2, 8}); !slices.Equal(got, want) {
			t.Errorf("%s processes: %v, want %v", processes, got, want)
		}
	}
}
