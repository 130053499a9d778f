package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func spectralCommand() *cobra.Command {
	var graph string
	var parts, asJSON bool
	c := &cobra.Command{
		Use:   "spectral --graph G [--parts] [--json]",
		Short: "Eigenvalues of a graph and the global sum ∏(A-λI) made from them (paper, section 5)",
		Long: `Finds the spectrum of a graph, orders the factors (A-λI), proves that their product
gives the sum, and checks it against exact summation on random vectors (one uniform, one
over 16 decades, both with both signs). Errors are relative to Σ|x|.

--parts plans a sum in which a step uses only part of the generators, along a chain of
subgroups or through the factors of a product one after the other. It takes fewer steps
on tori, products, cube-connected cycles, butterflies and graphs of permutations. coll
takes whichever has fewer steps.`,
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
			err = emit(cmd, "", func(to io.Writer) error { // lists may be long
				to = interruptible{cmd.Context(), to}
				if asJSON {
					return json.NewEncoder(to).Encode(r)
				}
				return r.print(to)
			})
			if err == nil && r.MaxRelErr > r.ErrLimit {
				return answer(fmt.Sprintf("the sum is off by %.1e of Σ|x|, and %.1e is allowed", r.MaxRelErr, r.ErrLimit))
			}
			return err
		},
	}
	c.Flags().StringVar(&graph, "graph", "", "the graph, for instance hypercube:4 or ccc:4")
	c.Flags().BoolVar(&parts, "parts", false, "plan the sum by parts of the generators, and print its steps")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
