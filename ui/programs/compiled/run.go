package compiled

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"facet/model"
	"facet/model/programs/code"
)

// run compiles a program of some files, as module name, runs it, and gives its output.
// It needs the go command.
func run(ctx context.Context, name, version string, files map[string][]byte, input string) (string, error) {
	goTool, err := goCommand()
	if err != nil {
		return "", err
	}
	if version == "" { // a file outside of a module gets the version of the go command
		goVersion, err := exec.CommandContext(ctx, goTool, "env", "GOVERSION").Output()
		if err != nil {
			return "", fmt.Errorf("the go command does not tell its version: %w", err)
		}
		version = goversion.Lang(strings.TrimSpace(string(goVersion)))
	}
	files["go.mod"] = []byte("module " + name + "\n\ngo " + strings.TrimPrefix(version, "go") + "\n")
	// The environment of the process, without the settings that change how code is
	// built: fused products, for example, which round differently in different code.
	return carryOut(ctx, name, "", files, input, []string{"GOWORK=off", "GOFLAGS=", "GOAMD64=v1"},
		[]string{goTool, "run", "-trimpath", "."})
}

// carryOut writes files into a folder of their own and carries commands out there. It gives what
// the last one prints. The error says in which language the code is that does not run.
func carryOut(ctx context.Context, name, in string, files map[string][]byte, input string,
	environment []string, commands ...[]string) (output string, err error) {
	dir, err := os.MkdirTemp("", "facet-"+name+"-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return "", err
		}
	}
	for _, words := range commands {
		c := exec.CommandContext(ctx, words[0], words[1:]...)
		c.Dir = dir
		c.Env = append(c.Environ(), environment...)
		var out, wrong bytes.Buffer
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &out, &wrong
		if err := c.Run(); err != nil {
			if ctx.Err() != nil {
				return "", context.Cause(ctx)
			}
			return "", fmt.Errorf("the code%s does not run: %s", in,
				cmp.Or(model.OneLine(wrong.String()), err.Error()))
		}
		output = out.String()
	}
	return output, nil
}

// goCommand is the path of the go command.
func goCommand() (string, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return "",
			errors.New("the code is compiled and there is no go command: install Go, or leave the option out")
	}
	return path, nil
}

// CanCheck says what is missing on this machine to check code in a form.
func CanCheck(f code.Form) error {
	if _, err := goCommand(); err != nil {
		return fmt.Errorf("--check: %w", err)
	}
	if !f.IsGo() {
		if _, err := compilerOf(f.Language); err != nil {
			return fmt.Errorf("--check: %w", err)
		}
	}
	return nil
}

// CanMeasure says what is missing on this machine to time code in a form.
func CanMeasure(f code.Form) (err error) {
	if f.IsGo() {
		_, err = goCommand()
	} else {
		_, err = compilerOf(f.Language)
	}
	if err != nil {
		err = fmt.Errorf("--measure: %w", err)
	}
	return err
}
