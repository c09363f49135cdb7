package format

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"facet/model/excerpt"
	"facet/model/refusal"
)

// dotKind is what a token of DOT is: a sign stands for itself.
type dotKind byte

const (
	dotEnd dotKind = 0
	dotID  dotKind = 'a' // an identifier, a number, a quoted or an HTML text
	dotTo  dotKind = '>' // ->
	dotTie dotKind = '-' // --
)

// dotToken is a token. The text of an identifier has its escapes resolved.
type dotToken struct {
	kind dotKind
	text string
	bare bool // it stands without quotes, so that it may be a keyword
}

// is reports whether a token is a keyword, in capitals or not.
func (t dotToken) is(keyword string) bool { return t.bare && strings.EqualFold(t.text, keyword) }

// dotScanner takes a DOT text apart.
type dotScanner struct {
	text string
	at   int
	next dotToken
}

// wrong refuses what stands at the place that has been reached.
func (s *dotScanner) wrong(format string, values ...any) {
	line := 1 + strings.Count(s.text[:min(s.at, len(s.text))], "\n")
	refusal.Throw(fmt.Errorf("the DOT cannot be read: %s in line %d", fmt.Sprintf(format, values...), line))
}

// advance reads the next token.
func (s *dotScanner) advance() {
	s.blanks()
	if s.at == len(s.text) {
		s.next = dotToken{}
		return
	}
	switch c := s.text[s.at]; {
	case strings.IndexByte("{}[]=;,:+", c) >= 0:
		s.next = dotToken{kind: dotKind(c)}
		s.at++
	case strings.HasPrefix(s.text[s.at:], "->"), strings.HasPrefix(s.text[s.at:], "--"):
		s.next = dotToken{kind: dotKind(s.text[s.at+1])}
		s.at += 2
	case c == '"':
		s.quoted()
	case c == '<':
		s.html()
	case isDotLetter(c):
		from := s.at
		for s.at < len(s.text) && (isDotLetter(s.text[s.at]) || isDigit(s.text[s.at])) {
			s.at++
		}
		s.next = dotToken{dotID, s.text[from:s.at], true}
	case isDigit(c), c == '-', c == '.':
		s.number()
	default:
		r, _ := utf8.DecodeRuneInString(s.text[s.at:])
		s.wrong("%s has no place", strconv.Quote(string(r)))
	}
}

func isDotLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// blanks passes over white space and comments.
func (s *dotScanner) blanks() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0:
			s.at++
		case rest[0] == '#', strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.at += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				s.wrong("a comment does not end")
			}
			s.at += end + 4
		default:
			return
		}
	}
}

// quoted reads a text in quotes, of several parts if they are joined by +.
func (s *dotScanner) quoted() {
	text := ""
	for part := 0; ; part++ {
		from := s.at + 1
		end := from
		for end < len(s.text) && s.text[end] != '"' {
			if s.text[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(s.text) {
			s.wrong("a quoted text does not end")
		}
		s.at = end + 1
		text += s.text[from:end]
		if part == maxValues {
			s.wrong("a text has more than %d parts", maxValues)
		}
		after := s.at
		s.blanks()
		if !strings.HasPrefix(s.text[s.at:], "+") {
			s.at = after
			break
		}
		s.at++
		if s.blanks(); !strings.HasPrefix(s.text[s.at:], `"`) {
			s.wrong("a quoted text should follow +")
		}
	}
	s.next = dotToken{dotID, dotUnquote(text), false}
}

// html reads a text in angle brackets, which belong to it.
func (s *dotScanner) html() {
	depth := 0
	for end := s.at; end < len(s.text); end++ {
		switch s.text[end] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			s.next = dotToken{dotID, s.text[s.at : end+1], false}
			s.at = end + 1
			return
		}
	}
	s.wrong("a text in < > does not end")
}

func (s *dotScanner) number() {
	from := s.at
	if s.text[s.at] == '-' {
		s.at++
	}
	digits, points := 0, 0
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case isDigit(c):
			digits++
			continue
		case c == '.' && points == 0:
			points++
			continue
		}
		break
	}
	if digits == 0 {
		s.wrong("%s has no place", excerpt.Of(s.text[from:s.at]))
	}
	s.next = dotToken{dotID, s.text[from:s.at], false}
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&#", "&#x26;#")

// dotQuote writes a text in quotes. A reference such as &#xa0;, by which [WriteDOT] and
// others write what is not plain, stands for its character: one that is meant as it is
// written has its first sign replaced.
func dotQuote(text string) string { return `"` + dotEscapes.Replace(text) + `"` }

var dotUnescapes = strings.NewReplacer(`\\`, `\`, `\"`, `"`, "\\\n", "")

// dotUnquote is the text that stood in quotes.
func dotUnquote(text string) string {
	if strings.IndexByte(text, '\\') >= 0 {
		text = dotUnescapes.Replace(text)
	}
	if !strings.Contains(text, "&#") {
		return text
	}
	var b bytes.Buffer
	for len(text) > 0 {
		at := strings.Index(text, "&#")
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		text = text[at:]
		r, length := reference(text)
		if length == 0 {
			r, length = '&', 1
		}
		b.WriteRune(r)
		text = text[length:]
	}
	b.WriteString(text)
	return b.String()
}

// reference reads a character reference such as &#160; or &#xa0; at the beginning of a
// text, and gives its length: 0 where there is none.
func reference(text string) (rune, int) {
	end := strings.IndexByte(text[:min(len(text), 12)], ';')
	if end < 0 {
		return 0, 0
	}
	digits, base := text[2:end], 10
	if rest, hexadecimal := strings.CutPrefix(strings.ToLower(digits), "x"); hexadecimal {
		digits, base = rest, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n == 0 || !utf8.ValidRune(rune(n)) {
		return 0, 0
	}
	return rune(n), end + 1
}
