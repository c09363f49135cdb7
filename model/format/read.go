package format

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"facet/model"
)

// ReadFile reads the dag in the file at path. The dag is named after the file.
func ReadFile(path string) (*model.Dag, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, reason(err))
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot read %s: it is a directory, not a file", path)
	}
	return Read(path, file)
}

// Read reads a dag in any of the forms, whichever r holds. Messages call the file
// name; the dag is named after its last element without extension.
func Read(name string, r io.Reader) (*model.Dag, error) {
	return ReadContext(context.Background(), name, r)
}

// ReadContext is [Read] that stops when the context ends.
func ReadContext(ctx context.Context, name string, r io.Reader) (*model.Dag, error) {
	content, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, reason(err))
	}
	g, err := parse(ctx, dagName(name), content)
	if err != nil && ctx.Err() != nil {
		err = errInterrupted
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

func parse(ctx context.Context, name string, content []byte) (*model.Dag, error) {
	text, err := PlainText(content)
	if err != nil {
		return nil, err
	}
	start := bytes.TrimLeft(text, " \t\r\n")
	if len(start) == 0 {
		return nil, fmt.Errorf("the file is empty: it should hold a dag")
	}
	switch FormOf(start) {
	case GraphML:
		return parseGraphML(ctx, name, text)
	case JSON:
		return parseJSON(ctx, name, text)
	case Listing:
		return parseListing(ctx, name, text)
	case Chain:
		return parseChain(ctx, name, text)
	case DOT, LineDOT:
		return parseDOT(ctx, name, text)
	case Go, NL, CppAD:
		return nil, fmt.Errorf("the file has a function, and no dag is read from one here")
	}
	return nil,
		fmt.Errorf(`not a dag: the file should be GraphML (starts with "<"), DOT ("digraph"), JSON ("{"), a Go file ("package"), an .nl file ("g3"), or a chain (the number of its factors)`)
}

// Form is how a dag is written down.
type Form uint8

// The forms. LineDOT is a picture, not a dag to work on. Go, NL and CppAD hold functions,
// whose operations make a dag; their readers are in package programs.
const (
	NoForm Form = iota
	GraphML
	JSON
	Listing
	Chain
	DOT
	LineDOT
	Go
	NL    // AMPL's .nl, text or binary
	CppAD // an AD graph of CppAD in JSON
)

// FormOf is the form of a text, by its beginning.
func FormOf(text []byte) Form {
	start := bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(start) == 0:
		return NoForm
	case start[0] == '<':
		return GraphML
	case graph.Match(start):
		return CppAD
	case start[0] == '{':
		return JSON
	case listing.Match(start):
		return Listing
	case strings.IndexByte("+-0123456789", start[0]) >= 0:
		return Chain
	case problem.Match(start):
		return NL
	case isLineDOT(start):
		return LineDOT
	case digraph.Match(start):
		return DOT
	case isGo(start):
		return Go
	}
	return NoForm
}

// FormOfFile is FormOf, where the name of a file may help: what ends in .nl and begins as
// no other form but with a number, or not at all, is a problem of AMPL that is damaged.
func FormOfFile(name string, text []byte) Form {
	form := FormOf(text)
	if (form == NoForm || form == Chain) && strings.EqualFold(filepath.Ext(name), ".nl") {
		return NL
	}
	return form
}

// isGo reports whether a text begins as a Go file does.
func isGo(text []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	return err == nil && f.Name != nil
}

// digraph finds the beginning of a DOT file behind comments, listing that of an
// edge listing behind its number of vertices. The first member of an AD graph can be any of
// its members, and the first line of a problem says text or binary and how many options
// follow.
var (
	digraph = regexp.MustCompile(`^(//[^\n]*\n|#[^\n]*\n|/\*(?s:.*?)\*/|\s)*(?i:strict\s+)?(?i:di)?(?i:graph)[\s{"]`)
	listing = regexp.MustCompile(`^[^\n\[]*\n\s*CG\s*=\s*\[`)
	graph   = regexp.MustCompile(`^\{\s*"(function_name|op_define_vec|n_dynamic_ind|n_variable_ind|constant_vec|op_usage_vec|dependent_vec)"`)
	problem = regexp.MustCompile(`^[gb][0-9]+([ \t][ \t0-9.e+-]*)?(#[^\n]*)?(\r?\n|$)`)
)

// ErrNotUTF8 is the error of a text in another encoding, such as Latin-1.
var ErrNotUTF8 = errors.New("the file is not UTF-8: save it as UTF-8")

// PlainText refuses what no reader could make sense of, before any of them allocates for
// it, and cuts off a byte order mark.
func PlainText(content []byte) ([]byte, error) {
	switch {
	case len(content) > MaxBytes:
		return nil, fmt.Errorf("the file is larger than %d MB: make the dag coarser", MaxBytes/1_000_000)
	case bytes.HasPrefix(content, []byte{0xff, 0xfe}), bytes.HasPrefix(content, []byte{0xfe, 0xff}):
		return nil, fmt.Errorf("the file is in UTF-16: save it as UTF-8")
	case bytes.IndexByte(content, 0) >= 0:
		return nil, fmt.Errorf("the file has NUL bytes: it is not text, or it is cut off")
	case !utf8.Valid(content):
		return nil, ErrNotUTF8
	}
	return bytes.TrimPrefix(content, []byte("\ufeff")), nil
}

func dagName(file string) string {
	base := filepath.Base(file)
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" {
		return name
	}
	return base
}

// reason strips the operation and the path that os errors repeat.
func reason(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}
