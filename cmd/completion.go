package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// colorModes are the values of --color.
var colorModes = []string{"auto", "always", "never"}

// refuseUnknownShell keeps the help of the completion command, which is what cobra
// answers with, out of a shell that asked for a script.
func refuseUnknownShell(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		var shells []string
		for _, shell := range c.Commands() {
			shells = append(shells, shell.Name())
		}
		c.RunE = func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknown("shell", args[0], shells)
			}
			return usagef("completion needs a shell; known are %s", strings.Join(shells, ", "))
		}
		c.Args = cobra.ArbitraryArgs
	}
}

// completeShared tells the shells what goes into the flags that several verbs
// have. A verb's own flags are completed where they are made.
func completeShared(root *cobra.Command) {
	completeValues(root, "color", colorModes)
	shared := map[string]cobra.CompletionFunc{
		"input": cobra.FixedCompletions([]string{"json", "cbor"}, cobra.ShellCompDirectiveNoFileComp),
		"directory": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	for _, c := range root.Commands() {
		for flag, complete := range shared {
			if c.Flags().Lookup(flag) == nil {
				continue
			}
			if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
				panic(fmt.Sprintf("cmd: completion of %s --%s: %v", c.Name(), flag, err)) // made twice
			}
		}
	}
}
