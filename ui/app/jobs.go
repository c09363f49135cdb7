package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/job"
)

// The jobs beside the screen, by what they are about.
const (
	pictureJob     job.Name = "the picture"
	listJob        job.Name = "the list"
	proofJob       job.Name = "the proof"
	eliminationJob job.Name = "the elimination"
	timetableJob   job.Name = "the schedule"
	comparisonJob  job.Name = "the comparison"
	rangesJob      job.Name = "the ranges"
	rangesLookJob  job.Name = "the ranges so far"
	fileJob        job.Name = "the file"
	leaderJob      job.Name = "the lesson or puzzle"
	settingsJob    job.Name = "the settings"
	sessionsJob    job.Name = "the list of sessions"
	storeJob       job.Name = "the saved session"
)

// result is what a job brought, and what is to be done with it on the screen's
// goroutine.
type result func() (tea.Cmd, []intent.Intent)

// begin starts a job whose result take is given, unless it was overtaken.
func begin[T any](jobs *job.Runner, name job.Name, work func(context.Context) T, take func(T) (tea.Cmd, []intent.Intent)) tea.Cmd {
	return jobs.Start(name, func(ctx context.Context) tea.Msg {
		brought := work(ctx)
		return result(func() (tea.Cmd, []intent.Intent) { return take(brought) })
	})
}
