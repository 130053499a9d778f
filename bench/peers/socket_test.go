package peers

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/bench"
)

// TestLongFolder: who runs in a folder reaches its socket however long the folder's path is,
// also one that is opened after another; on other systems than Linux the error says why not.
func TestLongFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("x", 120))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for range 2 {
		l, err := listen(dir)
		if runtime.GOOS != "linux" {
			if err == nil || !strings.Contains(err.Error(), "TMPDIR is too long") {
				t.Errorf("%v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		l.Close()
	}
}

// TestWhoCalls: a rank that there is not, one that has come already, and who says no rank are
// refused.
func TestWhoCalls(t *testing.T) {
	me := os.Getpid()
	for _, c := range []struct {
		say  []string
		want string
	}{
		{[]string{"1 PID", "2 PID"}, "rank 2 of 2, process PID: there is no such rank, or it has come already"},
		{[]string{"-1 PID"}, "rank -1 of 2, process PID: there is no such rank, or it has come already"},
		{[]string{"1 PID", "1 PID"}, "rank 1 of 2, process PID: there is no such rank, or it has come already"},
		{[]string{"hello"}, "expected integer"},
		{[]string{"1 PID", "0 PID"}, "<nil>"},
	} {
		dir := t.TempDir()
		l, err := listen(dir)
		if err != nil {
			t.Skip(err)
		}
		defer l.Close()
		t.Chdir(dir)
		ids := strings.NewReplacer("PID", strconv.Itoa(me))
		for _, line := range c.say {
			conn, err := net.Dial("unix", socket)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintln(conn, ids.Replace(line))
		}
		var child child
		if err := child.accept(l, 2); fmt.Sprint(err) != ids.Replace(c.want) {
			t.Errorf("%q: %v, want %s", c.say, err, ids.Replace(c.want))
		}
		for _, conn := range child.conns {
			if conn != nil {
				conn.Close()
			}
		}
	}
}

// TestWrongAnswers: an answer that is none is told, with what was asked, and with the last that
// the program has printed.
func TestWrongAnswers(t *testing.T) {
	v, err := bench.NewVectors(bench.Row{Coll: "barrier", Procs: 2})
	if err != nil {
		t.Fatal(err)
	}
	here, there := net.Pipe()
	defer here.Close()
	go func() { // whatever is asked
		defer there.Close()
		for r := bufio.NewReader(there); ; fmt.Fprintln(there, "soon") {
			if _, err := r.ReadString('\n'); err != nil {
				return
			}
		}
	}()
	c := &child{called: "x", output: &tail{}, conns: []net.Conn{here}, readers: []*bufio.Reader{bufio.NewReader(here)}}
	c.output.Write([]byte(strings.Repeat("words, ", 4096) + "\nlast words\n \n"))
	if n := len(c.output.buf); n != 4096 {
		t.Errorf("%d bytes are kept", n)
	}
	ask := map[string]func() error{
		`x: "case barrier 0 0": answer "soon" (last words)`:        func() error { return c.begin(t.Context(), v) },
		`x: "run 3": answer "soon": expected integer (last words)`: func() error { _, err := c.batch(t.Context(), 3); return err },
		`x: "check": answer "soon": expected integer (last words)`: func() error { _, err := c.wrong(t.Context()); return err },
	}
	for want, f := range ask {
		if err := f(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if err := c.begin(ctx, v); err != cause {
		t.Errorf("%v, want %v", err, cause)
	}
	if err := c.begin(t.Context(), v); err == nil || !strings.Contains(err.Error(), `answer "soon"`) { // it was not asked
		t.Errorf("after that: %v", err)
	}
}

// TestAnswers: a batch of several processes lasts from when the first begins to when the last ends,
// whatever their order, and what is wrong is of all.
func TestAnswers(t *testing.T) {
	c := &child{called: "x", output: &tail{}}
	for _, answers := range []map[string]string{{"run 3": "100 230", "check": "2"}, {"run 3": "90 200", "check": "0"}, {"run 3": "95 250", "check": "3"}} {
		here, there := net.Pipe()
		defer here.Close()
		go func() {
			defer there.Close()
			for r := bufio.NewReader(there); ; {
				command, err := r.ReadString('\n')
				if err != nil {
					return
				}
				fmt.Fprintln(there, answers[strings.TrimSpace(command)])
			}
		}()
		c.conns, c.readers = append(c.conns, here), append(c.readers, bufio.NewReader(here))
	}
	if took, err := c.batch(t.Context(), 3); took != 160 || err != nil {
		t.Errorf("a batch takes %v, want from 90 to 250 ns; %v", took, err)
	}
	if n, err := c.wrong(t.Context()); n != 5 || err != nil {
		t.Errorf("%d wrong elements, want 5; %v", n, err)
	}
}
