// Package whole is the program with all of its wings, for tests that need several of
// them: the command line, the transcripts of the explorer.
package whole

import (
	"facet/ui/cli/feature"
	"facet/ui/programs"
	"facet/ui/ranges"
	"facet/ui/resources"
	"facet/ui/teach"
)

// Features are the wings that main lists.
func Features() feature.List {
	return feature.List{
		teach.Feature(),
		programs.Feature(),
		resources.Feature(),
		ranges.Feature(),
	}
}
