package cmd

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcp-evref/evref/schemas"
)

func newSchema(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [ID]",
		Short: "list the JSON Schemas evref carries, or print one",
		Example: `  evref schema
  evref schema ifc.fides.v1 > fides.schema.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return printSchema(a, args[0])
			}
			w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			for _, s := range schemas.All() {
				fmt.Fprintf(w, "%s\t%s\n", s.Name, s.Title)
			}
			return w.Flush()
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return schemaNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func printSchema(a *app, id string) error {
	raw, ok := schemas.Get(id)
	if !ok {
		return unknown("schema", id, schemaNames())
	}
	_, err := a.Out.Write(raw)
	return err
}

func schemaNames() []string {
	var names []string
	for _, s := range schemas.All() {
		names = append(names, s.Name)
	}
	return names
}
