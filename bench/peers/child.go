package peers

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"time"
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

// start runs the command line as it is, in the folder, and waits until the child has opened
// that many lines to the socket there.
func start(ctx context.Context, called, dir string, lines int, env []string, args ...string) (*child, error) {
	l, err := listen(dir)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	c := &child{called: called, cmd: exec.Command(args[0], args[1:]...), output: &tail{}, ended: make(chan struct{})}
	c.cmd.Env = append(os.Environ(), env...)
	c.cmd.Dir = dir
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
	if err := c.accept(l, lines); err != nil {
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
		if err == nil && (rank < 0 || rank >= lines || c.conns[rank] != nil) {
			err = errors.New("there is no such rank, or it has come already")
		}
		if err != nil {
			conn.Close()
			return fmt.Errorf("rank %d of %d, process %d: %w", rank, lines, pid, err)
		}
		c.procs = append(c.procs, p)
		c.conns[rank], c.readers[rank] = conn, r
	}
	return nil
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
