package launch_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"facet/ui/cli/command"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/explore/app"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/terminal"
	"facet/ui/uitest"
	"facet/ui/uitest/whole"

	"github.com/creack/pty"
	"go.uber.org/goleak"
)

// asProgram in the environment makes the test binary the program itself.
const asProgram = "FACET_RUN_AS_PROGRAM"

func TestMain(m *testing.M) {
	if dir := os.Getenv("FACET_TEST_EXPLORE"); dir != "" {
		os.Exit(explore(dir))
	}
	if os.Getenv(asProgram) != "" {
		os.Unsetenv(asProgram)
		program := command.Program{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
			Explore: launch.Explore, Features: whole.Features()}
		code := program.Run(launch.Signals(), os.Args[1:])
		// A tick, and a batch with one, ends by itself.
		if err := goleak.Find(goleak.IgnoreTopFunction("os/signal.loop"),
			goleak.IgnoreAnyFunction("os/signal.NotifyContext.func1"),
			goleak.IgnoreAnyFunction("github.com/charmbracelet/bubbletea.Tick.func1"),
			goleak.IgnoreAnyFunction("github.com/charmbracelet/bubbletea.(*Program).execBatchMsg")); err != nil {
			fmt.Fprintln(os.Stderr, "goroutine still at work:", err)
			code = 3
		}
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// A terminal that never answers a query must not delay a batch command: libraries that
// query the background colour wait for seconds. So the program queries nothing.
func TestCommandsDoNotWaitForTheTerminal(t *testing.T) {
	program := exec.Command(os.Args[0], "samples", "--names")
	program.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color")
	terminal, err := pty.Start(program)
	if err != nil {
		t.Skip("no pseudo terminal:", err)
	}
	defer terminal.Close()
	var output bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = output.ReadFrom(terminal) // ends with an error when the program ends
	}()
	if err := program.Wait(); err != nil {
		t.Fatal(err)
	}
	<-read
	if !bytes.Contains(output.Bytes(), []byte("newton10")) || bytes.ContainsRune(output.Bytes(), '\x1b') {
		t.Errorf("it printed %q", output.String())
	}
}

// Without a full screen, the explorer reads lines and writes sentences.
func TestPlain(t *testing.T) {
	dag := uitest.Sample(t, "lion")
	var out strings.Builder
	home := t.TempDir()
	terminal := terminal.Terminal{In: strings.NewReader("1\nq\n"), Out: &out,
		Getenv: func(name string) string {
			if name == "HOME" {
				return home
			}
			return ""
		}}
	if err := launch.On(t.Context(), shell.Explorer{Options: app.Options{Dag: dag, Terminal: terminal,
		Files: &files.Disk{}}, Plain: true, Hints: "off"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"lion: 5 vertices, 5 edges.", "Done: TAN F'(0,1) for 4",
		"Saved at step 1 of lion"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// The tour begins by itself once: for a user who never explored here, on the dag that the
// user named.
func TestTheTourBeginsOnce(t *testing.T) {
	dag, parts := uitest.Sample(t, "lion"), whole.Features().Parts
	home := t.TempDir()
	env := func(name string) string { return map[string]string{"HOME": home, "TERM": "xterm"}[name] }
	kept, err := store.Open(env)
	if err != nil {
		t.Fatal(err)
	}
	for _, plain := range []bool{true, false} {
		if kept.Settings().Toured {
			t.Error("the tour was begun where nobody could see it")
		}
		terminal := terminal.Terminal{In: strings.NewReader("q\n"), Out: io.Discard, Width: 80, Height: 24,
			Getenv: env}
		if err := launch.On(t.Context(), shell.Explorer{Options: app.Options{Dag: dag, Terminal: terminal,
			Files: &files.Disk{}}, Plain: plain, Wings: parts}); err != nil {
			t.Fatal(err)
		}
	}
	if !kept.Settings().Toured {
		t.Error("the tour does not begin by itself, or would begin again")
	}
}
