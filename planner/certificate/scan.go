package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// errShort is the error of a list that has too few or too many values.
var errShort = errors.New("something is missing or left over")

func unknown(name string) error { return fmt.Errorf("there is no member %.40q here", name) }

// maxLevels is how deep values may lie in each other: branchings are the deepest.
const maxLevels = 2*maxDepth + 64

// scanner reads the values of a JSON text one after the other and keeps nothing of them,
// so that a value takes no more memory than what is made of it.
type scanner struct {
	text      []byte
	at        int
	levels    int
	isEarlier bool // members have the names of formats 2 and 3
}

// span is a part of the text.
type span struct{ from, to int }

func newScanner(text []byte, at span) *scanner { return &scanner{text: text[:at.to], at: at.from} }

// outline finds the members of the object that is all of the text, by their names in
// the text.
func outline(text []byte) (map[string]span, error) {
	s := newScanner(text, span{0, len(text)})
	at := make(map[string]span, len(members))
	_, err := s.object(func(name string) error {
		if _, known := members[name]; !known && name != earlierResources {
			return unknown(name)
		}
		s.blanks()
		from := s.at
		if err := s.skip(); err != nil {
			return err
		}
		at[name] = span{from, s.at}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if s.blanks(); s.at < len(s.text) {
		return nil, fmt.Errorf("something follows the object")
	}
	return at, nil
}

// blanks passes over white space.
func (s *scanner) blanks() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// next is the first byte of what follows, 0 at the end.
func (s *scanner) next() byte {
	if s.blanks(); s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// opens reports whether the next value begins with this bracket.
func (s *scanner) opens(bracket byte) bool { return s.next() == bracket }

func (s *scanner) isNull() bool { return s.next() == 'n' }

// literal is a number or a name at this place, and else its first byte.
func (s *scanner) literal() []byte {
	s.blanks()
	end := s.at
	for end < len(s.text) && bytes.IndexByte([]byte("+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), s.text[end]) >= 0 {
		end++
	}
	if end == s.at && end < len(s.text) {
		end++
	}
	return s.text[s.at:end]
}

// other is the error of a value that does not belong here.
func (s *scanner) other(wanted string) error {
	literal := s.literal()
	if len(literal) == 0 {
		return fmt.Errorf("it is not JSON: it is cut off")
	}
	switch {
	case bytes.IndexByte([]byte(`"[{]}-0123456789tfn`), literal[0]) < 0:
		return s.wrong()
	case literal[0] == '"':
		if text, err := s.quoted(); err == nil {
			return fmt.Errorf("there is %.20q where %s belongs", text, wanted)
		}
	}
	return fmt.Errorf("there is %.20q where %s belongs", literal, wanted)
}

// wrong is the error of a text that is not JSON.
func (s *scanner) wrong() error {
	literal := s.literal()
	if len(literal) == 0 {
		return fmt.Errorf("it is not JSON: it is cut off")
	}
	return fmt.Errorf("it is not JSON, at byte %d: %.20q has no place there", s.at+1, literal)
}

// take passes over one sign.
func (s *scanner) take(sign byte) error {
	if s.next() != sign {
		return s.wrong()
	}
	s.at++
	return nil
}

func (s *scanner) isTrue() error {
	if literal := s.literal(); string(literal) != "true" {
		return s.other("true")
	}
	s.at += len("true")
	return nil
}

// raw passes over a text in quotes and gives it with them.
func (s *scanner) raw() ([]byte, error) {
	from := s.at
	for end := from + 1; end < len(s.text); end++ {
		switch c := s.text[end]; {
		case c == '\\':
			end++
		case c < ' ':
			return nil, fmt.Errorf("it is not JSON, at byte %d: a text has a control character", end)
		case c == '"':
			s.at = end + 1
			return s.text[from:s.at], nil
		}
	}
	return nil, fmt.Errorf("it is not JSON: it is cut off")
}

// quoted reads a text, whose quote is next.
func (s *scanner) quoted() (text string, err error) {
	raw, err := s.raw()
	if err != nil {
		return "", err
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), nil
	}
	if err := json.Unmarshal(raw, &text); err != nil {
		return "", fmt.Errorf("it is not JSON, at byte %d: %w", s.at, err)
	}
	return text, nil
}

func (s *scanner) string() (string, error) {
	if s.next() != '"' {
		return "", s.other("a text")
	}
	return s.quoted()
}

// whole reads a whole number, written as one.
func (s *scanner) whole() (int64, error) {
	literal := s.literal()
	digits := bytes.TrimPrefix(literal, []byte{'-'})
	n, err := strconv.ParseInt(string(literal), 10, 64)
	if err != nil || literal[0] == '+' || digits[0] == '0' && len(digits) > 1 {
		return 0, s.other("a whole number")
	}
	s.at += len(literal)
	return n, nil
}

// position reads a whole number from 0 that is a position in some list.
func (s *scanner) position() (int, error) {
	n, err := s.whole()
	if err == nil && (n < 0 || n > 1<<31) {
		err = fmt.Errorf("there is %d where a position belongs", n)
	}
	return int(n), err
}

// skip passes over a value.
func (s *scanner) skip() error {
	switch s.next() {
	case '[':
		return s.list(func(int) error { return s.skip() })
	case '{':
		_, err := s.object(func(string) error { return s.skip() })
		return err
	case '"':
		_, err := s.quoted()
		return err
	}
	literal := s.literal()
	if !json.Valid(literal) {
		return s.wrong()
	}
	s.at += len(literal)
	return nil
}

// open goes a level down.
func (s *scanner) open() error {
	s.at++
	if s.levels++; s.levels > maxLevels {
		return fmt.Errorf("its values are nested more than %d deep", maxLevels)
	}
	return nil
}

// list reads a list; each reads one value, and complete, if given, reports whether
// the list may have so many.
func (s *scanner) list(each func(n int) error, complete ...func(n int) bool) error {
	if s.next() != '[' {
		return s.other("a list")
	}
	if err := s.open(); err != nil {
		return err
	}
	n := 0
	for s.next() != ']' || n > 0 {
		if err := each(n); err != nil {
			return err
		}
		if n++; s.next() == ']' {
			break
		}
		if err := s.take(','); err != nil {
			return err
		}
	}
	s.at++
	s.levels--
	for _, is := range complete {
		if !is(n) {
			return errShort
		}
	}
	return nil
}

// length counts the values of the list that is next, to make room for them at once; it is
// at most one for so many bytes, which a value has at least with its comma.
func (s *scanner) length(bytes int) int {
	if s.next() != '[' {
		return 0
	}
	levels, values := 0, 1
	at := s.at
	for ; at < len(s.text); at++ {
		switch s.text[at] {
		case '[', '{':
			levels++
		case ']', '}':
			if levels--; levels == 0 {
				return min(values, (at-s.at)/bytes+1)
			}
		case ',':
			if levels == 1 {
				values++
			}
		case '"':
			for at++; at < len(s.text) && s.text[at] != '"'; at++ {
				if s.text[at] == '\\' {
					at++
				}
			}
		}
	}
	return min(values, (at-s.at)/bytes+1)
}

// object reads an object; each reads the value of one member, whose name is that of
// format 4. It gives the members that there were.
func (s *scanner) object(each func(name string) error) (map[string]bool, error) {
	if s.next() != '{' {
		return nil, s.other("an object")
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	has := make(map[string]bool, 4)
	for s.next() != '}' || len(has) > 0 {
		name, err := s.string()
		if err != nil {
			return nil, err
		}
		if has[name] {
			return nil, fmt.Errorf("the member %.40q is there twice", name)
		}
		has[name] = true
		if today, renamed := earlier[name]; renamed && s.isEarlier {
			if today == "" {
				return nil, unknown(name)
			}
			has[today], name = true, today
		}
		if err := s.take(':'); err != nil {
			return nil, err
		}
		if err := each(name); err != nil {
			return nil, err
		}
		if s.next() == '}' {
			break
		}
		if err := s.take(','); err != nil {
			return nil, err
		}
	}
	s.at++
	s.levels--
	return has, nil
}
