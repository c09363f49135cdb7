package ci

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/packages"
)

// realWords look like names of the source and are none: other programs, algorithms,
// quantities, and the files of a user.
var realWords = strings.Fields(`BatchMode CasADi CppADCodeGen EliAD goGraphML SplitMix64 TeX HbyA ModuleNotFoundError ZeroDivisionError
	xDot yDot xBar yBar f.go f_jacobian.go FILE.go results/DATE.csv`)

// quantity is a unit of memory or a product of two letters. A name with Name in it is
// one of generated code, where the user's function is called Name.
var quantity = regexp.MustCompile(`^(\d*[kKMGT]i?B?|[a-z][A-Z]|Name[A-Z]\w*)$`)

// names is what comments and docs may refer to.
type names struct {
	words    map[string]bool             // every identifier, of imported packages the exported ones
	packages map[string][]*types.Package // by name
	objects  map[string][]types.Object   // types, variables, fields, functions by name
	folders  map[string]*types.Package   // by path in the tree
	paths    map[string]bool             // files and folders of the tree, and the ends of their paths
	tests    map[string]bool             // tests, benchmarks, examples, fuzz targets
	flags    map[string]map[string]bool  // by command of facet, "" for all of them
	fset     *token.FileSet
}

func TestNames(t *testing.T) {
	t.Chdir("..")
	n, files, err := load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Run("mistakes are found", n.testMistakes)
	for _, f := range files {
		for _, wrong := range append(n.inComments(f), n.subjects(f)...) {
			t.Error(wrong)
		}
	}
	for _, name := range docs(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range n.inDoc(name, string(text)) {
			t.Error(wrong)
		}
	}
}

// file is a file in Go with the package that it belongs to.
type file struct {
	name   string
	syntax *ast.File
	pkg    *types.Package
}

// load reads the tree; temporary is a folder for what that needs.
func load(temporary string) (*names, []file, error) {
	n := &names{
		words: make(map[string]bool), tests: make(map[string]bool), paths: make(map[string]bool),
		packages: make(map[string][]*types.Package), objects: make(map[string][]types.Object), folders: make(map[string]*types.Package),
		flags: map[string]map[string]bool{"": {}},
	}
	all, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Tests: true}, "./...")
	if err != nil {
		return nil, nil, err
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	files := make(map[string]file)
	imported := make(map[*types.Package]bool)
	for _, p := range all {
		for _, e := range p.Errors {
			return nil, nil, e
		}
		if strings.HasSuffix(p.PkgPath, ".test") {
			continue
		}
		n.fset = p.Fset
		n.source(p)
		for _, i := range p.Imports {
			n.foreign(i.Types, imported)
		}
		for i, f := range p.Syntax {
			if name, err := filepath.Rel(root, p.CompiledGoFiles[i]); err == nil {
				files[name] = file{name, f, p.Types}
			}
		}
	}
	if err := n.tree(files); err != nil {
		return nil, nil, err
	}
	sorted := slices.SortedFunc(maps.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
	return n, sorted, n.readFlags(temporary)
}

// tree takes in the paths of the tree, and the files in Go that are not in a package
// here: those of other systems and of other modules.
func (n *names) tree(files map[string]file) error {
	return filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name == ".git":
			return filepath.SkipDir
		}
		for end, more := name, true; more; _, end, more = strings.Cut(end, "/") {
			n.paths[end] = true
		}
		_, known := files[name]
		if known || filepath.Ext(name) != ".go" || strings.Contains(name, "testdata") {
			return nil
		}
		f, err := parser.ParseFile(n.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok {
				n.words[id.Name] = true
			}
			return true
		})
		files[name] = file{name, f, nil}
		return nil
	})
}

