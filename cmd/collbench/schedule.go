package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// wish is what schedule is asked for.
type wish struct {
	graph  cayley.Graph
	task   sched.Task
	model  sched.Model
	scope  sched.Scope
	method string
}

// made is a schedule that has passed its verifier, and what bounds it.
type made struct {
	sched.Schedule
	bound sched.Bound
}

var methods = []string{"auto", "regular", "greedy", "exact"}

// writers are the formats, each to be told the bound for its header.
var writers = []struct {
	name  string
	write func(io.Writer, made) error
}{
	{"json", func(w io.Writer, m made) error { return format.Write(w, m.Schedule, m.bound) }},
}

func scheduleCommand() *cobra.Command {
	var graph, task, links, method, form, out string
	var within int
	var at []int
	var names []string
	for _, w := range writers {
		names = append(names, w.name)
	}
	c := &cobra.Command{
		Use:   "schedule --graph G --task T [-o FILE]",
		Short: "Make, verify and write the schedule of a universal task on a graph",
		Long: `Makes a schedule as short as it can, verifies it against the paper's definitions
and writes it. What it took and the bound it stands beside go to stderr.

Methods: auto takes the best there is; regular the order of Definition 4.3, or
says that there is none (exit 1); greedy leaves out the exact search; exact
insists on a schedule that a bound proves shortest (exit 1 if none is found).`,
		Example: `  collbench schedule --graph hypercube:4 --task broadcast -o q4.json
  collbench schedule --graph torus:4x4 --task exchange > exchange.json
  collbench schedule --graph hypercube:6 --task accumulate --within 3 --links one-way`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := wish{method: method}
			n, err := oneOf("--task", task, "broadcast", "accumulate", "exchange")
			if err != nil {
				return err
			}
			w.task = sched.Task(n)
			if n, err = oneOf("--links", links, "two-way", "one-way"); err != nil {
				return err
			}
			w.model = sched.Model(n)
			if _, err = oneOf("--method", method, methods...); err != nil {
				return err
			}
			if n, err = oneOf("--format", form, names...); err != nil {
				return err
			}
			f := cmd.Flags()
			m, err := await(cmd.Context(), func() (made, error) {
				if w.graph, err = graphOf(graph); err != nil {
					return made{}, err
				}
				if w.scope, err = scopeOf(w.graph, f.Changed("within"), within, f.Changed("at"), at); err != nil {
					return made{}, err
				}
				return w.make()
			})
			if a, ok := err.(answer); ok {
				fmt.Fprintf(cmd.ErrOrStderr(), "collbench: %s\n", string(a))
				return no
			}
			if err != nil {
				return err
			}
			write := func(to io.Writer) error { return writers[n].write(interruptible{cmd.Context(), to}, m) }
			if out == "" {
				err = write(cmd.OutOrStdout())
			} else {
				err = writeWhole(out, write)
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), w.summary(m))
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&graph, "graph", "", "the graph, such as hypercube:4 (collbench graph --help lists them)")
	f.StringVar(&task, "task", "", "broadcast, accumulate or exchange")
	f.StringVar(&links, "links", "two-way", "two-way, or one-way: an edge carries one word a step")
	f.IntVar(&within, "within", 0, "serve distances 1 to this only")
	f.IntSliceVar(&at, "at", nil, "serve these distances only, such as 2,3")
	f.StringVar(&method, "method", "auto", "one of "+strings.Join(methods, ", "))
	f.StringVar(&form, "format", "json", "one of "+strings.Join(names, ", "))
	f.StringVarP(&out, "output", "o", "", "file to write, whole or not at all (default stdout)")
	c.MarkFlagsMutuallyExclusive("within", "at")
	return c
}

// answer is an outcome that is no mistake of the caller: exit 1.
type answer string

func (a answer) Error() string { return string(a) }

// oneOf is the number of a word among those a flag takes.
func oneOf(flag, word string, words ...string) (int, error) {
	if i := slices.Index(words, word); i >= 0 {
		return i, nil
	}
	if word == "" {
		return 0, fmt.Errorf("%s is missing, want one of %s", flag, strings.Join(words, ", "))
	}
	return 0, fmt.Errorf("%s is %q, want one of %s", flag, word, strings.Join(words, ", "))
}

// scopeOf reads --within and --at, whose distances must occur in the graph.
func scopeOf(g cayley.Graph, useWithin bool, within int, useAt bool, at []int) (sched.Scope, error) {
	if !useWithin && !useAt {
		return sched.Scope{}, nil
	}
	d, err := cayley.Diameter(g)
	if err != nil {
		return sched.Scope{}, fmt.Errorf("--graph: %w", err)
	}
	check := func(flag string, s int) error {
		if s < 1 || s > d {
			return fmt.Errorf("%s names distance %d, want 1 to %d, the diameter of %s", flag, s, d, g.Name())
		}
		return nil
	}
	if useWithin {
		return sched.Scope{Within: within}, check("--within", within)
	}
	if len(at) == 0 {
		return sched.Scope{}, fmt.Errorf("--at is empty, want distances such as 2,3")
	}
	at = slices.Clone(at)
	slices.Sort(at)
	for i, s := range at {
		if err := check("--at", s); err != nil {
			return sched.Scope{}, err
		}
		if i > 0 && at[i-1] == s {
			return sched.Scope{}, fmt.Errorf("--at names distance %d twice", s)
		}
	}
	return sched.Scope{At: at}, nil
}

