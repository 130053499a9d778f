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
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	os.Exit(code)
}

// errNo is the answer of a command that worked: a schedule is invalid, a result
// is wrong. The command has said so itself.
var errNo = errors.New("the answer is no")

// newRoot is the command with all that is below it.
func newRoot(stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "collbench",
		Short: "Measure collectives inside one process, and the optimal Cayley schedules behind them",
		Long: `Collbench measures the collectives of package coll, constructs, verifies and writes
the optimal schedules of Cayley graphs behind them, and reports both side by side.
Machine output goes to stdout, progress and prose to stderr. It exits 0 if all is
done and right, 1 if the answer is no (a schedule is invalid, a result is wrong), 2
for input or flags that cannot be used. The command completion teaches a shell its
words.`,
		Example: `  collbench report --quick --out /tmp/x    # a page with plots and schedules that play
  collbench bench --quick
  collbench schedule --graph petersen --task broadcast -o petersen.json
  collbench verify petersen.json`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	for _, c := range commands {
		root.AddCommand(c())
	}
	complete(root)
	return root
}

// run is the command without the process around it; it returns the exit code:
// 0 done and right, 1 the answer is no, 2 unusable input or flags.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) int {
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	switch err := root.ExecuteContext(ctx); {
	case err == nil:
		return 0
	case errors.Is(err, errNo):
		return 1
	default:
		// cobra puts what may be meant on lines of its own.
		text := strings.Replace(err.Error(), "\n\nDid you mean this?\n\t", "; did you mean ", 1)
		fmt.Fprintf(stderr, "collbench: %s\n", strings.TrimSpace(text))
		return 2
	}
}
