package app

import (
	"time"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
	"facet/ui/explore/panel/next"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/terminal"
)

// Options say what to explore and how. The zero value of a field is a sensible
// choice, except that there must be a dag or a session.
type Options struct {
	Dag     *model.Dag       // start a new session on it
	Session *session.Session // or go on with this one

	// that the dag was read from, for :copy command; empty for a sample, and where the user has no files
	File string

	Theme  *style.Theme // how to draw; nil chooses by the environment
	FPS    int          // frames a second, 0 for 30
	Solver layer.Solver // plans in the background; nil without
	Watch  bool         // begin with the solver's page

	Autosave  bool            // save the session after every change
	Directory store.Directory // where
	Resumed   string          // the file that Session was resumed from
	Settings  store.Settings
	Recent    []string // files that were opened last, the newest first

	Keys     []layer.Rebinding // that the user chose
	Problems []error           // of the user's settings
	Commands bool              // the command behind each key is shown

	Parts   []layer.Part   // what wings add, and what changes dags
	Sources []layer.Source // lessons, puzzles and the like that can be asked for
	Leader  layer.Leader   // leads from the start; nil for none

	// Shown is told what is on the screen whenever something may have changed; it
	// must not wait. It is nil where nothing listens.
	Shown func(*layer.View)

	// Leaving says what is lost to others when the user leaves, who is then asked to
	// say it twice; empty where nothing is lost, nil where there are no others.
	Leaving func() string

	// Narrow says what to do where the window is too small, as on a telephone; empty for
	// making it larger.
	Narrow string

	// Left is told, when the explorer is left, of each session with steps that is saved
	// nowhere; it may be nil.
	Left func(*session.Session)

	// Status stands at the head of the screen where nothing leads; nil for no text.
	Status func() string

	// News are what waits for intents from outside, each again and again until it gives an error.
	News []func() ([]intent.Intent, error)

	// Turns is what the layout of pictures waits for, one place for each that may be
	// under way; nil where this explorer is alone.
	Turns chan struct{}

	Shared *Shared // with explorers of the same dag; nil where there are none

	Words     bool // lines are read and typed, and no picture is seen
	Untouched bool // no keys come, so the foot names none

	Welcome bool          // no dag was asked for: propose the samples at once, where nothing leads
	Home    intent.Lead   // what comes when a leader ends before anything was done; no kind for none
	Files   files.Library // to the files that are opened and written

	Again   string // what goes on with the session, for the last line; empty for facet --resume
	Unsaved error  // why nothing is saved, where that is not meant to be so

	Terminal terminal.Terminal
	Getenv   func(name string) string // nil for that of the terminal
	Now      func() time.Time
}

func (o Options) complete() Options {
	if o.Getenv == nil {
		o.Getenv = o.Terminal.Getenv
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.Theme == nil {
		o.Theme = style.New(style.Auto, false, o.Getenv)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Status == nil {
		o.Status = func() string { return "" }
	}
	if o.Files == nil {
		o.Files = &files.Disk{Home: o.Getenv("HOME")}
	}
	return o
}

// Close ends what was put together and is not run.
func (o *Options) Close() error {
	if o.Solver != nil {
		o.Solver.Close()
	}
	return nil
}

func (o Options) session() *session.Session {
	if o.Session != nil {
		return o.Session
	}
	return session.New(o.Dag)
}

// Shared are the pictures that explorers of the same dag lay out once for all of them, and the list
// of operations that they made last.
type Shared struct {
	*drawing.Layouts
	list next.Last
}

// Clear keeps nothing any more: the last explorer has left.
func (s *Shared) Clear() {
	if s != nil {
		s.Layouts.Clear()
		s.list.Forget()
	}
}

// ownBytes is about how much memory pictures take that an explorer keeps for itself.
const ownBytes = 4 << 20

// NewShared keeps about so many bytes of pictures.
func NewShared(bytes int) *Shared { return &Shared{Layouts: drawing.NewLayouts(bytes)} }
