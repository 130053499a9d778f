package model

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// model is a file and the variants of it to run.
type model struct {
	file   string
	right  []string // flags under which nothing may be wrong
	broken []broken
}

// broken is a variant with one thing left out.
type broken struct {
	flags string
	how   string // what spin says
}

const (
	assertion = "assertion violated"
	hang      = "invalid end state"
)

var models = []model{
	{"line.pml", []string{"T=2", "T=3", "T=3 BANKS=2", "T=2 CYCLIC", "T=3 BANKS=2 CYCLIC", "T=2 M=2 BANKS=2 CYCLIC"}, []broken{
		{"CYCLIC BROKEN_onebank", assertion},      // one bank instead of two
		{"CYCLIC BROKEN_publishfirst", assertion}, // the flag before the message
		{"CYCLIC BROKEN_nogreet", assertion},      // a team does not wait for all
		{"CYCLIC BROKEN_nostep", assertion},       // no signal after work on the vectors
		{"CYCLIC BROKEN_onestep", assertion},      // one team's step is enough
		{"CYCLIC BROKEN_wrap", assertion},         // ≥ on numbers that wrap around
		{"CYCLIC M=2 BROKEN_reset", assertion},    // arrivals cleared after the release
	}},
	{"ring.pml", []string{"ONEWAY SLOTS=1", "ONEWAY", "SLOTS=1 LENGTH=2", "SLOTS=2 LENGTH=3", "ONEWAY QUEUE QUIET", "SLOTS=2 LENGTH=3 QUEUE", "SLOTS=1 LENGTH=2 QUIET"}, []broken{
		{"ONEWAY QUEUE BROKEN_publishfirst", assertion}, // the number before the slot
		{"ONEWAY QUIET BROKEN_listen", hang},            // looks, and then says that it listens
		{"ONEWAY BROKEN_full", assertion},               // one slot too many
		{"ONEWAY BROKEN_cache", hang},                   // the copy of head never renewed
		{"ONEWAY BROKEN_publishfirst", assertion},       // tail before the slot
		{"ONEWAY BROKEN_releasefirst", assertion},       // head before the slot was read
		{"ONEWAY BROKEN_nofull", hang},                  // the sender does not say that it waits
		{"ONEWAY BROKEN_noagain", hang},                 // … or says so and does not look again
		{"ONEWAY BROKEN_noknock", hang},                 // no bell after sending
		{"ONEWAY BROKEN_clearlate", hang},               // full cleared after the bell
		{"ONEWAY BROKEN_bell", hang},                    // the bell read after looking
	}},
	{"lend.pml", []string{""}, []broken{
		{"BROKEN_blind", hang},      // taken back whether the receiver has begun or not
		{"BROKEN_late", hang},       // the receiver looks, and then says that it begins
		{"BROKEN_early", assertion}, // given back before it is copied
		{"BROKEN_over", assertion},  // lent while the last loan is not over
		{"BROKEN_norefusal", hang},  // the receiver does not say that it will not copy
		{"BROKEN_noknock", hang},    // no bell when it is over
	}},
	{"swap.pml", []string{"", "LONG"}, []broken{
		{"BROKEN_nohead", assertion}, // a loan that is over means that nobody swaps
		{"BROKEN_number", assertion}, // two offers are taken for each other's
		{"BROKEN_half", assertion},   // the end of an exchange with one half swapped
		{"BROKEN_blind", assertion},  // an offer withdrawn whether the receiver has begun or not
		{"BROKEN_late", assertion},   // the receiver looks, and then says that it begins
		{"BROKEN_keep", hang},        // no offer withdrawn
		{"BROKEN_noknock", hang},     // no bell when a half is swapped
	}},
	{"portions.pml", []string{""}, []broken{
		{"BROKEN_own", assertion},       // a team goes by what it saw itself
		{"BROKEN_early", assertion},     // a portion is made before the other has come
		{"BROKEN_handfirst", assertion}, // the number before the portion
		{"BROKEN_nowait", assertion},    // a portion is read before it is there
	}},
	{"sleep.pml", []string{"H=2", "H=2 R=3 CANCEL", "H=2 COND CANCEL", "H=2 TSO", "H=3 R=1", "H=2 R=3 RELIEF CANCEL", "H=3 R=1 RELIEF", "H=2 COND RELIEF"}, []broken{
		{"BROKEN_prepare", hang},           // the word set after looking
		{"BROKEN_announce", hang},          // the sleep announced after looking
		{"BROKEN_look", hang},              // no look after announcing
		{"BROKEN_futex", hang},             // sleep even if the word has changed
		{"BROKEN_lookfirst", hang},         // look for sleepers, then publish
		{"BROKEN_verdict", assertion},      // all asleep is a deadlock, ready or not
		{"BROKEN_noverdict", hang},         // the last to sleep says nothing
		{"R=3 BROKEN_nolock", assertion},   // the verdict without the lock
		{"CANCEL BROKEN_failnowake", hang}, // a failure wakes nobody
		{"RELIEF BROKEN_easenowake", hang}, // who is relieved is not woken
		{"TSO BROKEN_fence", hang},         // a plain store, then the look for sleepers
	}},
	{"abort.pml", []string{"T=2 N=2", "T=3", "T=1 M=3", "T=2 M=2", "T=2 M=2 THREADS"}, []broken{
		{"BROKEN_settle", assertion},              // unwind without looking at busy
		{"BROKEN_holdorder", assertion},           // look at stop, then set busy
		{"BROKEN_hold", assertion},                // work without being busy
		{"BROKEN_release", assertion},             // busy given up before the work
		{"BROKEN_norelease", hang},                // busy kept while waiting for the others'
		{"BROKEN_step", hang},                     // step waits without looking at stop
		{"T=3 BROKEN_step", hang},                 // … of more than two teams
		{"BROKEN_cause", assertion},               // a later cause replaces the first
		{"M=2 BROKEN_holdteam", assertion},        // no busy while a team's others may run
		{"M=2 THREADS BROKEN_suspend", assertion}, // go on after a switch without a look at stop
	}},
}

