package terminal

import (
	"io"
	"reflect"
	"strings"
	"sync"

	"facet/ui/style"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// Screen is what a program is shown on where bubbletea draws nothing by itself, as for
// many who follow somebody: what has changed is written at once and in one piece, and
// nobody wakes up for somebody on whose screen nothing changes. Whoever draws never
// waits for a terminal that reads slowly: what comes meanwhile takes the place of what
// was not written yet. Nothing gets through that is no text.
type Screen struct {
	out  io.Writer
	wake chan struct{}
	over chan struct{}
	guard

	mutex         sync.Mutex
	written       *sync.Cond      // a frame was
	pending       strings.Builder // to be sent before the frame
	frame         string          // the newest
	fresh         bool            // it is not written yet
	anew          bool            // all of it has to be written
	writing       bool
	closed        bool
	width, height int

	lines []string // what is on the terminal; of the goroutine that writes
}

// What is sent before the first frame and after the last one.
const (
	clear = ansi.EraseEntireScreen + ansi.CursorHomePosition
	begin = ansi.HideCursor + ansi.SetModeAltScreenSaveCursor + clear + ansi.HideCursor + ansi.SetModeBracketedPaste
	quiet = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr
	end   = ansi.EraseEntireLine + "\r" + ansi.ResetModeBracketedPaste + ansi.ShowCursor + quiet + ansi.ResetModeAltScreenSaveCursor + ansi.ShowCursor
)

// NewScreen begins to show something on a terminal. It has to be closed. A panic is told.
func NewScreen(out io.Writer, told func(*Broken)) *Screen {
	s := &Screen{out: out, anew: true, guard: guard{told: told}, wake: make(chan struct{}, 1), over: make(chan struct{})}
	s.written = sync.NewCond(&s.mutex)
	s.send(begin)
	go s.write()
	return s
}

// Close ends it, with the last frame where there is one to be seen, and gives the
// terminal back as it was. It waits until that is written.
func (s *Screen) Close(last bool) {
	s.mutex.Lock()
	s.fresh, s.closed = s.fresh && last, true
	s.mutex.Unlock()
	s.rouse()
	<-s.over
}

// heard does what a program asks bubbletea for, which shows nothing by itself.
func (s *Screen) heard(msg tea.Msg) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		s.resize(size.Width, size.Height)
		return
	}
	switch reflect.TypeOf(msg) { // they have no names
	case reflect.TypeOf(tea.ClearScreen()):
		s.send(clear)
	case reflect.TypeOf(tea.EnableMouseCellMotion()):
		s.send(ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr)
	case reflect.TypeOf(tea.DisableMouse()):
		s.send(quiet)
	}
}

// mostPending is how much may wait beside the frame for a terminal that reads nothing.
const mostPending = 4096

// rouse wakes up whoever writes.
func (s *Screen) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// send sends what is no part of a frame, before the next one.
func (s *Screen) send(text string) {
	s.mutex.Lock()
	if s.pending.Len() < mostPending {
		s.pending.WriteString(text)
	}
	s.anew = s.anew || text == clear
	s.mutex.Unlock()
	s.rouse()
}

// resize has all of the next frame written.
func (s *Screen) resize(width, height int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.width, s.height, s.anew = width, height, true
}

// show has a frame written in the place of any that was not.
func (s *Screen) show(frame string) {
	s.mutex.Lock()
	s.frame, s.fresh = frame, true
	s.mutex.Unlock()
	s.rouse()
}

// busy tells that a frame is not written yet: another one would be drawn for nobody.
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

// write writes whatever is to be written, until the end.
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
			_, _ = s.out.Write(out) // whoever gave the terminal sees to what goes wrong
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

// changes is what makes a frame of what is on the terminal.
func (s *Screen) changes(frame string, anew bool, width, height int) (out []byte) {
	defer s.watch()
	lines := strings.Split(frame, "\n")
	if height > 0 && len(lines) > height {
		lines = lines[len(lines)-height:]
	}
	if anew {
		s.lines = nil
	}
	at := -1 // the line of the cursor
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
