package app

import (
	"context"
	"strconv"
	"strings"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// mostRecorded is how many lines a record keeps. With more it says that it is not whole.
const mostRecorded = 10_000

// record is the commands behind the user's keys, as lines that can be typed: what the last
// key did, and all that a script needs to lead to the same session. What takes time, such
// as a search, stands there as the steps that came of it: the lines lead to the same
// session however long they take.
type record struct {
	lines    []string
	lost     bool     // there were more than are kept
	key      string   // the last key that did something; empty for a line that was typed
	last     string   // the command behind it
	told     bool     // a step has told what the key did
	done     []string // the commands behind the last keys
	shown    bool     // on a row of the screen
	selected string   // the command that selects what is selected before the key; empty for none
	chosen   string   // the last one in the script
	begun    string   // what was explored at the start, as FILE
	pause    bool     // what is carried out is not the user's
}

// commandName is the command that opens the palette, which is none to bring back.
const commandName = "command"

// begin is called before a key or a line is carried out. key is as it is written; empty for
// a line; selected is the command that selects what is selected.
func (r *record) begin(key, selected string) { r.key, r.selected, r.told = key, selected, false }

// end is called after it, with the command behind it. Where a step has told already what
// the key did, there is nothing to add.
func (r *record) end(c called, refused bool) {
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

// past are the commands behind the last keys.
func (r *record) past() []string { return r.done }

// did is the command behind the last key.
func (r *record) did(line string) {
	if r.last = line; len(r.done) == 0 || r.done[len(r.done)-1] != line {
		r.done = append(r.done[max(0, len(r.done)+1-mostDone):], line)
	}
}

// row is the last key with its command, and what it says before there is one.
func (r *record) row(t *style.Theme) string {
	if r.last == "" {
		return t.Paint(style.Faint, " The command behind each key stands here; :set commands off hides it.")
	}
	key := ""
	if r.key != "" {
		key = " " + t.Paint(style.Key, t.Text(r.key)) + " "
	}
	return key + t.Paint(style.Faint, " :") + t.Text(style.Printable(r.last))
}

// script is the record as a file for facet --script; the string says why there is none.
func (r *record) script(i intent.SaveScript) (documents.Content, string) {
	switch {
	case r.lost:
		return documents.Content{}, "More than " + style.Count(mostRecorded) + " commands were given, and not all are kept: :save writes the sequence."
	case len(r.lines) == 0:
		return documents.Content{}, "Nothing was done yet that a script could do again."
	}
	text := "# facet --script " + i.Path + " " + style.Printable(r.begun) + "\n" + strings.Join(r.lines, "\n") + "\n"
	return documents.Content{What: style.Plural(len(r.lines), "command", "commands"), Path: i.Path, Replace: i.Replace,
		Make:  func(context.Context) ([]byte, error) { return []byte(text), nil },
		Again: func(path string, replace bool) intent.Intent { return intent.SaveScript{Path: path, Replace: replace} }}, ""
}

// step takes a line in that changes the session.
func (r *record) step(line string) {
	if r.chosen = ""; !r.pause {
		r.add(line)
		r.did(line)
		r.told = true
	}
}

func (r *record) add(line string) {
	if r.lost = r.lost || len(r.lines) == mostRecorded; !r.lost {
		r.lines = append(r.lines, line)
	}
}

// did writes what changed the session: the operations of the step at the cursor, or where
// the session went. before is where it stood.
func did(s *session.Session, i intent.Intent, before int) []string {
	switch i := i.(type) {
	case intent.Carry, intent.DoSelected, intent.Eliminate, intent.Preaccumulate:
		step, _ := s.Step(s.Cursor())
		if c, ok := i.(intent.Carry); ok && c.Title != "" && step.Title == c.Title {
			return []string{c.Title} // that of a whole vertex or edge is the command
		}
		return []string{strings.Join(step.Lines, "; ")}
	case intent.Follow:
		var all []string
		line := s.Line()
		for _, step := range line[max(0, s.Depth()-len(i.Ops)):s.Depth()] {
			all = append(all, step.Lines...)
		}
		return all
	case intent.Undo:
		return []string{"undo"}
	case intent.Redo:
		return []string{"redo"}
	case intent.JumpTo:
		return []string{"jump " + strconv.Itoa(i.Depth)}
	case intent.GoTo:
		if i.Step == before {
			return nil
		}
		return []string{"step " + strconv.Itoa(i.Step)}
	case intent.Mark:
		if i.Off {
			return []string{"unmark " + i.Letter}
		}
		return []string{"mark " + i.Letter}
	case intent.Annotate:
		return []string{strings.TrimSpace("note " + strings.Join(strings.Fields(i.Text), " "))}
	}
	return nil
}

// called is a command as a line, and what stands for it in a script: nothing where it only
// looks, or where steps say what came of it.
type called struct {
	line, script string
	selects      bool // what is done depends on what is selected
}

// behind writes what a layer's command does as a line. The keys of a table are named by
// it, since what they want depends on the layer; others by what they want. over says that the
// layer is a page over the panels, which a script does not turn.
func (m *Model) behind(v *layer.View, c *layer.Command, intents []intent.Intent, over bool) called {
	if c != nil && c.Layer != "" && (len(intents) == 0 || c.Layer != layer.ListLayer) {
		path := c.Path()
		script := path
		switch {
		case over, c.Layer == layer.ListLayer, c.Layer == "edit" && len(intents) == 0, len(intents) > 0 && asks(intents[0]):
			script = "" // what is answered is a command of its own
		case c.Layer == "solver" || c.Layer == "preview": // a run is another one the next time
			script = "# " + path
		case len(intents) > 0:
			if line, ok := layer.Line(v, m.dialogs.named(v), intents[0]); ok && intents[0].Effect().Has(intent.Draws) {
				return called{line: line, script: line}
			}
		}
		return called{path, script, true}
	}
	for _, i := range intents {
		if visit, is := i.(intent.Visit); is {
			i = intent.Select(visit)
		}
		if line, ok := layer.Line(v, m.dialogs.named(v), i); ok {
			_, selects := i.(intent.Change)
			return called{line, inScript(line, i), selects}
		}
	}
	if c != nil {
		return called{line: c.Name}
	}
	return called{}
}

// selecting is the command that selects what is selected; empty where nothing is.
func (m *Model) selecting(v *layer.View) string {
	if !v.Sel.Exists(v.State()) {
		return ""
	}
	line, _ := layer.Line(v, m.table, intent.Select{Target: v.Sel})
	return line
}

// asks reports whether an intent only asks the user for something.
func asks(i intent.Intent) bool {
	switch i.(type) {
	case intent.AskText, intent.AskCommand, intent.AskLabel, intent.AskNote, intent.AskMark:
		return true
	}
	return false
}

// inScript is the line of an intent in a script.
func inScript(line string, i intent.Intent) string {
	switch i.(type) {
	case intent.AskSave, intent.AskFigure, intent.ShowSessions, intent.ChooseSession, intent.AskDelete, intent.Discard, intent.Delete,
		intent.Leave, intent.Suspend, intent.AskNote, intent.Replay, intent.SaveScript:
		return ""
	}
	switch e := i.Effect(); {
	case e.Has(intent.Searches | intent.Steers):
		return "# " + line
	case e.Has(intent.Edits | intent.Moves): // steps tell what came of it
		if _, leads := i.(intent.Change); !leads {
			return ""
		}
		return line
	case e.Has(intent.Opens | intent.Writes | intent.Draws | intent.Leaves):
		return line
	}
	return ""
}
