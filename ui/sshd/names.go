package sshd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"facet/ui/files"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/program"
	"facet/ui/style"

	tea "github.com/charmbracelet/bubbletea"
)

// mostGiven is how long a name may be that people give themselves, in characters.
const mostGiven = 30

// nameFile is where the name stands that somebody with a key has given themselves.
const nameFile = "name"

// anonym is how somebody is known whose name shall not be known: the same whenever they
// come back to this server, and nothing that tells the key.
func (s *Server) anonym(key string) string {
	if key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(s.fingerprint() + key))
	return hex.EncodeToString(sum[:])
}

// knownAs finds the name that somebody gave themselves before.
func (v *guestSession) knownAs() string {
	if v.key == "" {
		if c, ok := v.session.Context().Value(connectionKey{}).(*connection); ok {
			return c.givenName("")
		}
		return ""
	}
	content, err := files.ReadFile(filepath.Join(v.places.home(v.key), nameFile))
	if err != nil {
		return ""
	}
	return cleanName(string(content))
}

// cleanName is a name as it may be shown.
func cleanName(text string) string {
	return clip(strings.TrimSpace(style.Printable(strings.Join(strings.Fields(text), " "))), mostGiven)
}

// give gives the guest a name, and keeps it.
func (v *guestSession) give(name string) error {
	if name = cleanName(name); name == "" {
		return errors.New("name takes a name, as name Ada")
	}
	if v.named {
		return errors.New("your name was listed with your key by the lecturer")
	}
	if v.options.Anonymous {
		return errors.New("this class shows no names")
	}
	v.given = name
	if v.person != nil {
		v.person.Rename(v.called())
	}
	if v.key == "" {
		if c, ok := v.session.Context().Value(connectionKey{}).(*connection); ok {
			c.givenName(name)
		}
		return nil
	}
	home, leave, err := v.places.use(v.key, v.from(), v.named)
	if err != nil {
		return nil // it holds for this session
	}
	defer leave()
	err = os.MkdirAll(home, 0o700)
	if err == nil {
		err = files.Replace(filepath.Join(home, nameFile), []byte(name+"\n"), 0o600)
	}
	if err != nil {
		v.unwritten(err)
	}
	return nil
}

// askName asks for a name once, where the board shall show one and nobody knows it.
func (v *guestSession) askName() error {
	if !v.options.AskNames || v.options.Anonymous || v.named || v.given != "" {
		return nil
	}
	t := v.terminal()
	m := &namePrompt{theme: style.New(style.Auto, false, t.Getenv), proposed: v.name}
	if err := program.Show(v.ctx, m, t, framesASecond); err != nil || v.ctx.Err() != nil {
		return err
	}
	if m.left {
		return errLeft
	}
	name := cleanName(m.text)
	if name == "" {
		name = cleanName(v.name)
	}
	if name == "" {
		name = guestName
	}
	return v.give(name)
}

// errLeft is the error where somebody leaves instead of giving a name.
var errLeft = errors.New("good-bye")

// namePrompt asks for a name.
type namePrompt struct {
	theme         *style.Theme
	proposed      string
	text          string
	left          bool
	width, height int
}

func (m *namePrompt) Init() tea.Cmd { return nil }

func (m *namePrompt) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyMsg:
		switch msg.Type {
		case tea.KeyCtrlC, tea.KeyCtrlD, tea.KeyEsc:
			m.left = true
			return m, tea.Quit
		case tea.KeyEnter:
			return m, tea.Quit
		case tea.KeyBackspace:
			if runes := []rune(m.text); len(runes) > 0 {
				m.text = string(runes[:len(runes)-1])
			}
		case tea.KeyRunes, tea.KeySpace:
			m.text = clip(m.text+string(msg.Runes), mostGiven)
		}
	}
	return m, nil
}

// View asks.
func (m *namePrompt) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	t := m.theme
	rows := []string{
		t.Paint(style.Title, " facet"), "",
		" Your name, as the lecturer's board shows it (Enter for " + style.Printable(m.proposed) + "):", "",
		" " + t.Paint(style.Strong, style.Printable(m.text)) + t.Signs.Cursor, "",
		" Others can see it. :name changes it later.",
	}
	rows = rows[:min(len(rows), m.height)]
	for k := range rows {
		rows[k] = t.Clip(t.Text(rows[k]), m.width)
	}
	return strings.Join(rows, "\n")
}

// naming is the command by which a guest takes another name.
func (v *guestSession) naming() layer.Source {
	const kind = "name"
	return layer.Source{Kind: kind, Commands: []layer.Command{{
		Name: kind, Args: "your name", Does: "the name by which the lecturer's board calls you", Example: intent.Lead{Kind: kind},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if cleanName(arg) == "" {
				return nil, errors.New("name takes a name, as name Ada")
			}
			return intent.Lead{Kind: kind, About: arg}, nil
		},
	}}, Open: func(_ context.Context, about string) (layer.Leader, error) {
		if err := v.give(about); err != nil {
			return nil, err
		}
		return nil, layer.Done("The board calls you " + v.called() + ".")
	}}
}
