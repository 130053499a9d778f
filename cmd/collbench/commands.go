package main

import "github.com/spf13/cobra"

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
