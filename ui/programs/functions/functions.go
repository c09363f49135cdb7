// Package functions reads functions from files: in Go, or in a form of another tool.
package functions

import (
	"context"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"facet/model"
	"facet/model/format"
	"facet/model/programs/ampl"
	"facet/model/programs/code"
	"facet/model/programs/cppad"
	"facet/model/programs/source"
	"facet/ui/cli/shell"
	"facet/ui/files"
)

// Dag reads the dag of the function in a file; of a Go file, of the first one.
func Dag(ctx context.Context, in *files.Input) (*model.Dag, error) {
	p, err := Program(ctx, in, "", false)
	if err != nil {
		return nil, err
	}
	return code.Dag(p)
}

// Program reads the function in a file: of a Go file the one that is named, else the first
// one. Weighted, several results of a file that is not in Go are one, their weighted sum.
func Program(ctx context.Context, in *files.Input, function string, weighted bool) (p *source.Program,
	err error) {
	form := format.FormOfFile(in.Name, in.Content)
	if function != "" && form != format.Go {
		return nil, fmt.Errorf("%s is no Go file: --function is for those", shell.Called(in.Name))
	}
	switch form {
	case format.NL:
		p, err = ampl.Read(ctx, filepath.Base(in.Name), in.Content, weighted)
	case format.CppAD:
		p, err = cppad.Read(ctx, filepath.Base(in.Name), in.Content, weighted)
	default:
		return goFunction(ctx, in, function)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return p, nil
}

// goFunction reads a function of a Go file; an empty name means the first, as for
// [source.Read]. It also reads files of the same package.
func goFunction(ctx context.Context, in *files.Input, function string) (*source.Program, error) {
	p := source.Package{Files: []source.File{{Name: in.Name, Text: in.Content}}}
	if in.Path != "" {
		p.Files = append(p.Files, beside(in.Path, source.MaxBytes-len(in.Content))...)
		p.GoVersion = goVersion(filepath.Dir(in.Path))
	}
	type result struct {
		program *source.Program
		err     error
	}
	done := make(chan result, 1)
	go func() { // nothing waits for it when the context has ended; it ends with its phase
		program, err := p.Read(ctx, function)
		done <- result{program, err}
	}()
	var r result
	select {
	case r = <-done:
	case <-ctx.Done():
		r.err = source.Stopped(ctx)
	}
	if r.err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, r.err)
	}
	return r.program, nil
}

// beside reads the other Go files of the same package, up to room bytes. A file that
// cannot be read is left out: if something is missing, reading the function says what.
func beside(path string, room int) []source.File {
	dir, base := filepath.Split(path)
	entries, _ := os.ReadDir(filepath.Clean(dir))
	var all []source.File
	for _, e := range entries {
		name := e.Name()
		if name == base || !e.Type().IsRegular() || !strings.HasSuffix(name, ".go") ||
			strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := build.Default.MatchFile(dir, name); err != nil || !match {
			continue
		}
		if info, err := e.Info(); err != nil || info.Size() > int64(room) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(text) > room {
			continue
		}
		room -= len(text)
		all = append(all, source.File{Name: name, Text: text})
	}
	return all
}

var goLine = regexp.MustCompile(`(?m)^go\s+(\d+\.\d+(\.\d+)?)\s*(//.*)?$`)

// goVersion is the version in a directory's go.mod, such as go1.22, or empty: loop
// variables had another meaning in older versions.
func goVersion(dir string) string {
	dir, err := filepath.Abs(dir)
	for err == nil {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			if m := goLine.FindSubmatch(text); m != nil {
				return "go" + string(m[1])
			}
			return ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
	return ""
}
