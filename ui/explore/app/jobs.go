package app

import "facet/ui/explore/job"

// The jobs in the background, by what they are about.
const (
	copyJob        job.Name = "the copy"
	pictureJob     job.Name = "the picture"
	listJob        job.Name = "the list"
	totalsJob      job.Name = "the totals"
	proofJob       job.Name = "the proof"
	eliminationJob job.Name = "the elimination"
	comparisonJob  job.Name = "the comparison"
	fileJob        job.Name = "the file"
	recentJob      job.Name = "the list of recent files"
	leaderJob      job.Name = "the lesson or puzzle"
	settingsJob    job.Name = "the settings"
	sessionsJob    job.Name = "the list of sessions"
	storeJob       job.Name = "the saved session"
)
