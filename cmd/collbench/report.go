package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
)

func reportCommand() *cobra.Command {
	var quick bool
	var out string
	c := &cobra.Command{
		Use:     "report",
		Short:   "Measure now and write BENCHMARKS.md, with the same figures in benchmarks.json",
		Example: "  collbench report --quick --out /tmp",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if st, err := os.Stat(out); err != nil || !st.IsDir() {
				return fmt.Errorf("--out %q is no folder; make it first", out)
			}
			pl, err := plan("", "all", "2,8,64", "", quick)
			if err != nil {
				return err
			}
			in, err := bench.Machine()
			if err != nil {
				return err
			}
			progress := func(s string) { fmt.Fprintln(cmd.ErrOrStderr(), s) }
			res, err := bench.Measure(cmd.Context(), pl, progress)
			if err != nil {
				return err
			}
			sums, err := bench.Measure(cmd.Context(), bench.GlobalSums(pl), progress)
			if err != nil {
				return err
			}
			res.Skipped = append(res.Skipped, sums.Skipped...)
			command := "go run ./cmd/collbench report"
			if quick {
				command += " --quick"
			}
			err = writeWhole(filepath.Join(out, "BENCHMARKS.md"), func(w io.Writer) error {
				return bench.Markdown(w, in, res, sums, command)
			})
			if err != nil {
				return err
			}
			return writeWhole(filepath.Join(out, "benchmarks.json"), func(w io.Writer) error {
				return bench.Write(w, "json", append(res.Rows, sums.Rows...))
			})
		},
	}
	c.Flags().BoolVar(&quick, "quick", false, "fewer sizes and shorter measurements")
	c.Flags().StringVar(&out, "out", ".", "folder to write to")
	return c
}
