package style

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"facet/model"
)

// EscapedJSON and EscapedXML give a writer for such a text in which whatever is not plain is
// written as the format's own escape: a program reads the same, and a terminal
// that it runs over shows it.
func EscapedJSON(out io.Writer) io.Writer {
	return &escaping{out: out, escape: func(r rune) string {
		if r > 0xffff {
			r -= 0x10000
			return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
		return fmt.Sprintf(`\u%04x`, r)
	}}
}

// EscapedXML is described with EscapedJSON.
func EscapedXML(out io.Writer) io.Writer {
	return &escaping{out: out, escape: func(r rune) string { return fmt.Sprintf("&#x%x;", r) }}
}

type escaping struct {
	out    io.Writer
	escape func(rune) string
	rest   []byte
}

func (w *escaping) Write(text []byte) (int, error) {
	all := string(append(w.rest, text...)) // once: the text can be long
	w.rest = nil
	var b strings.Builder
	for len(all) > 0 {
		at := model.PlainPrefix(all)
		b.WriteString(all[:at])
		all = all[at:]
		if len(all) == 0 {
			break
		}
		if !utf8.FullRuneInString(all) {
			w.rest = []byte(all)
			break
		}
		switch r, size := utf8.DecodeRuneInString(all); {
		case r == '\n', r == '\t', r == '\r':
			b.WriteRune(r)
			all = all[size:]
		default:
			b.WriteString(w.escape(r))
			all = all[size:]
		}
	}
	if _, err := io.WriteString(w.out, b.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}
