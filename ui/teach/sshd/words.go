package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"facet/model/session"
	"facet/ui/cli/command"
	"facet/ui/draw/style"
	"facet/ui/files/store"
	"facet/ui/teach/found"
	"facet/ui/teach/puzzle"
)

// word is what may stand behind the host.
type word struct {
	name, args, does string
	screen           bool // it needs a terminal
	leads            bool // only a lecturer may
	run              func(v *guestSession, args []string) error
}

// words lists them in the order of the menu.
func words() []word {
	return []word{
		{"follow", "", "follow the lecturer; o tries a move, f comes back", true, false, (*guestSession).
			follow},
		{"lead", "[NAME]", "lead the class on a dag", true, true, (*guestSession).lead},
		{"watch", "", "watch the search of the class", true, false, (*guestSession).watch},
		{"board", "", "who is here, who follows, and their results", true, true, (*guestSession).showBoard},
		{"explore", "[NAME]", "work on a dag; without a NAME on the first one", true, false, (*guestSession).
			explore},
		{"lesson", "[NAME]", "a lesson, page by page", true, false, (*guestSession).lesson},
		{"puzzle", "[NAME]", "solve a puzzle, by name or level 1 to 5", true, false, (*guestSession).puzzle},
		{"show", "NAME", "print a dag and its line dag", false, false, (*guestSession).show},
		{"sequence", "", "print your last sequence", false, false, (*guestSession).sequence},
		{"found", "[certificate]", "print the best sequence of the class's search, or its certificate", false,
			true, (*guestSession).found},
		{"results", "", "print what the class has reached, as CSV", false, true, (*guestSession).
			printResults},
		{"help", "", "print these words", false, false, func(v *guestSession, _ []string) error {
			return v.help()
		}},
	}
}

// wordOf finds a word.
func wordOf(name string) (word, bool) {
	for _, w := range words() {
		if w.name == name {
			return w, true
		}
	}
	return word{}, false
}

// command is what stands behind the host; a user's name that is a word stands for it
// where nothing does, since ssh gives a terminal only to those.
func (s *guestSession) command() string {
	text := s.ssh.RawCommand()
	user, _ := splitUser(s.ssh.User())
	_, named := wordOf(user)
	if words := strings.Fields(text); len(words) > 0 {
		if _, word := wordOf(words[0]); word || !named {
			return text
		}
	}
	if named { // show@HOST bat
		return strings.TrimSpace(user + " " + text)
	}
	return ""
}

// word is the command as it is logged: without what follows it.
func (s *guestSession) word() string {
	words := strings.Fields(s.command())
	if len(words) == 0 {
		return "menu"
	}
	if _, ok := wordOf(words[0]); !ok {
		return "unknown"
	}
	return words[0]
}

// carryOut does what the words behind the host say.
func (s *guestSession) carryOut(words []string) error {
	pty := s.pty()
	switch {
	case len(words) == 0 && pty:
		if err := s.askName(); err != nil {
			return err
		}
		return s.menu()
	case len(words) == 0:
		return errors.New("there is no terminal for the menu: use ssh -t, or one of " + s.names(false))
	}
	w, ok := wordOf(words[0])
	switch args := words[1:]; {
	case !ok:
		return fmt.Errorf("there is no word %q here: choose one of %s", words[0], s.names(true))
	case w.leads && !s.guest.leads:
		return fmt.Errorf("%s is for lecturers: choose one of %s", w.name, s.names(true))
	case len(args) > 1 && w.name != puzzle.Kind || len(args) > 0 && w.args == "":
		return fmt.Errorf("%s takes %s, %q is too much", w.name, atMost(w), args[len(args)-1])
	case len(args) == 0 && strings.HasPrefix(w.args, "N"):
		return fmt.Errorf("%s takes %s: %s", w.name, atMost(w), strings.Join(s.server.library.Samples(),
			", "))
	case w.screen && !pty:
		return fmt.Errorf("%s needs a terminal: ssh -t HOST %s, or ssh %s@HOST", w.name,
			strings.Join(words, " "), w.name)
	case w.screen:
		if err := s.askName(); err != nil {
			return err
		}
	}
	return w.run(s, words[1:])
}

func atMost(w word) string {
	if w.args == "" {
		return "nothing"
	}
	return "one " + strings.Trim(w.args, "[]")
}

// names lists the words that the guest may say, or those of them that work without
// a terminal.
func (s *guestSession) names(all bool) string {
	var list []string
	for _, w := range words() {
		if (all || !w.screen) && (s.guest.leads || !w.leads) {
			list = append(list, w.name)
		}
	}
	return strings.Join(list, ", ")
}

func (s *guestSession) help() error {
	for _, w := range words() {
		if w.leads && !s.guest.leads {
			continue
		}
		screen := ""
		if w.screen {
			screen = " (needs a terminal: ssh -t)"
		}
		if _, err := fmt.Fprintf(s.out, "%-16s %s%s%s", strings.TrimSpace(w.name+" "+w.args), w.does,
			screen, s.end()); err != nil {
			return err
		}
	}
	return nil
}

// show prints a dag as facet show does.
func (s *guestSession) show(args []string) error {
	g, err := s.dagOf(args[0])
	if err != nil {
		return err
	}
	size, _ := s.line.now()
	text, err := command.Show(s.ctx, args[0], g, size.Width,
		style.New(style.Auto, false, s.line.Getenv).ASCII)
	if err == nil {
		_, err = s.text().Write(text)
	}
	return err
}

// sequence prints the sequence that the guest left last.
func (s *guestSession) sequence([]string) error {
	if s.guest.key == "" {
		return errors.New("nothing is saved without a key: ssh-keygen makes one")
	}
	place := store.At(s.server.places.home(s.guest.key))
	saved, ok := place.LatestOfAll()
	if !ok {
		return errors.New("you have no saved work yet: start with ssh HOST explore")
	}
	last, err := place.Load(saved.Path)
	if err != nil {
		return err
	}
	_, err = io.WriteString(s.text(), about(saved, last)+last.Sequence())
	return err
}

// found prints what the class's search has found.
func (s *guestSession) found(args []string) error {
	search := s.server.class.Searching()
	if search == nil {
		return errors.New("no search has run: start one with :class search")
	}
	now, ok := search.Found()
	if !ok {
		return errors.New("the search has found no sequence yet")
	}
	if len(args) == 0 {
		text, err := found.Text(now)
		if err == nil {
			_, err = io.WriteString(s.text(), text)
		}
		return err
	}
	if args[0] != "certificate" {
		return fmt.Errorf("found takes certificate, or nothing: %q is neither", args[0])
	}
	if !now.Fresh {
		return errors.New("this search did not begin at step 0, so there is no certificate")
	}
	ctx, cancel := context.WithTimeout(s.ctx, proofTime)
	defer cancel()
	proof, err := s.server.finds().Certificate(ctx, now)
	if err == nil {
		_, err = s.text().Write(proof)
	}
	return err
}

// proofTime is how long a certificate may take that a lecturer waits for.
const proofTime = 10 * time.Second

// printResults prints what the class has reached.
func (s *guestSession) printResults([]string) error {
	_, err := s.text().Write(resultsText(s.server.class.Results()))
	return err
}

// about is the remark above a sequence.
func about(saved store.Saved, s *session.Session) string {
	return fmt.Sprintf("# %s, total %s, %s of %s\n", style.Printable(saved.Dag), s.State().Spent(),
		style.Plural(s.Depth(), "step", "steps"), saved.When.Format("2 January 2006 15:04"))
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
