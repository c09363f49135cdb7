package terminal

import (
	"bytes"
	"io"
)

// File is a terminal as the operating system gives it.
type File interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// Keyboard reads keys from a terminal so that a paste that never ends does not
// lock them: terminals put pasted text between two marks, and whoever waits for
// the second one hears no key until it comes. Here Esc and ctrl+c end a paste,
// and what is longer than MostPasted is cut off.
func Keyboard(f File) File { return &keyboard{File: f} }

// MostPasted is how much of a paste gets through.
const MostPasted = 1 << 16

var (
	pasteBegins = []byte("\x1b[200~")
	pasteEnds   = []byte("\x1b[201~")
)

type keyboard struct {
	File
	ready  []byte // not read yet
	inside int    // how much of a paste was let through; 0 outside of one
	paste  bool
	start  []byte // what may be the beginning of a mark
}

// Read gives what was typed.
func (k *keyboard) Read(p []byte) (int, error) {
	for len(k.ready) == 0 {
		text := make([]byte, max(len(p), 256))
		n, err := k.File.Read(text)
		k.take(text[:n])
		if err != nil {
			k.ready, k.start = append(k.ready, k.start...), nil
		}
		if err != nil && len(k.ready) == 0 {
			return 0, err
		}
	}
	n := copy(p, k.ready)
	k.ready = k.ready[n:]
	return n, nil
}

// take looks at what one reading brought.
func (k *keyboard) take(text []byte) {
	if k.paste && len(k.start) == 0 && (bytes.Equal(text, []byte{0x1b}) || bytes.IndexByte(text, 0x03) >= 0) {
		k.ready = append(k.ready, pasteEnds...) // a key that was pressed: the paste is over
		k.paste = false
		text = text[max(0, bytes.IndexByte(text, 0x03)):]
	}
	text = append(k.start, text...)
	k.start = nil
	for len(text) > 0 {
		mark := pasteBegins
		if k.paste {
			mark = pasteEnds
		}
		at := bytes.Index(text, mark)
		if at < 0 {
			k.pass(k.hold(text, mark))
			return
		}
		k.pass(text[:at])
		k.ready = append(k.ready, mark...)
		k.paste, k.inside = !k.paste, 0
		text = text[at+len(mark):]
	}
}

// hold keeps the end of a text back if a mark may have begun there. Outside of a
// paste its first two bytes are keys of their own.
func (k *keyboard) hold(text, mark []byte) []byte {
	least := 3
	if k.paste {
		least = 1
	}
	for n := min(len(mark)-1, len(text)); n >= least; n-- {
		if bytes.HasSuffix(text, mark[:n]) {
			k.start = bytes.Clone(text[len(text)-n:])
			return text[:len(text)-n]
		}
	}
	return text
}

// pass lets text through, of a paste only so much.
func (k *keyboard) pass(text []byte) {
	if k.paste {
		text = text[:min(len(text), max(0, MostPasted-k.inside))]
		k.inside += len(text)
	}
	k.ready = append(k.ready, text...)
}