// TestModels has spin look at every state of every variant.
func TestModels(t *testing.T) {
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s here: the models are not checked", tool)
		}
	}
	if testing.Short() {
		t.Skip("-short: the models are not checked")
	}
	began := time.Now()
	var states, variants, found atomic.Int64
	cores := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	run := func(file, flags, how string) {
		all.Go(func() {
			cores <- struct{}{}
			defer func() { <-cores }()
			n, seconds, said, err := spin(t.TempDir(), file, flags)
			switch {
			case err != nil:
				t.Errorf("%s %s: %v", file, flags, err)
			case how == "" && said != "":
				t.Errorf("%s %s: %s", file, flags, said)
			case !strings.Contains(said, how):
				t.Errorf("%s %s: spin says %q and must find: %s", file, flags, said, how)
			case how != "":
				found.Add(1)
				t.Logf("%-9s %-30s found wrong after %8d states, as it must be: %s", file, flags, n, how)
			default:
				variants.Add(1)
				states.Add(n)
				t.Logf("%-9s %-30s right in all %8d states, %.2f s", file, flags, n, seconds)
			}
		})
	}
	sample, err := strconv.Atoi(os.Getenv("CAYLEYCOLL_SAMPLE"))
	half := err == nil // CI tries one half of what is broken at one commit and the other at the next
	for _, m := range models {
		for _, flags := range m.right {
			run(m.file, flags, "")
		}
		for i, b := range m.broken {
			if !half || (i+sample)%2 == 0 {
				run(m.file, b.flags, b.how)
			}
		}
	}
	all.Wait()
	t.Logf("models: %d variants right in all %d states, %d broken ones found, %.1f s", variants.Load(), states.Load(), found.Load(), time.Since(began).Seconds())
}

// A search is bounded in depth; to come upon the bound is an error. Clearing the stack for it
// and the table of 2^hash states, which grows, is most of a short search.
const (
	depth, hash             = 400_000, 20 // twice the deepest of those that are right
	brokenDepth, brokenHash = 60_000, 16  // … and of those that are broken
)

