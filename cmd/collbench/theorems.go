package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench/theorems"
)

func theoremsCommand() *cobra.Command {
	var maxD int
	var asJSON bool
	c := &cobra.Command{
		Use:   "theorems",
		Short: "Rebuild every numbered result of the paper, and print claim beside finding",
		Long: "Theorems constructs and verifies what the paper claims, with the paper's errors corrected,\n" +
			"on hypercubes up to dimension --max-d and on the graphs that the paper names. It exits 1\n" +
			"if any row that should hold does not.",
		Example: "  collbench theorems --max-d 8\n  collbench theorems --max-d 6 --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if maxD < 1 || maxD > theorems.MaxDim {
				return fmt.Errorf("--max-d is %d, want 1 to %d", maxD, theorems.MaxDim)
			}
			rows, err := await(cmd, func() ([]theorems.Row, error) {
				return theorems.Check(maxD, func(r theorems.Row) {
					if !r.Verified {
						fmt.Fprintf(cmd.ErrOrStderr(), "%s: expected %s, found %s\n", r.Item, r.Expected, r.Found)
					}
				})
			})
			if err != nil {
				return err
			}
			write := theorems.WriteText
			if asJSON {
				write = theorems.WriteJSON
			}
			if err := write(cmd.OutOrStdout(), rows); err != nil {
				return err
			}
			if theorems.Failed(rows) > 0 {
				return errNo
			}
			return nil
		},
	}
	intVar(c.Flags(), &maxD, "max-d", 8, "greatest dimension of the hypercube")
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return c
}
