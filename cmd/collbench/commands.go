package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// commands make the subcommands, each in the file of its name.
var commands = []func() *cobra.Command{
	benchCommand,
	peersCommand,
	tuneCommand,
	infoCommand,
	graphCommand,
	scheduleCommand,
	verifyCommand,
	spectralCommand,
	reportCommand,
	theoremsCommand,
}

// helpCommand is cobra's, but a mistyped command is an error.
func helpCommand() *cobra.Command {
	var names []string
	for _, c := range commands {
		names = append(names, c().Name())
	}
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return fmt.Errorf("unknown command %q for %q", rest[0], about.CommandPath())
			}
			about.InitDefaultHelpFlag()
			about.InitDefaultVersionFlag()
			return about.Help()
		},
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
	}
}
