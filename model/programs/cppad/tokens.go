package cppad

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"facet/model"
)

// tokens are the tokens of a file from some place on.
type tokens struct {
	ctx  context.Context
	text []byte
	at   int // the place
	line int // of the token that was read last
	read int // how many tokens were

	kind  byte // of that token: its sign, a quote of a text, 0 of a number or a word, ! at the end
	token []byte
}

// refusal is why a file cannot be read. It is thrown, since it can come from everywhere,
// and caught where reading begins.
type refusal struct{ error }

// refuse ends reading with a sentence on the line of the last token.
func (t *tokens) refuse(format string, args ...any) {
	panic(refusal{fmt.Errorf("line %d: %s", t.line, fmt.Sprintf(format, args...))})
}

// next reads a token.
func (t *tokens) next() {
	if t.read++; t.read&4095 == 0 && t.ctx.Err() != nil {
		panic(refusal{fmt.Errorf("reading the graph was stopped: %w", context.Cause(t.ctx))})
	}
	for t.at < len(t.text) && strings.IndexByte(" \t\r\n", t.text[t.at]) >= 0 {
		if t.text[t.at] == '\n' {
			t.line++
		}
		t.at++
	}
	rest := t.text[t.at:]
	if len(rest) == 0 {
		t.kind, t.token = '!', nil
		return
	}
	end := 1
	switch t.kind = rest[0]; t.kind {
	case '{', '}', '[', ']', ',', ':':
	case '"':
		if end = bytes.IndexByte(rest[1:], '"') + 2; end == 1 {
			t.refuse("a text does not end")
		}
	default:
		t.kind = 0
		if end = bytes.IndexAny(rest, " \t\r\n{}[],:\""); end < 0 {
			end = len(rest)
		}
	}
	t.token = rest[:end]
	t.at += end
}

// want reads a token of a kind.
func (t *tokens) want(kind byte, after string) {
	if t.next(); t.kind != kind {
		what := map[byte]string{'"': "a text", ',': "a comma", ':': "a colon"}[kind]
		if what == "" {
			what = "a " + string(kind)
		}
		t.refuse("%s should follow %s, and not %s", what, after, t.found())
	}
	if kind == '"' {
		t.line += bytes.Count(t.token, []byte("\n"))
	}
}

// found is the last token in words.
func (t *tokens) found() string {
	if t.kind == '!' {
		return "the end of the file"
	}
	return model.Excerpt(t.token)
}

// word reads a text.
func (t *tokens) word(after string) []byte {
	t.want('"', after)
	return t.token[1 : len(t.token)-1]
}

// whole reads a whole number from least up to most.
func (t *tokens) whole(least, most int, what string) int {
	t.next()
	n := 0
	for _, c := range t.token {
		if c < '0' || c > '9' || n > 1<<40 {
			n = -1
			break
		}
		n = 10*n + int(c-'0')
	}
	switch {
	case t.kind != 0 || n < 0:
		t.refuse("%s should be a whole number, and not %s", what, t.found())
	case n < least || n > most:
		if least == most {
			t.refuse("%s is %d, and should be %d", what, n, least)
		}
		t.refuse("%s is %d, and should be from %d to %d", what, n, least, most)
	}
	return n
}

// number reads a number.
func (t *tokens) number(what string) float64 {
	t.next()
	v, err := strconv.ParseFloat(string(t.token), 64)
	if t.kind != 0 || err != nil || strings.Trim(string(t.token), "0123456789+-.eE") != "" {
		t.refuse("%s should be a number of double precision, and not %s", what, t.found())
	}
	return v
}

// list reads [n, [ and gives n; each is called for each of as many items, and the
// brackets are closed.
func (t *tokens) list(what string, most int, each func(k int)) {
	t.want('[', what)
	n := t.whole(0, most, "how many "+what+" there are")
	t.want(',', "the number of "+what)
	t.items(what, n, each)
	t.want(']', "the list of "+what)
}

// items reads a list of n items.
func (t *tokens) items(what string, n int, each func(k int)) {
	t.want('[', "the number of "+what)
	for k := range n {
		if k > 0 {
			t.want(',', fmt.Sprintf("number %d of %d %s", k, n, what))
		}
		each(k)
	}
	t.want(']', fmt.Sprintf("the last of %d %s", n, what))
}

// skip steps over a value.
func (t *tokens) skip() {
	for depth := 0; ; {
		t.next()
		switch t.kind {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			t.line += bytes.Count(t.token, []byte("\n"))
		case '!':
			t.refuse("the file ends within a value: it is cut off")
		}
		switch {
		case depth < 0:
			t.refuse("a value is missing before %s", t.found())
		case depth == 0:
			return
		}
	}
}
