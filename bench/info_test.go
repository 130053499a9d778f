package bench

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// TestUnknownMachine: what the system does not tell is said to be unknown, as on wasm.
func TestUnknownMachine(t *testing.T) {
	var b bytes.Buffer
	if err := (Info{L1D: -1, L2: -1, L3: -1}).Write(&b, false); err != nil {
		t.Fatal(err)
	}
	if want := "L1D unknown, L2 unknown, L3 unknown, line unknown\n"; !strings.Contains(b.String(), want) {
		t.Errorf("%s\nwant %s", b.String(), want)
	}
}

// TestInfoText: every fact has a line, under its own name; what is not known of features or tables
// has none.
func TestInfoText(t *testing.T) {
	in := Info{CPU: "Abacus", Go: "go1.26", Platform: "linux/abacus", Cores: []int{2, 5}, L1D: 32 << 10, L2: 1 << 20, L3: 64 << 20, Line: 128,
		Kernel: "beads", Kernels: []string{"generic", "beads"}, Pinning: true, GOMAXPROCS: 3, RoundTrip: 0.25}
	facts := `cpu                    Abacus
go                     go1.26 linux/abacus, GOMAXPROCS 3
cores                  [2 5], pinning true
caches                 L1D 32KiB, L2 1MiB, L3 64MiB, line 128 B
kernels                beads in force, of [generic beads]
`
	for want, more := range map[string]func(*Info){
		facts + "cache-line round trip  0.250 µs\n":                                             func(*Info) {},
		facts + "cache-line round trip  none: one core\n":                                       func(in *Info) { in.RoundTrip = 0 },
		facts + "features               wires\ncache-line round trip  0.250 µs\n":               func(in *Info) { in.Features = "wires" },
		facts + "tuning table           built-in\ncache-line round trip  0.250 µs\n":            func(in *Info) { in.Tuning = &Table{Rules: 7} },
		facts + "tuning table           here.json, rules: 7\ncache-line round trip  0.250 µs\n": func(in *Info) { in.Tuning = &Table{File: "here.json", Rules: 7} },
		facts + "tuning table           unusable: torn\ncache-line round trip  0.250 µs\n":      func(in *Info) { in.Tuning = &Table{File: "here.json", Unusable: "torn"} },
	} {
		in, b := in, bytes.Buffer{}
		more(&in)
		if err := in.Write(&b, false); err != nil || b.String() != want {
			t.Errorf("%v\n%s\nwant\n%s", err, b.String(), want)
		}
	}
}

// TestInspect: each figure is that of its own cache, and there is a round trip if there are two cores.
func TestInspect(t *testing.T) {
	in, err := Inspect()
	if c := cpuid.CPU; err != nil || [4]int{in.L1D, in.L2, in.L3, in.Line} != [4]int{c.Cache.L1D, c.Cache.L2, c.Cache.L3, c.CacheLine} {
		t.Errorf("%+v of %+v, line %d: %v", in, c.Cache, c.CacheLine, err)
	}
	if in.Go != runtime.Version() || in.Platform != runtime.GOOS+"/"+runtime.GOARCH || in.GOMAXPROCS != runtime.GOMAXPROCS(0) ||
		in.Kernel != asm.Variant() || !slices.Equal(in.Kernels, asm.Variants()) || in.Features != asm.Features() || in.Tuning != nil {
		t.Errorf("%+v", in)
	}
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if c := m.Config(); !slices.Equal(in.Cores, c.Cores) || in.Pinning != (c.Host == coll.Threads) {
		t.Errorf("%+v, and of a machine cores %v, %v", in, c.Cores, c.Host)
	}
	if len(in.Cores) == 0 || (in.RoundTrip > 0) != (len(in.Cores) > 1) {
		t.Errorf("a round trip of %v µs between cores %v", in.RoundTrip, in.Cores)
	}
}
