package peers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
)

// child is a peer that runs as a program of its own, one process or one a rank,
// each with a line to us; see c/peer.h. A child that is late is ended.
type child struct {
	called string
	settle time.Duration // how long its threads spin after a command

	cmd     *exec.Cmd
	output  *tail
	ended   chan struct{} // closed when cmd has ended
	procs   []*os.Process // of the ranks
	conns   []net.Conn
	readers []*bufio.Reader
}

// How long a child may take.
const (
	toStart   = 20 * time.Second
	toPrepare = 10 * time.Second
	toAnswer  = 5 * time.Second
)

// start runs the command line, to which it adds nothing, and waits for so many
// lines to the socket at the path.
func start(ctx context.Context, called, socket string, lines int, env []string, args ...string) (*child, error) {
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	c := &child{called: called, cmd: exec.Command(args[0], args[1:]...), output: &tail{}, ended: make(chan struct{})}
	c.cmd.Env = append(os.Environ(), env...)
	c.cmd.Dir = filepath.Dir(socket)
	c.cmd.Stdout, c.cmd.Stderr = c.output, c.output
	c.cmd.WaitDelay = time.Second
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		c.cmd.Wait()
		l.Close() // nobody will call any more
		close(c.ended)
	}()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	if err := c.accept(l.(*net.UnixListener), lines); err != nil {
		c.kill()
		return nil, fmt.Errorf("%s does not start: %w%s", called, err, c.output.last())
	}
	return c, nil
}

func (c *child) accept(l *net.UnixListener, lines int) error {
	c.conns, c.readers = make([]net.Conn, lines), make([]*bufio.Reader, lines)
	l.SetDeadline(time.Now().Add(toStart))
	for range lines {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		conn.SetDeadline(time.Now().Add(toStart))
		r := bufio.NewReader(conn)
		var rank, pid int
		if _, err := fmt.Fscanf(r, "%d %d\n", &rank, &pid); err != nil {
			conn.Close()
			return err
		}
		p, err := os.FindProcess(pid)
		if err != nil || rank < 0 || rank >= lines || c.conns[rank] != nil {
			conn.Close()
			return fmt.Errorf("rank %d of %d, process %d: %v", rank, lines, pid, err)
		}
		c.procs = append(c.procs, p)
		c.conns[rank], c.readers[rank] = conn, r
	}
	return nil
}

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

func (c *child) name() string            { return c.called }
func (c *child) offers(coll string) bool { return true }

func (c *child) begin(ctx context.Context, v *bench.Vectors) error {
	return c.ask(ctx, toPrepare, fmt.Sprintf("case %s %d", v.Row.Coll, v.Row.Bytes), func(answer string) error {
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

// close hangs up, upon which the processes end, and ends those that do not.
func (c *child) close() {
	for _, conn := range c.conns {
		if conn != nil {
			conn.Close()
		}
	}
	select {
	case <-c.ended:
	case <-time.After(3 * time.Second):
		c.kill()
	}
}

// kill ends the ranks and the command that started them.
func (c *child) kill() {
	for _, conn := range c.conns {
		if conn != nil {
			conn.Close()
		}
	}
	for _, p := range c.procs {
		p.Kill()
	}
	select { // mpirun tidies up after its ranks, if it may
	case <-c.ended:
	case <-time.After(2 * time.Second):
		c.cmd.Process.Kill()
		<-c.ended
	}
}

// tail keeps the end of what a program prints.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if len(t.buf) > 4096 {
		t.buf = t.buf[len(t.buf)-4096:]
	}
	return len(b), nil
}

// last is the last line that says something, for the end of an error.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.Split(t.buf, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		if s := strings.Trim(string(lines[i]), " -\r\t"); s != "" {
			return " (" + s + ")"
		}
	}
	return ""
}
