package main

import (
	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
)

func infoCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "info",
		Short:   "Show CPU, caches, cores, kernels, pinning, tuning table and the cache-line round trip",
		Example: "  collbench info --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			in, err := bench.Inspect()
			if err != nil {
				return err
			}
			if in.Tuning, err = bench.InForce(); err != nil {
				return err
			}
			return in.Write(cmd.OutOrStdout(), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return c
}