// make makes the schedule and verifies it, whatever its maker has done already.
func (w *wish) make() (made, error) {
	m, err := w.choose()
	if err != nil {
		return made{}, err
	}
	if err := m.Verify(); err != nil {
		return made{}, fmt.Errorf("internal error: made an invalid schedule: %w", err)
	}
	if w.method == "exact" && m.Tau() > m.bound.Value {
		return made{}, answer(fmt.Sprintf("%s, so --method exact has no answer; auto gives it", w.summary(m)))
	}
	return m, nil
}

func (w *wish) choose() (made, error) {
	c, isCayley := w.graph.(cayley.Cayley)
	switch {
	case w.model == sched.OneWay:
		return w.oneWay()
	case w.task == sched.Exchange && w.method != "auto" && w.method != "exact":
		return made{}, fmt.Errorf("--method %s is for broadcast and accumulate, want auto or exact for an exchange", w.method)
	case !isCayley && (w.task == sched.Exchange || w.method == "regular"):
		return made{}, fmt.Errorf("--graph: %s is no Cayley graph, which --task %s by --method %s needs", w.graph.Name(), w.task, w.method)
	case isHypercube(w.graph) && c.Degree() > 0 && w.scope.At == nil && w.method != "greedy":
		s, err := w.closedForm(c.Degree())
		if err != nil {
			return made{}, err
		}
		return w.bounded(s)
	case w.task == sched.Exchange:
		s, bound, err := sched.BuildExchange(c, w.scope)
		return made{s, bound}, err
	case w.method == "regular":
		return w.regular(c)
	}
	o := sched.Options{Task: w.task, Scope: w.scope, Greedy: w.method == "greedy"}
	if isCayley {
		s, bound, err := sched.Build(c, o)
		return made{s, bound}, err
	}
	s, bound, err := sched.BuildOrbits(w.graph, cayley.FreeActionOf(w.graph), o)
	return made{s, bound}, err
}

// bounded puts a schedule beside the cheap bound of its task.
func (w *wish) bounded(s sched.Schedule) (made, error) {
	bound, err := sched.LowerBound(w.graph, w.task, w.model, w.scope)
	return made{s, bound}, err
}

// closedForm is the hypercube's schedule of section 7, of all distances or
// those within one.
func (w *wish) closedForm(d int) (sched.Schedule, error) {
	l := w.scope.Within
	switch {
	case w.task == sched.Exchange && l > 0:
		return hypercube.ExchangeWithin(d, l)
	case w.task == sched.Exchange:
		return hypercube.Exchange(d)
	case w.task == sched.Accumulate && l > 0:
		return hypercube.AccumulateWithin(d, l)
	case w.task == sched.Accumulate:
		return hypercube.Accumulate(d)
	case l > 0:
		return hypercube.BroadcastWithin(d, l)
	}
	return hypercube.Broadcast(d)
}

// regular is Theorem 4.5's schedule; an accumulation is that of the reversed
// graph turned round (errata 3).
func (w *wish) regular(c cayley.Cayley) (made, error) {
	if !w.scope.All() {
		return made{}, fmt.Errorf("--method regular serves every distance, want auto with --within or --at")
	}
	if w.task == sched.Accumulate && !cayley.IsSymmetric(c) {
		c = cayley.Reverse(c)
	}
	r, found, why := sched.FindRegularOrder(c, 0)
	switch found {
	case sched.No:
		return made{}, answer(fmt.Sprintf("%s has no regular order: %s", c.Name(), why))
	case sched.Unknown:
		return made{}, answer(fmt.Sprintf("%s: no regular order was found and none excluded: %s", c.Name(), why))
	}
	t := r.Template()
	if w.task == sched.Accumulate {
		var err error
		if t, err = t.Reverse(); err != nil {
			return made{}, err
		}
	}
	return w.bounded(t)
}

func (w *wish) oneWay() (made, error) {
	if !isHypercube(w.graph) || w.graph.Degree() == 0 || w.scope.At != nil || w.method == "greedy" {
		return made{}, fmt.Errorf("--links one-way is for hypercube:D, all distances or --within, by --method auto")
	}
	d := w.graph.Degree()
	var s *sched.Explicit
	var err error
	if w.task == sched.Exchange {
		var two sched.Schedule
		if two, err = w.closedForm(d); err == nil {
			s, err = hypercube.OneWayExchange(two.(*sched.ExchangeTemplate), nil)
		}
	} else {
		maker, l := hypercube.OneWayBroadcast, w.scope.Within
		if w.task == sched.Accumulate {
			maker = hypercube.OneWayAccumulate
		}
		if l == 0 {
			l = d
		}
		var one *hypercube.OneWay
		if one, err = maker(d, l); err == nil {
			s, err = one.Expand(nil)
		}
	}
	if err != nil {
		return made{}, err
	}
	return w.bounded(s)
}

func (w *wish) summary(m made) string {
	proof := "not proved shortest"
	if m.Tau() == m.bound.Value {
		proof = "as short as can be"
	}
	return fmt.Sprintf("%s on %s: %d steps, bound %s, %s", w.task, w.graph.Name(), m.Tau(), m.bound, proof)
}

// interruptible stops what writes to it when its context ends.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptible) Write(b []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.w.Write(b)
}

// writeWhole writes a file beside path and renames it to path when all of it is
// there, so that path never holds a part. What is no regular file (a device, a
// pipe) is written to directly.
func writeWhole(path string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil && err != errInterrupted {
			err = fmt.Errorf("-o %s: %w", path, err)
		}
	}()
	mode := os.FileMode(0o644)
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if info, err := os.Stat(target); err == nil {
		if info.IsDir() {
			return fmt.Errorf("is a directory")
		}
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(target, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			return write(f)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".collbench-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing there once it is renamed
	err = write(f)
	if err == nil {
		err = f.Chmod(mode)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}
