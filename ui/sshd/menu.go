package sshd

import (
	"fmt"
	"strings"

	"facet/ui/layer"
	"facet/ui/program"
	"facet/ui/style"

	tea "github.com/charmbracelet/bubbletea"
)

// menu lets whoever came without a word choose one; it comes back when what was
// chosen is left.
func (v *guestSession) menu() error {
	for at := 0; ; {
		chosen, err := v.choose(at)
		if err != nil || chosen < 0 {
			return err
		}
		at = chosen
		if err := v.carryOut(v.choices()[chosen].said); err != nil {
			return err
		}
		if v.ctx.Err() != nil {
			return nil
		}
	}
}

// choice is a row of the menu.
type choice struct {
	said []string
	does string
}

// choices are the words that need a terminal, and each dag that is served.
func (v *guestSession) choices() []choice {
	var all []choice
	for _, w := range words() {
		switch {
		case !w.screen || w.leads && !v.leads:
		case w.name == "explore":
			for _, d := range v.options.Dags {
				all = append(all, choice{[]string{"explore", d.Name}, fmt.Sprintf("work on %s: %s, %s", style.Printable(d.Name),
					style.Plural(len(d.Dag.Vertices), "vertex", "vertices"), style.Plural(len(d.Dag.Edges), "edge", "edges"))})
			}
		default:
			all = append(all, choice{[]string{w.name}, w.does})
		}
	}
	return all
}

// choose shows the menu and gives the row that was chosen, -1 for none.
func (v *guestSession) choose(at int) (int, error) {
	t := v.terminal()
	m := &menu{theme: style.New(style.Auto, false, t.Getenv), choices: v.choices(), at: at, chosen: -1, title: v.title(), role: v.role()}
	err := program.Show(v.ctx, m, t, framesASecond)
	return m.chosen, err
}

// title says where one is.
func (v *guestSession) title() string {
	var dags []string
	for _, d := range v.options.Dags {
		dags = append(dags, style.Printable(d.Name))
	}
	return "a class on " + strings.Join(dags, ", ")
}

// role says what is possible, and what is kept.
func (v *guestSession) role() []string {
	kept := "You came without a key, so your work is lost when you leave. ssh-keygen makes a key."
	if v.key != "" {
		kept = "Your work is saved under your key and continues when you come back. ssh HOST sequence fetches it."
	}
	may := "You are " + v.name + ", a student: you can do everything except reach the server's files."
	if v.leads {
		may = "You are " + v.name + ", a lecturer: the class sees what you do while you lead."
	}
	return []string{may, kept, "In an explorer, ? lists all keys and q comes back here."}
}

// menu is the screen of it.
type menu struct {
	theme         *style.Theme
	title         string
	role          []string
	choices       []choice
	at, chosen    int
	help          bool
	width, height int
}

func (m *menu) Init() tea.Cmd { return nil }

func (m *menu) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyMsg:
		if msg.Type != tea.KeyRunes || msg.Paste {
			return m, m.key(msg.String())
		}
		for _, r := range msg.Runes { // over a slow line they come together
			if cmd := m.key(string(r)); cmd != nil {
				return m, cmd
			}
		}
	}
	return m, nil
}

// key takes a key.
func (m *menu) key(name string) tea.Cmd {
	switch name {
	case "q", "ctrl+c", "ctrl+d":
		return tea.Quit
	case "up", "k", "shift+tab":
		m.at = max(0, m.at-1)
	case "down", "j", "tab":
		m.at = min(len(m.choices)-1, m.at+1)
	case "home", "g":
		m.at = 0
	case "end", "G":
		m.at = len(m.choices) - 1
	case "enter", " ":
		m.chosen = m.at
		return tea.Quit
	case "?":
		m.help = !m.help
	default:
		if len(name) == 1 && name[0] >= '1' && int(name[0]-'1') < len(m.choices) {
			m.chosen = int(name[0] - '1')
			return tea.Quit
		}
	}
	return nil
}

// View draws the menu, and all of it that fits.
func (m *menu) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	t := m.theme
	rows := []string{t.Paint(style.Title, " facet") + "  " + m.title, ""}
	from := max(0, min(m.at-(m.height-6)/2, len(m.choices)-(m.height-4)))
	for k := from; k < len(m.choices) && len(rows) < m.height-2; k++ {
		c, mark := m.choices[k], " "
		role := style.Strong
		if k == m.at {
			mark, role = t.Signs.Cursor, style.Selected
		}
		number := "  "
		if k < 9 {
			number = fmt.Sprintf("%d ", k+1)
		}
		said := style.Printable(strings.Join(c.said, " "))
		rows = append(rows, mark+number+t.Paint(role, t.Left(said, 20))+" "+c.does)
	}
	if m.help {
		rows = append(rows, "")
		for _, text := range m.role {
			rows = append(rows, layer.Wrap(t, " "+text, m.width, 3, style.Newborn)...)
		}
	}
	for len(rows) < m.height-1 {
		rows = append(rows, "")
	}
	rows = append(rows[:max(0, m.height-1)], layer.Hints(t, m.width, [2]string{"Enter", "go there"}, [2]string{"?", "what is possible"}, [2]string{"q", "leave"}))
	for k := range rows {
		rows[k] = t.Clip(t.Text(rows[k]), m.width)
	}
	return strings.Join(rows, "\n")
}
