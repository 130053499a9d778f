package peers

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

//go:embed c
var sources embed.FS

// Absent is a peer that is not measured, and why.
type Absent struct {
	Peer string `json:"peer"`
	Why  string `json:"why"`
}

// foreign is a peer that was found and compiled: how to run it on a number of
// processors.
type foreign struct {
	called string
	lines  int // to us: 0 for one a rank
	settle time.Duration
	env    []string
	args   func(p int) []string
}

func (f *foreign) start(ctx context.Context, dir string, p int) (*child, error) {
	lines := f.lines
	if lines == 0 {
		lines = p
	}
	c, err := start(ctx, f.called, dir, lines, f.env, f.args(p)...)
	if err != nil {
		return nil, err
	}
	c.settle = f.settle
	return c, nil
}

// find compiles what this machine has the compilers for, in a folder that the caller
// removes.
func find(ctx context.Context) (dir string, found []foreign, absent []Absent) {
	dir, err := os.MkdirTemp("", "peers")
	if err == nil {
		err = unpack(dir)
	}
	if err != nil {
		for _, name := range foreignNames() {
			absent = append(absent, Absent{name, fmt.Sprintf("nowhere to compile it: %v; set TMPDIR to a folder that can be written", err)})
		}
		return dir, nil, absent
	}
	for _, look := range []func(context.Context, string) ([]foreign, []Absent){findThreads, findMPI} {
		f, a := look(ctx, dir)
		found, absent = append(found, f...), append(absent, a...)
	}
	if ctx.Err() != nil {
		absent = nil // no fault of theirs
	}
	return dir, found, absent
}

func unpack(dir string) error {
	files, err := sources.ReadDir("c")
	if err != nil {
		return err
	}
	for _, f := range files {
		b, err := sources.ReadFile("c/" + f.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), b, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// lookAny is the first of the commands that is there.
func lookAny(commands ...string) (string, error) {
	for _, c := range commands {
		if path, err := exec.LookPath(c); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s", strings.Join(commands, " or "))
}

// compile makes dir/name from dir/source. The compiler's temporary files are in dir too, and
// go with it; one that is late or interrupted may end in order.
func compile(ctx context.Context, dir, name, cc, source string, flags ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	out := filepath.Join(dir, name)
	args := append([]string{"-O3", "-march=native"}, flags...)
	cmd := exec.CommandContext(ctx, cc, append(args, "-o", out, source)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = time.Second
	var said tail
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s does not compile %s: %w%s", cc, source, err, said.last())
	}
	return out, nil
}

// Names are all peers, whether they are on this machine or not.
func Names() []string {
	return append(Programs(), foreignNames()...)
}

// foreignNames are those in C.
func foreignNames() (names []string) {
	for _, t := range threads {
		names = append(names, t.called)
	}
	for _, f := range flavours {
		for _, s := range f.settings {
			names = append(names, s.called)
		}
	}
	return names
}

// Programs are the peers in Go, which are on every machine.
func Programs() (names []string) {
	for _, p := range programs() {
		names = append(names, p.name())
	}
	return names
}
