package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/sched"
)

func verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE…",
		Short: "Check schedule files, whoever made them, against the definitions",
		Long: `Reads schedule files (- is stdin) and checks them against the paper's definitions.
docs/schedule-file.md, in github.com/cayleycoll/cayleycoll, says how to write one and
in which order it is checked.

Prints one line for each file: FILE: ok, T steps, bound B, or FILE: invalid: followed by
the first offence. It numbers elements from 0. The bound is computed, not taken from the
file. Exits 1 if a schedule is invalid; exits 2 if a file is not a schedule file, and
names the line of what is wrong.`,
		Example: "  collbench schedule --graph hypercube:4 --task broadcast -o q4.json\n  collbench verify q4.json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("verify: no file named, want collbench verify FILE…")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var invalid bool
			var unusable error
			for _, name := range args {
				line, err := await(cmd, func() (string, error) { return verifyFile(cmd.Context(), name, cmd.InOrStdin()) })
				bad, isBad := err.(answer)
				switch {
				case errors.Is(err, errInterrupted):
					return interrupted(shown(name) + " was not checked, nor were the files named after it")
				case isBad:
					invalid = true
					line = fmt.Sprintf("invalid: %s", string(bad))
				case err != nil:
					if unusable != nil { // the last one is run's to print
						fmt.Fprintf(cmd.ErrOrStderr(), "collbench: %v\n", unusable)
					}
					unusable = err
					continue
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", shown(name), line); err != nil {
					return err
				}
			}
			if unusable != nil {
				return unusable
			}
			if invalid {
				return errNo
			}
			return nil
		},
	}
}

// verifyFile returns the line of a valid schedule, an answer that says what is
// wrong with an invalid one, or an error that starts with FILE: or FILE:LINE:.
func verifyFile(ctx context.Context, name string, stdin io.Reader) (string, error) {
	_, s, err := readSchedule(ctx, name, stdin)
	if err != nil {
		return "", err
	}
	b, err := sched.BoundOf(s)
	if err != nil {
		return "", fmt.Errorf("%s: valid, %d steps, but no bound: %s", shown(name), s.Tau(), plain(err))
	}
	return fmt.Sprintf("ok, %d steps, bound %d", s.Tau(), b.Value), nil
}
