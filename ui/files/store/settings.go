package store

import (
	"errors"
	"path/filepath"
	"reflect"
	"time"
)

// Settings are the user's choices in the explorer that are kept for the next time. Flags
// take precedence.
type Settings struct {
	Theme string `json:"theme,omitempty"`
	Sort  string `json:"sort,omitempty"`
	Mouse bool   `json:"mouse,omitempty"`
	Hints string `json:"hints,omitempty"` // on, off, or empty for no choice
	// Toured is set once the user has seen the tour of the screen.
	Toured bool `json:"toured,omitempty"`
	// Units is time or cost, or empty for no choice: what costs of measured dags are
	// written as.
	Units string `json:"units,omitempty"`
}

func (d Directory) settings() string { return filepath.Join(d.dir, "settings.json") }

// mostSettingsBytes is the largest settings file that is read.
const mostSettingsBytes = 1 << 16

// Settings reads the settings; unreadable ones are empty.
func (d Directory) Settings() Settings {
	var s Settings
	if !d.read(d.settings(), mostSettingsBytes, &s) {
		return Settings{}
	}
	return s
}

// Keep writes the settings.
func (d Directory) Keep(s Settings) error { return d.KeepChanges(Settings{}, s) }

// KeepChanges writes what has changed since the settings were read, or written last: what
// another explorer has chosen meanwhile stays.
func (d Directory) KeepChanges(before, now Settings) error {
	defer d.alone()()
	all := d.Settings()
	from, to, into := reflect.ValueOf(before), reflect.ValueOf(now), reflect.ValueOf(&all).Elem()
	for k := range to.NumField() {
		if !from.Field(k).Equal(to.Field(k)) {
			into.Field(k).Set(to.Field(k))
		}
	}
	return d.write(d.settings(), all)
}

// alone waits, but not long, until no other explorer changes what is shared, and gives the
// end of it.
func (d Directory) alone() (over func()) {
	const pause, most = 10 * time.Millisecond, 100
	for range most {
		if d.dir == "" {
			break
		}
		over, err := Lock(filepath.Join(d.dir, "lock"))
		if err == nil {
			return over
		}
		if !errors.Is(err, ErrInUse) {
			break // where nothing can be locked, nothing can be written, either
		}
		time.Sleep(pause)
	}
	return func() {}
}
