package explorer

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// binding is a key of the explorer and what it means.
type binding struct {
	key.Binding
	intent Intent
	group  string // heading in the help
	brief  string // in the key line; empty if only in the help
}

// keyMap is all keys that mean the same in every pane. Help and key line are
// made from it.
type keyMap struct {
	all []binding
}

func bind(group, shown, does, brief string, i Intent, keys ...string) binding {
	return binding{key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, does)), i, group, brief}
}

// newKeyMap makes the keys. g, b, h, p and x are the companion's.
func newKeyMap() keyMap {
	const (
		do, step, find, look, keep = "Eliminate", "Steps", "Find", "Look", "Keep"
	)
	return keyMap{[]binding{
		bind(do, "Enter", "do the selected operation", "", Intent{Kind: Perform}, "enter"),
		bind(do, "e", "eliminate the selected face", "eliminate", Intent{Kind: Eliminate}, "e"),
		bind(do, "a", "preaccumulate the selected Jacobian", "preaccumulate", Intent{Kind: Preaccumulate}, "a"),
		bind(do, "m", "next mode of the selected operation", "mode", Intent{Kind: NextMode}, "m"),
		bind(do, "E", "edge elimination, front or back", "", Intent{Kind: AskEdge}, "E"),
		bind(do, "V", "vertex elimination", "", Intent{Kind: AskVertex}, "V"),

		bind(step, "u z PgUp", "undo, one step back", "undo", Intent{Kind: Undo}, "u", "z", "pgup"),
		bind(step, "ctrl+r Z PgDn", "redo, one step forward", "", Intent{Kind: Redo}, "ctrl+r", "Z", "pgdown"),
		bind(step, "space", "play the steps ahead, or stop (< > pace)", "", Intent{Kind: Play}, " "),
		bind(step, "n", "note on this step", "", Intent{Kind: AskNote}, "n"),
		bind(step, "t", "totals and proof of the sequence so far", "", Intent{Kind: ShowTotals}, "t"),

		bind(find, "/", "go to a label", "go to", Intent{Kind: AskLabel}, "/"),
		bind(find, ":", "command, or an operation as in a file", "command", Intent{Kind: AskCommand}, ":"),
		bind(find, "o", "order of the list: position, price, fill", "", Intent{Kind: SortBy}, "o"),
		bind(find, "Tab", "next pane (shift+Tab: back)", "pane", Intent{Kind: NextPane, Number: 1}, "tab"),
		bind(find, "1 2 3 4", "dag, line dag, history, solver", "", Intent{Kind: Focus, Number: int(paneDag)}, "1"),

		bind(look, "+ -", "zoom (0: the largest that fits)", "", Intent{Kind: ZoomBy, Number: 1}, "+"),
		bind(look, "H J K L", "pan the picture (or shift+arrows)", "", Intent{Kind: PanBy, Number: 8}, "L", "shift+right"),
		bind(look, "=", "tidy the picture up", "", Intent{Kind: TidyUp}, "="),
		bind(look, "f", "picture large or beside the list", "", Intent{Kind: FullPane}, "f"),
		bind(look, "M", "mouse on or off: click selects, wheel pans", "", Intent{Kind: ToggleMouse}, "M"),
		bind(look, "ctrl+l", "draw the screen anew", "", Intent{Kind: Repaint}, "ctrl+l"),

		bind(keep, "s", "save the sequence to a file", "", Intent{Kind: AskSave}, "s"),
		bind(keep, "?", "this help", "help", Intent{Kind: ShowHelp}, "?"),
		bind(keep, "q ctrl+c", "quit; everything is saved", "", Intent{Kind: Leave}, "q", "ctrl+c"),

		// Keys that share a line of the help with one above.
		bind("", "", "", "", Intent{Kind: NextPane, Number: -1}, "shift+tab"),
		bind("", "", "", "", Intent{Kind: Focus, Number: int(paneLine)}, "2"),
		bind("", "", "", "", Intent{Kind: Focus, Number: int(paneHistory)}, "3"),
		bind("", "", "", "", Intent{Kind: Focus, Number: int(paneSolver)}, "4"),
		bind("", "", "", "", Intent{Kind: Pace, Number: 1}, ">"),
		bind("", "", "", "", Intent{Kind: Pace, Number: -1}, "<"),
		bind("", "", "", "", Intent{Kind: ZoomBy, Number: -1}, "-"),
		bind("", "", "", "", Intent{Kind: ZoomTo, Number: -1}, "0"),
		bind("", "", "", "", Intent{Kind: PanBy, Number: -8}, "H", "shift+left"),
		bind("", "", "", "", Intent{Kind: PanBy, Rows: -3}, "K", "shift+up"),
		bind("", "", "", "", Intent{Kind: PanBy, Rows: 3}, "J", "shift+down"),
	}}
}

// intent finds what a key means.
func (k keyMap) intent(msg tea.KeyMsg) (Intent, bool) {
	for _, b := range k.all {
		if key.Matches(msg, b.Binding) {
			return b.intent, true
		}
	}
	return Intent{}, false
}
