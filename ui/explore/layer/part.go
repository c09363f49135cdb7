package layer

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/files"
	"facet/ui/files/store"
)

// Part is what a wing adds to one explorer: commands and leaders.
type Part struct {
	Commands func(Host) []Command // nil for none; the host may be nil as long as none is run
	Sources  []Source
	Tables   []*Table // the keys of the wing's layers
}

// SourcesOf are what the parts bring that can lead.
func SourcesOf(parts []Part) []Source {
	var all []Source
	for _, part := range parts {
		all = append(all, part.Sources...)
	}
	return all
}

// Surroundings are what an explorer offers its parts, depending on where it runs.
type Surroundings struct {
	Files     files.Library    // to open and write
	Directory *store.Directory // of sessions and results; nil where nothing is saved
}

// Host is the explorer as a wing's commands see it. What they want beside this they answer with
// intents.
type Host interface {
	// Top is the layer over the panels that has the keys; nil for none.
	Top() Layer
	// Jobs are the explorer's jobs in the background: see [Begin].
	Jobs() *job.Runner
}

// Result handles the result of a job, on the goroutine of the screen.
type Result func() (tea.Cmd, []intent.Intent)

// Begin starts a job and gives its result to take, unless a newer job of that name began.
func Begin[T any](jobs *job.Runner, name job.Name, work func(context.Context) T,
	take func(T) (tea.Cmd, []intent.Intent)) tea.Cmd {
	return jobs.Start(name, func(ctx context.Context) tea.Msg {
		brought := work(ctx)
		return Result(func() (tea.Cmd, []intent.Intent) { return take(brought) })
	})
}

// Section is what the first page offers of one kind: lessons, puzzles, samples. One
// without entries is itself what can be chosen.
type Section struct {
	Name  string // on the page
	Key   string // the letter that goes there
	About string // what these are, in a sentence
	// Means is what choosing a section without entries means; nil where there is nothing
	// to choose. Line is the command that means the same.
	Means   intent.Intent
	Line    string
	Entries []Entry
}

// Entry is something that can be chosen on the first page.
type Entry struct {
	Name, Title string
	About       string // a sentence; empty where the title says all
	Reached     string // how far the user came; empty for not at all
	Key         string // that means the same; empty for none
	Line        string // the command that means the same; empty for none
	Means       intent.Intent
}
