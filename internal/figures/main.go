// Command figures runs the tests that hold the promises of docs/guarantees.md and
// prints what they count: faults tried, states explored, mutants killed,
// operations soaked. Run it at the root of the module:
//
//	go run ./internal/figures             every figure; some minutes, most of them mutants
//	go run ./internal/figures -mutants 8  eight mutants only; 0: none
//	go run ./internal/figures -soak 60s   a longer soak
//	go run ./internal/figures -only soak  the figures with "soak" in their names
//
// It exits with 1 if a test fails or counts nothing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// figure is a number that a command prints.
type figure struct {
	name    string
	command []string // after go
	line    *regexp.Regexp
}

func test(pkg, name string) []string {
	return []string{"test", "-count=1", "-v", "-run", "^" + name + "$", pkg}
}

// figures lists them; mutants says how many of those, -1: all.
func figures(mutants int) []figure {
	line := regexp.MustCompile
	list := []figure{
		{"faults", test("./coll", "TestFaults"), line(`faults tried: .*`)},
		{"unwinding", test("./coll", "TestUnwindingIsFast"), line(`unwound in .*`)},
		{"determinism", test("./coll", "TestGolden"), line(`determinism: .*`)},
		{"runs", test("./coll", "TestTenThousandRuns"), line(`one hash in .*`)},
		{"random programs", test("./coll", "TestRapidProgram"), line(`\d+ programs`)},
		{"failures at random", test("./coll", "TestStress"), line(`\d+ calls in .*`)},
		{"soak", test("./coll", "TestSoak"), line(`operations soaked: .*`)},
		{"small operations", test("./coll", "TestSmallOperations"), line(`small operations: .*`)},
		{"models", test("./internal/model", "TestModels"), line(`models: .*`)},
	}
	if mutants != 0 {
		list = append(list, figure{"mutants", []string{"run", "./internal/mutants", "-n", fmt.Sprint(max(mutants, 0))}, line(`\d+ of \d+ mutants killed.*`)})
	}
	return list
}

// find runs the command and returns what it counts.
func (f *figure) find(env []string) (string, error) {
	cmd := exec.Command("go", f.command...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("figures: go %s: %w\n%s", strings.Join(f.command, " "), err, out)
	}
	counted := f.line.Find(out)
	if counted == nil {
		return "", fmt.Errorf("figures: go %s prints no line like %q; has a tool been missing?\n%s", strings.Join(f.command, " "), f.line, out)
	}
	return string(counted), nil
}

// run finds those of the list that the arguments ask for.
func run(args []string, list func(mutants int) []figure) error {
	flags := flag.NewFlagSet("figures", flag.ExitOnError)
	only := flags.String("only", "", "the figures with this in their names")
	mutants := flags.Int("mutants", -1, "how many mutants; 0: none, -1: all")
	soak := flags.Duration("soak", 0, "how long to soak; 0: as the tests do")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("figures: unexpected argument %q", flags.Arg(0))
	}
	var env []string
	if *soak > 0 {
		env = append(env, "CAYLEYCOLL_SOAK="+soak.String())
	}
	var failed []error
	found := 0
	for _, f := range list(*mutants) {
		if !strings.Contains(f.name, *only) {
			continue
		}
		found++
		start := time.Now()
		counted, err := f.find(env)
		if err != nil {
			failed = append(failed, err)
			counted = "FAILED"
		}
		fmt.Printf("%-20s%s (%.0f s)\n", f.name, counted, time.Since(start).Seconds())
	}
	if found == 0 {
		return fmt.Errorf("figures: no figure has %q in its name", *only)
	}
	return errors.Join(failed...)
}

func main() {
	if err := run(os.Args[1:], figures); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
