package figure

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest/extent"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
	"facet/ui/draw/diagram"
	"facet/ui/draw/style"
)

// drawnSigns are the signs that a figure, or a text in one, may have: those of the
// theme but for what only panels draw with, and those of names.
func drawnSigns() []string {
	signs := []string{diagram.Leads, "−", "—", "×", "≤", "←", "▶", "‖"}
	theme := style.New(style.Mono, false, func(string) string { return "" })
	all := reflect.ValueOf(style.Make(theme.Kind(), false, 0).Signs)
	for k := range all.NumField() {
		if name := all.Type().Field(k).Name; name != "Bar" && name != "Caret" {
			signs = append(signs, all.Field(k).String())
		}
	}
	for _, term := range style.Glossary(theme.WithASCII(false)) {
		signs = append(signs, term.Sign, term.Name, term.Lines[0], term.Lines[1])
	}
	return signs
}

// beyond is what only some engines of TeX can set.
var beyond = regexp.MustCompile(`\\facetchar|[^ -~\n]`)

// Each sign has a row in the table: no engine of TeX needs its code point.
func TestEachSignHasTeX(t *testing.T) {
	for _, sign := range drawnSigns() {
		if tex := texText(sign); beyond.MatchString(tex) {
			t.Errorf("%s is %s: it needs a row in texSigns", sign, tex)
		}
	}
	for _, label := range []string{"-1⇝4", "-1⇝4#12", "x⇝4", "x⇝-1#7", "(-1,x)"} {
		if tex := texLabel(label); beyond.MatchString(tex) || strings.Contains(tex, "-{}1") {
			t.Errorf("%s is %s", label, tex)
		}
	}
}

// lessonFigures gives each different figure of a lesson's steps and comparisons, as TikZ.
func lessonFigures(t *testing.T, name string, have func(text string)) {
	t.Helper()
	dag := func(name string) (*model.Dag, error) {
		text, err := lessons.Dag(name)
		if err != nil {
			return nil, err
		}
		return format.Read(name, bytes.NewReader(text))
	}
	text, err := lessons.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	l, mistakes := lesson.Read(text)
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	course, mistakes := lesson.Play(l, dag)
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	for _, scene := range course.Scenes {
		for id := range scene.Steps() + 1 {
			w := Walk{Dag: scene.Dag()}
			for _, at := range scene.Path(id) {
				step, _ := scene.Step(at)
				w.Steps = append(w.Steps, Step{Ops: step.Ops})
			}
			w.After = len(w.Steps)
			f, err := w.Figure(context.Background(), Request{Last: true})
			if err != nil {
				t.Fatal(err)
			}
			text, err := f.tikz(Options{})
			if err != nil {
				continue // it is too large for TeX, and says so
			}
			have(text)
		}
	}
}

// TeX of any kind can set every figure of the lessons: nothing in them needs more than
// ASCII, but for the definition of \facetchar.
func TestFiguresOfLessonsAreForAnyTeX(t *testing.T) {
	for _, name := range lessons.Names() {
		lessonFigures(t, name, func(text string) {
			if found := beyond.FindString(strings.Replace(text, texHead, "", 1)); found != "" {
				t.Errorf("%s: a figure has %q", name, found)
			}
		})
	}
}

// engines are the TeX engines that are installed here.
func engines(t *testing.T) (paths []string) {
	for _, name := range []string{"pdflatex", "lualatex", "xelatex"} {
		if path, err := exec.LookPath(name); err == nil {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		t.Skip("no LaTeX here")
	}
	return paths
}

// set has an engine set a document. No character may be missing in its fonts, but for
// those that need not be there.
func set(t *testing.T, engine, document string, complete bool) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "figure.tex"), []byte(document), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), engine,
		"-no-shell-escape", "-halt-on-error", "-interaction=nonstopmode", "figure.tex")
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", engine, err, out[max(0, len(out)-2000):])
	}
	log, _ := os.ReadFile(filepath.Join(dir, "figure.log"))
	if complete && bytes.Contains(log, []byte("Missing character")) {
		t.Errorf("%s: a character is missing:\n%s", engine, log)
	}
}

// pages is a document with nothing but tikz, and one figure or table on each page.
func pages(of []string) string {
	return "\\documentclass{article}\n\\usepackage{tikz,longtable}\n\\begin{document}\n" +
		strings.Join(of, "\n\\clearpage\n") + "\n\\end{document}\n"
}

// An engine sets the hostile names, and a table of them; the signs; and a figure of a lesson.
// With -tags long each engine that is installed sets those of all lessons.
func TestTeXIsSet(t *testing.T) {
	t.Parallel()
	table, err := hostileWalk(t).Table(LaTeX, []string{"1", "#"})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := hostileFigure(t).tikz(Options{Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	var signs strings.Builder
	for _, sign := range drawnSigns() {
		signs.WriteString(texText(sign) + "\n\n")
	}
	ours := []string{signs.String()}
	for _, name := range lessons.Names() {
		if extent.Full || name == "bat" {
			lessonFigures(t, name, func(text string) { ours = append(ours, text) })
		}
	}
	if !extent.Full { // all take minutes
		ours = append(ours[:1], ours[len(ours)-1])
	}
	all := engines(t)
	for _, engine := range all[:extent.Of(min(1, len(all)), len(all))] {
		set(t, engine, alone, false)
		set(t, engine, pages([]string{table}), false)
		set(t, engine, pages(ours), true)
	}
}
