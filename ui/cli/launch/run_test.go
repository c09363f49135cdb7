package launch_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"facet/model"
	"facet/ui/cli/launch"
	"facet/ui/explore/app"
	"facet/ui/files/store"
	"facet/ui/terminal"
)

// explore runs an explorer in the test binary, which is the program of a terminal of its
// own then.
func explore(dir string) int {
	g, err := model.NewDag("path", []model.Vertex{{ID: "x", Size: 1}, {ID: "v", Size: 1}, {ID: "y", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, HasModel: true, Tangent: 1, Adjoint: 2},
			{Source: 1, Target: 2, HasModel: true, Tangent: 3, Adjoint: 4}})
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGHUP, syscall.SIGTERM)
		defer stop()
		err = launch.Run(ctx, app.Options{Dag: g, Autosave: true, Directory: store.At(dir),
			Terminal: terminal.Terminal{In: os.Stdin, Out: os.Stdout, Getenv: os.Getenv}})
	}
	if err != nil {
		return 1
	}
	return 0
}

// pseudo runs the explorer on a terminal that never answers a question.
type pseudo struct {
	t     *testing.T
	cmd   *exec.Cmd
	file  *os.File
	bytes chan string
	seen  strings.Builder
	start time.Time
}

func openTerminal(t *testing.T, dir string, env ...string) *pseudo {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append([]string{"FACET_TEST_EXPLORE=" + dir, "TERM=xterm-256color", "HOME=" + dir}, env...)
	begin := time.Now()
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skip("no pseudo terminal here:", err)
	}
	x := &pseudo{t: t, cmd: cmd, file: file, bytes: make(chan string, 1000), start: begin}
	go func() {
		defer close(x.bytes)
		buffer := make([]byte, 4096)
		for {
			n, err := file.Read(buffer)
			if n > 0 {
				x.bytes <- string(buffer[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = file.Close()
	})
	return x
}

// until waits for a text on the screen and returns the time since the start.
func (p *pseudo) until(text string) time.Duration {
	p.t.Helper()
	late := time.After(patience)
	for !strings.Contains(p.seen.String(), text) {
		select {
		case part, ok := <-p.bytes:
			if !ok {
				p.t.Fatalf("the program ended before %q:\n%s", text, p.seen.String())
			}
			p.seen.WriteString(part)
		case <-late:
			p.t.Fatalf("no %q after all that time:\n%q", text, p.seen.String())
		}
	}
	return time.Since(p.start)
}

func (p *pseudo) press(keys string) {
	p.t.Helper()
	if _, err := p.file.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pseudo) wait() error {
	done := make(chan error, 1)
	go func() { done <- p.cmd.Wait() }()
	for {
		select {
		case err := <-done:
			return err
		case <-p.bytes:
		case <-time.After(patience):
			return errors.New("the program does not end")
		}
	}
}

// Nothing may be queried from a terminal before the first screen: one that does not
// answer would cost seconds.
func TestStartOnASilentTerminal(t *testing.T) {
	x := openTerminal(t, t.TempDir())
	t.Logf("first screen after %v", x.until("help"))
	for _, question := range []string{"\x1b]10;?", "\x1b]11;?", "\x1b[6n", "\x1b[c"} {
		if strings.Contains(x.seen.String(), question) {
			t.Errorf("the terminal was asked %q", question)
		}
	}
	x.press("q")
	if err := x.wait(); err != nil {
		t.Error(err)
	}
}

// A terminal that goes away, or a signal to end, loses no work.
func TestSignalsLoseNothing(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			dir := t.TempDir()
			x := openTerminal(t, dir)
			x.until("help")
			x.press("\r")
			x.until("step 1/1")
			if signal == syscall.SIGKILL { // a killed program has only had an instant to save
				for late := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
					if saved, ok := store.At(dir).LatestOfAll(); ok && saved.Steps == 1 || time.Now().
						After(late) {
						break
					}
				}
			}
			if err := x.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			_ = x.wait()
			saved, ok := store.At(dir).LatestOfAll()
			if !ok || saved.Steps != 1 {
				t.Fatalf("saved: %+v %v", saved, ok)
			}
			left, _ := filepath.Glob(filepath.Join(dir, "sessions", ".*"))
			if len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}
