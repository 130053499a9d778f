package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

func scheduleCommand() *cobra.Command {
	var graph, task, links, method, form, out string
	var within, bytes int
	var at []int
	var names []string
	for _, f := range forms {
		names = append(names, f.name)
	}
	c := &cobra.Command{
		Use:   "schedule --graph G --task T [-o FILE]",
		Short: "Make, verify and write the schedule of a universal task on a graph",
		Long: `Makes a schedule as short as it can, verifies it against the paper's definitions
and writes it. What it took and the bound it stands beside go to stderr.

Methods: auto takes the best there is; regular the order of Definition 4.3, or
says that there is none (exit 1); greedy leaves out the exact search; exact
insists on a schedule that a bound proves shortest (exit 1 if none is found);
tree and ring are the naive ones.

Formats: json is what verify reads; dot draws; goal is for LogGOPSim and ATLAHS;
msccl is the XML of MSCCL; graphml is the graph alone, for networkx and Gephi.`,
		Example: `  collbench schedule --graph hypercube:4 --task broadcast -o q4.json
  collbench schedule --graph torus:4x4 --task exchange > exchange.json
  collbench schedule --graph hypercube:6 --task accumulate --within 3 --links one-way`,
		Args: noArgs,
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
			if _, err = oneOf("--method", method, sched.Methods()...); err != nil {
				return err
			}
			if n, err = oneOf("--format", form, names...); err != nil {
				return err
			}
			if bytes < 1 {
				return fmt.Errorf("--bytes is %d, want 1 or more", bytes)
			}
			f := cmd.Flags()
			if f.Changed("bytes") && form != "goal" {
				return fmt.Errorf("--bytes is for --format goal, whose words have a size; --format is %s", form)
			}
			if f.Changed("within") && f.Changed("at") {
				return fmt.Errorf("--within and --at exclude each other, want one of them")
			}
			m, err := await(cmd, func() (made, error) {
				w := w // await may return before this does
				var err error
				if w.graph, err = graphOf(graph); err != nil {
					return made{}, err
				}
				if w.scope, err = scopeOf(w.graph, f.Changed("within"), within, f.Changed("at"), at); err != nil {
					return made{}, err
				}
				m, err := w.make()
				if _, isAnswer := err.(answer); err != nil && !isAnswer {
					flag, text := "--graph: ", plain(err)
					if strings.HasPrefix(text, "method ") {
						flag = "--"
					}
					err = fmt.Errorf("%s%s", flag, text)
				}
				return m, err
			})
			if a, ok := err.(answer); ok {
				fmt.Fprintf(cmd.ErrOrStderr(), "collbench: %s\n", string(a))
				return errNo
			}
			if err != nil {
				return err
			}
			write := func(to io.Writer) error {
				err := forms[n].write(interruptible{cmd.Context(), to}, m, bytes)
				if err != nil && strings.HasPrefix(err.Error(), "format: ") {
					err = fmt.Errorf("--format %s: %s", form, plain(err))
				}
				return err
			}
			if err := emit(cmd, out, write); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), m.summary(w.task))
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&graph, "graph", "", "the graph, such as hypercube:4 (collbench graph --help lists them)")
	f.StringVar(&task, "task", "", "broadcast, accumulate or exchange")
	f.StringVar(&links, "links", "two-way", "two-way, or one-way: an edge carries one word a step")
	f.IntVar(&within, "within", 0, "serve distances 1 to this only")
	f.IntSliceVar(&at, "at", nil, "serve these distances only, such as 2,3")
	f.StringVar(&method, "method", "auto", "one of "+strings.Join(sched.Methods(), ", "))
	f.StringVar(&form, "format", "json", "one of "+strings.Join(names, ", "))
	f.IntVar(&bytes, "bytes", 8, "bytes of a word, for --format goal")
	f.StringVarP(&out, "output", "o", "", outputUsage)
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
		return sched.Scope{}, fmt.Errorf("--graph: %s", plain(err))
	}
	if d == 0 {
		return sched.Scope{}, fmt.Errorf("--within and --at name distances, and %s has none: it is one vertex", g.Name())
	}
	flag, named := "--within", []int{within}
	if useAt {
		flag, named = "--at", slices.Sorted(slices.Values(at))
	}
	if len(named) == 0 {
		return sched.Scope{}, fmt.Errorf("--at is empty, want distances such as 2,3")
	}
	if err := sched.Occur(flag, d, "the diameter of "+g.Name(), named...); err != nil {
		return sched.Scope{}, errors.New(plain(err))
	}
	if useWithin {
		return sched.Scope{Within: within}, nil
	}
	return sched.Scope{At: named}, nil
}
