package sshd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"os"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/teach/class"
	"facet/ui/teach/web"
	"facet/ui/terminal"

	"github.com/muesli/termenv"
)

// requestsAMinute is how many connections and requests an address may make.
const requestsAMinute = 12_000

// browsers makes the server of those who only look.
func (s *Server) browsers() *web.Server {
	requests := aMinute(requestsAMinute)
	host, _ := os.Hostname()
	var isCode func(context.Context, string, string) (bool, error)
	if s.code.needed() {
		isCode = s.code.try
	}
	return web.New(web.Options{
		IsCode: isCode,
		Show:   s.showTo,
		Tell: func(ctx context.Context, told func([]string)) error {
			o, err := s.untouched(ctx, style.Make(style.Mono, true, termenv.Ascii), terminal.Terminal{})
			if err != nil {
				return err
			}
			return launch.Listen(ctx, o, func() string { return s.class.Now().Text }, told)
		},
		Now:   s.class.Now,
		Hosts: []string{s.options.Invite, pageHost(s.options.WebPage), host},
		From:  address,
		Ask:   func(from string) bool { return requests.of(from).Allow() },
		Refused: func(from, why string) {
			s.log.refused(from, "browser", "why", why)
		},
		Broken: func(err error) {
			var broken *terminal.Broken
			if errors.As(err, &broken) {
				s.log.panicked("", broken.Value, broken.Stack, "where", "the screen of browsers")
				return
			}
			s.log.note(slog.LevelError, "browsers", "err", err)
		},
		Limits: web.Limits{Browsers: s.options.Limits.Browsers, Knock: s.options.Limits.Knock,
			Stalled: s.options.Limits.Stalled},
	})
}

// showTo runs an explorer for browsers on a screen of a size.
func (s *Server) showTo(ctx context.Context, size web.Size, screen func(string)) error {
	o, err := s.untouched(ctx, style.Make(style.Dark, false, termenv.TrueColor),
		terminal.Terminal{Frames: screen, Width: size.Width, Height: size.Height})
	if err != nil {
		return err
	}
	return launch.Apart(ctx, o)
}

// untouched are the options of an explorer to which no keys come: it shows what is in front.
func (s *Server) untouched(ctx context.Context, t *style.Theme, at terminal.Terminal) (app.Options,
	error) {
	person := s.class.Onlooker()
	at.Out, at.Getenv = io.Discard, func(string) string { return "" }
	o, err := launch.Assemble(ctx, shell.Explorer{Options: app.Options{Terminal: at, Files: s.library,
		Theme: t}, Unasked: "off", Wings: s.options.Parts,
		Planning: &solver.Options{Turns: s.studies, Start: func(ctx context.Context, state *model.State,
			p planner.Options) (solver.Handle, error) {
			if person.Watches() {
				return s.class.View(false)(ctx, state, p)
			}
			return nil, errors.New("there is no search from here")
		}},
		Leaders: func(around layer.Surroundings) []layer.Source {
			return s.studentsLeaders(person, around)
		}})
	if err != nil {
		return o, err
	}
	o.Dag, o.FPS, o.Untouched, o.Turns, o.Shared, o.Shown = s.options.Dags[0].Dag, framesASecond, true,
		s.turns, s.shared, person.Shown
	o.News = append(o.News, s.class.Onlooking(ctx, func(kind string) (err error) {
		o.Leader, err = class.Open(ctx, o.Sources, kind, "")
		return err
	}))
	return o, nil
}

// pageHost is the host of an address.
func pageHost(page string) string {
	if address, err := url.Parse(page); err == nil {
		return address.Hostname()
	}
	return ""
}
