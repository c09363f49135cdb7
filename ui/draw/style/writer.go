package style

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// PrintableWriter makes all text that is written to it printable, line by line. Tabs
// stay: they do no harm, and shells read them.
type PrintableWriter struct {
	Out  io.Writer
	rest []byte // the start of a character whose end is still to come
}

// Write writes the text as Printable makes it.
func (w *PrintableWriter) Write(text []byte) (int, error) {
	all := append(w.rest, text...)
	whole := len(all)
	for k := 1; k < utf8.UTFMax && k <= len(all); k++ {
		if tail := all[len(all)-k:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				whole -= k
			}
			break
		}
	}
	if _, err := io.WriteString(w.Out, printableLines(string(all[:whole]))); err != nil {
		return 0, err
	}
	w.rest = bytes.Clone(all[whole:])
	return len(text), nil
}

// Flush writes the start of a character that never ended.
func (w *PrintableWriter) Flush() error {
	_, err := io.WriteString(w.Out, printableLines(string(w.rest)))
	w.rest = nil
	return err
}

// printableLines is Printable for several lines.
func printableLines(text string) string {
	var b strings.Builder
	for {
		at := strings.IndexAny(text, "\n\t")
		if at < 0 {
			b.WriteString(Printable(text))
			return b.String()
		}
		b.WriteString(Printable(text[:at]))
		b.WriteByte(text[at])
		text = text[at+1:]
	}
}
