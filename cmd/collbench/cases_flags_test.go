package main

import (
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
	"github.com/cayleycoll/cayleycoll/coll"
)

// TestPlanOfFlags: every flag of what is measured is heard, and what is measured without it is
// what the help says.
func TestPlanOfFlags(t *testing.T) {
	full := []int{8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20, 16 << 20, 64 << 20}
	fewer := []int{8, 512, 32 << 10, 2 << 20}
	for line, want := range map[string]bench.Plan{
		"":        {AllAlgs: true, Procs: []int{2, 8, 64}, Sizes: full[:8:8], Type: "float64", Budget: 300, MaxBytes: 4 << 30},
		"--quick": {AllAlgs: true, Procs: []int{2, 8, 64}, Sizes: fewer, Type: "float64", Budget: 10, MaxBytes: 128 << 20},
		"--quick --sizes 64B --coll scan,gatherv --alg auto,direct --procs 5,3,5 --type int32 --check=false --fresh": {Colls: []string{"scan", "gatherv"},
			Algs: []coll.Algorithm{"auto", "direct"}, Procs: []int{5, 3}, Sizes: []int{64}, Type: "int32", NoCheck: true, Fresh: true, Budget: 10, MaxBytes: 128 << 20},
	} {
		var in benchFlags
		c := flagged(t, in.register, line)
		if got, err := in.read(c); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("bench %s: %+v, %v, want %+v", line, got, err, want)
		}
	}
	for line, want := range map[string]bench.Plan{
		"":                {AllAlgs: true, Procs: []int{2, 8, 64}, Sizes: []int{8, 64, 512, 4 << 10, 32 << 10, 256 << 10}, Type: "float64", Budget: 60, MaxBytes: 4 << 30},
		"--quick --fresh": {AllAlgs: true, Procs: []int{2, 8, 64}, Sizes: fewer, Type: "float64", Budget: 10, MaxBytes: 128 << 20, Fresh: true},
		"--quick":         {AllAlgs: true, Procs: []int{2, 8, 64}, Sizes: fewer, Type: "float64", Budget: 10, MaxBytes: 128 << 20},
		"--sizes 64B --coll scan --procs 3 --type int32,float32": {Colls: []string{"scan"}, AllAlgs: true, Procs: []int{3}, Sizes: []int{64}, Type: "float32", Budget: 60, MaxBytes: 4 << 30},
	} {
		var in tuneFlags
		flagged(t, in.register, line)
		if got, types, err := in.read(); err != nil || !reflect.DeepEqual(got, want) || strings.Join(types, ",") != in.types {
			t.Errorf("tune %s: %+v of %q, %v, want %+v", line, got, types, err, want)
		}
	}
	all := []string{"barrier", "allreduce", "allgather", "reducescatter", "alltoall", "broadcast"}
	for line, want := range map[string]peers.Plan{
		"":        {Colls: all, Procs: []int{2, 8}, Sizes: full, Rounds: 11, Case: time.Second, Peer: 30 * time.Second, MaxBytes: 400 << 20},
		"--quick": {Colls: all, Procs: []int{2, 8}, Sizes: []int{8, 4 << 10, 32 << 10, 2 << 20}, Rounds: 9, Case: 80 * time.Millisecond, Peer: 2 * time.Second, MaxBytes: 400 << 20},
		"--fresh --coll alltoall --peer go-cond,mpich --procs 3 --sizes 64B": {Colls: []string{"alltoall"}, Programs: []string{"go-cond", "mpich"}, Procs: []int{3}, Sizes: []int{64},
			Fresh: true, Rounds: 11, Case: time.Second, Peer: 30 * time.Second, MaxBytes: 400 << 20},
	} {
		var in peersFlags
		flagged(t, in.register, line)
		if got, err := in.plan(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("peers %s: %+v, %v, want %+v", line, got, err, want)
		}
	}
}

// TestReportQuick: what is told to be quick is.
func TestReportQuick(t *testing.T) {
	for quick, command := range map[bool]string{false: "collbench report", true: "collbench report --quick"} {
		in := reportFlags{quick: quick}
		if o := in.options(newProgress(io.Discard)); o.Quick != quick || o.Command != command || o.Progress == nil {
			t.Errorf("quick %v: %+v", quick, o)
		}
	}
}

// flagged is a command that was given those flags.
func flagged(t *testing.T, register func(*cobra.Command), line string) *cobra.Command {
	t.Helper()
	c := &cobra.Command{}
	c.SetContext(t.Context())
	register(c)
	if err := c.ParseFlags(strings.Fields(line)); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return c
}
