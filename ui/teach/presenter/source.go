package presenter

import (
	"context"
	"fmt"
	"slices"

	"facet/samples/lessons"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Source opens lessons for the explorer.
func (l Library) Source() layer.Source {
	return layer.Source{Kind: Kind, Paged: true, Commands: []layer.Command{l.command()}, Section: l.section,
		Open: func(ctx context.Context, about string) (layer.Leader, error) {
			g, err := l.Open(ctx, about)
			if err != nil {
				return nil, err
			}
			return g, nil
		}}
}

// Open makes the leader of a lesson. One with mistakes is refused with the first.
func (l Library) Open(ctx context.Context, name string) (*Leader, error) {
	found, err := l.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	course, mistakes := found.Read(ctx)
	if err := mistakes.Err(); err != nil {
		return nil, fmt.Errorf("%s, %w", style.Printable(found.Name), err)
	}
	return newLeader(context.WithoutCancel(ctx), l, found, course), nil
}

// First is the name of the lesson that newcomers begin with.
func First() string { return lessons.Names()[0] }

// after is the lesson that comes next in the order of facet's.
func after(f *Found) string {
	names := lessons.Names()
	if at := slices.Index(names, f.Name); f.Shipped && at >= 0 && at+1 < len(names) {
		return names[at+1]
	}
	return ""
}

// section is the lessons on the first page.
func (l Library) section() (layer.Section, error) {
	s := layer.Section{Name: "lessons", Key: "l",
		About: "Pages with pictures and puzzles, from the first path to lower bounds. PgDn turns the page; how far you came is kept."}
	all, err := l.List()
	for _, one := range all {
		lead := intent.Lead{Kind: Kind, About: one.Name}
		s.Entries = append(s.Entries, layer.Entry{Name: one.Name, Title: style.Printable(one.Title),
			About:   style.Printable(one.About),
			Reached: one.Standing(), Line: Kind + " " + one.Name, Means: lead})
	}
	return s, err
}

func (l Library) command() layer.Command {
	return layer.Command{
		Name: "lesson", Args: "a name or file", Does: "open a lesson; your own session is kept",
		Offers: func(*layer.View) []layer.Offer {
			all, err := l.List()
			if err != nil {
				return nil
			}
			var offers []layer.Offer
			for _, one := range all {
				offers = append(offers, layer.Offered("lesson "+one.Name, style.Printable(one.About)))
			}
			return offers
		},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("lesson needs a name or the path of a file")
			}
			return intent.Lead{Kind: Kind, About: arg}, nil
		},
	}
}
