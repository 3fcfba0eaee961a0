package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionDocument is the document of version.
type versionDocument struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  workbench version --json",
		Args:    cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			v := versionDocument{Schema: schemaID("version"), Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
			if info, ok := debug.ReadBuildInfo(); ok {
				if info.Main.Version != "" && info.Main.Version != "(devel)" {
					v.Version = info.Main.Version
				}
				for _, s := range info.Settings {
					switch s.Key {
					case "vcs.revision":
						v.Revision = s.Value
					case "vcs.modified":
						v.Modified = s.Value == "true"
					}
				}
			}
			if a.json {
				a.document(v)
				return
			}
			a.printf("workbench %s (%s, %s)", v.Version, v.Go, v.Platform)
			if v.Revision != "" {
				a.printf(" revision %s", v.Revision)
			}
			a.printf("\n")
		},
	}
}
