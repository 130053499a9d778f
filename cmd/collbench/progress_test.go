package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/term"
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

// TestBar: a terminal sees a bar with the name, and in the end the name alone, once; whoever
// else reads has the name at once, and no bar.
func TestBar(t *testing.T) {
	var out strings.Builder
	p := &progress{w: &out, isTerm: true}
	tick := p.tick()
	p.machine("3 processors")
	tick(1, 3)
	tick(2, 3)
	if !strings.Contains(out.String(), "3 processors ") || !strings.Contains(out.String(), "(1/3)") || strings.Contains(out.String(), "\n") {
		t.Errorf("the bar is %q", out.String())
	}
	out.Reset()
	p.end()
	p.end()
	if !strings.HasSuffix(out.String(), "\r3 processors\n") || strings.Count(out.String(), "3 processors") != 1 {
		t.Errorf("the end is %q", out.String())
	}
	out.Reset()
	p = &progress{w: &out}
	if p.machine("3 processors"); p.tick() != nil || out.String() != "3 processors\n" {
		t.Errorf("no terminal sees %q", out.String())
	}
}

// TestTerminal: the side of a terminal that the system keeps is one, unless it cannot move
// about.
func TestTerminal(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !term.IsTerminal(int(f.Fd())) {
		t.Skip("no terminal can be made here")
	}
	defer f.Close()
	for name, want := range map[string]bool{"xterm": true, "dumb": false, "": false} {
		t.Setenv("TERM", name)
		if p := newProgress(f); p.isTerm != want || p.columns != 0 {
			t.Errorf("TERM is %q: a terminal is %v, of %d columns", name, p.isTerm, p.columns)
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
