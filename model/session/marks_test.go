package session

import (
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

// marked is a session with two steps, the first of which has a bookmark.
func marked(t *testing.T) *Session {
	t.Helper()
	s := New(modeltest.Sample(t, "bat"))
	for range 2 {
		for _, z := range s.State().Vertices() {
			if best, ok := model.Cheapest(s.State().Accumulations(z)); ok {
				if _, err := s.Do("", best.Op); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	s.Undo()
	if err := s.SetMark("B"); err != nil {
		t.Fatal(err)
	}
	return s
}

// Bookmarks are small letters, each for one step, and are in the file.
func TestMarks(t *testing.T) {
	s := marked(t)
	if err := s.SetMark("ж"); err != nil {
		t.Fatal(err)
	}
	s.Redo()
	_ = s.SetMark("ж")
	want := []Mark{{"b", 1}, {"ж", 2}}
	if !slices.Equal(s.Marks(), want) {
		t.Errorf("the bookmarks are %v", s.Marks())
	}
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Load(text)
	if err != nil || !slices.Equal(back.Marks(), want) {
		t.Errorf("read back are %v (%v)", back.Marks(), err)
	}
	if !s.RemoveMark("b") || s.RemoveMark("b") {
		t.Error("a bookmark is removed once")
	}
	if s.Snapshot().Holds(text) {
		t.Error("an older session with one more bookmark is thought to be held")
	}
	if !back.Snapshot().Holds(text) {
		t.Error("a session does not hold itself")
	}
	for _, letter := range []string{"", "ab", "1", "'", "\xff"} {
		if s.SetMark(letter) == nil {
			t.Errorf("%q is a bookmark", letter)
		}
	}
	for _, wrong := range []string{`"marks":{"b":7`, `"marks":{"b":-1`, `"marks":{"B":1`, `"marks":{"":1`} {
		if _, err := Load([]byte(strings.Replace(string(text), `"marks":{"b":1`, wrong, 1))); err == nil ||
			!strings.Contains(err.Error(), "bookmark") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// A session that goes on with another dag keeps the bookmarks of the steps that it keeps.
func TestMarksGoAlong(t *testing.T) {
	s := marked(t)
	other, _ := s.Onto(modeltest.Sample(t, "bat"), nil)
	if !slices.Equal(other.Marks(), s.Marks()) {
		t.Errorf("%v are not %v", other.Marks(), s.Marks())
	}
}
