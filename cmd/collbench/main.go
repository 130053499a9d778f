// Collbench measures the collectives of package coll and constructs, verifies
// and shows the schedules behind them. Its help says the rest.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/coll"
)

func main() {
	catchPipe()
	ctx, stop := untilInterrupted()
	secondEnds(ctx, stop)
	code := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	os.Exit(code)
}

// errNo is the answer of a command that worked and has said itself what it is: a schedule is
// invalid, a claim does not hold.
var errNo = errors.New("the answer is no")

// errSaid ends with 2 where another process of the job says why.
var errSaid = errors.New("another process says what is wrong")

// answer is one that run says: exit 1, as it is no mistake of the caller.
type answer string

func (a answer) Error() string { return string(a) }

// newRoot is the command with all that is below it.
func newRoot(stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "collbench",
		Short: "Measure collectives inside one process, and the optimal Cayley schedules behind them",
		Long: `Collbench measures the collectives of package coll; it constructs, verifies and writes
the optimal schedules of Cayley graphs behind them; and it reports both side by side.
Machine output goes to stdout, progress and prose to stderr.

Exit codes: 0 if all is done and right; 1 if the answer is no (a schedule is invalid, a
result is wrong); 2 if input or flags cannot be used, or if the command did not finish.
If Ctrl-C, SIGTERM or SIGHUP interrupts it, its last line says what it kept. If the
reader of its stdout goes away early, it says nothing.

A value repeated in a list counts once. If a flag is repeated, the last one counts; only
the values of --at, and of --graph and --schedule of bench, add up.

collbench completion writes completion scripts for shells.`,
		Example: `  collbench report --quick --out /tmp/x    # a page with plots and schedules that play
  collbench bench --quick
  collbench schedule --graph petersen --task broadcast -o petersen.json
  collbench verify petersen.json`,
		Version: version(),
		RunE: func(*cobra.Command, []string) error { // where the first word is empty or --
			return errors.New("no command named; see collbench --help")
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	for _, c := range commands {
		root.AddCommand(c())
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return errors.New(worded(c, err)) })
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return notEmpty(c) }
	root.SetHelpCommand(helpCommand())
	root.SetUsageTemplate(strings.NewReplacer(".FlagUsages ", ".FlagUsagesWrapped 100 ",
		"{{if .Runnable}}", "{{if and .Runnable .HasParent}}").Replace(root.UsageTemplate()))
	complete(root)
	return root
}

// version is that of the module, or of the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && (v == "" || v == "(devel)") {
			v = s.Value
		}
	}
	return cmp.Or(v, "unknown")
}

// printer keeps the first error of writing: cobra drops it when it prints a help text or the
// version, and others' errors do not tell whether it is one.
type printer struct {
	to     io.Writer
	failed error
}

func (p *printer) Write(b []byte) (int, error) {
	n, err := p.to.Write(b)
	p.failed = cmp.Or(p.failed, err)
	return n, err
}

// run is the command without the process around it; it returns the exit code: 0 done
// and right, 1 the answer is no, 2 unusable input or flags, or interrupted.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) int {
	out := &printer{to: stdout}
	root := newRoot(out, stderr)
	root.SetArgs(args)
	if len(args) == 0 { // a script that lost its command must not look done
		root.SetOut(stderr)
		_ = root.Help()
		fmt.Fprintln(stderr, "\ncollbench: no command named, want one of those above")
		return 2
	}
	switch err := cmp.Or(root.ExecuteContext(ctx), out.failed); {
	case err == nil:
		return 0
	case errors.Is(err, errNo):
		return 1
	case errors.Is(err, errSaid), unread(err) && unread(out.failed): // who would read more?
		return 2
	default:
		fmt.Fprintf(stderr, "collbench: %s\n", escaped(oneLine(err.Error())))
		if errors.As(err, new(answer)) {
			return 1
		}
		return 2
	}
}

// oneLine is an error in one line: cobra puts what may be meant on lines of its own. Where
// nothing may be, the help knows the commands.
func oneLine(text string) string {
	text = strings.Replace(text, coll.ErrUsage.Error()+": ", "", 1) // the rest says what is wrong
	text, meant, found := strings.Cut(text, "\n\nDid you mean this?\n\t")
	if found {
		return text + "; did you mean " + strings.ReplaceAll(strings.TrimSpace(meant), "\n\t", " or ") + "?"
	}
	text = strings.ReplaceAll(strings.TrimSpace(text), "\n\t", "; ") // last calls, of a Run's error
	if i := strings.LastIndex(text, " for "); i >= 0 && strings.HasPrefix(text, "unknown command ") {
		return text + "; see " + strings.Trim(text[i+len(" for "):], `"`) + " --help"
	}
	return text
}
