package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/launch"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	lines "facet/ui/explore/plain"
	"facet/ui/explore/solver"
	"facet/ui/teach/class"
	"facet/ui/teach/lesson"
	"facet/ui/teach/web"
	"facet/ui/terminal"

	"github.com/charmbracelet/log"
	"github.com/muesli/termenv"
)

// How many codes a minute an address may try, how many connections and requests it may make,
// and how many all addresses may together.
const (
	guessesAMinute    = 20
	allGuessesAMinute = 200
	requestsAMinute   = 12_000
)

// browsers makes the server of those who only look.
func (s *Server) browsers() *web.Server {
	guesses, all, requests := aMinute(guessesAMinute), aMinute(allGuessesAMinute), aMinute(requestsAMinute)
	allowed := func(of ...func() bool) bool {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		for _, one := range of {
			if !one() {
				return false
			}
		}
		return true
	}
	host, _ := os.Hostname()
	return web.New(web.Options{
		Show: s.showTo,
		Tell: func(ctx context.Context, told func([]string)) error {
			o, err := s.untouched(ctx, style.Make(style.Mono, true, termenv.Ascii), terminal.Terminal{})
			if err != nil {
				return err
			}
			return lines.Listen(ctx, o, told)
		},
		Now:   func() web.Status { return statusOf(s.class.Now()) },
		Hosts: []string{s.options.Invite, pageHost(s.options.WebPage), host},
		Code:  s.options.Code,
		From:  address,
		Ask:   func(from string) bool { return allowed(requests.of(from).Allow) },
		Guess: func(from string) bool { return allowed(guesses.of(from).Allow, all.of("").Allow) },
		Refused: func(from, why string) {
			s.log.refused(from, "browser", "why", why)
		},
		Broken: func(err error) {
			var broken *terminal.Broken
			if errors.As(err, &broken) {
				s.log.panicked("", broken.Value, broken.Stack, "where", "the screen of browsers")
				return
			}
			s.log.note(log.ErrorLevel, "browsers", "err", err)
		},
		Limits: web.Limits{Browsers: s.options.Limits.Browsers, Knock: s.options.Limits.Knock, Stalled: s.options.Limits.Stalled},
	})
}

// pageHost is the host of an address.
func pageHost(page string) string {
	if address, err := url.Parse(page); err == nil {
		return address.Hostname()
	}
	return ""
}

// showTo runs an explorer for browsers on a screen of a size.
func (s *Server) showTo(ctx context.Context, size web.Size, screen func(string)) error {
	o, err := s.untouched(ctx, style.Make(style.Dark, false, termenv.TrueColor), terminal.Terminal{Frames: screen, Width: size.Width, Height: size.Height})
	if err != nil {
		return err
	}
	return launch.Apart(ctx, o)
}

// untouched are the options of an explorer to which no keys come: it shows what is in front.
func (s *Server) untouched(ctx context.Context, t *style.Theme, at terminal.Terminal) (app.Options, error) {
	person := s.class.Onlooker()
	at.Out, at.Getenv = io.Discard, func(string) string { return "" }
	o, err := launch.Assemble(ctx, launch.Environment{Terminal: at, Files: s.library, Unasked: "off", Parts: s.options.Parts, Theme: t,
		Solver: &solver.Options{Turns: s.studies, Start: func(ctx context.Context, state *model.State, p planner.Options) (solver.Handle, error) {
			if person.Watches() {
				return s.class.View(false)(ctx, state, p)
			}
			return nil, errors.New("there is no search from here")
		}},
		Sources: func(around layer.Surroundings) []layer.Source {
			lessons, puzzles := lesson.LibraryIn(around), s.puzzles
			lessons.Referees = puzzles.Referees
			return s.class.Leaders(person, puzzles.Take, s.class.Source(person), lessons.Source(), puzzles.Source(), s.class.Watches(false))
		}})
	if err != nil {
		return o, err
	}
	o.Dag, o.FPS, o.Untouched, o.Turns, o.Shared, o.Shown = s.options.Dags[0].Dag, framesASecond, true, s.turns, s.shared, person.Shown
	o.News = s.class.Onlooking(ctx)
	return o, nil
}

// statusOf says how things stand.
func statusOf(n class.Now) web.Status {
	var text []string
	switch {
	case n.Opened != "":
		text = append(text, "Open for everybody: "+n.Opened+".")
	case n.Search != "":
		text = append(text, "You watch the search of "+style.Printable(n.Search)+".")
	case n.Gone:
		text = append(text, style.Printable(n.Lecturer)+" has left.")
	case n.Lecturer != "":
		text = append(text, "You look at the steps of "+style.Printable(n.Lecturer)+".")
	default:
		text = append(text, "There is no lecturer yet.")
	}
	if n.Frozen {
		text = append(text, "The lecturer has stopped the moves.")
	}
	return web.Status{Text: strings.Join(text, " "), Said: n.Said, Frozen: n.Frozen, Until: n.Until}
}

// trustWeb refuses to let browsers of other machines look unless the options say so: a
// browser has no key.
func (o Options) trustWeb() error {
	if o.Web == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(o.Web)
	switch {
	case err != nil:
		return fmt.Errorf("--web is %q: write host:port, as 127.0.0.1:8080", o.Web)
	case loopback(host), o.Open, o.Code != "":
		return nil
	}
	return fmt.Errorf("--web %s lets browsers on other machines look, which have no keys: say so with --open, or ask for a code with --code", o.Web)
}

// checkPage refuses an address that browsers cannot be given.
func (o Options) checkPage() error {
	page, err := url.Parse(o.WebPage)
	switch {
	case o.WebPage == "":
		return nil
	case o.Web == "":
		return errors.New("--web-page is the address that browsers are given: --web says where they are served")
	case err != nil, page.Scheme != "http" && page.Scheme != "https", page.Hostname() == "", !plain(page.Hostname()), page.User != nil, strings.ContainsAny(o.WebPage, "?# "), style.Printable(o.WebPage) != o.WebPage:
		return fmt.Errorf("--web-page is %q: write an address, as https://class.example.org/", o.WebPage)
	case page.Path != "" && page.Path != "/":
		return fmt.Errorf("--web-page is %q: the class has no path, write https://%s/", o.WebPage, page.Host)
	}
	return nil
}

// listenWeb listens for browsers, where these are wanted, and notes what address they are
// given.
func (s *Server) listenWeb(ctx context.Context) (net.Listener, error) {
	if s.web == nil {
		return nil, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.options.Web)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", s.options.Web, reason(err))
	}
	s.invite.Page = s.pageAddress(l.Addr())
	s.log.note(log.InfoLevel, "open", "at", l.Addr(), "for", "browsers", "code", s.options.Code != "")
	return l, nil
}

// pageAddress is the address that browsers are given.
func (s *Server) pageAddress(at net.Addr) string {
	page := s.options.WebPage
	if host, port, err := net.SplitHostPort(at.String()); page == "" && err == nil {
		if host = s.called(host); port != "80" {
			host = net.JoinHostPort(host, port)
		}
		page = "http://" + host + "/"
	}
	if s.options.Code != "" {
		page = strings.TrimSuffix(page, "/") + "/?code=" + url.QueryEscape(s.options.Code)
	}
	return page
}

// acceptWeb lets browsers in until the server is closed.
func (s *Server) acceptWeb(l net.Listener) error {
	if l == nil {
		return nil
	}
	return s.web.Serve(l)
}
