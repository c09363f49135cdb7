package sshd

import (
	"context"
	"fmt"
	"strings"

	"facet/ui/cli/launch"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/teach/class"

	tea "github.com/charmbracelet/bubbletea"
)

// menu lets a guest who came without a word choose one; it comes back when what was
// chosen is left.
func (s *guestSession) menu() error {
	for at := 0; ; {
		chosen, err := s.choose(at)
		if err != nil || chosen < 0 {
			return err
		}
		at = chosen
		if err := s.carryOut(s.choices()[chosen].words); err != nil {
			return err
		}
		if s.ctx.Err() != nil {
			return nil
		}
	}
}

// choice is a row of the menu.
type choice struct {
	words []string
	does  string
}

// choices are the words that need a terminal, and each dag that is served.
func (s *guestSession) choices() []choice {
	var all []choice
	for _, w := range words() {
		switch {
		case !w.screen || w.leads && !s.guest.leads:
		case w.name == "explore":
			for _, d := range s.server.options.Dags {
				all = append(all, choice{[]string{"explore", d.Name},
					fmt.Sprintf("work on %s: %s, %s", style.Printable(d.Name),
						style.Plural(len(d.Dag.Vertices), "vertex", "vertices"),
						style.Plural(len(d.Dag.Edges), "edge", "edges"))})
			}
		default:
			all = append(all, choice{[]string{w.name}, w.does})
		}
	}
	return all
}

// choose shows the menu and gives the row that was chosen, -1 for none.
func (s *guestSession) choose(at int) (int, error) {
	t := s.terminal()
	ctx, over := context.WithCancel(s.ctx)
	defer over()
	m := &menu{opened: func(known *class.Task) (*class.Task, error) {
		return s.server.class.Opened(ctx, known)
	}, task: s.server.class.Task(), theme: style.New(style.Auto, false, t.Getenv), choices: s.choices(),
		at: at, chosen: -1, title: s.title(), role: s.role()}
	err := launch.Show(s.ctx, m, t, framesASecond)
	return m.chosen, err
}

// title says where one is.
func (s *guestSession) title() string {
	var dags []string
	for _, d := range s.server.options.Dags {
		dags = append(dags, style.Printable(d.Name))
	}
	return "a class on " + strings.Join(dags, ", ")
}

// role says what is possible, and what is kept.
func (s *guestSession) role() []string {
	kept := "You came without a key, so your work is not kept: it is printed when you leave. ssh-keygen makes a key."
	if s.guest.key != "" {
		kept = "Your work is saved under your key and continues when you come back. ssh HOST sequence fetches it."
	}
	may := "You are " + s.person.Name() +
		", a student: you can do everything except reach the server's files."
	if s.guest.leads {
		may = "You are " + s.person.Name() + ", a lecturer: the class sees what you do while you lead."
	}
	return []string{may, kept, "In an explorer, ? lists all keys and q comes back here."}
}

// menu is the screen of it.
type menu struct {
	layer.Plain
	theme         *style.Theme
	title         string
	task          *class.Task // that the lecturer has opened for all
	opened        func(known *class.Task) (*class.Task, error)
	role          []string
	choices       []choice
	at, chosen    int
	help          bool
	width, height int
}

// openedMsg brings what the lecturer has opened for all.
type openedMsg struct{ task *class.Task }

func (m *menu) Init() tea.Cmd { return m.await() }

// await waits until the lecturer opens something else.
func (m *menu) await() tea.Cmd {
	known := m.task
	return func() tea.Msg {
		task, err := m.opened(known)
		if err != nil {
			return nil
		}
		return openedMsg{task}
	}
}

func (m *menu) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case openedMsg:
		m.task = msg.task
		return m, m.await()
	case tea.KeyMsg:
		keys := []tea.KeyMsg{msg}
		if msg.Type == tea.KeyRunes && !msg.Paste { // over a slow line they come together
			keys = keys[:0]
			for _, r := range msg.Runes {
				keys = append(keys, layer.Key(string(r)))
			}
		}
		for _, one := range keys {
			if h, _ := layer.Press(m, nil, one, false); h.Cmd != nil {
				return m, h.Cmd
			}
		}
	}
	return m, nil
}

// Bindings choose a row, and go there.
func (m *menu) Bindings(*layer.View) []layer.Command {
	goTo := func(row int, keys ...string) layer.Command {
		return layer.Start(func() tea.Cmd { m.chosen = row; return tea.Quit }, keys...)
	}
	move := func(by int, keys ...string) layer.Command {
		return layer.Start(func() tea.Cmd {
			m.at = max(0, min(m.at+by, len(m.choices)-1))
			return nil
		}, keys...)
	}
	all := []layer.Command{
		goTo(m.at, "enter", " ").Foot("go there"),
		layer.Start(func() tea.Cmd { m.help = !m.help; return nil }, "?").Foot("what is possible"),
		goTo(-1, "q", "ctrl+c", "ctrl+d").Foot("leave"),
		move(-1, "up", "k", "shift+tab"), move(1, "down", "j", "tab"),
		move(-len(m.choices), "home", "g"), move(len(m.choices), "end", "G"),
	}
	for k := range min(9, len(m.choices)) {
		all = append(all, goTo(k, fmt.Sprint(k+1)))
	}
	return all
}

// Draw draws nothing: the menu is a program of its own.
func (m *menu) Draw(*layer.View, layer.Box) layer.Drawn { return layer.Drawn{} }

// View draws the menu, and all of it that fits.
func (m *menu) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	t := m.theme
	rows := []string{t.Paint(style.Title, " facet") + "  " + m.title, ""}
	if m.task != nil {
		rows[1] = " " + t.Paint(style.Newborn, "Open for everybody: "+m.task.Called+". follow goes there.")
		rows = append(rows, "")
	}
	from := max(0, min(m.at-(m.height-6)/2, len(m.choices)-(m.height-2-len(rows))))
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
		words := style.Printable(strings.Join(c.words, " "))
		rows = append(rows, mark+number+t.Paint(role, t.Left(words, 20))+" "+c.does)
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
	rows = append(rows[:max(0, m.height-1)], layer.Foot(t, m.width, m.Bindings(nil), nil))
	for k := range rows {
		rows[k] = t.Clip(t.Text(rows[k]), m.width)
	}
	return strings.Join(rows, "\n")
}
