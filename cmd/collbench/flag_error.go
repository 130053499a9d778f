package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// worded is the text of an error in c's flags, without the names of the functions that
// read them and with what would be right.
func worded(c *cobra.Command, text string) string {
	for _, w := range []struct{ reader, want string }{{"strconv.ParseBool", "true or false"}, {"strconv.ParseInt", "a whole number"}, {"strconv.Atoi", "a whole number"}} {
		if at := strings.Index(text, ": "+w.reader); at >= 0 {
			if takesList(c, text[:at]) {
				return text[:at] + ", want whole numbers such as 2,3"
			}
			return text[:at] + ", want " + w.want
		}
	}
	for _, kind := range []string{"unknown flag: --", "unknown shorthand flag: ", "flag needs an argument: "} {
		wrong, ok := strings.CutPrefix(text, kind)
		if !ok {
			continue
		}
		_, after, short := strings.Cut(wrong, " in -") // 'p' in -procs
		if short {
			wrong = after
		}
		if near := nearest(c, wrong); near != "" && kind != "flag needs an argument: " {
			return text + "; did you mean --" + near + "?"
		}
		return text + "; see " + c.CommandPath() + " --help"
	}
	return text
}

// takesList says whether the flag that an error ends with takes several numbers.
func takesList(c *cobra.Command, text string) (yes bool) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		yes = yes || f.Value.Type() == "intSlice" && strings.HasSuffix(text, "--"+f.Name+`" flag`)
	})
	return yes
}

// notEmpty refuses flags that were given with nothing in them: a variable of a script that
// is not set, most likely, and no wish for the default.
func notEmpty(c *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if f := c.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s is empty; give a value (see %s --help) or leave --%s out", name, c.CommandPath(), name)
		}
	}
	return nil
}

// noArgs refuses what stands where flags are wanted.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.Flags().Lookup("graph") != nil && !c.Flags().Changed("graph") {
		return fmt.Errorf("%s: %q is not a flag, want --graph %s", c.Name(), args[0], args[0])
	}
	return fmt.Errorf("%s: %q is not a flag; see collbench %s --help", c.Name(), args[0], c.Name())
}

// nearest is a flag of c whose name is like a mistyped one; "" if none is. Cobra knows
// what is like a command's name: so the flags are put to it as commands.
func nearest(c *cobra.Command, mistyped string) string {
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	name, _, _ := strings.Cut(mistyped, "=")
	if near := names.SuggestionsFor(name); len(near) > 0 && len(name) > 1 {
		return near[0]
	}
	return ""
}
