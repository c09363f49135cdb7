// Package jsontext reads the values of a JSON text (RFC 8259) one after the other and keeps
// nothing of them, so that a value takes no more memory than what is made of it. Numbers are
// given as they are written, and a name that stands twice in an object is refused. All
// JSON that others may have written is read by it: dags in node-link form, AD graphs of
// CppAD, certificates. It knows none of these.
package jsontext

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"facet/model/excerpt"
)

// Limits of every text. How deep values may lie in each other is for its reader to say.
const (
	MaxBytes = 64_000_000 // of the whole
	MaxText  = 8 << 20    // bytes of a text: a pattern of 100 000 rows has megabytes
	MaxDigit = 1100       // bytes of a number: a double that is written in full has 1077
)

// Reader is a place in a text.
type Reader struct {
	// IsLoose says that the grammar is that of CppAD: a text ends at the next quote, and a
	// number may begin with + or a point and end with a point.
	IsLoose bool

	ctx   context.Context
	text  []byte
	at    int
	line  int
	depth int // how many more levels are possible
	most  int // levels
	asked int // where the context is asked next
	names map[string]string
}

// New reads a text in which values lie at most so deep in each other. What is not UTF-8 in
// it is replaced in the texts that it has.
func New(ctx context.Context, text []byte, depth int) *Reader {
	return &Reader{ctx: ctx, text: text, line: 1, depth: depth, most: depth, names: make(map[string]string)}
}

// Place is where a value begins.
type Place struct{ at, line int }

// Place is where the next value begins.
func (r *Reader) Place() Place {
	r.blanks()
	return Place{r.at, r.line}
}

// Return goes to a place of the text; the next value begins there.
func (r *Reader) Return(to Place) { r.at, r.line, r.depth = to.at, to.line, r.most }

// Line is the line of the token that was read or looked at last.
func (r *Reader) Line() int { return r.line }

func (r *Reader) blanks() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case '\n':
			r.line++
		case ' ', '\t', '\r':
		default:
			return
		}
		r.at++
	}
}

// Next is the first byte of what follows, 0 at the end.
func (r *Reader) Next() byte {
	if r.blanks(); r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// literal is a number or a name at this place, and else its first byte.
func (r *Reader) literal() []byte {
	r.blanks()
	end := r.at
	for end < len(r.text) && isLiteral[r.text[end]] {
		end++
	}
	if end == r.at && end < len(r.text) {
		end++
	}
	return r.text[r.at:end]
}

// isLiteral are the bytes of numbers and of true, false and null.
var isLiteral = func() (is [256]bool) {
	for _, c := range "+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		is[c] = true
	}
	return is
}()

// What is what follows, in words.
func (r *Reader) What() string {
	switch r.Next() {
	case 0:
		return "the end of the file"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		if text, err := r.Text(); err == nil {
			return excerpt.Of(text)
		}
	}
	return excerpt.Of(r.literal())
}

// Other is the error of a value that is not what is wanted.
func (r *Reader) Other(wanted string) error {
	if c := r.Next(); c == 0 || bytes.IndexByte([]byte(`"[{-0123456789tfn`), c) < 0 {
		return r.wrong()
	}
	return fmt.Errorf("there is %s where %s belongs", r.What(), wanted)
}

// wrong is the error of a text that is not JSON.
func (r *Reader) wrong() error {
	switch r.Next() {
	case 0:
		return fmt.Errorf("the file is cut off")
	case '"':
		return fmt.Errorf("%s has no place there", r.What())
	}
	return fmt.Errorf("%s has no place there", excerpt.Of(r.literal()))
}

// take passes over one sign.
func (r *Reader) take(sign byte) error {
	if r.Next() != sign {
		return r.wrong()
	}
	r.at++
	return r.step()
}

// step follows each token, and asks the context once in so many bytes.
func (r *Reader) step() error {
	const each = 1 << 16
	if r.at < r.asked {
		return nil
	}
	if r.asked = r.at + each; r.ctx.Err() != nil {
		return fmt.Errorf("reading was stopped: %w", context.Cause(r.ctx))
	}
	return nil
}

// Text reads a text.
func (r *Reader) Text() (text string, err error) {
	raw, err := r.raw()
	if err != nil {
		return "", err
	}
	if inner := raw[1 : len(raw)-1]; r.IsLoose || bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), nil
	}
	if json.Unmarshal(raw, &text) != nil {
		return "", fmt.Errorf("the text %s has an escape that is none", excerpt.Of(raw[1:len(raw)-1]))
	}
	return text, nil
}

// raw passes over a text in quotes and gives it with them.
func (r *Reader) raw() ([]byte, error) {
	if r.Next() != '"' {
		return nil, r.Other("a text")
	}
	for end := r.at + 1; end < len(r.text); end++ {
		switch c := r.text[end]; {
		case c == '\\' && !r.IsLoose:
			end++
		case c < ' ':
			return nil, fmt.Errorf("a text has a control character")
		case c == '"' && end-r.at > MaxText:
			return nil, fmt.Errorf("a text is longer than %d MB", MaxText>>20)
		case c == '"':
			raw := r.text[r.at : end+1]
			r.at = end + 1
			return raw, r.step()
		}
	}
	return nil, fmt.Errorf("the file is cut off")
}

// name reads the name of a member. Those of many objects are the same, and kept once.
func (r *Reader) name() (string, error) {
	from := r.at
	if end := bytes.IndexByte(r.text[min(from+1, len(r.text)):], '"'); end >= 0 && r.Next() == '"' {
		if known, is := r.names[string(r.text[from+1:from+1+end])]; is {
			r.at += end + 2
			return known, r.step()
		}
	}
	name, err := r.Text()
	const most = 256
	if raw := r.at - from - 2; err == nil && raw == len(name) && raw < most && len(r.names) < most {
		r.names[name] = name
	}
	return name, err
}

