package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func scheduleCommand() *cobra.Command {
	var in scheduleFlags
	c := &cobra.Command{
		Use:   "schedule --graph G --task T [-o FILE]",
		Short: "Make, verify and write the schedule of a task on a graph",
		Long: `Makes the shortest schedule it can, verifies it against the paper's definitions and
writes it. The number of steps and a lower bound on it go to stderr. The task is
universal, for every vertex, or with --root for that vertex alone: then words go along
shortest paths, and no schedule is shorter.

Methods: auto takes the best there is; regular uses the regular order of Definition 4.3, or
says that there is none (exit 1); greedy is auto without the searches; exact
insists on a schedule that a bound proves shortest (exit 1 if it finds none);
tree and ring are the naive ones.

Formats: json is what verify reads (docs/schedule-file.md, in
github.com/cayleycoll/cayleycoll, describes it); dot is a drawing for Graphviz; goal is for
LogGOPSim and ATLAHS; msccl is the XML of MSCCL; graphml is the graph alone, for networkx
and Gephi.`,
		Example: `  collbench schedule --graph hypercube:4 --task broadcast -o q4.json
  collbench schedule --graph torus:4x4 --task exchange > exchange.json
  collbench schedule --graph hypercube:6 --task accumulate --within 3 --links one-way
  collbench schedule --graph petersen --task broadcast --root 3 -o from3.json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, form, err := in.read(cmd.Flags().Changed)
			if err != nil {
				return err
			}
			if err := receives(in.out); err != nil {
				return err
			}
			m, err := await(cmd, func() (made, error) { return in.made(w) })
			if err != nil {
				return err
			}
			write := func(to io.Writer) error {
				file := &printer{to: interruptible{cmd.Context(), to}}
				if err := forms[form].write(file, m, in.bytes); file.failed == nil {
					return ofFormat(in.form, *m.of, err)
				}
				return file.failed
			}
			if err := emit(cmd, in.out, write); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), m.summary())
			return nil
		},
	}
	in.register(c)
	return c
}