var test = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)([^a-z]|$)`)

// source takes in what a package of the tree declares and uses.
func (n *names) source(p *packages.Package) {
	n.packages[p.Name] = append(n.packages[p.Name], p.Types)
	if !strings.HasSuffix(p.Name, "_test") {
		n.folders[strings.TrimPrefix(p.PkgPath, "facet/")] = p.Types
	}
	for id, object := range p.TypesInfo.Defs {
		n.words[id.Name] = true
		if object != nil {
			n.objects[id.Name] = append(n.objects[id.Name], object)
		}
		if strings.HasSuffix(p.Fset.Position(id.Pos()).Filename, "_test.go") && test.MatchString(id.Name) {
			n.tests[id.Name] = true
		}
	}
	for id := range p.TypesInfo.Uses {
		n.words[id.Name] = true
	}
	for i, f := range p.Syntax {
		if strings.HasSuffix(p.CompiledGoFiles[i], "_test.go") {
			continue
		}
		ast.Inspect(f, func(x ast.Node) bool {
			if text, ok := x.(*ast.BasicLit); ok && text.Kind == token.STRING {
				for _, word := range camel.FindAllString(text.Value, -1) {
					n.words[word] = true // what the program writes or reads, such as PgDn
				}
			}
			return true
		})
	}
}

// foreign takes in what an imported package exports, and those that it imports.
func (n *names) foreign(p *types.Package, seen map[*types.Package]bool) {
	if p == nil || seen[p] || isOurs(p.Path()) {
		return
	}
	seen[p] = true
	n.packages[p.Name()] = append(n.packages[p.Name()], p)
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		n.words[name] = true
		if of, ok := object.(*types.TypeName); ok {
			n.objects[name] = append(n.objects[name], object)
			if s, ok := of.Type().Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					n.words[f.Name()] = true
				}
			}
			for m := range types.NewMethodSet(types.NewPointer(of.Type())).Methods() {
				n.words[m.Obj().Name()] = true
			}
		}
	}
	for _, i := range p.Imports() {
		n.foreign(i, seen)
	}
}

// inComments are the mistakes in the comments of a file.
func (n *names) inComments(f file) (wrong []string) {
	for _, group := range f.syntax.Comments {
		reported := make(map[string]bool)
		report := func(name, what string) {
			if reported[name] {
				return
			}
			reported[name] = true
			line := n.fset.Position(group.Pos()).Line
			for _, c := range group.List {
				if i := strings.Index(c.Text, name); i >= 0 {
					line = n.fset.Position(c.Pos()).Line + strings.Count(c.Text[:i], "\n")
					break
				}
			}
			wrong = append(wrong, fmt.Sprintf("%s:%d: %s: %s", f.name, line, name, what))
		}
		text := group.Text()
		if strings.HasPrefix(text, "Output:") || strings.HasPrefix(text, "Unordered output:") {
			continue // of an example: the test compares it
		}
		if f.pkg != nil {
			n.links(f, text, report)
		}
		n.mentions(text, report)
	}
	return wrong
}

// subjects are the doc comments of a file that begin with another name than that of
// what they document, as those do that a renaming left behind.
func (n *names) subjects(f file) (wrong []string) {
	check := func(doc *ast.CommentGroup, declared ast.Node) {
		m := subject.FindStringSubmatch(doc.Text())
		if m == nil {
			return
		}
		ids := make(map[string]bool)
		ast.Inspect(declared, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok {
				ids[id.Name] = true
			}
			return true
		})
		for i, name := range list.Split(m[1]+m[2]+m[3], -1) {
			// the others of a list may be declared below
			if !ids[name] && (i == 0 || len(n.objects[name]) == 0) && !pronoun.MatchString(name) {
				wrong = append(wrong, fmt.Sprintf("%s:%d: %s: what it documents is called otherwise", f.name, n.fset.Position(doc.Pos()).Line, name))
			}
		}
	}
	ast.Inspect(f.syntax, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncDecl:
			if !n.tests[x.Name.Name] { // what is tested is a sentence
				check(x.Doc, x.Name)
			}
		case *ast.GenDecl:
			check(x.Doc, x)
		case *ast.TypeSpec:
			check(x.Doc, x)
		case *ast.ValueSpec:
			check(x.Doc, x)
		case *ast.StructType:
			for _, field := range x.Fields.List {
				check(field.Doc, x)
			}
		}
		return true
	})
	return wrong
}

// links looks up the names in brackets of a doc comment, other than those of packages,
// which mentions finds.
func (n *names) links(f file, text string, report func(name, what string)) {
	p := comment.Parser{
		LookupSym: func(of, name string) bool {
			object := f.pkg.Scope().Lookup(name)
			if of != "" {
				if object = f.pkg.Scope().Lookup(of); object != nil {
					object = member(object, name)
				}
				name = of + "." + name
			}
			if object == nil {
				report(name, "the package does not declare it")
			}
			return object != nil
		},
	}
	p.Parse(text)
}

// member is what a package declares, or a field or method, nil for none.
func member(of types.Object, name string) types.Object {
	if p, ok := of.(*types.PkgName); ok {
		return p.Imported().Scope().Lookup(name)
	}
	from, at := of.Pkg(), of.Type()
	if p, ok := at.(*types.Pointer); ok {
		at = p.Elem()
	}
	if named, ok := at.(*types.Named); ok {
		from = named.Obj().Pkg()
	}
	object, _, _ := types.LookupFieldOrMethod(at, true, from, name)
	return object
}

var (
	camel  = regexp.MustCompile(`[A-Za-z0-9_]*[a-z0-9][A-Z][A-Za-z0-9]*`)
	dotted = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+`)
	place  = regexp.MustCompile(`(?:\./)?[a-z.][a-z0-9]+/[\w./*-]*[\w*]|[\w/]+\.go\b`)
)

