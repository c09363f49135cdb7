package style

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"facet/model"
)

// XML is a text as it stands in a file of XML.
func XML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}

// EscapedJSON and EscapedXML give a writer for a text of the format that writes the
// format's escape for each character that is not plain: a program reads the same text,
// and a terminal shows it safely.
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

func (e *escaping) Write(text []byte) (int, error) {
	all := string(append(e.rest, text...)) // once: the text can be long
	e.rest = nil
	var b strings.Builder
	for len(all) > 0 {
		at := model.PlainPrefix(all)
		b.WriteString(all[:at])
		all = all[at:]
		if len(all) == 0 {
			break
		}
		if !utf8.FullRuneInString(all) {
			e.rest = []byte(all)
			break
		}
		switch r, size := utf8.DecodeRuneInString(all); {
		case r == '\n', r == '\t', r == '\r':
			b.WriteRune(r)
			all = all[size:]
		default:
			b.WriteString(e.escape(r))
			all = all[size:]
		}
	}
	if _, err := io.WriteString(e.out, b.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}
