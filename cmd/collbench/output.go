package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
)

// Where results go: stdout, or the file that -o names.

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
const outputUsage = "file to write, whole or not at all (default, and -: stdout)"

// shown is the name of a file as a line has it: quoted if it would break the line.
func shown(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}

func isStdout(out string) bool { return out == "" || out == "-" }

// emit writes to the file that -o names.
func emit(cmd *cobra.Command, out string, write func(io.Writer) error) error {
	if isStdout(out) {
		err := patiently(cmd.Context(), func() error { return write(cmd.OutOrStdout()) })
		if errors.Is(err, errInterrupted) {
			return interrupted("a part was written to stdout")
		}
		return err
	}
	err := writeWhole(cmd.Context(), out, write)
	if errors.Is(err, errInterrupted) {
		return interrupted(shown(out) + " is as it was")
	}
	if at := (*unwritable)(nil); errors.As(err, &at) {
		return fmt.Errorf("-o %w", err)
	}
	return err
}
