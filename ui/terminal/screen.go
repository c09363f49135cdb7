package terminal

import (
	"io"
	"reflect"
	"strings"
	"sync"

	"facet/ui/draw/style"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// Screen writes the frames of a program to a terminal in place of bubbletea's renderer,
// which costs too much for a class of many followers. The changed rows are written at
// once and in one piece, and no goroutine wakes up while nothing changes. Drawing never
// waits for a slow terminal: a newer frame replaces one that is not written yet. Only
// printable text gets through.
type Screen struct {
	out  io.Writer
	wake chan struct{}
	over chan struct{}
	guard

	mutex         sync.Mutex
	written       *sync.Cond      // signals that a frame was written
	pending       strings.Builder // to be written before the frame
	frame         string          // the newest frame
	fresh         bool            // frame is not written yet
	anew          bool            // every row has to be written
	writing       bool
	closed        bool
	width, height int

	lines []string // what is on the terminal; used only by the writing goroutine
}

// What is written before the first frame and after the last one.
const (
	clear = ansi.EraseEntireScreen + ansi.CursorHomePosition
	begin = ansi.HideCursor + ansi.SetModeAltScreenSaveCursor + clear + ansi.HideCursor +
		ansi.SetModeBracketedPaste
	quiet = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr
	end   = ansi.EraseEntireLine + "\r" + ansi.ResetModeBracketedPaste + ansi.ShowCursor + quiet +
		ansi.ResetModeAltScreenSaveCursor + ansi.ShowCursor
)

// NewScreen begins to write to a terminal. The caller has to close the screen. told
// receives a panic.
func NewScreen(t Terminal, told func(*Broken)) *Screen {
	s := &Screen{out: t.Whole(), anew: true, guard: guard{told: told}, wake: make(chan struct{}, 1),
		over: make(chan struct{}), width: t.Width, height: t.Height}
	s.written = sync.NewCond(&s.mutex)
	s.send(begin)
	go s.write()
	return s
}

// Close writes the last frame if last is true, restores the terminal, and waits until
// that is written.
func (s *Screen) Close(last bool) {
	s.mutex.Lock()
	s.fresh, s.closed = s.fresh && last, true
	s.mutex.Unlock()
	s.rouse()
	<-s.over
}

// heard performs what a program asks of bubbletea, which draws nothing here.
func (s *Screen) heard(msg tea.Msg) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		s.resize(size.Width, size.Height)
		return
	}
	if text, ok := msg.(copied); ok {
		s.send(string(text))
		return
	}
	switch reflect.TypeOf(msg) { // their types are not exported
	case reflect.TypeOf(tea.ClearScreen()):
		s.send(clear)
	case reflect.TypeOf(tea.EnableMouseCellMotion()):
		s.send(ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr)
	case reflect.TypeOf(tea.DisableMouse()):
		s.send(quiet)
	}
}

// mostPending is the most bytes that wait beside the frame for a terminal that reads
// nothing.
const mostPending = 4096

// rouse wakes the writing goroutine.
func (s *Screen) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// send writes text that is not part of a frame, before the next frame.
func (s *Screen) send(text string) {
	s.mutex.Lock()
	if s.pending.Len() < mostPending {
		s.pending.WriteString(text)
	}
	s.anew = s.anew || text == clear
	s.mutex.Unlock()
	s.rouse()
}

// resize makes the next frame be written whole, unless the size is what it was: programs are
// told the first one, too.
func (s *Screen) resize(width, height int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.anew = s.anew || s.width != width || s.height != height
	s.width, s.height = width, height
}

// show replaces the frame to be written.
func (s *Screen) show(frame string) {
	s.mutex.Lock()
	s.frame, s.fresh = frame, true
	s.mutex.Unlock()
	s.rouse()
}

// busy reports whether a frame is not written yet: another one would be drawn in vain.
func (s *Screen) busy() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.fresh || s.writing
}

// await waits until the last frame is written.
func (s *Screen) await() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for (s.fresh || s.writing) && !s.closed {
		s.written.Wait()
	}
}

// write writes frames until the screen is closed.
func (s *Screen) write() {
	defer close(s.over)
	for range s.wake {
		s.mutex.Lock()
		out := []byte(s.pending.String())
		s.pending.Reset()
		frame, fresh, anew, closed, width, height := s.frame, s.fresh, s.anew, s.closed, s.width, s.height
		s.fresh, s.writing = false, true
		if fresh {
			s.frame, s.anew = "", false
		}
		s.mutex.Unlock()
		if fresh {
			out = append(out, s.changes(frame, anew, width, height)...)
		}
		if closed {
			out = append(out, end...)
		}
		if len(out) > 0 {
			_, _ = s.out.Write(out) // the owner of the terminal notices its errors
		}
		if closed {
			return
		}
		s.mutex.Lock()
		s.writing = false
		s.written.Broadcast()
		s.mutex.Unlock()
	}
}

// changes is the output that turns what is on the terminal into a frame.
func (s *Screen) changes(frame string, anew bool, width, height int) (out []byte) {
	defer s.watch()
	lines := strings.Split(frame, "\n")
	if height > 0 && len(lines) > height {
		lines = lines[len(lines)-height:]
	}
	if anew {
		s.lines = nil
	}
	at := -1 // the cursor's line
	for k, line := range lines {
		if k < len(s.lines) && s.lines[k] == line {
			continue
		}
		if at == k-1 && at >= 0 {
			out = append(out, "\r\n"...)
		} else {
			out = append(out, ansi.CursorPosition(1, k+1)...)
		}
		at = k
		text := style.PrintableScreen(line)
		cells := style.Width(text)
		if width > 0 && cells > width {
			text = ansi.Truncate(text, width, "")
			cells = width
		}
		out = append(out, text...)
		if cells < width || width == 0 {
			out = append(out, ansi.EraseLineRight...)
		}
	}
	if (anew || len(s.lines) > len(lines)) && (height == 0 || len(lines) < height) {
		out = append(out, ansi.CursorPosition(1, len(lines)+1)...)
		out = append(out, ansi.EraseScreenBelow...)
		at = len(lines)
	}
	s.lines = lines
	if at < 0 {
		return out
	}
	return append(out, ansi.CursorPosition(1, len(lines))...)
}
