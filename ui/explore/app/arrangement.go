package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
)

// arrangement is which panels and overlays are on the screen, where, and which of them
// has the keys.
type arrangement struct {
	window panel.Window
	back   intent.Panel // had the keys before the solver or the history got them
	picked bool         // the picture in front, by the user
	// gaveWay is true while the dag is in front because the line dag had no room for labels.
	gaveWay  bool
	division panel.Division // of the window, as it is on the screen
	over     []layer.Layer  // overlays: the last lies on top
}

// push lays an overlay over whatever is there.
func (a *arrangement) push(o layer.Layer) { a.over = append(a.over, o) }

// top is the overlay that takes the keys; nil for none.
func (a *arrangement) top() layer.Layer {
	if len(a.over) == 0 {
		return nil
	}
	return a.over[len(a.over)-1]
}

// typing reports whether a text is being typed.
func (a *arrangement) typing() bool { return a.takes() == layer.AllText }

// asking reports whether a text is being asked for.
func (a *arrangement) asking() bool { return a.takes() != layer.NoText }

// takes is what a printable key is to the overlay that takes the keys.
func (a *arrangement) takes() layer.Text {
	if top := a.top(); top != nil {
		return top.Takes()
	}
	return layer.NoText
}

// large reports whether one picture takes the place of the list: the user's wish, where that
// does not lose its labels.
func (a *arrangement) large() bool { return a.window.Large && !a.division.Cramped }

// focus gives a panel the keys, as the user wants.
func (a *arrangement) focus(p intent.Panel) []intent.Intent {
	if p == intent.Solver && !a.window.Solver {
		return layer.Refuse("There is no solver here. 1 dag, 2 line dag, 3 history.")
	}
	a.focusOn(p)
	a.picked = a.picked || p == a.window.Front
	return nil
}

// bring brings a picture to the front.
func (a *arrangement) bring(i intent.Bring) {
	w := &a.window
	if w.Focus == w.Front {
		w.Focus = i.Panel
	}
	w.Front, a.picked = i.Panel, i.Hold
}

// focusOn brings a panel to the front and gives it the keys.
func (a *arrangement) focusOn(p intent.Panel) {
	w := &a.window
	if w.Focus != intent.Solver && w.Focus != intent.History {
		a.back = w.Focus
	}
	w.Focus = p
	if p == intent.Dag || p == intent.LineDag {
		w.Front = p
	}
	w.Large = w.Large && p != intent.Next
}

// leaveSolver gives the keys back to the picture in front, so that it can be seen what was done.
func (a *arrangement) leaveSolver() {
	if a.window.Focus == intent.Solver {
		a.focusOn(a.window.Front)
	}
}

// goBack closes what lies on top, or gives the keys back to the panel that had them
// before the solver or the history, or to what is shown in its place.
func (a *arrangement) goBack() {
	w := &a.window
	switch {
	case len(a.over) > 0:
		a.over = a.over[:len(a.over)-1]
	case w.Focus != intent.Solver && w.Focus != intent.History:
	case a.back == intent.Next && a.large(), a.back != intent.Next && !a.division.Both():
		w.Focus = w.Front
	default:
		w.Focus = a.back
	}
}

// cycle is the intent to go so many panels further: pictures, list, and the history.
func (a *arrangement) cycle(by int) intent.Intent {
	return layer.Act{Of: intent.Looks, Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
		order := []intent.Panel{intent.Dag, intent.LineDag, intent.Next, intent.History}
		if a.large() {
			order = order[:2]
		}
		at := max(0, slices.Index(order, a.window.Focus))
		return nil, []intent.Intent{intent.Focus{Panel: order[(at+by+len(order))%len(order)]}}
	}}
}

// enlarge gives one picture the room of the list, or takes it back.
func (a *arrangement) enlarge(*layer.View) (tea.Cmd, []intent.Intent) {
	if a.division.Cramped {
		return nil, layer.Refuse("The picture has more room beside the list than above the text.")
	}
	a.window.Large = !a.window.Large
	return nil, nil
}

// panelCommands are the commands that choose a panel.
func (a *arrangement) panelCommands() []layer.Command {
	return []layer.Command{
		layer.Named("next-pane", "the next panel", a.cycle(1)).Hide().On("tab").
			Help(groupFind, "next panel (shift+Tab: back)").Foot("panel").Early(),
		layer.Named("previous-pane", "the previous panel", a.cycle(-1)).On("shift+tab").Hide(),
		layer.Named("dag", "the dag", intent.Focus{Panel: intent.Dag}).Hide().On("1").As("1 2 3 4").
			Help(groupFind, "dag, line dag, history, solver"),
		layer.Named("line-dag", "the line dag", intent.Focus{Panel: intent.LineDag}).On("2").Hide(),
		layer.Named("history", "the history", intent.Focus{Panel: intent.History}).On("3").Hide(),
		layer.Named("solver", "the solver", intent.Focus{Panel: intent.Solver}).On("4").Hide(),
	}
}

// sizeCommands are the commands that give a picture room.
func (a *arrangement) sizeCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("large", "picture large, or beside the list", layer.Act{Of: intent.Looks, Do: a.enlarge}).
			On("f").
			Help(groupLook, "picture large or beside the list"),
	}, intent.Dag, intent.LineDag)
}
