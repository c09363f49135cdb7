package ampl

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"facet/model/excerpt"
	"facet/model/refusal"
)

// lines are the lines of a file without comments.
type lines struct {
	ctx  context.Context
	rest []byte
	line int // of the one that was read last
}

// refuse ends reading with a sentence on a line.
func (l *lines) refuse(line int, format string, args ...any) {
	refusal.Throw(fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...)))
}

// next is the next line that is not blank, without its comment; false at the end.
func (l *lines) next() ([]byte, bool) {
	for len(l.rest) > 0 {
		var one []byte
		one, l.rest, _ = bytes.Cut(l.rest, []byte("\n"))
		if l.line++; l.line&4095 == 0 && l.ctx.Err() != nil {
			refusal.Throw(fmt.Errorf("reading the file was stopped: %w", context.Cause(l.ctx)))
		}
		if at := bytes.IndexByte(one, '#'); at >= 0 {
			one = one[:at]
		}
		if one = bytes.TrimSpace(one); len(one) > 0 {
			return one, true
		}
	}
	return nil, false
}

// want is the next line, of which something is expected.
func (l *lines) want(what string) []byte {
	one, ok := l.next()
	if !ok {
		l.refuse(max(1, l.line), "the file ends where %s should be: it is cut off", what)
	}
	return one
}

// field takes the next field off a line; it is empty at the line's end.
func field(line *[]byte) []byte {
	*line = bytes.TrimLeft(*line, " \t\r\v\f")
	end := bytes.IndexAny(*line, " \t\r\v\f")
	if end < 0 {
		end = len(*line)
	}
	one := (*line)[:end]
	*line = (*line)[end:]
	return one
}

// over refuses what is left of a line.
func (l *lines) over(line []byte) {
	if more := field(&line); len(more) > 0 {
		l.refuse(l.line, "%s is too much in this line", excerpt.Of(more))
	}
}

// whole reads a whole number from 0 up to most.
func (l *lines) whole(text []byte, most int, what string) int {
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' || n > 1<<40 {
			n = -1
			break
		}
		n = 10*n + int(c-'0')
	}
	switch {
	case len(text) == 0:
		l.refuse(l.line, "%s is missing", what)
	case n < 0:
		l.refuse(l.line, "%s is %s, which is no whole number from 0", what, excerpt.Of(text))
	case n > most:
		l.refuse(l.line, "%s is %d, and should be at most %d", what, n, most)
	}
	return n
}

// number reads a number.
func (l *lines) number(text []byte, what string) float64 {
	if len(text) == 0 {
		l.refuse(l.line, "%s is missing", what)
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || strings.Trim(string(text), "0123456789+-.eE") != "" {
		l.refuse(l.line, "%s is %s, which is no number of double precision", what, excerpt.Of(text))
	}
	return v
}
