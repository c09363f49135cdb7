package terminal

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// File is a terminal as the operating system provides it.
type File interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// Keyboard reads what is typed on a terminal; nil has no keys. bubbletea takes for keys what
// it does not know, and waits forever for the end of a paste. Therefore:
//
//   - A string that the terminal answers (OSC, DCS, APC, PM, SOS) is swallowed: a program
//     before this one may have asked. ST, BEL and a pause end it.
//   - A sequence that a read cuts off is held back until the rest comes. Two bytes of it may
//     be a key, such as Esc or alt+]: after a pause they are, and are passed to send.
//   - A long paste is passed on in several pieces, each with an end. Esc, ctrl+c and a
//     silence end it, and what exceeds mostPasted is cut off.
//
// Where in is a [File], the result is one: bubbletea waits until the system has something to
// read and does not read before, which is why a key after a pause has a way of its own.
func Keyboard(in io.Reader, send func(tea.Msg)) io.Reader {
	k := &keyboard{in: in, send: send}
	switch f := in.(type) {
	case nil:
		return nil
	case File:
		return fileKeyboard{f, k}
	}
	return k
}

type fileKeyboard struct {
	File
	keyboard *keyboard
}

func (f fileKeyboard) Read(p []byte) (int, error) { return f.keyboard.Read(p) }

type keyboard struct {
	in   io.Reader
	send func(tea.Msg)

	mutex  sync.Mutex // of the rest, for a pause is noticed beside Read
	within stretch
	carry  []byte // read, but not passed on yet
	inside int    // bytes of the paste that were passed on
	last   time.Time
	reads  int
}

// stretch is what the next byte belongs to.
type stretch int

const (
	keys stretch = iota
	paste
	answer
)

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	// introducers follow the Esc that begins a string: OSC, DCS, APC, PM, SOS.
	introducers = "]P_^X"
	stringEnd   = "\x1b\\"
	bell        = '\a' // ends a string, too

	// mostPasted is the most bytes of a paste that are passed on.
	mostPasted = 1 << 16
	// silence is the longest pause within a paste.
	silence = 300 * time.Millisecond
	// pause is the longest pause within a sequence.
	pause = 50 * time.Millisecond
	// mostPressed is the most bytes of the keys that may follow a pause.
	mostPressed = 16
	// leastRoom is what a caller has to have room for: what is held back, and the marks of a
	// piece of a paste.
	leastRoom = 128
)

// begins is a sequence that is cut off. Of those of keys, rxvt's with shift end in $, as
// those of answers do not.
var begins = regexp.MustCompile(`\x1b(?:[]P_^XO]|\[[0-?]{0,40}|\[\?[0-?]{0,40}[ -/]{1,2})?$`)

// Read passes on what was typed. It may return nothing without an error.
func (k *keyboard) Read(p []byte) (int, error) {
	if len(p) < leastRoom {
		return 0, io.ErrShortBuffer
	}
	k.mutex.Lock()
	fresh := make([]byte, len(p)-len(k.carry)-len(pasteStart)-len(pasteEnd))
	k.mutex.Unlock()
	n, err := k.in.Read(fresh)
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if n == 0 {
		if err != nil && k.within != answer {
			n, k.carry = copy(p, k.carry), nil
		}
		return n, err
	}
	k.reads++
	data := append(k.carry, fresh[:n]...)
	if k.interrupted(fresh[:n], data) {
		k.within, data = keys, fresh[:n]
	}
	k.carry = nil
	out := p[:0]
	for len(data) > 0 {
		switch k.within {
		case paste:
			out, data = k.pasted(out, data)
		case answer:
			data = k.swallowed(data)
		default:
			out, data = k.typed(out, data, n == len(fresh))
		}
	}
	return len(out), err
}

// interrupted reports whether a paste or an answer has become silent before a text, or a
// key was pressed in a paste. data is the text behind what was carried.
func (k *keyboard) interrupted(text, data []byte) bool {
	now := time.Now()
	quiet := now.Sub(k.last)
	k.last = now
	// A slow program reads late what came in time, and then much at once, and a slow line
	// brings much at once: only a key or two after a silence are not part of the rest.
	few := len(text) <= mostPressed
	switch k.within {
	case paste:
		pressed := len(bytes.Trim(text, "\x03\x1b")) == 0 // alone, unlike a part of a text
		return pressed || few && quiet > silence && !bytes.Contains(text, []byte(pasteEnd))
	case answer:
		return few && quiet > pause && !bytes.Contains(data, []byte(stringEnd))
	}
	return false
}

// typed passes on keys, and returns what follows the beginning of a paste or of an answer.
// More is to come where a read was full.
func (k *keyboard) typed(out, data []byte, full bool) ([]byte, []byte) {
	for at := range data {
		var from int
		switch rest := data[at:]; {
		case bytes.HasPrefix(rest, []byte(pasteStart)):
			k.within, k.inside, from = paste, 0, at+len(pasteStart)
		case len(rest) > 2 && rest[0] == '\x1b' && strings.IndexByte(introducers, rest[1]) >= 0:
			k.within, from = answer, at+2
		default:
			continue
		}
		// After an Esc the mark of a paste would not be recognized, and the paste be read as
		// keys; before a key that follows an answer it would be alt.
		return append(out, bytes.TrimRight(data[:at], "\x1b")...), data[from:]
	}
	held := 0
	if at := begins.FindIndex(data); at != nil {
		held = len(data) - at[0]
		if held <= 2 {
			reads := k.reads
			time.AfterFunc(pause, func() { k.paused(reads) })
		}
	} else if full {
		held = cut(data) // perhaps the rest of a character
	}
	k.carry = bytes.Clone(data[len(data)-held:])
	return append(out, data[:len(data)-held]...), nil
}

// paused sends the key that is held back, if nothing was read since so many reads.
func (k *keyboard) paused(reads int) {
	k.mutex.Lock()
	defer k.mutex.Unlock() // after it was sent: what is read meanwhile follows it
	if k.reads != reads || len(k.carry) == 0 {
		return
	}
	key := tea.KeyMsg{Type: tea.KeyEscape}
	if len(k.carry) == 2 {
		key = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{rune(k.carry[1])}, Alt: true}
	}
	k.carry = nil
	k.send(key)
}

// swallowed returns what follows the end of an answer. A paste ends it, too: the rest of the
// paste would be keys.
func (k *keyboard) swallowed(data []byte) []byte {
	for at, b := range data {
		from := at
		switch rest := data[at:]; {
		case b == bell:
			from = at + 1
		case bytes.HasPrefix(rest, []byte(stringEnd)):
			from = at + len(stringEnd)
		case bytes.HasPrefix(rest, []byte(pasteStart)):
		default:
			continue
		}
		k.within = keys
		return data[from:]
	}
	k.carry = bytes.Clone(data[len(data)-begun(data, pasteStart):])
	return nil
}

// pasted passes on a piece of a paste and returns what follows its end.
func (k *keyboard) pasted(out, data []byte) ([]byte, []byte) {
	piece, rest, ended := bytes.Cut(data, []byte(pasteEnd))
	if !ended {
		piece = piece[:len(piece)-begun(piece, pasteEnd)]
		piece = piece[:len(piece)-cut(piece)]
		k.carry = bytes.Clone(data[len(piece):])
	} else {
		k.within = keys
	}
	piece = piece[:min(len(piece), mostPasted-k.inside)]
	if k.inside += len(piece); len(piece) > 0 {
		out = append(out, pasteStart...)
		out = append(out, piece...)
		out = append(out, pasteEnd...)
	}
	return out, rest
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
