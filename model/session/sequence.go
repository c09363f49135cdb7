package session

import (
	"slices"
	"strings"

	"facet/model"
)

// Sequence writes the steps up to the cursor as the lines of a sequence file. A
// step's note is the comment on its last line.
func (s *Session) Sequence() string {
	var b strings.Builder
	for _, id := range s.Path(s.at) {
		lines := slices.Clone(s.steps[id].lines)
		lines[len(lines)-1] = model.JoinComment(lines[len(lines)-1], s.steps[id].note)
		for _, line := range lines {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
