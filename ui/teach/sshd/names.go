package sshd

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"facet/model"
	"facet/ui/cli/launch"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"
)

// longestName is how long a name may be that people give themselves, in characters.
const longestName = 30

// guestOf finds out who wants a session on a connection.
func (s *Server) guestOf(ctx ssh.Context, c *connection) guest {
	user, _ := splitUser(ctx.User())
	g := guest{name: style.Printable(user), from: c.from, coded: c.hasCode(), connection: c}
	if _, word := wordOf(user); word || user == "" {
		g.name = guestName
	}
	k, ok := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	if !ok {
		g.given = c.givenName("")
		return g
	}
	g.key = fingerprint(k)
	g.listed, g.leads = s.isListed(g.key), s.lecturers.has(g.key)
	if name := cmp.Or(s.lecturers[g.key], s.listed[g.key]); name != "" {
		g.name, g.named = style.Printable(name), true
	}
	g.given = cleanName(s.places.kept(g.key, nameFile))
	return g
}

// anonym is what stands for a key in a class that shows no names: the same whenever the
// key comes back to this server, and nothing from which the key could be found.
func (s *Server) anonym(key string) string {
	if key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(s.fingerprint() + key))
	return hex.EncodeToString(sum[:])
}

// cleanName is a name as it may be shown.
func cleanName(text string) string {
	return style.Start(strings.TrimSpace(style.Printable(model.OneLine(text))), longestName)
}

// give gives the guest a name, and keeps it.
func (s *guestSession) give(name string) error {
	if name = cleanName(name); name == "" {
		return errors.New("name takes a name, as name Ada")
	}
	if s.guest.named {
		return errors.New("your name was listed with your key by the lecturer")
	}
	if s.server.options.Anonymous {
		return errors.New("this class shows no names")
	}
	s.guest.given = name
	if s.person != nil {
		s.person.Rename(s.guest.called())
	}
	if s.guest.key == "" {
		s.guest.connection.givenName(name)
		return nil
	}
	if err := s.server.places.keep(nameFile, name, s.guest); err != nil {
		s.unwritten(err)
	}
	return nil
}

// askName asks for a name once, where the board shall show one and it is not known.
func (s *guestSession) askName() error {
	if !s.server.options.AskNames || s.server.options.Anonymous || s.guest.named || s.guest.given != "" {
		return nil
	}
	t := s.terminal()
	m := &namePrompt{theme: style.New(style.Auto, false, t.Getenv), proposed: s.guest.name}
	if err := launch.Show(s.ctx, m, t, framesASecond); err != nil || s.ctx.Err() != nil {
		return err
	}
	if m.left {
		return errLeft
	}
	name := cleanName(m.text)
	if name == "" {
		name = cleanName(s.guest.name)
	}
	if name == "" {
		name = guestName
	}
	return s.give(name)
}

// errLeft is the error of a guest who leaves instead of giving a name.
var errLeft = errors.New("good-bye")

// namePrompt asks for a name.
type namePrompt struct {
	theme         *style.Theme
	proposed      string
	text          string
	left          bool
	width, height int
}

func (n *namePrompt) Init() tea.Cmd { return nil }

func (n *namePrompt) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		n.width, n.height = msg.Width, msg.Height
	case tea.KeyMsg:
		switch msg.Type {
		case tea.KeyCtrlC, tea.KeyCtrlD, tea.KeyEsc:
			n.left = true
			return n, tea.Quit
		case tea.KeyEnter:
			return n, tea.Quit
		case tea.KeyBackspace:
			if runes := []rune(n.text); len(runes) > 0 {
				n.text = string(runes[:len(runes)-1])
			}
		case tea.KeyRunes, tea.KeySpace:
			n.text = style.Start(n.text+string(msg.Runes), longestName)
		}
	}
	return n, nil
}

// View asks.
func (n *namePrompt) View() string {
	if n.width == 0 || n.height == 0 {
		return ""
	}
	t := n.theme
	wrap := func(text string) []string { return layer.Wrap(t, " "+text, n.width, n.height, style.Plain) }
	rows := []string{t.Paint(style.Title, " facet"), ""}
	rows = append(rows,
		wrap("Your name, as the lecturer's board shows it (Enter for "+style.Printable(n.proposed)+"):")...)
	rows = append(rows, "", " "+t.Paint(style.Strong, style.Printable(n.text))+t.Signs.Cursor, "")
	rows = append(rows, wrap("Others can see it. :name changes it later.")...)
	rows = rows[:min(len(rows), n.height)]
	for k := range rows {
		rows[k] = t.Clip(t.Text(rows[k]), n.width)
	}
	return strings.Join(rows, "\n")
}

// naming is the command by which a guest takes another name.
func (s *guestSession) naming() layer.Source {
	const kind = "name"
	return layer.Source{Kind: kind, Commands: []layer.Command{{
		Name: kind, Args: "your name", Does: "the name by which the lecturer's board calls you",
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if cleanName(arg) == "" {
				return nil, errors.New("name takes a name, as name Ada")
			}
			return intent.Lead{Kind: kind, About: arg}, nil
		},
	}}, Open: func(_ context.Context, about string) (layer.Leader, error) {
		if err := s.give(about); err != nil {
			return nil, err
		}
		return nil, layer.Done("The board calls you " + s.guest.called() + ".")
	}}
}
