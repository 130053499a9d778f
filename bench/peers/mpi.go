package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

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
			found = append(found, foreign{s.called, 0, 0, s.env, func(p int) []string {
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
	cmd := exec.CommandContext(ctx, run, "--version")
	cmd.WaitDelay = time.Second // a child of a wrapper may hold its output open
	out, err := cmd.CombinedOutput()
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return false
	}
	return slices.ContainsFunc(f.version, func(v string) bool { return strings.Contains(string(out), v) })
}

// bind is the arguments that start p ranks, each on a core of its own, or sharing the
// cores in turn if there are more ranks than cores.
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
