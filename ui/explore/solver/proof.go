package solver

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/files/archive"
)

// certifying is the intent to write a certificate; without a path it takes a name of its own.
func (m *Model) certifying(path string, replace bool) intent.Intent {
	return m.ofRun(intent.Writes|intent.Judges, func(r *run) (tea.Cmd, []intent.Intent) {
		return nil, m.certify(r, path, replace)
	})
}

// certify writes a certificate of what a run has found and proved, and says
// what it proves and how to check it.
func (m *Model) certify(r *run, path string, replace bool) []intent.Intent {
	s := m.study
	best, ok := r.best()
	switch {
	case !ok || best.Ops == nil:
		return say("The run has no sequence yet: there is nothing to certify.")
	case r.live():
		return say("The run is at work: x stops it, and what it has proved by then can be certified.")
	case r.total(best.Cost).IsSaturated():
		return say("The cost does not fit into 64 bits: there is nothing to prove.")
	}
	g := s.session.Dag()
	if path == "" {
		path = documents.Stem(g.Name) + ".certificate.json"
	}
	found, keeper, name := s.foundBy(r), m.keeper, r.file
	var verdict string
	return []intent.Intent{documents.Content{
		What: "a certificate", Path: path, Replace: replace, Command: "certificate",
		Make: func(ctx context.Context) ([]byte, error) {
			text := keeper.proofOf(ctx, g, name, found)
			proved, err := archive.Verdict(g, text)
			if err != nil {
				return nil, fmt.Errorf("there is no certificate of this run: %w", err)
			}
			verdict = proved
			return text, nil
		},
		After: func(path string) string {
			return fmt.Sprintf("%s. facet verify DAG %s checks it.", strings.ToUpper(verdict[:1])+verdict[1:],
				style.Printable(path))
		},
	}}
}

// proofOf is the certificate that was kept of a run, or one that is made now where that
// proves more, as when what was kept is of the run at work: nothing where there is none.
func (k *keeper) proofOf(ctx context.Context, g *model.Dag, name string, found archive.Found) []byte {
	var kept []byte
	if k.archive != nil && name != "" {
		_, kept = k.archive.Run(g, name)
	}
	return archive.ProveAgain(ctx, g, found, kept)
}
