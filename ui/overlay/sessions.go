package overlay

import (
	"fmt"
	"strings"
	"time"

	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/store"
)

// NewSessions lists saved sessions to choose one; the next question is what to
// do with it.
func NewSessions(all []store.Saved, now time.Time, about func(store.Saved, time.Time) string) *Finder {
	offers := make([]pane.Offer, len(all))
	for k, s := range all {
		offers[k] = pane.Offer{Text: fmt.Sprintf("%d", k+1), Does: about(s, now), Wish: intent.ChooseSession{Path: s.Path, Discarded: s.Discarded}}
	}
	return &Finder{title: "sessions", sign: "", line: newLine(""),
		propose: func(_ *pane.Snapshot, text string) []pane.Offer {
			var out []pane.Offer
			for _, o := range offers {
				if strings.Contains(strings.ToLower(o.Text+" "+o.Does), strings.ToLower(strings.TrimSpace(text))) {
					out = append(out, o)
				}
			}
			return out
		},
		accept: func(*pane.Snapshot, string) (intent.Intent, string) { return nil, "No session fits this." },
	}
}
