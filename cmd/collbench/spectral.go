package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"
)

func spectralCommand() *cobra.Command {
	var graph string
	var parts, asJSON bool
	c := &cobra.Command{
		Use:   "spectral --graph G [--parts] [--json]",
		Short: "Eigenvalues of a graph and the global sum ∏(A-λI) made of them (paper, section 5)",
		Long: `Finds the spectrum of a graph, orders the factors (A-λI), proves that their product
gives the sum, and runs it on random vectors (even, and over 16 decades with both
signs) against exact summation. Errors are relative to Σ|x|.

--parts plans a sum whose steps use parts of the generators instead, along a chain of
subgroups or in one factor of a product after the other: fewer steps on tori, products,
cube-connected cycles, butterflies and graphs of permutations. coll takes the one with
fewer steps.`,
		Example: "  collbench spectral --graph hypercube:10\n  collbench spectral --graph torus:31x37 --parts\n  collbench spectral --graph ring:64 --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := await(cmd, func() (*spectralResult, error) {
				g, err := graphOf(graph)
				if err != nil {
					return nil, err
				}
				return spectralReport(g, parts)
			})
			if err != nil {
				return err
			}
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(r)
			} else {
				err = r.print(cmd.OutOrStdout())
			}
			if err == nil && r.MaxRelErr > r.ErrLimit {
				fmt.Fprintf(cmd.ErrOrStderr(), "collbench: the sum is off by %.1e of Σ|x|, and %.1e is allowed\n", r.MaxRelErr, r.ErrLimit)
				return errNo
			}
			return err
		},
	}
	c.Flags().StringVar(&graph, "graph", "", "the graph, for instance hypercube:4 or ccc:4")
	c.Flags().BoolVar(&parts, "parts", false, "the sum by parts of the generators, step by step")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
