package app

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// hostile is text that must not reach the screen.
const hostile = "x\x1b]52;c;aGk=\a\x1b[31m\u009b2J\u202eb\u200b\U0001f44d\U0001f3fd\U0001f1e9\U0001f1eae\u0301\u0301\u0301\x7f\r\n"

// hostileSession has hostile text wherever a session can have text.
func hostileSession(t *testing.T) *session.Session {
	t.Helper()
	id := func(k string) string { return hostile + k + strings.Repeat("宽字", 30) }
	edge := func(i, j int) model.Edge {
		return model.Edge{ID: id("e"), Source: i, Target: j, Tangent: 1, Adjoint: 2, HasModel: true,
			Extra: []model.Attribute{{Name: hostile, Value: hostile}}}
	}
	g, err := model.NewDag(hostile, []model.Vertex{{ID: id("0"), Size: 2}, {ID: id("1"), Size: 1},
		{ID: id("2"), Size: 2}, {ID: id("3"), Size: 1}},
		[]model.Edge{edge(0, 1), edge(1, 2), edge(1, 3)})
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(g)
	for k, op := range []model.Op{model.Accumulate(0, model.TAN),
		model.Eliminate(model.Face{U: 0, V: 1}, model.TAN),
		model.Eliminate(model.Face{U: 0, V: 2}, model.TAN)} {
		if _, err := s.Do(hostile+strings.Repeat("y", 100*k), op); err != nil {
			t.Fatal(err)
		}
		if err := s.Annotate(s.Cursor(), hostile); err != nil {
			t.Fatal(err)
		}
	}
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if s, err = session.Load(text); err != nil {
		t.Fatal(err)
	}
	return s
}

// Whatever a session, a dag, a file's name or a paste holds, the screen shows
// text: without colours there is not one control sequence, and no row is wider
// than the window, however a terminal counts cells.
func TestHostileText(t *testing.T) {
	s := hostileSession(t)
	directory := store.At(t.TempDir())
	content, err := json.Marshal(map[string]any{"dag": hostile, "fingerprint": "0", "all_steps": 3,
		"steps": 1, "session": s})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := strings.ReplaceAll(hostile, "/", "") + ".seq"
	if err := errors.Join(os.WriteFile(filepath.Join(dir, name), []byte(`ACC TAN ("`+hostile), 0o600),
		os.WriteFile(filepath.Join(dir, "open.xml"), []byte(`<graphml><`+hostile), 0o600),
		os.WriteFile(filepath.Join(dir, "title.json"), content, 0o600)); err != nil {
		t.Skip("no such names here:", err)
	}
	t.Chdir(dir)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		o := testOptions(nil, style.Mono, false)
		o.Session, o.Autosave, o.Directory = s, true, directory
		d := start(t, o, size[0], size[1])
		look := func(what string) {
			t.Helper()
			for _, row := range strings.Split(d.screen(), "\n") {
				at := strings.IndexFunc(row, func(r rune) bool {
					return unicode.In(r, unicode.C) || unicode.Is(unicode.Variation_Selector, r) ||
						r == '\U0001f3fd' || r == '\U0001f1e9' || r == unicode.ReplacementChar
				})
				if at >= 0 {
					t.Fatalf("%s at %v: %q in\n%q", what, size, row[at:min(len(row), at+20)], row)
				}
			}
		}
		look("the start")
		for _, keys := range []string{"1", "2", "3", "4", "?", "t", ":", "/", "n", "u", "u", "enter", "E",
			"V", "s", "pgup", "pgup", "pgdown", "e", "a", "m", "esc"} {
			d.press(keys)
			look(keys)
			d.send(uitest.Paste(hostile))
			look("a paste after " + keys)
			d.press("esc")
			look("Esc after " + keys)
		}
		for _, line := range []string{"open " + name, "open open.xml", "replay " + name, "open nothing" +
			hostile, "save no/" + name, "export " + name, "save-session " + name,
			"note " + hostile, "jump " + hostile, "open title.json", "sessions", hostile} {
			d.press(":")
			d.send(uitest.Paste(line))
			look("typing " + line)
			d.press("enter")
			look(line)
			d.press("esc", "esc")
			look("after " + line)
		}
	}
}
