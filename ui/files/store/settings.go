package store

import (
	"path/filepath"
)

// Settings are what the user chose while the explorer ran and would choose
// again. Flags come before them.
type Settings struct {
	Theme string `json:"theme,omitempty"`
	Sort  string `json:"sort,omitempty"`
	Mouse bool   `json:"mouse,omitempty"`
	Hints string `json:"hints,omitempty"` // on, off, or empty where nobody chose
	// Toured tells that the tour of the screen was seen.
	Toured bool `json:"toured,omitempty"`
	// Motion is on, off, or empty where the terminal decides.
	Motion string `json:"motion,omitempty"`
}

func (p Directory) settings() string { return filepath.Join(p.dir, "settings.json") }

// mostSettingsBytes is how large the file of the settings may be that is read.
const mostSettingsBytes = 1 << 16

// Settings reads the settings; what cannot be read is as if never chosen.
func (p Directory) Settings() Settings {
	var s Settings
	if !p.read(p.settings(), mostSettingsBytes, &s) {
		return Settings{}
	}
	return s
}

// Keep writes the settings.
func (p Directory) Keep(s Settings) error { return p.write(p.settings(), s) }
