package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestHangup: a terminal that goes away ends a command like Ctrl-C does.
func TestHangup(t *testing.T) {
	if runtime.GOOS == "windows" || hangup == nil || signal.Ignored(hangup) {
		t.Skip("no SIGHUP to send")
	}
	ctx, stop := untilInterrupted()
	defer stop()
	keep := make(chan os.Signal, 1) // so that a miss does not end the test's process
	signal.Notify(keep, hangup)
	defer signal.Stop(keep)
	me, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := me.Signal(hangup); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ctx.Done():
	case <-time.After(5 * time.Second):
		t.Error("the context goes on")
	}
}

// TestSignalTwice: two signals at once, as timeout sends them, are one: those that follow
// the first are caught for a while, and what was measured can be written.
func TestSignalTwice(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan time.Duration, 1)
	start := time.Now()
	secondEnds(ctx, func() { stopped <- time.Since(start) })
	cancel()
	select {
	case after := <-stopped:
		if after < grace {
			t.Errorf("a signal ends the process %v after the first, want %v or more", after, grace)
		}
	case <-time.After(20 * grace):
		t.Error("no second signal ever ends the process")
	}
}

// TestInterruptedLines: every command that can be interrupted ends with one line of the
// same form, whatever the signal was, and exits with 2.
func TestInterruptedLines(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "q3.json")
	if code, _, errs := collbench("schedule", "--graph", "hypercube:3", "--task", "broadcast", "-o", file); code != 0 {
		t.Fatal(errs)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("terminated signal received"))
	for line, kept := range map[string]string{
		"bench --quick --procs 2":                               "nothing was measured",
		"peers --quick --procs 2 --peer go-channels --sizes 8B": "nothing was measured",
		"tune --quick --procs 2":                                "no table was written",
		"report --quick --out FILE.report":                      "marked incomplete",
		"theorems --max-d 4":                                    "nothing was written",
		"graph --graph hypercube:10":                            "nothing was written",
		"spectral --graph hypercube:10":                         "nothing was written",
		"verify FILE":                                           file + " was not checked",
		"bench --quick --schedule FILE":                         "nothing was ",
	} {
		var out, errs bytes.Buffer
		code := run(ctx, &out, &errs, fields(line, file))
		lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
		last := lines[len(lines)-1]
		if code != 2 || !strings.HasPrefix(last, "collbench: interrupted: ") || !strings.Contains(last, kept) {
			t.Errorf("%s: exit %d, %q, want what was kept: %s", line, code, last, kept)
		}
		if strings.Contains(errs.String(), "cancel") || strings.Contains(errs.String(), "signal") {
			t.Errorf("%s: %s", line, errs.String())
		}
	}
}

// TestInterruptedWriting: a writer that waits, be it for itself or for somebody who reads,
// does not keep an interrupted command.
func TestInterruptedWriting(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x")
	end := make(chan struct{})
	defer close(end)
	for _, out := range []string{"", file} {
		ctx, cancel := context.WithCancel(t.Context())
		root := newRoot(io.Discard, io.Discard)
		root.SetContext(ctx)
		err := emit(root, out, func(io.Writer) error { cancel(); <-end; return nil })
		if !errors.Is(err, errInterrupted) {
			t.Errorf("-o %q: %v", out, err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestInterruptedPrinting: nor does whoever reads what graph or spectral prints.
func TestInterruptedPrinting(t *testing.T) {
	for _, args := range [][]string{{"graph", "--graph", "ring:9"}, {"graph", "--graph", "ring:9", "--json"},
		{"spectral", "--graph", "ring:9"}, {"spectral", "--graph", "ring:9", "--json"}} {
		ctx, cancel := context.WithCancel(t.Context())
		end := make(chan struct{})
		var errs bytes.Buffer
		code := run(ctx, writes(func(b []byte) (int, error) { cancel(); <-end; return len(b), nil }), &errs, args)
		close(end)
		if want := "collbench: interrupted: nothing was written\n"; code != 2 || !strings.HasSuffix(errs.String(), want) {
			t.Errorf("%v: exit %d, %q, want %q", args, code, errs.String(), want)
		}
	}
}

// writes is a Write as a writer.
type writes func(b []byte) (int, error)

func (w writes) Write(b []byte) (int, error) { return w(b) }

// TestInterruptedStdout: the last line says whether a part of the result is there.
func TestInterruptedStdout(t *testing.T) {
	for text, kept := range map[string]string{"": "nothing was written", "{": "a part was written to stdout"} {
		var out bytes.Buffer
		c := &cobra.Command{}
		c.SetContext(t.Context())
		c.SetOut(&out)
		err := emit(c, "", func(w io.Writer) error {
			if text != "" {
				io.WriteString(w, text)
			}
			return errInterrupted
		})
		if err == nil || !strings.HasSuffix(err.Error(), kept) || out.String() != text {
			t.Errorf("%q: %v, want %s", out.String(), err, kept)
		}
	}
}
