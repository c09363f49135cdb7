package sshd

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"facet/model/session"
	"facet/ui/draw/style"
)

// unkept is the file of the class with the work of those for whom nothing is saved: what
// they left, one after another, for a day.
type unkept struct {
	dir   string
	mutex sync.Mutex
}

// mostUnkept is how large the file of a day becomes, in bytes.
const mostUnkept = 16 << 20

// add adds what a user has left.
func (u *unkept) add(who string, s *session.Session) error {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if err := os.MkdirAll(u.dir, 0o700); err != nil {
		return err
	}
	now := time.Now()
	file, err := os.OpenFile(filepath.Join(u.dir, now.Format("2006-01-02")+".txt"),
		os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	text := fmt.Sprintf("# %s, %s\n# %s, total %s, %s\n%s\n", style.Printable(who), now.Format("15:04"),
		style.Printable(s.Dag().Name), s.State().Spent(),
		style.Plural(s.Depth(), "step", "steps"), s.Sequence())
	if info, err := file.Stat(); err == nil && info.Size()+int64(len(text)) > mostUnkept {
		return fmt.Errorf("%s is full", file.Name())
	}
	_, err = file.WriteString(text)
	return err
}
