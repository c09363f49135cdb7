//go:build unix

package launch_test

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"facet/model/modeltest/extent"
	"facet/samples"

	"github.com/creack/pty"
)

// seed of the random keys; zero for another one each time.
var seed = flag.Uint64("seed", 0, "of the random keys")

// Random keys, pastes and resizes cause no panic, no freeze, nothing that still works
// after the end, and no file outside of the scratch folder.
func TestRandomKeys(t *testing.T) {
	total, seed := extent.Of(300, 100_000), cmp.Or(*seed, rand.Uint64())
	source := listing(t, ".")
	for pressed := 0; pressed < total; seed++ {
		t.Logf("%d keys, seed %d", pressed, seed)
		pressed += randomSession(t, seed, min(500, total-pressed))
	}
	if now := listing(t, "."); now != source {
		t.Errorf("files beside the tests:\n%s\nbefore:\n%s", now, source)
	}
}

// harmless takes out the keys with which a terminal acts by itself once the explorer has
// given it back: ctrl+s would stop what it shows, and ctrl+\ makes a Go program that is
// about to end print its stacks.
var harmless = strings.NewReplacer("\x13", "", "\x1c", "")

// copied finds what y and its like give the clipboard: one whole text, and nothing else in it.
var copied = regexp.MustCompile("\x1b\\]52;c;[A-Za-z0-9+/=]*(\x07|\x1b\\\\)")

// randomSession presses n keys in one run of the program, and returns how many it could.
func randomSession(t *testing.T, seed uint64, n int) int {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	names := samples.Names()
	args := []string{names[r.IntN(len(names))]}
	if r.IntN(4) == 0 {
		args = []string{"solve", "--tui", "--pace", "100", names[r.IntN(len(names))]}
	}
	c := onConsole(t, self, args...)
	c.await(altScreen)
	log, err := os.Create(filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	written := make(chan error, 1)
	pressed, over := 0, false
	for pressed < n && !over {
		keys := harmless.Replace(someKeys(r))
		pressed += max(1, len(keys)/100)
		if r.IntN(50) == 0 {
			_ = pty.Setsize(c.file, &pty.Winsize{Rows: uint16(r.IntN(60)), Cols: uint16(r.IntN(200))})
		}
		fmt.Fprintf(log, "%q\n", keys)
		go func() { // a program that reads no keys fills the line, and then a write would block
			_, err := c.file.WriteString(keys)
			written <- err
		}()
		select {
		case err := <-written:
			over = err != nil
		case <-c.closed: // it has ended, because q was pressed
			over = true
		case <-time.After(patience):
			t.Fatalf("seed %d, %v: it takes no keys any more: %s", seed, args, c.dump())
		}
		if r.IntN(20) == 0 {
			time.Sleep(time.Duration(r.IntN(20)) * time.Millisecond) // as a user would
		}
	}
	// A paste that never ended is over after a while, then keys are keys again.
	deadline := time.After(patience)
	for {
		go func() { _, _ = c.file.WriteString("\x03") }()
		select {
		case <-c.done:
			c.mutex.Lock()
			seen := c.seen.String()
			c.mutex.Unlock()
			seen = copied.ReplaceAllString(seen, "")
			for _, bad := range []string{"goroutine ", "panic", "DATA RACE", "\x1b]52;"} {
				if at := strings.Index(seen, bad); at >= 0 {
					t.Errorf("seed %d: %s", seed, seen[at:min(len(seen), at+3000)])
				}
			}
			// The second ctrl+c of an impatient user ends it at once.
			if code := c.cmd.ProcessState.ExitCode(); c.err != nil && code > 0 {
				t.Errorf("seed %d, %v: %v, %q", seed, args, c.err, seen[max(0, len(seen)-500):])
			}
			return pressed
		case <-time.After(400 * time.Millisecond):
		case <-deadline:
			t.Fatalf("seed %d, %v: ctrl+c does not end it: %s", seed, args, c.dump())
		}
	}
}

// dump makes a program that hangs print its stacks.
func (c *console) dump() string {
	_ = c.cmd.Process.Signal(syscall.SIGABRT)
	select {
	case <-c.closed:
	case <-time.After(patience):
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	seen := c.seen.String()
	return seen[max(0, strings.Index(seen, "SIGABRT")):]
}

// someKeys is a key, a command, a paste or nonsense.
func someKeys(r *rand.Rand) string {
	const letters = "abcdefghijklmnoprstuvwxyzABDEFGHIJKLMNOPRSTUVWXYZ0123456789 <>+-=/?.,;_'\"#()[]{}|\\~`!@$%^&*:"
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	switch k := r.IntN(100); {
	case k < 40:
		return string(letters[r.IntN(len(letters))])
	case k < 65:
		return pick("\r", "\r", "\t", "\x1b", "\x7f", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~",
			"\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[15~", "\x1b[Z", "\x1b[1;2A", " ")
	case k < 75:
		return string(rune(1+r.IntN(26))) + pick("", "\r", "q")
	case k < 85:
		name := pick("bat", "lion", "newton2", "a.seq", "b.json", "c.xml", "d.dot", "e.line.dot", "nothing",
			".", "/dev/zero", "/dev/stdin", "a b", "\u202e")
		return ":" + pick("open", "save", "save-session", "export", "replay", "vertex 1", "undo",
			"solve bound=simple", "greedy", "note", "sessions", "restart", "theme light",
			"ascii on", "jump 3", "eli (0 1)(1 2)", "acc (0 1)", "zoom 2", "discard", "resume",
			"delete-session", "play") + " " + name + pick("\r", "\r", "\r", "", "\x1b")
	case k < 90:
		text := strings.Repeat(pick("word ", "\x1b[31m", "größe→", "👍🏽", "\n", "(0 1)"), r.IntN(400))
		return pick("", ":", "/", "n") + "\x1b[200~" + text + pick("\x1b[201~", "\x1b[201~", "\x1b[201~", "")
	case k < 94:
		return fmt.Sprintf("\x1b[<%d;%d;%dM", r.IntN(70), r.IntN(120), r.IntN(50))
	case k < 95:
		return pick("q", "\x1a")
	}
	nonsense := make([]byte, r.IntN(12))
	for k := range nonsense {
		nonsense[k] = byte(r.IntN(256))
	}
	return string(nonsense)
}

// listing lists all files below a folder.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !strings.Contains(path, "testdata") {
			fmt.Fprintln(&all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// A first session hides losses; the next one shows them, as v was pressed.
func TestAFirstSessionHidesLosses(t *testing.T) {
	extent.NoRace(t)
	dir := t.TempDir()
	c := onConsoleIn(t, dir, self, "--classic", "bat")
	c.await("step 0/0")
	c.press("b") // an intent of the solver is no choice about losses
	c.await("22 is optimal")
	c.press("v")
	c.await("Losses are shown.")
	c.press("\r")
	c.await("step 1/1")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Fatal(err)
	}
	c = onConsoleIn(t, dir, self, "--classic", "lion")
	c.await("step 0/0")
	c.press("v")
	c.await("Losses are hidden")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
}
