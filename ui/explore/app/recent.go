package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// recentJob writes the list of files that were opened last.
const recentJob job.Name = "the list of recent files"

// recent are the files that the user opened last, the newest first.
type recent struct {
	files     []string
	directory store.Directory
	path      func(name string) string // of a file that the user names; nil where none is kept
}

// opened has a file proposed before others, now and the next time.
func (r *recent) opened(jobs *job.Runner, name string) tea.Cmd {
	if r.path == nil {
		return nil
	}
	directory, path := r.directory, r.path(name)
	return layer.Begin(jobs, recentJob, func(context.Context) []string {
		return store.RecentIn(directory).Keep(path)
	},
		func(files []string) (tea.Cmd, []intent.Intent) {
			r.files = files
			return nil, nil
		})
}

// offers are the files, which :open proposes before the samples.
func (r *recent) offers() (all []layer.Offer) {
	for _, path := range r.files {
		all = append(all, layer.Offer{Text: "open " + style.Printable(path), Does: "opened before",
			Intent: intent.Line("open " + path)})
	}
	return all
}
