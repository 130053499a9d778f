package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/cayley"
)

func graphCommand() *cobra.Command {
	var graph string
	var asJSON bool
	c := &cobra.Command{
		Use:   "graph --graph G [--json]",
		Short: "Order, degree, diameter, spheres, lower bounds and symmetries of a graph",
		Long: `Says what a schedule needs to know about a graph: its size, how many vertices lie
at each distance, lower bounds on the steps of a universal broadcast (T, LB2, LB3),
whether it is undirected, whether it is distance-regular, and whether it has a regular
order. If it is not a Cayley graph, LB3 is shown only if a schedule meets LB2.

The graphs:
  ` + strings.Join(cayley.Syntax(), "\n  ") + `

Circulant and dihedral graphs have arcs along the listed generators only: where links lead
both ways, list the inverses too, as in circulant:60:1,-1,8,-8 or dihedral:5:r,r-1,f.

A file holds JSON, in one of three forms: {"mul":[[…]],"gens":[…]}, the multiplication
table of a group with identity 0, and generators; {"perm":[[…],…]}, generators as
permutations; or {"n":P,"arcs":[[u,v],…]}.`,
		Example: "  collbench graph --graph hypercube:4\n  collbench graph --graph 'product(ring:5;petersen)' --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := await(cmd, func() (*graphFacts, error) {
				g, err := graphOf(graph)
				if err != nil {
					return nil, err
				}
				return factsOf(g)
			})
			if err != nil {
				return err
			}
			return emit(cmd, "", func(to io.Writer) error { // lists may be long
				to = interruptible{cmd.Context(), to}
				if asJSON {
					return json.NewEncoder(to).Encode(r)
				}
				return r.print(to)
			})
		},
	}
	c.Flags().StringVar(&graph, "graph", "", "the graph, such as hypercube:4")
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return c
}

// graphOf reads --graph.
func graphOf(spec string) (cayley.Graph, error) {
	if spec == "" {
		return nil, errors.New("--graph is missing; name a graph, such as hypercube:4")
	}
	g, err := cayley.Parse(spec)
	if err != nil {
		return nil, fmt.Errorf("--graph: %s", plain(err))
	}
	return g, nil
}
