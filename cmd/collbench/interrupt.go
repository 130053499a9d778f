package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// untilInterrupted is a context that ends with Ctrl-C, SIGTERM, or SIGHUP, which a
// terminal sends when it goes away. Under nohup SIGHUP is ignored, and stays so.
func untilInterrupted() (context.Context, context.CancelFunc) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if hangup != nil && !signal.Ignored(hangup) {
		ends = append(ends, hangup)
	}
	return signal.NotifyContext(context.Background(), ends...)
}

// grace is how long after the first signal another one does not end the process. timeout
// and terminals signal the process and its group: both arrive within microseconds.
const grace = time.Second

// secondEnds lets a second signal end the process, grace after the first one: stop gives
// up catching them.
func secondEnds(ctx context.Context, stop func()) {
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
}

var errInterrupted = errors.New("interrupted")

// interrupted is the last line of an interrupted command: it says what is kept.
func interrupted(kept string) error { return fmt.Errorf("%w: %s", errInterrupted, kept) }

// unfinished is the error of a measurement that ended early: interrupted if the context
// has ended, whatever reason err gives for it.
func unfinished(ctx context.Context, err error, kept string) error {
	if ctx.Err() != nil {
		return interrupted(kept)
	}
	return fmt.Errorf("incomplete: %w; %s", err, kept)
}

// soFar says that so many rows were measured before the end, and written.
func soFar(rows int) string {
	switch rows {
	case 0:
		return "nothing was measured"
	case 1:
		return "wrote the one row measured so far"
	}
	return fmt.Sprintf("wrote the %d rows measured so far", rows)
}
