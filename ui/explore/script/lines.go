package script

import (
	"slices"
	"strconv"
	"strings"

	"facet/model/session"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
)

// steps writes what changed the session: the operations of the step at the cursor, or where
// the session went. before is where it stood.
func steps(s *session.Session, i intent.Intent, before int) []string {
	switch i := i.(type) {
	case intent.DoSelected:
		step, _ := s.Step(s.Cursor())
		return []string{strings.Join(step.Lines, "; ")}
	case intent.Carry:
		step, _ := s.Step(s.Cursor())
		if i.Title != "" && step.Title == i.Title {
			return []string{i.Title} // that of a whole vertex or edge is the command
		}
		if !i.Each {
			return []string{strings.Join(step.Lines, "; ")}
		}
		var all []string
		for _, step := range s.Line()[max(0, s.Depth()-len(i.Ops)):s.Depth()] {
			all = append(all, step.Lines...)
		}
		return all
	case intent.GoTo:
		if i.Step == before {
			return nil
		}
	case intent.Mark:
		if i.Off {
			return []string{"unmark " + i.Letter}
		}
		return []string{"mark " + i.Letter}
	case intent.Annotate:
		return []string{strings.TrimSpace("note " + strings.Join(strings.Fields(i.Text), " "))}
	}
	if line := lineOf(nil, i); line != "" {
		return []string{line}
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
// it, since what they want depends on the layer; others by the line that means what they want.
// over says that the layer is a page over the panels, which a script does not turn.
func Behind(v *layer.View, c *layer.Command, intents []intent.Intent, over bool) Called {
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
			if line := lineOf(v, intents[0]); line != "" && intents[0].Effect().Has(intent.Draws) {
				return Called{line: line, script: line}
			}
		}
		return Called{path, script, true}
	}
	for k, i := range intents {
		line := lineOf(v, i)
		if c != nil && c.Name != "" && k == 0 {
			line = c.Name
		}
		if line != "" {
			does := Typed(line, i)
			does.selects = changesCopy(i.Effect())
			return does
		}
	}
	if c != nil {
		return Called{line: c.Name}
	}
	return Called{}
}

// lineOf is the line that means the same as an intent; empty for one that no line means, or of
// which the step that comes of it says more.
func lineOf(v *layer.View, i intent.Intent) string {
	switch i := i.(type) {
	case layer.Act:
		return i.Line
	case intent.Lead:
		return strings.TrimSpace(i.Kind + " " + i.About)
	case intent.EditDag:
		if i.Edit != nil {
			return i.Edit.String()
		}
	case intent.Select:
		return overlay.Selecting(v, i.Target)
	case intent.EndLead:
		return "end"
	case intent.Undo:
		return "undo"
	case intent.Redo:
		return "redo"
	case intent.JumpTo:
		return "jump " + strconv.Itoa(i.Depth)
	case intent.GoTo:
		return "step " + strconv.Itoa(i.Step)
	}
	return ""
}

// Typed is a line that was typed, and means an intent.
func Typed(line string, means intent.Intent) Called {
	return Called{line: line, script: inScript(line, means)}
}

// changesCopy reports whether an effect is that of changing a copy of the dag, which depends on
// what is selected.
func changesCopy(e intent.Effect) bool { return e.Has(intent.Opens) && e.Has(intent.Edits) }

// asks reports whether an intent only asks the user for something.
func asks(i intent.Intent) bool {
	switch i.(type) {
	case intent.AskText, intent.AskCommand:
		return true
	}
	return slices.Contains([]string{"select", "note", "bookmarks"}, layer.NameOf(i))
}

// inScript is the line of an intent in a script.
func inScript(line string, i intent.Intent) string {
	switch e := i.Effect(); {
	case slices.Contains([]string{"save-as", "figure-as", "save-script", "sessions", "discard",
		"delete-session", "replay", "quit", "suspend"}, layer.NameOf(i)):
		return ""
	case e.Has(intent.Searches | intent.Steers):
		return "# " + line
	case e.Has(intent.Edits|intent.Moves) && !changesCopy(e): // steps tell what came of it
		return ""
	case e.Has(intent.Opens | intent.Writes | intent.Draws | intent.Leaves):
		return line
	}
	return ""
}
