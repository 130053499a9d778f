package bench

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/klauspost/cpuid/v2"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Info is the machine as the library sees it.
type Info struct {
	CPU        string   `json:"cpu"`
	Go         string   `json:"go"`
	Platform   string   `json:"platform"`
	Cores      []int    `json:"cores"` // that this process may use
	L1D        int      `json:"l1d_bytes"`
	L2         int      `json:"l2_bytes"`
	L3         int      `json:"l3_bytes"`
	Line       int      `json:"line_bytes"`
	Kernel     string   `json:"kernel"` // in force
	Kernels    []string `json:"kernels"`
	Features   string   `json:"features"`
	Pinning    bool     `json:"pinning"`
	GOMAXPROCS int      `json:"gomaxprocs"`
	RoundTrip  float64  `json:"round_trip_us"`    // of a cache line between two cores; 0 with one core
	Tuning     *Table   `json:"tuning,omitempty"` // nil from Inspect, which measures without it
}

// Table is the tuning table that machines use if their Config names none.
type Table struct {
	File  string `json:"file"` // "" for the built-in one
	Rules int    `json:"rules"`
	// Unusable is why the file cannot be used; then coll.New fails.
	Unusable string `json:"unusable,omitempty"`
}

// Inspect looks at the machine, and measures the round trip of a cache line.
func Inspect() (in Info, err error) {
	c := cpuid.CPU
	in = Info{
		CPU: cmp.Or(c.BrandName, "unknown"), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		L1D: c.Cache.L1D, L2: c.Cache.L2, L3: c.Cache.L3, Line: c.CacheLine,
		Kernel: asm.Variant(), Kernels: asm.Variants(), Features: asm.Features(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
	}
	m, err := coll.New(coll.Config{P: 2, Tuning: &coll.Tuning{}}) // whatever table is installed
	if err != nil {
		return in, err
	}
	defer func() { err = cmp.Or(err, m.Close()) }()
	in.Cores, in.Pinning = m.Config().Cores, m.Config().Host == coll.Threads
	in.RoundTrip, err = RoundTrip(m)
	return in, err
}

// InForce finds the tuning table that machines use if their Config names none.
func InForce() (*Table, error) {
	t := &Table{File: coll.TuningPath()}
	if os.Getenv("CAYLEYCOLL_TUNING") == "" { // else the file must be there
		if _, err := os.Stat(t.File); err != nil {
			t.File = ""
		}
	}
	m, err := coll.New(coll.Config{P: 1})
	switch {
	case err == nil:
		t.Rules = len(m.Config().Tuning.Rules)
		return t, m.Close()
	case t.File != "" && errors.Is(err, coll.ErrUsage):
		t.Unusable = strings.TrimPrefix(err.Error(), coll.ErrUsage.Error()+": ")
		return t, nil
	}
	return nil, err
}

// Write writes the facts as text, a line each, or as JSON.
func (in Info) Write(w io.Writer, asJSON bool) error {
	if asJSON {
		return indented(w, in)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "cpu\t%s\n", in.CPU)
	fmt.Fprintf(t, "go\t%s %s, GOMAXPROCS %d\n", in.Go, in.Platform, in.GOMAXPROCS)
	fmt.Fprintf(t, "cores\t%v, pinning %v\n", in.Cores, in.Pinning)
	line := "unknown"
	if in.Line > 0 {
		line = fmt.Sprintf("%d B", in.Line)
	}
	fmt.Fprintf(t, "caches\tL1D %s, L2 %s, L3 %s, line %s\n", cache(in.L1D), cache(in.L2), cache(in.L3), line)
	fmt.Fprintf(t, "kernels\t%s in force, of %v\n", in.Kernel, in.Kernels)
	if in.Features != "" {
		fmt.Fprintf(t, "features\t%s\n", in.Features)
	}
	switch table := in.Tuning; {
	case table == nil:
	case table.Unusable != "":
		fmt.Fprintf(t, "tuning table\tunusable: %s\n", table.Unusable)
	case table.File == "":
		fmt.Fprintf(t, "tuning table\tbuilt-in\n")
	default:
		fmt.Fprintf(t, "tuning table\t%s, rules: %d\n", table.File, table.Rules)
	}
	if in.RoundTrip > 0 {
		fmt.Fprintf(t, "cache-line round trip\t%s µs\n", Micros(in.RoundTrip))
	} else {
		fmt.Fprintf(t, "cache-line round trip\tnone: one core\n")
	}
	return t.Flush()
}

func cache(bytes int) string {
	if bytes <= 0 {
		return "unknown"
	}
	return Size(bytes)
}
