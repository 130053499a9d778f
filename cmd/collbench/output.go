package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/spf13/cobra"
)

// Where results go: stdout, or the file that -o names.

// counted counts what is written to it.
type counted struct {
	w io.Writer
	n atomic.Int64 // who was interrupted reads it while a write may still be under way
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n.Add(int64(n))
	return n, err
}

// interruptible stops what writes to it when its context ends.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptible) Write(b []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.w.Write(b)
}

// outputUsage says what -o takes.
const outputUsage = "file to write, whole or not at all; stdout by default or for -"

// shown is the name of a file as a line has it: quoted if it would break the line.
func shown(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}

// escaped is text whose control characters, as a name of a flag or a file may have them, are written as Go does.
func escaped(text string) string {
	if !strings.ContainsFunc(text, unicode.IsControl) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isStdout(out string) bool { return out == "" || out == "-" || isResults(out) }

// isResults reports whether a file, as /dev/stdout may be, is the one that stdout goes to.
// To replace it would lose what else is written there.
func isResults(name string) bool {
	there, err := os.Stat(name)
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	here, err := os.Stdout.Stat()
	return err == nil && os.SameFile(there, here)
}

// receives finds out, before any work, whether there can be what -o names.
func receives(out string) error {
	if isStdout(out) {
		return nil
	}
	if err := writable(out); err != nil {
		return fmt.Errorf("-o %w", err)
	}
	return nil
}

// emit writes to the file that -o names.
func emit(cmd *cobra.Command, out string, write func(io.Writer) error) error {
	if isStdout(out) {
		to := &counted{w: cmd.OutOrStdout()}
		err := patiently(cmd.Context(), func() error { return write(to) })
		switch {
		case !errors.Is(err, errInterrupted):
			return err
		case to.n.Load() == 0:
			return interrupted("nothing was written")
		}
		return interrupted("a part was written to stdout")
	}
	err := writeWhole(cmd.Context(), out, write)
	if errors.Is(err, errInterrupted) {
		return interrupted(shown(out) + " is unchanged")
	}
	if at := (*unwritable)(nil); errors.As(err, &at) {
		return fmt.Errorf("-o %w", err)
	}
	return err
}
