package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// readSchedule reads a schedule file and verifies what it holds; the error is as verifyFile's.
func readSchedule(ctx context.Context, name string, stdin io.Reader) (*format.File, sched.Schedule, error) {
	in := stdin
	if name == "" {
		return nil, nil, errors.New("an empty name; want a file, or - for stdin")
	}
	if name != "-" {
		f, err := os.Open(name)
		if err == nil {
			var info fs.FileInfo
			if info, err = f.Stat(); err == nil && info.IsDir() {
				err = errDirectory
			}
		}
		if err != nil {
			err, _ = nameless(err)
			return nil, nil, fmt.Errorf("%s: %w", shown(name), err)
		}
		defer f.Close()
		in = f
	}
	f, err := format.Read(untilDone{ctx, in})
	if err != nil {
		return nil, nil, located(shown(name), err)
	}
	s, err := f.Verified()
	if err != nil {
		return nil, nil, answer(plain(err))
	}
	return f, s, nil
}

// located begins an error of a file with FILE:LINE:.
func located(name string, err error) error {
	var at *format.Error
	if errors.As(err, &at) {
		return fmt.Errorf("%s:%d: %w", name, at.Line, at.Err)
	}
	return fmt.Errorf("%s: %s", name, plain(err))
}

// plain is an error without the name of the package that found it.
func plain(err error) string {
	text := err.Error()
	for _, p := range []string{"format: ", "sched: ", "hypercube: ", "spectral: ", "cayley: "} {
		text = strings.TrimPrefix(text, p)
	}
	return text
}

// untilDone ends what reads from it when its context ends.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(b []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return u.r.Read(b)
}