var (
	// subject is the first word of a comment that says what this is or does.
	subject = regexp.MustCompile(`^(?:([a-z]\w*) [a-z]+s|(\w+) (?:is|gives|says|holds|keeps|has|tells|reports)|((?:\w+, )*\w+,? and \w+) (?:are|give|say|hold|keep|have))\b`)
	list    = regexp.MustCompile(`,? and |, `)
	pronoun = regexp.MustCompile(`(?i)^(what|whatever|who|whoever|it|this|that|each|one|nothing|nobody|somebody|everybody|\d+)$`)
)

// mentions looks up what looks like a name or a path in a text.
func (n *names) mentions(text string, report func(name, what string)) {
	for _, at := range each(dotted, text) {
		if what := n.qualified(strings.Split(at, ".")); what != "" {
			report(at, what)
		}
	}
	for _, word := range each(camel, text) {
		if !n.words[word] && !slices.Contains(realWords, word) && !quantity.MatchString(word) {
			report(word, "there is no such name")
		}
	}
	n.places(text, report)
}

// places looks up what looks like a path in the tree.
func (n *names) places(text string, report func(name, what string)) {
	for _, at := range each(place, text) {
		if !n.exists(at) && !slices.Contains(realWords, at) {
			report(at, "there is no such file or folder")
		}
	}
}

// each are the matches that stand alone, and not in a longer word or path.
func each(pattern *regexp.Regexp, text string) (all []string) {
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		before, after := ' ', ' '
		if at[0] > 0 {
			before = rune(text[at[0]-1])
		}
		if at[1] < len(text) {
			after = rune(text[at[1]])
		}
		if !strings.ContainsRune("/-_\\%$@", before) && !unicode.IsLetter(before) && !strings.ContainsRune("_", after) && !unicode.IsLetter(after) {
			all = append(all, text[at[0]:at[1]])
		}
	}
	return all
}

// qualified says what is wrong with a name with points in it.
func (n *names) qualified(parts []string) string {
	var at []types.Object
	for _, p := range n.packages[parts[0]] {
		at = append(at, types.NewPkgName(token.NoPos, nil, p.Name(), p))
	}
	at = append(at, n.objects[parts[0]]...)
	if len(at) == 0 && unicode.IsLower(rune(parts[0][0])) {
		return ""
	}
	isName := false
	for _, part := range parts[1:] {
		isName = isName || unicode.IsUpper(rune(part[0])) || camel.MatchString(part)
		var next []types.Object
		for _, object := range at {
			if object := member(object, part); object != nil {
				next = append(next, object)
			}
		}
		at = next
	}
	if len(at) > 0 || !isName {
		return ""
	}
	return "there is no such name"
}

func (n *names) exists(place string) bool {
	place = path.Clean(strings.TrimPrefix(strings.TrimSuffix(place, "/..."), "facet/"))
	if first, _, more := strings.Cut(place, "/"); more && !n.paths[first] {
		return true
	}
	if n.paths[place] {
		return true
	}
	if found, _ := filepath.Glob(place); len(found) > 0 {
		return true
	}
	folder, name, ok := strings.Cut(place, ".")
	p := n.folders[folder]
	return ok && p != nil && p.Scope().Lookup(name) != nil
}
