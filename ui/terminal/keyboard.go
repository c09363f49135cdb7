package terminal

import (
	"bytes"
	"io"
	"time"
	"unicode/utf8"
)

// File is a terminal as the operating system provides it.
type File interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// Keyboard reads what is typed on a terminal so that no paste can block the keys. A
// terminal marks the beginning and the end of a paste, and bubbletea waits for the end,
// forever if none comes. Keyboard therefore passes a long paste on in several pieces,
// each with an end. Esc, ctrl+c and a silence end the paste, and what exceeds mostPasted
// is cut off. Nothing that may be a key is held back: the reader waits for the file to be
// ready, and would not read again.
func Keyboard(f File) File { return &keyboard{File: f, now: time.Now} }

// Keys is Keyboard for keys that do not come from a file, as over a network.
func Keys(r io.Reader) io.Reader {
	return struct{ io.Reader }{&keyboard{File: line{r}, now: time.Now}} // not a file, so that bubbletea does not wait for one to be ready
}

// line is a reader as a File of which only Read is used.
type line struct{ io.Reader }

func (line) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
func (line) Close() error              { return nil }
func (line) Fd() uintptr               { return ^uintptr(0) }
func (line) Name() string              { return "" }

// mostPasted is the most bytes of a paste that are passed on.
const mostPasted = 1 << 16

type keyboard struct {
	File
	now    func() time.Time
	carry  []byte // read, but not passed on yet
	paste  bool   // within a paste
	inside int    // bytes of it that were passed on
	last   time.Time
}

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	// silence is the longest pause within a paste.
	silence = 300 * time.Millisecond
	// mostPressed is the most bytes of the keys that may follow a silence.
	mostPressed = 16
)

// Read passes on what was typed. It may return nothing without an error.
func (k *keyboard) Read(p []byte) (int, error) {
	if len(p) < 64 {
		return k.File.Read(p)
	}
	fresh := make([]byte, len(p)-len(k.carry)-len(pasteStart)-len(pasteEnd)) // leave room for the marks of a piece
	n, err := k.File.Read(fresh)
	if n == 0 {
		if err != nil {
			n, k.carry = copy(p, k.carry), nil
		}
		return n, err
	}
	data := append(k.carry, k.interrupted(fresh[:n])...)
	k.carry = nil
	out := p[:0]
	for len(data) > 0 {
		if k.paste {
			out, data = k.pasted(out, data)
			continue
		}
		at := bytes.Index(data, []byte(pasteStart))
		if at < 0 {
			held := begun(data, pasteStart)
			if held < 3 {
				held = 0 // they are keys
			}
			if n == len(fresh) { // more is to come, perhaps the rest of a key
				held = max(held, unfinished(data))
			}
			k.carry = bytes.Clone(data[len(data)-held:])
			out = append(out, data[:len(data)-held]...)
			break
		}
		// After an Esc the mark would not be recognized, and the paste would be read as
		// keys.
		out = append(out, bytes.TrimRight(data[:at], "\x1b")...)
		data, k.paste, k.inside = data[at+len(pasteStart):], true, 0
	}
	return len(out), err
}

// interrupted ends a paste that has become silent or in which a key was pressed, and
// returns the rest of what was typed.
func (k *keyboard) interrupted(text []byte) []byte {
	now := k.now()
	// A slow program reads late what came in time, and then much at once: only a key or
	// two after a silence are not part of the paste.
	silent := now.Sub(k.last) > silence && len(text) <= mostPressed && !bytes.Contains(text, []byte(pasteEnd))
	k.last = now
	pressed := len(bytes.Trim(text, "\x03\x1b")) == 0 // alone, unlike a part of a text
	if k.paste && (silent || pressed) {
		k.paste, k.carry = false, nil
	}
	return text
}

// pasted passes on a piece of a paste and returns what follows its end.
func (k *keyboard) pasted(out, data []byte) ([]byte, []byte) {
	piece, rest, ended := bytes.Cut(data, []byte(pasteEnd))
	if !ended {
		piece = piece[:len(piece)-begun(piece, pasteEnd)]
		piece = piece[:len(piece)-cut(piece)]
		k.carry = bytes.Clone(data[len(piece):])
	}
	piece = piece[:min(len(piece), mostPasted-k.inside)]
	if k.inside += len(piece); len(piece) > 0 {
		out = append(out, pasteStart...)
		out = append(out, piece...)
		out = append(out, pasteEnd...)
	}
	k.paste = !ended
	return out, rest
}

// unfinished is the number of bytes at the end of data that may be the beginning of a key
// or of a mark.
func unfinished(data []byte) int {
	const longest = 24
	if at := bytes.LastIndexByte(data, '\x1b'); at >= 0 && len(data)-at < longest {
		return len(data) - at
	}
	return cut(data)
}

// begun is the number of bytes at the end of data that may be the beginning of mark.
func begun(data []byte, mark string) int {
	for n := min(len(mark)-1, len(data)); n > 0; n-- {
		if string(data[len(data)-n:]) == mark[:n] {
			return n
		}
	}
	return 0
}

// cut is the number of bytes at the end of a text that are an incomplete character.
func cut(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			break
		}
	}
	return 0
}
