package main

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"workbench/internal/diag"
)

// schemas holds the JSON Schema of every document, schemas/NAME.json.
//
//go:embed schemas/*.json
var schemas embed.FS

// schemaNames lists the documents that have a schema.
func schemaNames() []string {
	files, _ := fs.Glob(schemas, "schemas/*.json") // the pattern is well formed
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(strings.TrimPrefix(f, "schemas/"), ".json")
	}
	slices.Sort(names)
	return names
}

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "schema [NAME]",
		Short:     "Print the JSON Schema of a document, or the list of names",
		Example:   "  workbench schema verify",
		Args:      atMostOneArg,
		ValidArgs: schemaNames(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, name := range schemaNames() {
					a.printf("%s\n", name)
				}
				return nil
			}
			src, err := schemas.ReadFile("schemas/" + args[0] + ".json")
			if err != nil {
				a.refuse("error", diag.List{{Code: "usage", Message: "there is no document " + args[0] + "; workbench schema lists the names"}}, a.json)
				return nil
			}
			_, err = a.out.Write(src)
			return err
		},
	}
}
