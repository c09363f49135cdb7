package dial

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// group is the heading of the keys in the help.
const group = "What if"

// Table are the keys of a dial.
func Table() *layer.Table {
	return &layer.Table{Layer: "what-if", Group: group, Rows: []layer.Row{
		{"more", "+ up k", "one more"},
		{"less", "- down j", "one less"},
		{"keep", "enter", "keep the change"},
		{"drop", "esc $", "drop the change"},
		{"other", "tab left right", "tangent or adjoint, and the band where there is one"},
		{"type", "e", "type it (or begin with a digit)"},
		{"double", "* pgup", "twice as much"},
		{"halve", "/ pgdown", "half as much"},
		{"reset", "0", "as it was"},
	}}
}

// Keys turn the dial, and show it when it was turned. Those of its owner stand behind the first.
func (d *Dial) Keys(turned func() (tea.Cmd, []intent.Intent), own ...layer.Command) []layer.Command {
	keys := Table()
	turn := func(name string, do func()) layer.Command {
		return keys.On(name, func() (tea.Cmd, []intent.Intent) {
			before := d.Values
			if do(); d.Values == before {
				return nil, nil
			}
			return turned()
		})
	}
	all := append([]layer.Command{
		turn("more", func() {
			d.Add(1)
		}).As("+ -").Help(group, "one more, one less (or up, down)").Foot("change"),
		turn("less", func() { d.Add(-1) }).Help("", ""),
	}, own...)
	all = append(all,
		keys.Change("other", d.Next).Foot(strings.Join(d.Names(), " or ")).When(len(d.Names()) > 1),
		keys.Do("type", func() []intent.Intent { return d.Ask("") }).Foot("type"),
		turn("double", d.Double).As("* /").Help(group, "twice as much, half as much").Foot("double, halve"),
		turn("halve", d.Halve).Help("", ""),
		turn("reset", d.Reset).Foot("as it was"))
	for digit := 1; digit <= 9; digit++ {
		all = append(all, layer.Do(func() []intent.Intent {
			return d.Ask(strconv.Itoa(digit))
		}, strconv.Itoa(digit)))
	}
	return all
}
