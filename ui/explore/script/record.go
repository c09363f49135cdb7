// Package script writes what a user does as lines that can be typed: the command behind each
// key, and the script that leads to the same session.
package script

import (
	"context"
	"strings"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
)

// mostRecorded is how many lines a record keeps. With more it says that it is not whole.
const mostRecorded = 10_000

// Record is the commands behind the user's keys, as lines that can be typed: what the last
// key did, and all that a script needs to lead to the same session. What takes time, such
// as a search, stands there as the steps that came of it: the lines lead to the same
// session however long they take.
type Record struct {
	Shown bool   // on a row of the screen
	Begun string // what was explored at the start, as FILE
	Pause bool   // what is carried out is not the user's

	lines    []string
	lost     bool     // there were more than are kept
	key      string   // the last key that did something; empty for a line that was typed
	last     string   // the command behind it
	told     bool     // a step has told what the key did
	done     []string // the commands behind the last keys
	selected string   // the command that selects what is selected before the key; empty for none
	chosen   string   // the last one in the script
}

// commandName is the command that opens the palette, which is none to bring back.
const commandName = "command"

// Begin is called before a key or a line is carried out. key is as it is written; empty for
// a line; selected is the command that selects what is selected.
func (r *Record) Begin(key, selected string) { r.key, r.selected, r.told = key, selected, false }

// End is called after it, with the command behind it. Where a step has told already what
// the key did, there is nothing to add.
func (r *Record) End(c Called, refused bool) {
	if r.told || c.line == "" {
		return
	}
	if c.line != commandName {
		r.did(c.line)
	}
	if c.script == "" || refused {
		return
	}
	if sel := r.selected; c.selects && sel != "" && sel != r.chosen {
		r.add(sel)
		r.chosen = sel
	}
	r.add(c.script)
}

// mostDone is how many commands of the last keys the palette brings back.
const mostDone = 50

// Past are the commands behind the last keys.
func (r *Record) Past() []string { return r.done }

// did is the command behind the last key.
func (r *Record) did(line string) {
	if r.last = line; len(r.done) == 0 || r.done[len(r.done)-1] != line {
		r.done = append(r.done[max(0, len(r.done)+1-mostDone):], line)
	}
}

// Key is the last key that did something; empty for a line that was typed.
func (r *Record) Key() string { return r.key }

// Last is the command behind the last key or line.
func (r *Record) Last() string { return r.last }

// Row is the last key with its command, and what it says before there is one.
func (r *Record) Row(t *style.Theme) string {
	if r.last == "" {
		return t.Paint(style.Faint, " The command behind each key stands here; :set commands off hides it.")
	}
	key := ""
	if r.key != "" {
		key = " " + t.Paint(style.Key, t.Text(r.key)) + " "
	}
	return key + t.Paint(style.Faint, " :") + t.Text(style.Printable(r.last))
}

// Script is the record as a file for facet --script; the string says why there is none.
func (r *Record) Script(path string) (documents.Content, string) {
	switch {
	case r.lost:
		return documents.Content{}, "More than " + style.Count(mostRecorded) +
			" commands were given, and not all are kept: :save writes the sequence."
	case len(r.lines) == 0:
		return documents.Content{}, "Nothing was done yet that a script could do again."
	}
	text := "# facet --script " + path + " " + style.Printable(r.Begun) + "\n" +
		strings.Join(r.lines, "\n") + "\n"
	return documents.Content{What: style.Plural(len(r.lines), "command", "commands"),
		Make: func(context.Context) ([]byte, error) { return []byte(text), nil }}, ""
}

// Stepped takes in what an intent changed in the session, which stood at the step before.
func (r *Record) Stepped(s *session.Session, i intent.Intent, before int) {
	for _, line := range steps(s, i, before) {
		r.step(line)
	}
}

// step takes a line in that changes the session.
func (r *Record) step(line string) {
	if r.chosen = ""; !r.Pause {
		r.add(line)
		r.did(line)
		r.told = true
	}
}

func (r *Record) add(line string) {
	if r.lost = r.lost || len(r.lines) == mostRecorded; !r.lost {
		r.lines = append(r.lines, line)
	}
}
