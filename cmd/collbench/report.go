package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench/report"
	"github.com/cayleycoll/cayleycoll/coll"
)

// reportFlags are the flags of report.
type reportFlags struct {
	quick bool
	out   string
}

func reportCommand() *cobra.Command {
	var in reportFlags
	c := &cobra.Command{
		Use:   "report [--quick] [--out DIR]",
		Short: "Measure now and write BENCHMARKS.md, benchmarks.json and report.html",
		Long: `Compares the optimal schedules with trees, rings, doubling and the spectral sum in
steps and in estimated and measured time. It writes three files: BENCHMARKS.md,
benchmarks.json with every figure, and report.html, a page that needs no network, with
plots, tables and a player for schedules. It takes about seven minutes, with --quick less
than two.

If interrupted, it writes what it has, marked incomplete, and exits with 2. It does not
replace a complete report: if the folder has one, the files go to its subfolder
"incomplete".`,
		Example: "  collbench report --quick --out /tmp/x   # then open /tmp/x/report.html\n  collbench report",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return in.run(cmd) },
	}
	c.Flags().BoolVar(&in.quick, "quick", false, "fewer sizes and shorter measurements, within two minutes")
	c.Flags().StringVar(&in.out, "out", ".", "folder to write to; created if its parent exists")
	return c
}

func (in *reportFlags) run(cmd *cobra.Command) error {
	if err := folder(in.out); err != nil {
		return err
	}
	if err := takes(in.out); err != nil { // before the minutes that it takes
		return err
	}
	show := newProgress(cmd.ErrOrStderr())
	r, err := report.Make(cmd.Context(), in.options(show))
	show.end()
	if errors.Is(err, coll.ErrUsage) {
		return err // and what an earlier report wrote stays
	}
	into, kept, ferr := room(in.out, r)
	if ferr != nil {
		return ferr
	}
	var unwritten error
	for _, f := range r.Files() {
		path := filepath.Join(into, f.Name)
		if err := writeWhole(context.WithoutCancel(cmd.Context()), path, f.Write); err != nil {
			unwritten = cmp.Or(unwritten, err) // the others have the figures too
			continue
		}
		fmt.Fprintln(cmd.OutOrStdout(), shown(path))
	}
	if unwritten != nil {
		return unwritten
	}
	if err != nil {
		return unfinished(cmd.Context(), err, kept)
	}
	if n := r.Wrong(); n > 0 {
		return wrongElements(n)
	}
	return nil
}

// options are what the flags ask for.
func (in *reportFlags) options(show *progress) report.Options {
	o := report.Options{Command: "collbench report", Quick: in.quick, Progress: show.machine, Tick: show.tick()}
	if in.quick {
		o.Command += " --quick"
	}
	return o
}

// room is the folder to write r to, and what to say of it: an incomplete report does
// not replace a complete one.
func room(out string, r *report.Report) (into, kept string, err error) {
	kept = "wrote what is done, marked incomplete, to " + shown(out)
	if r.Incomplete == "" {
		return out, "", nil
	}
	if !whole(out) {
		return out, kept, nil
	}
	into = beneath(out)
	return into, "wrote what is done to " + shown(into) + ", marked incomplete; the complete report in " + shown(out) + " stays", folder(into)
}

// beneath is the folder of an incomplete report where there is a complete one.
func beneath(out string) string { return filepath.Join(out, "incomplete") }

// whole reports whether a folder has a complete report, or one that cannot be read and may be
// complete.
func whole(out string) bool {
	f, err := os.Open(filepath.Join(out, "benchmarks.json"))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	return report.Complete(f)
}

// takes checks that a report can be written to the folder, be it complete or not.
func takes(out string) error {
	into := []string{out}
	if whole(out) {
		_, there := os.Lstat(beneath(out)) // also of a link that leads nowhere
		switch st, err := os.Stat(beneath(out)); {
		case err == nil && st.IsDir():
			into = append(into, beneath(out))
		case !errors.Is(there, fs.ErrNotExist): // else it is made when it is needed
			return fmt.Errorf("--out: %s is no folder, as it must be for what an interrupted run has measured; remove it, or name another folder", shown(beneath(out)))
		}
	}
	for _, dir := range into {
		for _, f := range new(report.Report).Files() {
			if err := writable(filepath.Join(dir, f.Name)); err != nil {
				return fmt.Errorf("--out: %w", err)
			}
		}
	}
	return nil
}

// folder makes the folder if it is not there.
func folder(path string) error {
	err := os.Mkdir(path, 0o755)
	if err == nil {
		return nil
	}
	switch st, there := os.Stat(path); {
	case there == nil && !st.IsDir():
		return fmt.Errorf("--out %q is a file; name a folder", path)
	case there != nil:
		err, _ = nameless(err)
		return fmt.Errorf("--out %q cannot be made: %w; make it first", path, err)
	}
	return nil
}
