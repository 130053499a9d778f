package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
	"github.com/cayleycoll/cayleycoll/sched"
)

// complete gives the shell's completion the words that each flag takes, and the help of
// the completion command its examples. Call it after the root's output is set: cobra
// keeps the output it finds.
func complete(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			examples(c)
			c.RunE = func(c *cobra.Command, _ []string) error { // what it knows are commands of their own
				var shells []string
				for _, s := range c.Commands() {
					shells = append(shells, s.Name())
				}
				return fmt.Errorf("completion: no shell named, want one of %s", strings.Join(shells, ", "))
			}
			continue
		}
		for flag, offers := range words(c.Name()) {
			if c.Flags().Lookup(flag) != nil {
				// The error is for a flag that is unknown or already has words; this
				// one is neither.
				_ = c.RegisterFlagCompletionFunc(flag, completer(offers, flag == "coll" || flag == "alg" || flag == "peer" || flag == "type" && c.Name() == "tune"))
			}
		}
	}
}

// completer offers the words or, of a list, each after the last comma.
func completer(words []string, list bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (offers []cobra.Completion, _ cobra.ShellCompDirective) {
		head := ""
		if list {
			head = typed[:strings.LastIndex(typed, ",")+1]
		}
		for _, w := range words {
			offers = append(offers, head+w)
		}
		return offers, cobra.ShellCompDirectiveNoFileComp
	}
}

// words are what the flags of a command take.
func words(command string) map[string][]string {
	algs := []string{"all"}
	for _, a := range bench.Algorithms(bench.Measured()...) { // more have no others
		algs = append(algs, string(a))
	}
	formats, colls := bench.Formats, bench.Measured()
	switch command {
	case "bench":
		colls = bench.Measurable()
	case "schedule":
		formats = formNames()
	case "peers":
		formats, colls = peers.Formats, peers.Full().Colls
	}
	return map[string][]string{
		"coll": append([]string{"all"}, colls...), "alg": algs, "type": bench.Types, "format": formats, "peer": peers.Names(), "method": sched.Methods(),
		"task":  {sched.Broadcast.String(), sched.Accumulate.String(), sched.Exchange.String()},
		"links": {sched.TwoWay.String(), sched.OneWay.String()},
		"graph": {"hypercube:4", "folded:4", "ring:8", "torus:4x4", "circulant:9:1,3,4,6", "complete:8", "bipartite:4", "hamming:3,3", "star:4", "pancake:4", "bubble:4",
			"transposition:4", "dihedral:5:r,r-1,f", "ccc:3", "butterfly:3", "product(ring:5;ring:2)", "reverse(circulant:7:1,3)", "petersen", "johnson:5,2", "kneser:5,2", "odd:4", "file:"},
	}
}

// examples are what a user types to have completion.
func examples(c *cobra.Command) {
	c.Example = "  collbench completion bash > /etc/bash_completion.d/collbench"
	for _, shell := range c.Commands() {
		shell.Example = map[string]string{
			"bash":       "  source <(collbench completion bash)",
			"zsh":        "  collbench completion zsh > \"${fpath[1]}/_collbench\"",
			"fish":       "  collbench completion fish | source",
			"powershell": "  collbench completion powershell | Out-String | Invoke-Expression",
		}[shell.Name()]
	}
}
