package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// errShort is what a list gives that has too few or too many values.
var errShort = errors.New("something is missing or left over")

func unknown(name string) error { return fmt.Errorf("there is no member %.40q here", name) }

// scanner reads values token by token and keeps nothing of them: what is made of
// a value takes no more memory than it has to.
type scanner struct {
	*json.Decoder
	next    json.Token // looked at, and not yet taken
	looked  bool
	failure error
}

// span is a part of the text.
type span struct{ from, to int64 }

func newScanner(text []byte, at span) *scanner {
	s := &scanner{Decoder: json.NewDecoder(bytes.NewReader(text[at.from:at.to]))}
	s.UseNumber()
	return s
}

// outline finds the members of the object that is all of the text.
func outline(text []byte) (map[string]span, error) {
	s := newScanner(text, span{0, int64(len(text))})
	at := make(map[string]span, len(members))
	_, err := s.object(func(name string) error {
		if _, known := members[name]; !known {
			return unknown(name)
		}
		from := s.InputOffset()
		for from < int64(len(text)) && bytes.IndexByte([]byte(": \t\r\n"), text[from]) >= 0 {
			from++
		}
		if err := s.skip(); err != nil {
			return err
		}
		at[name] = span{from, s.InputOffset()}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if _, err := s.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("something follows the object")
	}
	return at, nil
}

// skip passes over a value.
func (s *scanner) skip() error {
	depth := 0
	for {
		switch token := s.take(); token {
		case nil:
			if s.failure != nil {
				return s.failure
			}
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// look gives the next token and leaves it there.
func (s *scanner) look() json.Token {
	if !s.looked {
		s.next, s.failure = s.Token()
		if s.failure != nil {
			s.failure = asSentence(s.failure, s.InputOffset())
		}
		s.looked = true
	}
	return s.next
}

func (s *scanner) take() json.Token {
	token := s.look()
	s.looked = false
	return token
}

func asSentence(err error, offset int64) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("it is not JSON: it is cut off")
	}
	if place := (*json.SyntaxError)(nil); errors.As(err, &place) {
		offset = place.Offset
	}
	return fmt.Errorf("it is not JSON, at byte %d: %w", offset, err)
}

// other is the error of a token that does not belong here.
func (s *scanner) other(wanted string, token json.Token) error {
	if s.failure != nil {
		return s.failure
	}
	return fmt.Errorf("there is %.20q where %s belongs", fmt.Sprint(token), wanted)
}

// opens tells whether the next token is this bracket.
func (s *scanner) opens(d json.Delim) bool { return s.look() == d }

func (s *scanner) isNull() bool { return s.look() == nil && s.failure == nil }

func (s *scanner) isTrue() error {
	if token := s.take(); token != true {
		return s.other("true", token)
	}
	return nil
}

func (s *scanner) text() (string, error) {
	token := s.take()
	if text, is := token.(string); is {
		return text, nil
	}
	return "", s.other("a text", token)
}

// whole reads a whole number, written as one.
func (s *scanner) whole() (int64, error) {
	token := s.take()
	number, is := token.(json.Number)
	n, err := strconv.ParseInt(number.String(), 10, 64)
	if !is || err != nil {
		return 0, s.other("a whole number", token)
	}
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

// list reads a list; each reads one value, and complete, if given, tells whether
// the list may have so many.
func (s *scanner) list(each func(n int) error, complete ...func(n int) bool) error {
	if token := s.take(); token != json.Delim('[') {
		return s.other("a list", token)
	}
	n := 0
	for ; s.look() != json.Delim(']'); n++ {
		if s.failure != nil {
			return s.failure
		}
		if err := each(n); err != nil {
			return err
		}
	}
	s.take()
	for _, is := range complete {
		if !is(n) {
			return errShort
		}
	}
	return nil
}

// object reads an object; each reads the value of one member. It gives the
// members that there were.
func (s *scanner) object(each func(name string) error) (map[string]bool, error) {
	if token := s.take(); token != json.Delim('{') {
		return nil, s.other("an object", token)
	}
	has := make(map[string]bool, 4)
	for s.look() != json.Delim('}') {
		name, err := s.text()
		if err != nil {
			return nil, err
		}
		if has[name] {
			return nil, fmt.Errorf("the member %.40q is there twice", name)
		}
		has[name] = true
		if err := each(name); err != nil {
			return nil, err
		}
	}
	s.take()
	return has, nil
}