// Number reads a number and gives it as it is written.
func (r *Reader) Number() ([]byte, error) {
	literal := r.literal()
	switch {
	case len(literal) == 0 || bytes.IndexByte([]byte("+-.0123456789"), literal[0]) < 0:
		return nil, r.Other("a number")
	case len(literal) > MaxDigit:
		return nil, fmt.Errorf("the number %s has more than %d characters", excerpt.Of(literal), MaxDigit)
	case !r.IsLoose && !json.Valid(literal), len(bytes.Trim(literal, "+-.0123456789eE")) > 0:
		return nil, r.wrong()
	}
	r.at += len(literal)
	return literal, r.step()
}

// Whole reads a whole number of 64 bits, written as one.
func (r *Reader) Whole() (int64, error) {
	literal := r.literal()
	digits := bytes.TrimPrefix(literal, []byte{'-'})
	n, err := strconv.ParseInt(string(literal[:min(len(literal), MaxDigit)]), 10, 64)
	if err != nil || literal[0] == '+' || digits[0] == '0' && len(digits) > 1 {
		return 0, r.Other("a whole number")
	}
	r.at += len(literal)
	return n, r.step()
}

// Keyword reads true, false or null.
func (r *Reader) Keyword() (string, error) {
	for _, word := range [...]string{"true", "false", "null"} {
		if string(r.literal()) == word {
			r.at += len(word)
			return word, r.step()
		}
	}
	if c := r.Next(); c == 't' || c == 'f' || c == 'n' {
		return "", r.wrong()
	}
	return "", r.Other("true, false or null")
}

// Skip passes over a value.
func (r *Reader) Skip() (err error) {
	switch c := r.Next(); {
	case c == '[':
		_, err = r.List(func(int) error { return r.Skip() })
	case c == '{':
		_, err = r.Object(func(string) error { return r.Skip() })
	case c == '"':
		_, err = r.Text()
	case c == 't', c == 'f', c == 'n':
		_, err = r.Keyword()
	case c == 0:
		return r.wrong()
	default:
		_, err = r.Number()
	}
	return err
}

// Raw passes over a value and gives it as it is written.
func (r *Reader) Raw() ([]byte, error) {
	from := r.Place().at
	err := r.Skip()
	return r.text[from:r.at], err
}

// End refuses what follows.
func (r *Reader) End() error {
	if r.blanks(); r.at < len(r.text) {
		return fmt.Errorf("something follows the object")
	}
	return nil
}

// open goes a level down.
func (r *Reader) open() error {
	r.at++
	if r.depth--; r.depth < 0 {
		return fmt.Errorf("values are nested more than %d deep", r.most)
	}
	return r.step()
}

// more reports whether a value follows behind n others, and passes over the comma before
// it or the bracket at the end.
func (r *Reader) more(n int, bracket byte) (bool, error) {
	if r.Next() == bracket {
		r.at++
		r.depth++
		return false, r.step()
	}
	if n == 0 {
		return true, nil
	}
	err := r.take(',')
	if err == nil && r.Next() == bracket {
		err = r.wrong()
	}
	return true, err
}

// List reads a list, each one value of it, and gives how many there were.
func (r *Reader) List(each func(n int) error) (n int, err error) {
	if r.Next() != '[' {
		return 0, r.Other("a list")
	}
	for err = r.open(); err == nil; n++ {
		more := false
		if more, err = r.more(n, ']'); err != nil || !more {
			return n, err
		}
		err = each(n)
	}
	return n, err
}

// Names are those of the members of an object.
type Names []string

// Has reports whether there is a member of this name.
func (n Names) Has(name string) bool { return slices.Contains(n, name) }

// Object reads an object, each the value of one member, and gives the names of all.
func (r *Reader) Object(each func(name string) error) (names Names, err error) {
	if r.Next() != '{' {
		return nil, r.Other("an object")
	}
	const few = 16
	var many map[string]bool
	for err = r.open(); err == nil; {
		more := false
		if more, err = r.more(len(names), '}'); err != nil || !more {
			return names, err
		}
		r.blanks()
		name, err := r.name()
		switch {
		case err != nil:
			return nil, err
		case many == nil && names.Has(name) || many[name]:
			return nil, fmt.Errorf("the member %s is there twice", excerpt.Of(name))
		}
		if names = append(names, name); len(names) == few {
			many = make(map[string]bool)
			for _, name := range names {
				many[name] = true
			}
		} else if many != nil {
			many[name] = true
		}
		if err := r.take(':'); err != nil {
			return nil, err
		}
		if err := each(name); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// Count is how many values the list that is next has, to make room for them at once, where
// each of them has so many bytes at least with its comma.
func (r *Reader) Count(bytes int) int {
	if r.Next() != '[' {
		return 0
	}
	levels, values := 0, 1
	at := r.at
	for ; at < len(r.text); at++ {
		switch r.text[at] {
		case '[', '{':
			levels++
		case ']', '}':
			if levels--; levels == 0 {
				return min(values, (at-r.at)/bytes+1)
			}
		case ',':
			if levels == 1 {
				values++
			}
		case '"':
			for at++; at < len(r.text) && r.text[at] != '"'; at++ {
				if r.text[at] == '\\' {
					at++
				}
			}
		}
	}
	return min(values, (at-r.at)/bytes+1)
}
