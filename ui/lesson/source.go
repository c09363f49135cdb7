package lesson

import (
	"context"
	"fmt"
	"slices"

	"facet/samples/lessons"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Source opens lessons for the explorer.
func (s Library) Source() layer.Source {
	return layer.Source{Kind: Kind, Commands: []layer.Command{s.command()}, Open: func(ctx context.Context, about string) (layer.Leader, error) {
		g, err := s.Open(ctx, about)
		if err != nil {
			return nil, err
		}
		return g, nil
	}}
}

// Open makes the leader of a lesson. One with mistakes is refused with the first.
func (s Library) Open(ctx context.Context, name string) (*Leader, error) {
	found, err := s.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	course, mistakes := found.Read(ctx)
	if err := mistakes.Err(); err != nil {
		return nil, fmt.Errorf("%s, %w", style.Printable(found.Name), err)
	}
	return New(context.WithoutCancel(ctx), Options{Name: found.Name, Key: found.Key, Course: course, Keep: s.Keep, After: after(found), Results: s.Results, Referees: s.Referees}), nil
}

// after is the lesson that comes next in the order of facet's.
func after(f *Found) string {
	names := lessons.Names()
	if at := slices.Index(names, f.Name); f.Shipped && at >= 0 && at+1 < len(names) {
		return names[at+1]
	}
	return ""
}

func (s Library) command() layer.Command {
	lead := func(about string) intent.Intent { return intent.Lead{Kind: Kind, About: about} }
	return layer.Command{
		Name: "lesson", Args: "a name or file", Does: "open a lesson; your own session is kept", Example: lead(""),
		Offers: func(*layer.View) []layer.Offer {
			all, err := s.List()
			if err != nil {
				return nil
			}
			var offers []layer.Offer
			for _, l := range all {
				offers = append(offers, layer.Offer{Text: "lesson " + l.Name, Does: style.Printable(l.About), Intent: lead(l.Name)})
			}
			return offers
		},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("lesson needs a name or the path of a file")
			}
			return lead(arg), nil
		},
	}
}
