package files

import (
	"context"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"facet/model/source"
)

// Program reads a function of a Go file. Its name may be empty, as for
// [source.Read]. Files of the same package beside it are read along.
func (in *Input) Program(ctx context.Context, function string) (*source.Program, error) {
	p := source.Package{Files: []source.File{{Name: in.Name, Text: in.Content}}}
	if in.Path != "" {
		p.Files = append(p.Files, beside(in.Path, source.MaxBytes-len(in.Content))...)
		p.GoVersion = goVersion(filepath.Dir(in.Path))
	}
	program, err := p.Read(ctx, function)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return program, nil
}

// beside reads the Go files that are compiled with a file, as far as they fit. One
// that cannot be read is left out: if something is missed, reading the function
// says what.
func beside(path string, room int) []source.File {
	dir, own := filepath.Split(path)
	entries, _ := os.ReadDir(filepath.Clean(dir))
	var all []source.File
	for _, e := range entries {
		name := e.Name()
		if name == own || !e.Type().IsRegular() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
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

// goVersion is what the go.mod of a directory says, as go1.22, or empty: variables
// of loops mean something else before that.
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
