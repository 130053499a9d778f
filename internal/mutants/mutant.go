package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// mutant is one way to weaken the code.
type mutant struct {
	name  string // what is missing
	file  string // where
	edits []edit
	tests string // those that kill it soonest, as go test -run has it
	race  bool   // they need the race detector
}

// edit replaces a text that occurs once in the file.
type edit struct{ old, new string }

// whole bounds what all tests may take. Those that should kill a mutant may take
// five times what they take without one and five seconds: one that hangs is
// killed by the clock.
const whole = 90 * time.Second

// times are how long tests take without a mutant.
type times map[string]time.Duration

func (m *mutant) key() string { return fmt.Sprintf("%s %v %s", path.Dir(m.file), m.race, m.tests) }

// fate is what became of a mutant.
type fate struct {
	killed bool
	by     string
	output string
}

func (f fate) String() string {
	if f.killed {
		return "killed"
	}
	return "SURVIVED"
}

// mutated is the text of the file with the mutant in it.
func (m *mutant) mutated() (string, error) {
	b, err := os.ReadFile(filepath.FromSlash(m.file))
	if err != nil {
		return "", err
	}
	text := string(b)
	for _, e := range m.edits {
		if n := strings.Count(text, e.old); n != 1 {
			return "", fmt.Errorf("%s: %q: the original text is there %d times, want once: %q", m.file, m.name, n, e.old)
		}
		text = strings.Replace(text, e.old, e.new, 1)
	}
	return text, nil
}

// try builds the tests with the mutant and runs them: first those that should
// notice, then, if they do not, all.
func (m *mutant) try(dir string, took times) (fate, error) {
	text, err := m.mutated()
	if err != nil {
		return fate{}, err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return fate{}, err
	}
	defer os.RemoveAll(dir)
	file, own, bin := filepath.Join(dir, "mutant.go"), path.Dir(m.file), filepath.Join(dir, "tests")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fate{}, err
	}
	few, err := overlay(dir, own, m.file, file)
	if err != nil {
		return fate{}, err
	}
	if err := build(bin, own, m.race, few); err != nil {
		return fate{}, fmt.Errorf("%s: %q does not build: %w", m.file, m.name, err)
	}
	f, err := run(bin, own, m.tests, 5*time.Second+5*took[m.key()])
	if err != nil || f.killed {
		return f, err
	}
	every, err := overlay(dir, "", m.file, file)
	if err != nil {
		return fate{}, err
	}
	for _, pkg := range []string{"buffers", "coll"} {
		if err := build(bin, pkg, false, every); err != nil {
			return fate{}, err
		}
		if f, err = run(bin, pkg, ".", whole); err != nil || f.killed {
			return f, err
		}
	}
	f.by = "nothing"
	return f, nil
}

// healthy runs the tests without a mutant; a mutant's death says nothing if they
// fail.
func healthy(dir string, ms []mutant) (times, error) {
	took, built := times{}, map[string]bool{}
	for _, m := range ms {
		if took[m.key()] > 0 {
			continue
		}
		pkg := path.Dir(m.file)
		bin := filepath.Join(dir, fmt.Sprintf("%s-%v", pkg, m.race))
		if !built[bin] {
			few, err := overlay(dir, pkg, "", "")
			if err != nil {
				return nil, err
			}
			if err := build(bin, pkg, m.race, few); err != nil {
				return nil, err
			}
			built[bin] = true
		}
		began := time.Now()
		f, err := run(bin, pkg, m.tests, whole)
		if err != nil {
			return nil, err
		}
		if f.killed {
			return nil, fmt.Errorf("without a mutant %s in ./%s fail: %s\n%s", m.tests, pkg, f.by, f.output)
		}
		took[m.key()] = time.Since(began)
	}
	return took, nil
}

// meant are the files of tests that the list names, and what they need. The other
// tests of a package take as long to compile as the package.
var meant = map[string]string{
	"coll": "data_test.go spread_test.go failures_test.go odd_errors_test.go abandon_test.go remote_test.go misuse_test.go exchange_test.go exchange_swap_test.go exchange_aside_test.go exchange_pieces_test.go exchange_room_test.go exchange_short_test.go direct_one_test.go same_bits_test.go unlike_calls_test.go hold_test.go sleep_test.go exchange_wait_test.go meet_test.go unwind_now_test.go crossing_test.go serve_test.go direct_spread_test.go direct_short_test.go direct_blocks_test.go direct_apart_test.go direct_counts_test.go layout_test.go direct_private_test.go allreducefunc_test.go direct_onward_test.go direct_portions_test.go unlike_teams_test.go trial_test.go programs_test.go order_test.go coroutines_test.go making_test.go gomaxprocs_test.go late_test.go unwind_late_test.go split_test.go splits_test.go leftover_test.go overdue_test.go trail_test.go context_test.go sides_test.go counters_test.go nan_test.go direct_turn_test.go gathering_test.go pack_test.go signals_test.go claim_test.go anew_test.go exchange_anew_test.go direct_room_test.go handback_test.go handed_bench_test.go fresh_bench_test.go ways_bench_test.go results_test.go file_test.go direct_past_test.go distance_test.go lesson_test.go scheduled_given_test.go spectral_test.go whereabouts_linux_test.go hostile_test.go hostile_programs_test.go hostile_errors_test.go hostile_channel_test.go hostile_moves_test.go fuzz_test.go walker_test.go",
}

// overlay tells the go command to take a file for another and to leave out the
// tests of a package that are not meant.
func overlay(dir, pkg, old, new string) (file string, err error) {
	root, err := os.Getwd()
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	if old != "" {
		replace[filepath.Join(root, filepath.FromSlash(old))] = new
	}
	if meant[pkg] != "" {
		tests, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
		if err != nil {
			return "", err
		}
		for _, t := range tests {
			if !slices.Contains(strings.Fields(meant[pkg]), filepath.Base(t)) {
				replace[t] = "" // as if it were not there
			}
		}
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, b, 0o644)
}

func build(bin, pkg string, race bool, overlay string) error {
	args := []string{"test", "-c", "-vet=off", "-trimpath", "-o", bin}
	if race {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "-overlay", overlay, "./"+pkg)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test -c ./%s: %v\n%s", pkg, err, out)
	}
	return nil
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// run runs tests; they must be there.
func run(bin, pkg, tests string, limit time.Duration) (fate, error) {
	ctx, stop := context.WithTimeout(context.Background(), limit+10*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, bin, "-test.short", "-test.failfast", "-test.count=1", "-test.run", tests, "-test.timeout", limit.String())
	cmd.Dir = filepath.FromSlash(pkg)
	out, err := cmd.CombinedOutput()
	f := fate{killed: err != nil, output: string(out)}
	var exit *exec.ExitError
	switch at := failed.FindStringSubmatch(f.output); {
	case err != nil && !errors.As(err, &exit) && ctx.Err() == nil:
		return fate{}, err
	case strings.Contains(f.output, "no tests to run"):
		return fate{}, fmt.Errorf("%s has no tests %q", pkg, tests)
	case !f.killed:
	case at != nil:
		f.by = at[1]
	case ctx.Err() != nil || strings.Contains(f.output, "test timed out"):
		f.by = "a hang"
		if at := regexp.MustCompile(`running tests:\s+(\w+)`).FindStringSubmatch(f.output); at != nil {
			f.by = "a hang of " + at[1]
		}
	case strings.Contains(f.output, "DATA RACE"):
		f.by = "the race detector"
	default:
		f.by = "a crash"
	}
	return f, nil
}
