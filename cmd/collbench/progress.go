package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress tells people on w how a measurement goes on: a line for each machine,
// and a bar if w is a terminal. Nothing of it runs beside a measurement.
type progress struct {
	w      io.Writer
	isTerm bool
	name   string
	bar    *progressbar.ProgressBar

	columns int // of the terminal; 0: not known
	seconds int // of work
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && !slices.Contains([]string{"", "dumb"}, os.Getenv("TERM")) {
		p.isTerm = true
		p.columns, _, _ = term.GetSize(int(f.Fd()))
	}
	return p
}

// label is the name, cut to what a line has room for beside the bar.
func (p *progress) label() string {
	const bar = 52 // with its numbers
	if room := max(0, p.columns-bar); p.columns > 0 && len(p.name) > room {
		return p.name[:room]
	}
	return p.name
}

// machine begins the part of that name.
func (p *progress) machine(name string) {
	p.end()
	p.name = name
	if !p.isTerm {
		fmt.Fprintln(p.w, name)
	}
}

// tick says how much of the part is done; nil if nobody would see it.
func (p *progress) tick() func(done, total int) {
	if !p.isTerm {
		return nil
	}
	return func(done, total int) {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(total,
				progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(p.label()),
				progressbar.OptionSetWidth(20), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
				progressbar.OptionThrottle(100*time.Millisecond))
		}
		p.bar.Set(done)
	}
}

// work says, every second, that something goes on that does not know how much is left.
func (p *progress) work() {
	if p.isTerm {
		p.seconds++
		fmt.Fprintf(p.w, "\rworking, %d s", p.seconds)
	}
}

// rest takes that away.
func (p *progress) rest() {
	if p.seconds > 0 {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// end takes the bar away; the name of what was done stays.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
		fmt.Fprintln(p.w, p.name)
	}
}
