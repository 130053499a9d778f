package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// scheduleFlags are the flags of schedule.
type scheduleFlags struct {
	graph, task, links, method, form, out string

	within, bytes, root int
	at                  []int

	useWithin, useAt bool // whether they were given
}

func (in *scheduleFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&in.graph, "graph", "", "the graph, such as hypercube:4 (collbench graph --help lists them)")
	f.StringVar(&in.task, "task", "", "broadcast, accumulate or exchange")
	f.StringVar(&in.links, "links", "two-way", "two-way, or one-way: then an edge carries only one word a step")
	intVar(f, &in.root, "root", 0, "broadcast from (or accumulate to) this vertex alone, instead of all")
	intVar(f, &in.within, "within", 0, "serve only the distances from 1 to this one")
	f.IntSliceVar(&in.at, "at", nil, "serve only these distances, such as 2,3")
	f.StringVar(&in.method, "method", "auto", "one of "+strings.Join(sched.Methods(), ", "))
	f.StringVar(&in.form, "format", "json", "one of "+strings.Join(formNames(), ", "))
	intVar(f, &in.bytes, "bytes", 8, "bytes of a word, for --format goal; at most 1 GiB")
	f.StringVarP(&in.out, "output", "o", "", outputUsage)
}

func formNames() (names []string) {
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

// read returns what the flags ask for, without the graph and the scope, which take time
// to make, and the number of the format.
func (in *scheduleFlags) read(changed func(flag string) bool) (w wish, form int, err error) {
	w.method = in.method
	tasks := []string{"broadcast", "accumulate", "exchange"}
	if in.task == "" {
		return w, 0, fmt.Errorf("--task is missing, want one of %s", strings.Join(tasks, ", "))
	}
	n, err := oneOf("--task", in.task, tasks...)
	if err != nil {
		return w, 0, err
	}
	w.task = sched.Task(n)
	if n, err = oneOf("--links", in.links, "two-way", "one-way"); err != nil {
		return w, 0, err
	}
	w.model = sched.Model(n)
	if _, err = oneOf("--method", in.method, sched.Methods()...); err != nil {
		return w, 0, err
	}
	if form, err = oneOf("--format", in.form, formNames()...); err != nil {
		return w, 0, err
	}
	in.useWithin, in.useAt = changed("within"), changed("at")
	if w.rooted, w.root = changed("root"), in.root; w.rooted {
		if err := in.rootOnly(w); err != nil {
			return w, 0, err
		}
	}
	switch {
	case in.bytes < 1 || in.bytes > format.GOALBytes:
		err = fmt.Errorf("--bytes is %d, want 1 to %d", in.bytes, format.GOALBytes)
	case changed("bytes") && in.form != "goal":
		err = fmt.Errorf("--bytes is for --format goal, whose words have a size; --format is %s", in.form)
	case in.form == "msccl" && w.task == sched.Exchange:
		err = errors.New("--format msccl cannot express an exchange, only broadcast and accumulate")
	case in.useWithin && in.useAt:
		err = errors.New("--within and --at exclude each other, want one of them")
	}
	return w, form, err
}

// rootOnly refuses what the schedule of one root cannot be combined with.
func (in *scheduleFlags) rootOnly(w wish) error {
	switch {
	case w.task == sched.Exchange:
		return errors.New("--root is for broadcast and accumulate; an exchange has no root")
	case in.root < 0:
		return fmt.Errorf("--root is %d, want a vertex, 0 or more", in.root)
	case in.useWithin || in.useAt:
		return errors.New("--root serves every distance; leave --within and --at out")
	case w.model == sched.OneWay:
		return errors.New("--root: the schedule of one root uses no edge in both directions; leave --links one-way out")
	case in.method != "auto":
		return fmt.Errorf("--root has only one method, a tree of shortest paths; leave --method %s out", in.method)
	case in.form == "msccl":
		return errors.New("--format msccl holds only schedules of all vertices; leave --root out")
	}
	return nil
}

// made is the schedule of a wish that read has returned.
func (in *scheduleFlags) made(w wish) (m made, err error) {
	if w.graph, err = graphOf(in.graph); err != nil {
		return m, err
	}
	if p := w.graph.Order(); w.rooted && w.root >= p {
		return m, fmt.Errorf("--root is %d, want a vertex of %s, 0 to %d", w.root, cayley.ShortName(w.graph), p-1)
	}
	if w.scope, err = in.scope(w.graph); err != nil {
		return m, err
	}
	if err := in.fits(w); err != nil {
		return m, err
	}
	m, err = w.make()
	return m, ofMaking(err, w)
}

// fits refuses, before there is a schedule, a graph that is too large for the format.
func (in *scheduleFlags) fits(w wish) error {
	switch {
	case in.form == "msccl":
		return ofFormat(in.form, w, format.FitsMSCCL(w.graph))
	case in.form == "goal" && w.scope.All() && !w.rooted:
		return ofFormat(in.form, w, format.FitsGOAL(w.graph))
	}
	return nil
}

// scope reads --within and --at, whose distances must occur in the graph.
func (in *scheduleFlags) scope(g cayley.Graph) (sched.Scope, error) {
	if !in.useWithin && !in.useAt {
		return sched.Scope{}, nil
	}
	d, err := cayley.Diameter(g)
	if err != nil {
		return sched.Scope{}, fmt.Errorf("--graph: %s", plain(err))
	}
	if d == 0 {
		return sched.Scope{}, fmt.Errorf("--within and --at name distances, and %s has none: it is one vertex", cayley.ShortName(g))
	}
	flag, named := "--within", []int{in.within}
	if in.useAt {
		flag, named = "--at", slices.Compact(slices.Sorted(slices.Values(in.at)))
	}
	if err := sched.Occur(flag, d, "the diameter of "+cayley.ShortName(g), named...); err != nil {
		return sched.Scope{}, errors.New(plain(err))
	}
	if in.useWithin {
		return sched.Scope{Within: in.within}, nil
	}
	return sched.Scope{At: named}, nil
}
