package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
)

// ask sends a command to all ranks and hands every answer to each, in the order
// of the ranks.
func (c *child) ask(ctx context.Context, limit time.Duration, command string, each func(answer string) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	stop := context.AfterFunc(ctx, func() {
		for _, conn := range c.conns {
			conn.SetDeadline(time.Now())
		}
	})
	defer stop()
	for _, conn := range c.conns {
		conn.SetDeadline(time.Now().Add(limit))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	err := c.talk(command, each)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%s: no answer to %q in %v", c.called, command, limit)
	}
	return fmt.Errorf("%s: %q: %w%s", c.called, command, err, c.output.last())
}

func (c *child) talk(command string, each func(answer string) error) error {
	for _, conn := range c.conns {
		if _, err := fmt.Fprintln(conn, command); err != nil {
			return err
		}
	}
	for _, r := range c.readers {
		answer, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		if err := each(strings.TrimSpace(answer)); err != nil {
			return err
		}
	}
	return nil
}

func (c *child) name() string { return c.called }

func (c *child) begin(ctx context.Context, v *bench.Vectors) error {
	fresh := 0
	if v.Row.Fresh {
		fresh = 1
	}
	return c.ask(ctx, toPrepare, fmt.Sprintf("case %s %d %d", v.Row.Coll, v.Row.Bytes, fresh), func(answer string) error {
		if answer != "ok" {
			return fmt.Errorf("answer %q", answer)
		}
		return nil
	})
}

func (c *child) batch(ctx context.Context, calls int) (time.Duration, error) {
	first, last := int64(0), int64(0)
	err := c.ask(ctx, toAnswer, fmt.Sprintf("run %d", calls), func(answer string) error {
		var from, to int64
		if _, err := fmt.Sscan(answer, &from, &to); err != nil {
			return fmt.Errorf("answer %q: %w", answer, err)
		}
		if first == 0 || from < first {
			first = from
		}
		last = max(last, to)
		return nil
	})
	time.Sleep(c.settle)
	return time.Duration(last - first), err
}

func (c *child) wrong(ctx context.Context) (count int, err error) {
	err = c.ask(ctx, toPrepare, "check", func(answer string) error {
		var n int
		if _, err := fmt.Sscan(answer, &n); err != nil {
			return fmt.Errorf("answer %q: %w", answer, err)
		}
		count += n
		return nil
	})
	return count, err
}