var (
	storedLine = regexp.MustCompile(`(\d+) states, stored`)
	errorsLine = regexp.MustCompile(`errors: (\d+)`)
	saidLine   = regexp.MustCompile(`(?m)^pan:1: (.*)$`)
)

// spin runs one variant. said is what is wrong with it, "" if nothing.
func spin(dir, file, flags string) (states int64, seconds float64, said string, err error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return 0, 0, "", err
	}
	args := []string{"-a"}
	for f := range strings.FieldsSeq(flags) {
		args = append(args, "-D"+f)
	}
	if _, err := output(dir, "spin", append(args, path)...); err != nil {
		return 0, 0, "", err
	}
	// A search waits for memory: optimising saves less of it than it takes.
	if _, err := output(dir, "gcc", "-O0", "-w", "-DSAFETY", "-o", "pan", "pan.c"); err != nil {
		return 0, 0, "", err
	}
	m, w := depth, hash
	if strings.Contains(flags, "BROKEN_") {
		m, w = brokenDepth, brokenHash
	}
	began := time.Now()
	out, err := output(dir, "./pan", "-b", fmt.Sprintf("-w%d", w), fmt.Sprintf("-m%d", m))
	if err != nil {
		return 0, 0, "", err
	}
	seconds = time.Since(began).Seconds()
	stored, errs := storedLine.FindSubmatch(out), errorsLine.FindSubmatch(out)
	if stored == nil || errs == nil || bytes.Contains(out, []byte("max search depth too small")) {
		return 0, 0, "", fmt.Errorf("spin's search did not end as it should:\n%s", out)
	}
	if states, err = strconv.ParseInt(string(stored[1]), 10, 64); err != nil {
		return 0, 0, "", err
	}
	if m := saidLine.FindSubmatch(out); m != nil {
		said = string(m[1])
	}
	if wrong := string(errs[1]) != "0"; wrong != (said != "") {
		return 0, 0, "", fmt.Errorf("%s errors, and spin says %q", errs[1], said)
	}
	if said == "" && bytes.Contains(out, []byte("Search not completed")) {
		return 0, 0, "", fmt.Errorf("spin's search did not look at everything:\n%s", out)
	}
	return states, seconds, said, nil
}

func output(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out, nil
}

var mirrorLine = regexp.MustCompile(`// ((?:coll|buffers)/[a-z_]+\.go): (.+)$`)

// TestMirrors: the lines of Go that the models mirror are still there. When this
// fails the code has changed and the model must be looked at again.
func TestMirrors(t *testing.T) {
	for _, m := range models {
		text, err := os.ReadFile(m.file)
		if err != nil {
			t.Fatal(err)
		}
		mirrors := 0
		for i, line := range strings.Split(string(text), "\n") {
			at := mirrorLine.FindStringSubmatch(line)
			if at == nil {
				continue
			}
			mirrors++
			code, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(at[1])))
			if err != nil {
				t.Errorf("%s:%d: %v", m.file, i+1, err)
			} else if !bytes.Contains(code, []byte(at[2])) {
				t.Errorf("%s:%d mirrors %q, and %s has no such line: look at the model again", m.file, i+1, at[2], at[1])
			}
		}
		if mirrors < 8 {
			t.Errorf("%s mirrors %d lines", m.file, mirrors)
		}
	}
}

// TestBrokenAreTried: every BROKEN_ of a model is run, and no other.
func TestBrokenAreTried(t *testing.T) {
	name := regexp.MustCompile(`BROKEN_\w+`)
	for _, m := range models {
		text, err := os.ReadFile(m.file)
		if err != nil {
			t.Fatal(err)
		}
		tried, there := map[string]bool{}, map[string]bool{}
		for _, b := range m.broken {
			tried[name.FindString(b.flags)] = true
		}
		for _, n := range name.FindAllString(string(text), -1) {
			there[n] = true
			if !tried[n] {
				t.Errorf("%s has %s, which no test runs", m.file, n)
			}
		}
		for n := range tried {
			if !there[n] {
				t.Errorf("%s has no %s", m.file, n)
			}
		}
	}
}
