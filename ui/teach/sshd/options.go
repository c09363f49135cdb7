package sshd

import (
	"io"
	"os"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/explore/config"
	"facet/ui/files"
	"facet/ui/terminal"
)

// Options say whom to let in, to what, and within which limits.
type Options struct {
	Dags    []Served
	Lessons map[string][]byte // that guests may open beside those of facet, by name
	Address string            // where to listen

	AuthorizedKeys string // a file of the keys that may come in; empty for any
	Lecturers      string // a file of the keys that may lead
	Open           bool   // no key is asked for, whatever the address
	// that lets people in, or, where the class is open, tells them from strangers; empty for none
	Code      string
	Invite    string               // the name that students type; empty for an address
	Web       string               // where browsers that only look are served; empty for nowhere
	WebPage   string               // the address that they are given; empty for that of Web
	Parts     shell.Parts          // what the wings add to each explorer
	Theme     string               // of the lecturer's screen; empty for that of the settings
	Settings  *config.Config       // the lecturer's own; guests have none
	Function  files.FunctionReader // reads the dags of functions for the lecturer
	AskNames  bool                 // ask people for a name whose name is not listed
	Anonymous bool                 // show no names of students
	HostKey   string               // a file; empty for one in the state directory

	// State is where sessions of guests and the host key are kept.
	State string

	Limits   Limits
	Headless bool            // there is no lecturer at the terminal of the process
	Search   planner.Options // what the class's search begins with
	Watch    bool            // a search on the first dag starts at once, for all to watch

	// Asked gives a value whenever the operator wants the counters in the log; nil for never.
	Asked <-chan os.Signal
	// Own gives the terminal of the process; nil where there is none.
	Own func() (terminal.Terminal, func(), error)
	// Out takes what is said before and after the screen, Log what is logged.
	Out, Log io.Writer
}

// Served is a dag that guests may open.
type Served struct {
	Name    string
	Dag     *model.Dag
	Session *session.Session // the lecturer's on it, where the file held one; guests see the dag alone
}

// Limits are what guests cannot exceed.
type Limits struct {
	Sessions   int // in all
	Browsers   int // that look
	PerKey     int // of one key
	PerAddress int // of one address
	// connections without a session, before and after they exchange keys; 0 for as many as sessions
	Waiting  int
	Rate     int // sessions a minute of one key, or from one address without a key
	Arrivals int // connections a minute from one address, with a key or without

	Knock   time.Duration // for the key exchange, and for the first session
	Grace   time.Duration // for a person to look at a fingerprint and to type
	Idle    time.Duration // without a key and without a frame
	Stalled time.Duration // for one write

	Kept   int           // sessions of one key, and as many puzzles
	Keys   int           // whose sessions are kept
	Expire time.Duration // after which the sessions of a key are deleted that does not come back

	Edges  int           // of a dag that is served, with its faces
	Search time.Duration // of a guest
	Memory int64         // of a guest's search
}

// Standard are the limits without flags.
func Standard() Limits {
	return Limits{
		Sessions: 200, Browsers: 1000, PerKey: 4, PerAddress: 100, Rate: 240, Arrivals: 6000,
		Knock: 5 * time.Second, Grace: time.Minute, Idle: 30 * time.Minute, Stalled: 15 * time.Second,
		Kept: 100, Keys: 10_000, Expire: 180 * 24 * time.Hour,
		Edges: 100_000, Search: 10 * time.Second, Memory: 64e6,
	}
}

// waiting is how many connections may wait in either way: a class that comes all at once
// has to fit.
func (l Limits) waiting() int {
	if l.Waiting > 0 {
		return l.Waiting
	}
	return max(100, l.Sessions)
}

// knocking is how many connections may wait that have not exchanged keys. They cost little,
// and are gone after Knock: a flood from many addresses has to be dense to close others.
func (l Limits) knocking() int {
	if l.Waiting > 0 {
		return l.Waiting
	}
	return max(1000, 2*l.Sessions)
}
