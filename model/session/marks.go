package session

import (
	"fmt"
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Mark is a bookmark: a letter that stands for a step.
type Mark struct {
	Letter string
	Step   int // its id
}

// SetMark has a letter stand for the step at the cursor, and for no other.
func (s *Session) SetMark(letter string) error {
	letter, err := markOf(letter)
	if err != nil {
		return err
	}
	if s.marks == nil {
		s.marks = make(map[string]int)
	}
	s.marks[letter] = s.at
	s.revision++
	return nil
}

// RemoveMark takes a letter away; false where it stood for no step.
func (s *Session) RemoveMark(letter string) bool {
	letter, _ = markOf(letter)
	_, there := s.marks[letter]
	if there {
		delete(s.marks, letter)
		s.revision++
	}
	return there
}

// Marks are the bookmarks by their letters.
func (s *Session) Marks() []Mark {
	var all []Mark
	for _, letter := range slices.Sorted(maps.Keys(s.marks)) {
		all = append(all, Mark{letter, s.marks[letter]})
	}
	return all
}

// markOf is a letter as bookmarks have it: small, of any alphabet.
func markOf(letter string) (string, error) {
	r, size := utf8.DecodeRuneInString(letter)
	if size != len(letter) || !unicode.IsLetter(r) {
		return "", fmt.Errorf("a bookmark is one letter, as in mark a")
	}
	return string(unicode.ToLower(r)), nil
}

// restoreMarks takes the bookmarks of a file in.
func (s *Session) restoreMarks(marks map[string]int) error {
	for letter, id := range marks {
		name, err := markOf(letter)
		switch {
		case err != nil || name != letter:
			return fmt.Errorf("a bookmark of the session is not one small letter")
		case id < 0 || id >= len(s.steps):
			return fmt.Errorf("the bookmark %s of the session stands for step %d, which is not there", letter,
				id)
		}
	}
	s.marks = maps.Clone(marks)
	return nil
}
