package script

import (
	"strconv"
	"strings"

	"facet/model/session"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// steps writes what changed the session: the operations of the step at the cursor, or where
// the session went. before is where it stood.
func steps(s *session.Session, i intent.Intent, before int) []string {
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

// Called is a command as a line, and what stands for it in a script: nothing where it only
// looks, or where steps say what came of it.
type Called struct {
	line, script string
	selects      bool // what is done depends on what is selected
}

// Behind writes what a layer's command does as a line. The keys of a table are named by
// it, since what they want depends on the layer; others by what they want, with the commands
// that a line may name. over says that the layer is a page over the panels, which a script
// does not turn.
func Behind(v *layer.View, named []layer.Command, c *layer.Command, intents []intent.Intent,
	over bool) Called {
	if c != nil && c.Layer != "" && (len(intents) == 0 || c.Layer != layer.ListLayer) {
		path := c.Path()
		script := path
		switch {
		case over, c.Layer == layer.ListLayer, c.Layer == "edit" && len(intents) == 0, len(intents) > 0 &&
			asks(intents[0]):
			script = "" // what is answered is a command of its own
		case c.Layer == "solver" || c.Layer == "preview": // a run is another one the next time
			script = "# " + path
		case len(intents) > 0:
			if line, ok := layer.Line(v, named, intents[0]); ok && intents[0].Effect().Has(intent.Draws) {
				return Called{line: line, script: line}
			}
		}
		return Called{path, script, true}
	}
	for _, i := range intents {
		if visit, is := i.(intent.Visit); is {
			i = intent.Select(visit)
		}
		if line, ok := layer.Line(v, named, i); ok {
			_, selects := i.(intent.Change)
			return Called{line, inScript(line, i), selects}
		}
	}
	if c != nil {
		return Called{line: c.Name}
	}
	return Called{}
}

// Typed is a line that was typed, and means an intent.
func Typed(line string, means intent.Intent) Called {
	return Called{line: line, script: inScript(line, means)}
}

// Selecting is the command that selects what is selected; empty where nothing is.
func Selecting(v *layer.View, table []layer.Command) string {
	if !v.Sel.Exists(v.State()) {
		return ""
	}
	line, _ := layer.Line(v, table, intent.Select{Target: v.Sel})
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
	case intent.AskSave, intent.AskFigure, intent.ShowSessions, intent.ChooseSession, intent.AskDelete,
		intent.Discard, intent.Delete,
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
