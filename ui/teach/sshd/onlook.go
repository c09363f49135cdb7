package sshd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"os"
	"sync"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/teach/class"
	"facet/ui/teach/presenter"
	"facet/ui/teach/puzzle"
	"facet/ui/teach/web"
	"facet/ui/terminal"

	"github.com/muesli/termenv"
)

// How many codes a minute an address may try, how many connections and requests it may make,
// and how many all addresses may together.
const (
	guessesAMinute    = 20
	allGuessesAMinute = 200
	requestsAMinute   = 12_000
)

// onlookers are those who only look, with what of the class they see.
type onlookers struct {
	options Options
	class   *class.Class
	library *library
	puzzles puzzle.Library
	turns   chan struct{} // of pictures
	studies chan struct{} // of what operations are worth
	shared  *app.Shared   // pictures of the same steps
	log     *journal

	mutex sync.Mutex // of the rates
}

func onlookersOf(s *Server) *onlookers {
	return &onlookers{options: s.options, class: s.class, library: s.library, puzzles: s.puzzles,
		turns: s.turns, studies: s.studies, shared: s.shared, log: s.log}
}

// browsers makes the server of those who only look.
func (l *onlookers) browsers() *web.Server {
	guesses, all, requests := aMinute(guessesAMinute), aMinute(allGuessesAMinute), aMinute(requestsAMinute)
	allowed := func(of ...func() bool) bool {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		for _, one := range of {
			if !one() {
				return false
			}
		}
		return true
	}
	host, _ := os.Hostname()
	var isCode func(string) bool
	if code := newCode(l.options.Code); code.needed() {
		isCode = code.is
	}
	return web.New(web.Options{
		IsCode: isCode,
		Show:   l.showTo,
		Tell: func(ctx context.Context, told func([]string)) error {
			o, err := l.untouched(ctx, style.Make(style.Mono, true, termenv.Ascii), terminal.Terminal{})
			if err != nil {
				return err
			}
			return launch.Listen(ctx, o, func() string { return l.class.Now().Text }, told)
		},
		Now:   func() web.Status { return web.Status(l.class.Now()) },
		Hosts: []string{l.options.Invite, pageHost(l.options.WebPage), host},
		From:  address,
		Ask:   func(from string) bool { return allowed(requests.of(from).Allow) },
		Guess: func(from string) bool { return allowed(guesses.of(from).Allow, all.of("").Allow) },
		Refused: func(from, why string) {
			l.log.refused(from, "browser", "why", why)
		},
		Broken: func(err error) {
			var broken *terminal.Broken
			if errors.As(err, &broken) {
				l.log.panicked("", broken.Value, broken.Stack, "where", "the screen of browsers")
				return
			}
			l.log.note(slog.LevelError, "browsers", "err", err)
		},
		Limits: web.Limits{Browsers: l.options.Limits.Browsers, Knock: l.options.Limits.Knock,
			Stalled: l.options.Limits.Stalled},
	})
}

// showTo runs an explorer for browsers on a screen of a size.
func (l *onlookers) showTo(ctx context.Context, size web.Size, screen func(string)) error {
	o, err := l.untouched(ctx, style.Make(style.Dark, false, termenv.TrueColor),
		terminal.Terminal{Frames: screen, Width: size.Width, Height: size.Height})
	if err != nil {
		return err
	}
	return launch.Apart(ctx, o)
}

// untouched are the options of an explorer to which no keys come: it shows what is in front.
func (l *onlookers) untouched(ctx context.Context, t *style.Theme, at terminal.Terminal) (app.Options,
	error) {
	person := l.class.Onlooker()
	at.Out, at.Getenv = io.Discard, func(string) string { return "" }
	o, err := launch.Assemble(ctx, shell.Explorer{Options: app.Options{Terminal: at, Files: l.library,
		Theme: t}, Unasked: "off", Wings: l.options.Parts,
		Planning: &solver.Options{Turns: l.studies, Start: func(ctx context.Context, state *model.State,
			p planner.Options) (solver.Handle, error) {
			if person.Watches() {
				return l.class.View(false)(ctx, state, p)
			}
			return nil, errors.New("there is no search from here")
		}},
		Leaders: func(around layer.Surroundings) []layer.Source {
			lessons, puzzles := presenter.LibraryIn(around), l.puzzles
			lessons.Puzzles = puzzles
			return l.class.Leaders(person, puzzles.Take, l.class.Source(person), lessons.Source(),
				puzzles.Source(), l.class.Watches(false))
		}})
	if err != nil {
		return o, err
	}
	o.Dag, o.FPS, o.Untouched, o.Turns, o.Shared, o.Shown = l.options.Dags[0].Dag, framesASecond, true,
		l.turns, l.shared, person.Shown
	o.News = l.class.Onlooking(ctx, func(kind string) (err error) {
		o.Leader, err = class.Open(ctx, o.Sources, kind, "")
		return err
	})
	return o, nil
}

// pageHost is the host of an address.
func pageHost(page string) string {
	if address, err := url.Parse(page); err == nil {
		return address.Hostname()
	}
	return ""
}
