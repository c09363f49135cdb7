package start

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"facet/model"
	"facet/samples"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// Kind is the first word of the [intent.Lead] that opens the page.
const Kind = "start"

// First is the argument of that intent where there is nothing to go back to.
const First = "first"

// Options are what the page is made of.
type Options struct {
	Sources   []layer.Source   // those with a section are on the page
	Directory *store.Directory // of sessions; nil where none are saved
	Now       func() time.Time
	Newcomer  func() bool // reports whether the user has never explored
}

// Source opens the page.
func Source(o Options) layer.Source {
	return layer.Source{Kind: Kind,
		Commands: []layer.Command{{Name: "start",
			Does: "the first page: tour, lessons, puzzles, samples, sessions", Also: []string{"home", "menu"},
			Intent: intent.Lead{Kind: Kind}}},
		Open: func(_ context.Context, about string) (layer.Leader, error) {
			all, err := o.sections()
			if err != nil {
				return nil, err
			}
			p := &Page{sections: all, rows: make([]int, len(all)), first: about == First,
				newcomer: o.Newcomer()}
			p.begin()
			return p, nil
		}}
}

// sections are what begins at once, what can be learnt, and what can be worked on.
func (o Options) sections() ([]layer.Section, error) {
	var once, all []layer.Section
	for _, source := range o.Sources {
		if source.Section == nil {
			continue
		}
		section, err := source.Section()
		if err != nil {
			return nil, err
		}
		if len(section.Entries) == 0 {
			once = append(once, section)
			continue
		}
		all = append(all, section)
	}
	all = append(append(once, all...), dags(), o.sessions())
	return append(all,
		layer.Section{Name: "draw a dag", Key: "n",
			About: "An empty page, on which keys add vertices and edges. The totals and the optimum follow each change.",
			Means: intent.AskCommand{Line: "new "}, Line: "new"},
		layer.Section{Name: "open a file", Key: "o",
			About: "A dag, a session, or a function: GraphML, DOT, JSON, a chain, a listing, Go, .nl. You type its path.",
			Means: intent.AskCommand{Line: "open "}, Line: "open FILE"}), nil
}

// dags are the samples.
func dags() layer.Section {
	s := layer.Section{Name: "samples", Key: "s",
		About: "Dags that come with facet, small ones first. You eliminate by hand, and facet finds the optimum."}
	for _, one := range samples.All() {
		s.Entries = append(s.Entries, layer.Entry{Name: one.Name, Title: one.Shows, About: "Optimum " +
			style.Number(model.Cost(one.Optimum)) + ".",
			Line: "open " + one.Name, Means: intent.Line("open " + one.Name)})
	}
	return s
}

// mostSessions is how many saved sessions are offered; :sessions has all.
const mostSessions = 30

// sessions are the sessions that were worked on last. The first ones have keys.
func (o Options) sessions() layer.Section {
	s := layer.Section{Name: "recent sessions", Key: "r",
		About: "There are none yet. Each session is saved after each step, and stands here the next time."}
	if o.Directory == nil {
		s.About = "Sessions are not saved here."
		return s
	}
	all := o.Directory.List()
	if len(all) > 0 {
		s.About = "Sessions that you can continue, the last one first. :sessions lists all of them, and deletes."
	}
	for k, saved := range all[:min(len(all), mostSessions)] {
		e := layer.Entry{Name: style.Printable(saved.Dag), Reached: layer.Ago(o.Now().Sub(saved.When)),
			About: "Enter goes on where you stopped.", Means: intent.Line("resume " + saved.Path)}
		e.Title = fmt.Sprintf("step %s, spent %s", style.Count(int64(saved.Steps)),
			style.Number(model.Cost(saved.Spent)))
		switch {
		case saved.Complete:
			e.Title = fmt.Sprintf("complete in %s, total %s", style.Plural(saved.Steps, "step", "steps"),
				style.Number(model.Cost(saved.Spent)))
		case saved.All > saved.Steps:
			e.Title = fmt.Sprintf("step %s of %s, spent %s", style.Count(int64(saved.Steps)),
				style.Count(int64(saved.All)), style.Number(model.Cost(saved.Spent)))
		}
		if k < 9 {
			e.Key = strconv.Itoa(k + 1)
			e.Line = e.Key
		}
		s.Entries = append(s.Entries, e)
	}
	return s
}
