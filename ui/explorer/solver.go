package explorer

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// planned carries out what the companion wants. Its steps are those of the
// user's session, so that whatever is previewed is left first.
func (m *Model) planned(intents []Intent) tea.Cmd {
	if m.player.proposal != nil {
		for _, i := range intents {
			if i.Kind == Carry || i.Kind == GoToStep || i.Kind == Select {
				m.dismiss()
				break
			}
		}
	}
	if m.focus == paneSolver && slices.ContainsFunc(intents, func(i Intent) bool { return i.Kind == Carry }) {
		m.focusOn(m.front) // where it can be seen what was done
	}
	return m.carryOut(intents)
}

// plan carries out a typed command of the companion.
func (m *Model) plan(text string) tea.Cmd {
	if m.companion == nil {
		return nil
	}
	name, arg, _ := strings.Cut(text, " ")
	cmd, intents := m.companion.Command(name, strings.TrimSpace(arg))
	return tea.Batch(cmd, m.planned(intents))
}

// plannersCommands are the companion's entries of the palette.
func (m *Model) plannersCommands() []command {
	if m.companion == nil {
		return nil
	}
	var list []command
	for _, k := range m.companion.Commands() {
		entry := command{name: k.Name, args: k.Args, does: k.Does, make: func(_ *common, arg string) (Intent, error) {
			return Intent{Kind: Plan, Text: k.Name + " " + arg}, nil
		}}
		if len(k.Offers) > 0 {
			entry.offers = func(*common) []offer {
				var all []offer
				for _, o := range k.Offers {
					text := k.Name + " " + o[0]
					all = append(all, offer{text: text, does: o[1], whole: true, intent: Intent{Kind: Plan, Text: text}})
				}
				return all
			}
		}
		list = append(list, entry)
	}
	return list
}
