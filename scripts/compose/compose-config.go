// Prints a project as `docker compose config` resolves it, with the library of `docker compose`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[1:],
		cli.WithOsEnv, cli.WithEnvFiles(), cli.WithDotEnv, cli.WithProfiles([]string{"*"}))
	if err != nil {
		fail(err)
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		fail(err)
	}
	// As compose does before it starts containers: takes variables without a value from the environment, or drops them.
	project, err = project.WithServicesEnvironmentResolved(true)
	if err != nil {
		fail(err)
	}
	raw, err := json.Marshal(project)
	if err != nil {
		fail(err)
	}
	fmt.Println(string(raw))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
