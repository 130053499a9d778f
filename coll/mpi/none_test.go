//go:build !mpi || !cgo

package mpi

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

// TestWithoutMPI: every way in says in one line how to build.
func TestWithoutMPI(t *testing.T) {
	_, held := Hold()
	_, made := coll.New(coll.Config{P: 2, Remote: World()})
	for name, err := range map[string]error{
		"Run":      Run(2, func(*coll.Proc) error { return nil }),
		"Hold":     held,
		"coll.New": made,
	} {
		if !errors.Is(err, coll.ErrUsage) || !strings.Contains(err.Error(), "CC=mpicc") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Run(-3, nil); !errors.Is(err, coll.ErrUsage) || !strings.Contains(err.Error(), "-3 processors") {
		t.Errorf("on -3 processors: %v", err)
	}
}

func TestLaunched(t *testing.T) {
	for _, name := range []string{"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"} {
		t.Setenv(name, "")
	}
	t.Setenv("SLURM_STEP_NUM_TASKS", "")
	t.Setenv("SLURM_PROCID", "0") // a batch script, which starts a program by itself
	t.Setenv("SLURM_NTASKS", "4")
	if _, _, ok := Launched(); ok {
		t.Error("launched by nobody")
	}
	want := func(by string) {
		t.Helper()
		if rank, size, ok := Launched(); rank != 2 || size != 4 || !ok {
			t.Errorf("%s: rank %d of %d, %v; want 2 of 4", by, rank, size, ok)
		}
	}
	t.Setenv("SLURM_PROCID", "2")
	t.Setenv("SLURM_STEP_NUM_TASKS", "4")
	want("srun")
	t.Setenv("SLURM_PROCID", "7")
	t.Setenv("PMI_RANK", "2")
	t.Setenv("PMI_SIZE", "4")
	want("mpirun")
}

// TestNoC: a program that imports coll and not this package links no C, with the
// tag or without.
func TestNoC(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil { // such as on js, which has no processes
		t.Skip(err)
	}
	out, err := exec.Command("go", "list", "-deps", "-tags", "mpi", "github.com/cayleycoll/cayleycoll/coll").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if name == "runtime/cgo" || strings.HasSuffix(name, "coll/mpi") {
			t.Errorf("coll links %s", name)
		}
	}
}
