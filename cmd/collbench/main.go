// Collbench measures the collectives of package coll and constructs, verifies
// and shows the schedules behind them. Its help says the rest.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	os.Exit(code)
}

// errNo is the answer of a command that worked: a schedule is invalid, a result
// is wrong. The command has said so itself.
var errNo = errors.New("the answer is no")

// run is the command without the process around it; it returns the exit code:
// 0 done and right, 1 the answer is no, 2 unusable input or flags.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) int {
	root := &cobra.Command{
		Use:           "collbench",
		Short:         "Measure collectives inside one process, and the optimal Cayley schedules behind them",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	for _, c := range commands {
		root.AddCommand(c())
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	switch err := root.ExecuteContext(ctx); {
	case err == nil:
		return 0
	case errors.Is(err, errNo):
		return 1
	default:
		fmt.Fprintf(stderr, "collbench: %v\n", err)
		return 2
	}
}
