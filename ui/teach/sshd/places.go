package sshd

import (
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"facet/ui/files"
	"facet/ui/files/store"

	"golang.org/x/time/rate"
)

// places are the folders in which sessions of keys are kept, one for each key, and not
// more than there may be.
type places struct {
	dir    string
	limits Limits

	mutex sync.Mutex
	let   map[string]bool // the keys that could have a new place
	fresh *rates          // of new ones, by address; apart for those who have the class's code
}

// newADay is how many new places keys from one address can have in a day.
func (l Limits) newADay() int { return max(300, 4*l.Sessions) }

// openPlaces finds the places that there are, removes what was half written, and
// deletes those that were not used for too long.
func openPlaces(dir string, l Limits) (*places, error) {
	if err := store.At(dir).Tidy(); err != nil {
		return nil, fmt.Errorf("the students' sessions cannot be saved: %w", files.Reason(err))
	}
	n := l.newADay()
	p := &places{dir: dir, limits: l, let: make(map[string]bool),
		fresh: newRates(rate.Limit(float64(n)/(24*3600)), n)}
	p.expire(time.Now(), func(string) bool { return false })
	return p, nil
}

// keys are those that have a place.
func (p *places) keys() (all []string) {
	entries, _ := os.ReadDir(p.dir)
	for _, e := range entries {
		if e.IsDir() && isPrint(e.Name()) {
			all = append(all, e.Name())
		}
	}
	return all
}

// isPrint reports whether a name is that of a key: nothing else was put there by the server.
func isPrint(name string) bool {
	raw, err := hex.DecodeString(name)
	return err == nil && len(raw) == 32
}

// expire deletes the places that were used last too long ago, by none who is here.
func (p *places) expire(now time.Time, here func(key string) bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, key := range p.keys() {
		if !here(key) && now.Sub(lastUsed(p.home(key))) >= p.limits.Expire {
			_ = os.RemoveAll(p.home(key))
		}
	}
}

// lastUsed is when a key last came, or something was last written below its folder.
func lastUsed(dir string) time.Time {
	var last time.Time
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := e.Info(); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return nil
	})
	return last
}

// home is the folder for the sessions of a key.
func (p *places) home(key string) string { return filepath.Join(p.dir, key) }

// use gives the folder of a key, and a new one to who has none while there is room:
// always to those who are listed. Strangers at an address take no place from those who have
// the class's code.
func (p *places) use(who guest) (home string, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	home = p.home(who.key)
	now := time.Now()
	if known := os.Chtimes(home, now, now) == nil; !known && !who.listed && !p.let[who.key] {
		name, most := who.from, p.limits.Keys
		if who.coded {
			name, most = "code "+who.from, 2*most
		}
		switch {
		case len(p.keys()) >= most:
			return "",
				fmt.Errorf("your work is not kept, only printed when you leave: the limit of %d keys with saved work is reached", p.limits.Keys)
		case !p.fresh.of(name).Allow():
			return "",
				fmt.Errorf("your work is not kept, only printed when you leave: the server keeps the work of no more than %d new keys a day from one address, and as many have come from %s", p.fresh.atOnce, who.from)
		}
		if len(p.let) >= 2*p.limits.Keys {
			clear(p.let)
		}
		p.let[who.key] = true
	}
	return home, nil
}

// nameFile is where a name stands that a user with a key chose.
const nameFile = "name"

// kept is the line that was kept for a key in a file; empty for none.
func (p *places) kept(key, file string) string {
	content, err := files.ReadFile(filepath.Join(p.home(key), file))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(content))
}

// keep keeps a line for a key. Where the key can have no place, it holds for this session.
func (p *places) keep(file, line string, who guest) error {
	home, err := p.use(who)
	if err != nil {
		return nil
	}
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	return files.Replace(filepath.Join(home, file), []byte(line+"\n"), 0o600)
}
