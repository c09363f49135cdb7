package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/session"
)

// Saved tells about a session that was saved.
type Saved struct {
	Path     string    `json:"-"`
	Dag      string    `json:"dag"`
	Print    string    `json:"fingerprint"`
	When     time.Time `json:"saved"`
	Steps    int       `json:"steps"` // up to the cursor
	All      int       `json:"all_steps"`
	Spent    int64     `json:"spent"` // up to the cursor
	Complete bool      `json:"complete"`
}

type savedFile struct {
	Saved
	Session json.RawMessage `json:"session"`
}

// describe is what a file says about its session.
func describe(s *session.Session, when time.Time) Saved {
	st := s.State()
	return Saved{
		Dag: s.Dag().Name, Print: fingerprint(s.Dag()), When: when.UTC().Truncate(time.Second),
		Steps: s.Depth(), All: s.Steps(), Spent: int64(st.Spent()), Complete: st.Done(),
	}
}

// encode writes the session as the content of a file.
func encode(s *session.Session, when time.Time) ([]byte, error) {
	text, err := s.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("the session cannot be written: %w", err)
	}
	return json.Marshal(savedFile{describe(s, when), text})
}

// Load opens a saved session.
func Load(path string) (*session.Session, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the saved session cannot be read: %w", err)
	}
	var f savedFile
	if err := json.Unmarshal(content, &f); err != nil || len(f.Session) == 0 {
		// A session that the user exported has no envelope.
		return session.Load(content)
	}
	return session.Load(f.Session)
}

// List gives the saved sessions of all dags, the latest first. Files that
// cannot be read are left out.
func (p Place) List() []Saved {
	paths, _ := filepath.Glob(filepath.Join(p.sessions(), "*.json"))
	var all []Saved
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		var f savedFile
		if json.Unmarshal(content, &f) == nil && len(f.Session) > 0 {
			f.Path = path
			all = append(all, f.Saved)
		}
	}
	slices.SortStableFunc(all, func(a, b Saved) int { return b.When.Compare(a.When) })
	return all
}

// Latest finds the session of this dag that was saved last. Most files of the
// folder are never opened: their names hold the dag's fingerprint.
func (p Place) Latest(g *model.Dag) (Saved, bool) {
	print := fingerprint(g)
	paths, _ := filepath.Glob(filepath.Join(p.sessions(), "*-"+print+"-*.json"))
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(b, a) })
	var best Saved
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		var f savedFile
		if json.Unmarshal(content, &f) == nil && f.Print == print && f.When.After(best.When) {
			best = f.Saved
			best.Path = path
		}
	}
	return best, best.Path != ""
}

// LatestOfAll finds the session that was saved last, of whatever dag.
func (p Place) LatestOfAll() (Saved, bool) {
	all := p.List()
	if len(all) == 0 {
		return Saved{}, false
	}
	return all[0], true
}

// Forget deletes a saved session.
func (p Place) Forget(s Saved) error {
	if err := os.Remove(s.Path); err != nil {
		return fmt.Errorf("the saved session cannot be deleted: %w", err)
	}
	return nil
}
