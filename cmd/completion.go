package cmd

import (
	"fmt"

	"github.com/spf13/cobra"
)

// colorModes are the values of --color.
var colorModes = []string{"auto", "always", "never"}

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
