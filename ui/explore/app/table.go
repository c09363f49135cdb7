package app

import (
	"slices"

	"facet/ui/explore/layer"
)

// NewCommands makes the commands; more are those of wings, of what can lead, and of the
// solver.
func NewCommands(samples []string, more []layer.Command) Commands {
	return slices.Concat(operationCommands(), eliminationCommands(), stepCommands(), playbackCommands(),
		comparisonCommands(), dialogCommands(),
		searchCommands(), orderCommands(), panelCommands(), pictureCommands(), sizeCommands(),
		settingCommands(), noticeCommands(),
		fileCommands(samples), clipboardCommands(), shellCommands(), helpCommands(), quitCommands(),
		sessionCommands(), leadingCommands(), more)
}
