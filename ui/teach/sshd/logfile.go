package sshd

import (
	"os"
	"path/filepath"
	"sync"
)

// logFile is a log on the disk that begins anew when it has become too large. The one
// before is kept beside it, as .1.
type logFile struct {
	path string
	most int64

	mutex sync.Mutex
	file  *os.File
	size  int64
}

// mostLog is how large the log may become, with the one before twice as large.
const mostLog = 16 << 20

func openLog(path string, most int64) (*logFile, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	l := &logFile{path: path, most: most}
	return l, l.open(os.O_APPEND)
}

func (l *logFile) open(how int) error {
	file, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|how, 0o600)
	if err != nil {
		return err
	}
	l.file, l.size = file, 0
	if info, err := file.Stat(); err == nil {
		l.size = info.Size()
	}
	return nil
}

// Write writes a line.
func (l *logFile) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.size+int64(len(p)) > l.most && l.size > 0 {
		_ = l.file.Close()
		_ = os.Rename(l.path, l.path+".1")
		if err := l.open(os.O_TRUNC); err != nil { // also where it could not be renamed
			return 0, err
		}
	}
	n, err := l.file.Write(p)
	l.size += int64(n)
	return n, err
}

// Close closes it.
func (l *logFile) Close() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.file.Close()
}
