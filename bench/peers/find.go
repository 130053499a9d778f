package peers

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

//go:embed c
var sources embed.FS

// Absent is a peer that is not measured, and why.
type Absent struct {
	Peer string `json:"peer"`
	Why  string `json:"why"`
}

// foreign is a peer that was found and compiled: what to run for so many
// processors.
type foreign struct {
	called string
	lines  int // to us: 0 for one a rank
	settle time.Duration
	env    []string
	args   func(socket string, p int) []string
}

func (f *foreign) start(ctx context.Context, dir string, p int) (*child, error) {
	socket := filepath.Join(dir, "s")
	lines := f.lines
	if lines == 0 {
		lines = p
	}
	c, err := start(ctx, f.called, socket, lines, f.env, f.args(socket, p)...)
	if err != nil {
		return nil, err
	}
	c.settle = f.settle
	return c, nil
}

// find compiles what this machine has the compilers for, in dir.
func find(ctx context.Context, dir string) (found []foreign, absent []Absent) {
	if err := unpack(dir); err != nil {
		return nil, []Absent{{"C and MPI programs", err.Error()}}
	}
	for _, look := range []func(context.Context, string) ([]foreign, []Absent){findThreads, findMPI} {
		f, a := look(ctx, dir)
		found, absent = append(found, f...), append(absent, a...)
	}
	return found, absent
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

// compile makes dir/name from dir/source.
func compile(ctx context.Context, dir, name, cc, source string, flags ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	out := filepath.Join(dir, name)
	args := append([]string{"-O3", "-march=native"}, flags...)
	cmd := exec.CommandContext(ctx, cc, append(args, "-o", out, source)...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var said tail
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s does not compile %s: %w%s", cc, source, err, said.last())
	}
	return out, nil
}

// threads are the C programs of one process.
var threads = []struct {
	called, source, flag string
	settle               time.Duration
	env                  []string
}{
	// libgomp's threads spin for a few milliseconds after a parallel region.
	{"openmp", "openmp.c", "-fopenmp", 5 * time.Millisecond, []string{"OMP_PROC_BIND=true", "OMP_PLACES=cores"}},
	{"pthread", "pthread.c", "-pthread", 0, nil},
}

// findThreads looks for a C compiler.
func findThreads(ctx context.Context, dir string) (found []foreign, absent []Absent) {
	for _, t := range threads {
		cc, err := lookAny("gcc", "clang", "cc")
		if err == nil {
			var program string
			if program, err = compile(ctx, dir, t.called, cc, t.source, t.flag); err == nil {
				found = append(found, foreign{t.called, 1, t.settle, t.env, func(socket string, p int) []string {
					return []string{program, socket, strconv.Itoa(p)}
				}})
				continue
			}
		}
		absent = append(absent, Absent{t.called, err.Error()})
	}
	return found, absent
}

// flavour is an implementation of MPI.
type flavour struct {
	called   string
	version  []string // what its mpirun says of itself
	settings []setting
}

// setting is a way to run it: as installed, and as is best known for one machine.
type setting struct {
	called string
	env    []string
	args   []string
}

var flavours = []flavour{
	{"openmpi", []string{"Open MPI", "OpenRTE"}, []setting{
		{"openmpi", nil, nil},
		{"openmpi-nocma", nil, []string{"--mca", "btl_vader_single_copy_mechanism", "none", "--mca", "btl_sm_single_copy_mechanism", "none"}},
	}},
	{"mpich", []string{"HYDRA", "MPICH"}, []setting{
		{"mpich", nil, nil},
		{"mpich-posix", []string{"UCX_TLS=self,posix", "MPIR_CVAR_POLLS_BEFORE_YIELD=1"}, nil},
	}},
}

func findMPI(ctx context.Context, dir string) (found []foreign, absent []Absent) {
	for _, f := range flavours {
		run, program, err := f.build(ctx, dir)
		for _, s := range f.settings {
			if err != nil {
				absent = append(absent, Absent{s.called, err.Error()})
				continue
			}
			found = append(found, foreign{s.called, 0, 0, s.env, func(socket string, p int) []string {
				args := append([]string{run}, f.bind(p)...)
				return append(append(args, s.args...), program, socket)
			}})
		}
	}
	return found, absent
}

// build finds the flavour's mpirun and compiles the program for it.
func (f *flavour) build(ctx context.Context, dir string) (run, program string, err error) {
	suffix := ""
	run, err = exec.LookPath("mpirun." + f.called)
	if err == nil {
		suffix = "." + f.called
	} else if run, err = lookAny("mpirun", "mpiexec"); err != nil {
		return "", "", err
	} else if !f.says(ctx, run) {
		return "", "", fmt.Errorf("%s is another MPI's", run)
	}
	cc, err := lookAny("mpicc" + suffix)
	if err != nil {
		return "", "", fmt.Errorf("%s is there, but %w", run, err)
	}
	program, err = compile(ctx, dir, f.called, cc, "mpi.c")
	return run, program, err
}

// says reports whether mpirun calls itself by the flavour's name.
func (f *flavour) says(ctx context.Context, run string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, run, "--version").CombinedOutput()
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return false
	}
	for _, v := range f.version {
		if strings.Contains(string(out), v) {
			return true
		}
	}
	return false
}

// bind is the arguments for p ranks, each on a core, in turn where there are more
// ranks than cores.
func (f *flavour) bind(p int) []string {
	args := []string{"-np", strconv.Itoa(p)}
	if f.called == "mpich" {
		return append(args, "-bind-to", "core")
	}
	if os.Geteuid() == 0 {
		args = append(args, "--allow-run-as-root")
	}
	if p > runtime.NumCPU() {
		return append(args, "--oversubscribe", "--bind-to", "core:overload-allowed")
	}
	return append(args, "--bind-to", "core")
}

// Names are all peers, whether they are on this machine or not.
func Names() (names []string) {
	for _, p := range programs() {
		names = append(names, p.name())
	}
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
