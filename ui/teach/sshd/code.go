package sshd

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"facet/ui/files"
)

// classCode is what the lecturer gives to those who belong to the class. Who has it is told
// from all others at the same address.
type classCode struct {
	text string // as it is typed; empty where the class has none

	mutex sync.Mutex
	wrong *rates // answers, by address
}

// What a code is like, and how many wrong ones are looked at.
const (
	leastCode = 4
	mostCode  = 20
	triesEach = 3  // on one connection
	wrongOnes = 60 // a minute, of one address
)

// newCode is the code of a class.
func newCode(text string) *classCode {
	return &classCode{text: plainCode(text), wrong: aMinute(wrongOnes)}
}

// checkCode refuses a code that cannot be typed on a telephone, or is found by trying.
func checkCode(text string) error {
	if n := len(text); n < leastCode || n > mostCode || strings.ContainsFunc(text, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) {
		return fmt.Errorf("--code is %q: choose %d to %d letters and digits", text, leastCode, mostCode)
	}
	return nil
}

// plainCode is a code as it is compared: people add spaces, and telephones write capitals.
func plainCode(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -\t\r\n", r) {
			return -1
		}
		return r
	}, text))
}

// needed reports whether the class has a code.
func (c *classCode) needed() bool { return c.text != "" }

// try reports whether a text that came from an address is the code. It is safe for concurrent
// use. No user is refused because of others, and a right answer uses nothing up, so that a class
// comes in behind one router as fast as it can. But where many answers were wrong, those that
// come after wait until another one is looked at, the right one with them: else whoever leaves
// after a moment would know that an answer was wrong, and the next one could be tried. try gives
// up with the context.
func (c *classCode) try(ctx context.Context, from, text string) (right bool, err error) {
	for {
		right, wait := c.look(from, text)
		if wait <= 0 {
			return right, nil
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// look looks at an answer, or says when the next one from its address may be looked at.
func (c *classCode) look(from, text string) (right bool, wait time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	wrong := c.wrong.of(from)
	if lacks := 1 - wrong.Tokens(); lacks > 0 {
		return false, max(time.Millisecond, time.Duration(lacks/float64(wrong.Limit())*float64(time.Second)))
	}
	right = c.needed() && subtle.ConstantTimeCompare([]byte(plainCode(text)), []byte(c.text)) == 1
	if !right {
		wrong.Allow()
	}
	return right, 0
}

// print is what is kept of the code under a key: not the code.
func (c *classCode) print(key string) string {
	sum := sha256.Sum256([]byte(key + " " + c.text))
	return hex.EncodeToString(sum[:])
}

// splitUser splits a user's name from a code behind it: name+4711.
func splitUser(user string) (name, code string) {
	name, code, _ = strings.Cut(user, "+")
	return name, code
}

// makeCode makes a code up; a restart on the same day has the same one.
func makeCode(state string) (string, error) {
	file, day := filepath.Join(state, "code"), time.Now().Format("2006-01-02")
	if content, err := files.ReadFile(file); err == nil {
		if before, text, ok := strings.Cut(strings.TrimSpace(string(content)), " "); ok && before == day &&
			checkCode(text) == nil {
			return text, nil
		}
	}
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%06d", n)
	if err := os.MkdirAll(state, 0o700); err != nil {
		return "", fmt.Errorf("the code cannot be kept: %w", files.Reason(err))
	}
	if err := files.Replace(file, []byte(day+" "+text+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("the code cannot be kept: %w", files.Reason(err))
	}
	return text, nil
}

// codeFlag is --code: with a code, or alone, which has one made up.
type codeFlag struct{ text *string }

// made is the value of --code alone.
const made = "new"

func (f codeFlag) String() string        { return "" }
func (f codeFlag) Set(text string) error { *f.text = text; return nil }
func (f codeFlag) Type() string          { return "CODE" }

// codeAmong takes a code from the arguments that stands behind --code without =, as digits
// that are no file.
func codeAmong(code string, args []string) (string, []string) {
	if code != made {
		return code, args
	}
	for k, arg := range args {
		digits := arg != "" && strings.Trim(arg, "0123456789") == ""
		if _, err := os.Stat(arg); digits && err != nil {
			return arg, append(append([]string(nil), args[:k]...), args[k+1:]...)
		}
	}
	return code, args
}
