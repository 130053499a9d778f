package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	n := flag.Int("n", 0, "how many mutants to try, other ones every day; 0: all")
	only := flag.String("only", "", "only mutants whose name or file this regular expression matches")
	score := flag.String("score", "", "file to write the score to")
	jobs := flag.Int("j", runtime.NumCPU(), "how many to try at a time")
	verbose := flag.Bool("v", false, "print what the tests print")
	flag.Parse()
	which, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintf(os.Stderr, "mutants: -only: %v\n", err)
		os.Exit(2)
	}
	chosen := choose(mutants(), which, *n, int(time.Now().Unix()/(24*3600)))
	survived, err := try(chosen, *jobs, *verbose, *score)
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "mutants: %v\n", err)
		os.Exit(2)
	case survived > 0:
		os.Exit(1)
	}
}

// mutants are all there are.
func mutants() []mutant {
	return slices.Concat(meeting(), waiting(), ending(), blaming(), moving(), reading(), refusing())
}

// choose picks those whose name or file is meant, and of them n, spread over the
// list, beginning at another one every day.
func choose(all []mutant, only *regexp.Regexp, n, day int) []mutant {
	var of []mutant
	for _, m := range all {
		if only.MatchString(m.name) || only.MatchString(m.file) {
			of = append(of, m)
		}
	}
	if n <= 0 || n >= len(of) {
		return of
	}
	var some []mutant
	for k := range n {
		some = append(some, of[(k*len(of)/n+day)%len(of)])
	}
	return some
}

// try tries the mutants, jobs at a time, and reports how many survived.
func try(chosen []mutant, jobs int, verbose bool, score string) (survived int, err error) {
	if len(chosen) == 0 {
		return 0, errors.New("no mutant has such a name")
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	began := time.Now()
	took, err := healthy(dir, chosen)
	if err != nil {
		return 0, err
	}
	fmt.Printf("the tests pass without a mutant (%.0f s)\n", time.Since(began).Seconds())

	fates, errs := make([]fate, len(chosen)), make([]error, len(chosen))
	cores := make(chan struct{}, max(1, jobs))
	var all sync.WaitGroup
	for i := range chosen {
		all.Go(func() {
			cores <- struct{}{}
			defer func() { <-cores }()
			m, start := &chosen[i], time.Now()
			fates[i], errs[i] = m.try(fmt.Sprintf("%s/%d", dir, i), took)
			if errs[i] != nil {
				return
			}
			fmt.Printf("%-8s %-18s %s: %s (%.1f s)\n", fates[i], m.file, m.name, fates[i].by, time.Since(start).Seconds())
			if verbose {
				fmt.Println(fates[i].output)
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return 0, err
	}
	for _, f := range fates {
		if !f.killed {
			survived++
		}
	}
	fmt.Printf("%d of %d mutants killed, %d survived (%.0f s)\n", len(chosen)-survived, len(chosen), survived, time.Since(began).Seconds())
	if score == "" {
		return survived, nil
	}
	return survived, write(score, chosen, fates)
}

// write keeps the score in a file, beside what earlier runs wrote there of mutants
// that were not tried now.
func write(file string, ms []mutant, fates []fate) error {
	lines := map[string]string{}
	line := func(m *mutant, fate, by string) string {
		return fmt.Sprintf("%-8s  %-18s  %-58s  %s", fate, m.file, m.name, by)
	}
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	all := mutants()
	for was := range strings.SplitSeq(string(before), "\n") {
		for i := range all {
			m := &all[i]
			if strings.HasPrefix(was, line(m, "killed", "")) {
				lines[m.file+m.name] = was
			}
		}
	}
	for i := range ms {
		lines[ms[i].file+ms[i].name] = line(&ms[i], fates[i].String(), fates[i].by)
	}
	var b strings.Builder
	killed := 0
	for i := range all {
		m := &all[i]
		l, ok := lines[m.file+m.name]
		if !ok {
			l = line(m, "untried", "")
		}
		if strings.HasPrefix(l, "killed") {
			killed++
		}
		fmt.Fprintln(&b, l)
	}
	head := fmt.Sprintf("%d of %d mutants killed. Written by go run ./internal/mutants -score %s\n\n", killed, len(all), file)
	return os.WriteFile(file, []byte(head+b.String()), 0o644)
}
