package shell

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"facet/model"
	"facet/planner"
	"facet/ui/files"
)

// with is a command below facet with flags, and a shell in which it runs.
func with(t *testing.T, flags func(*cobra.Command), args ...string) (*cobra.Command, Shell, error) {
	t.Helper()
	root, c := &cobra.Command{Use: "facet"},
		&cobra.Command{Use: "solve FILE", Run: func(*cobra.Command, []string) {}}
	other := &cobra.Command{Use: "compare FILE", Run: func(*cobra.Command, []string) {}}
	other.Flags().Bool("certain", false, "")
	root.AddCommand(c, other)
	if flags != nil {
		flags(c)
	}
	c.SetContext(t.Context())
	s := Shell{Files: &files.Disk{Stdin: strings.NewReader("")}, Out: io.Discard, Data: io.Discard,
		Err: io.Discard}
	return c, s, c.ParseFlags(args)
}

// says compares an error with a sentence; an empty one is no error.
func says(t *testing.T, err error, want string) {
	t.Helper()
	if err != nil && err.Error() != want || err == nil && want != "" {
		t.Errorf("got %v, want %q", err, want)
	}
}

// What is wrong with a flag is one sentence that says what to do.
func TestFlagError(t *testing.T) {
	flags := func(c *cobra.Command) {
		c.Flags().Int("seed", 0, "")
		c.Flags().Uint("level", 0, "")
		c.Flags().Float64("pace", 0, "")
		c.Flags().Bool("force", false, "")
		Known(c, "force", "overwrite")
		o := new(planner.Options)
		Named(c, "method", "m", "", &o.Method, planner.ParseMethod, planner.Methods())
	}
	for arg, want := range map[string]string{
		"--seed=one": `invalid argument "one" for "--seed" flag: write a whole number: see facet solve --help`,
		"--seed=99999999999999999999": `invalid argument "99999999999999999999" for "--seed" flag: ` +
			`the number is too large: see facet solve --help`,
		"--level=-1": `invalid argument "-1" for "--level" flag: ` +
			`write a whole number from 0: see facet solve --help`,
		"--pace=x": `invalid argument "x" for "--pace" flag: write a number: see facet solve --help`,
		"--force=maybe": `invalid argument "maybe" for "--force" flag: ` +
			`write true or false, or the flag alone: see facet solve --help`,
		"--sed=1":     `unknown flag: --sed, did you mean --seed: see facet solve --help`,
		"--overwrite": `unknown flag: --overwrite, did you mean --force: see facet solve --help`,
		"--nothing":   `unknown flag: --nothing: see facet solve --help`,
	} {
		c, _, err := with(t, flags, arg)
		says(t, FlagError(c, err), want)
	}
	c, _, err := with(t, flags, "--method=nothing")
	if err = FlagError(c, err); err == nil || strings.Contains(err.Error(), "--help") {
		t.Errorf("%v", err)
	}
	if got := Suggestion(c, "solv"); got != ", did you mean solve" {
		t.Errorf("suggested is %q", got)
	}
	says(t, FlagError(c.Root(), c.Root().ParseFlags([]string{"--certain"})),
		"unknown flag: --certain, did you mean facet compare --certain: see facet --help")
}

// A command takes as many arguments as it has names for.
func TestArguments(t *testing.T) {
	c, _, _ := with(t, nil)
	for _, k := range []struct {
		check cobra.PositionalArgs
		args  []string
		want  string
	}{
		{Exactly("a FILE"), []string{"f"}, ""},
		{Exactly("a FILE"), nil, "facet solve needs a FILE: see facet solve --help"},
		{Exactly("a FILE"), []string{"f", "g"},
			`facet solve takes a FILE only, "g" is too much: see facet solve --help`},
		{Exactly("a FILE", "a SEQUENCE"), nil,
			"facet solve needs a FILE and a SEQUENCE: see facet solve --help"},
		{Exactly(), []string{"f"}, "facet solve takes no arguments: see facet solve --help"},
		{SomeFiles, []string{"f", Stdin}, ""},
		{SomeFiles, nil, "facet solve needs at least one FILE: see facet solve --help"},
		{SomeFiles, []string{Stdin, Stdin}, "standard input can be read only once"},
	} {
		says(t, k.check(c, k.args), k.want)
	}
	says(t, OneOf("as", "svg", "svg", "tikz"), "")
	says(t, OneOf("as", "png", "svg", "tikz"), `--as is "png": choose one of svg, tikz`)
	names, _ := CompleteFiles(1)(c, nil, "bat")
	if len(names) != 1 || !strings.HasPrefix(names[0], "bat\t") {
		t.Errorf("completed to %q", names)
	}
	if names, _ = CompleteFiles(1)(c, []string{"bat"}, ""); len(names) > 0 {
		t.Errorf("a second file is completed to %q", names)
	}
}

// The flags that were given are written as a shell reads them.
func TestGiven(t *testing.T) {
	c, _, err := with(t, func(c *cobra.Command) {
		OutFlag(c)
		ForceFlag(c)
		JSONFlag(c)
		ClassicFlag(c)
		c.Flags().StringSlice("by", nil, "")
		Choice(c, "as", "svg", "the form", "svg", "tikz")
	}, "--out", "it's mine.xml", "--force", "--json=false", "--by", "x,y", "--as", "tikz")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(Given(c, "force"),
		" "); got != `--as tikz --by x,y --json=false --out 'it'\''s mine.xml'` {
		t.Errorf("given is %s", got)
	}
	says(t, OneAlone(c, "out", "classic"), "")
	says(t, OneAlone(c, "out", "classic", "by"), "--out and --by exclude each other: choose one")
	if got := Quoted(""); got != "''" {
		t.Errorf("nothing is quoted as %s", got)
	}
}

// Limits are checked as flags, and the context of a command ends with its time.
func TestLimits(t *testing.T) {
	var o planner.Options
	c, _, err := with(t, func(c *cobra.Command) { LimitFlags(c, &o) }, "--workers", "-1", "--time", "1h")
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckOptions(&o); err == nil || !strings.HasPrefix(err.Error(), "--workers is -1") {
		t.Errorf("%v", err)
	}
	InTime(c, 0)()
	if _, limited := c.Context().Deadline(); limited {
		t.Error("no time is a limit")
	}
	whole := c.Context()
	end := InTime(c, o.Time)
	within := c.Context()
	if _, limited := within.Deadline(); !limited {
		t.Error("an hour is none")
	}
	end()
	if within.Err() == nil || c.Context() != whole {
		t.Error("it goes on after its end")
	}
	for _, limit := range []bool{false, true} {
		ctx, cancel := Within(t.Context(), map[bool]time.Duration{true: o.Time}[limit])
		if _, limited := ctx.Deadline(); limited != limit {
			t.Errorf("limited %v, want %v", limited, limit)
		}
		cancel()
	}
	var workers int
	var check func() error
	if _, _, err = with(t, func(c *cobra.Command) { check = WorkersFlag(c, &workers, "goroutines") },
		"--workers", "100000"); err != nil || check() == nil ||
		!strings.HasPrefix(check().Error(), "--workers is 100000") {
		t.Errorf("%v, %v", err, check())
	}
}

// Dags are read from samples and files; what is missing is said with what there is.
func TestDag(t *testing.T) {
	c, s, _ := with(t, nil)
	g, err := s.Dag(c, "lion")
	if err != nil {
		t.Fatal(err)
	}
	classic, err := s.ClassicDag(c, "lion", true)
	if err != nil || !classic.Edges[0].HasJacobian || classic.Edges[0].HasModel {
		t.Errorf("%+v, %v", classic.Edges[0], err)
	}
	c.Root().SetContext(t.Context())
	if _, err = s.Dag(c.Root(), "compar"); err == nil || !strings.Contains(err.Error(), "compare") {
		t.Errorf("%v", err)
	}
	if Called(Stdin) != "standard input" || Called("f") != "f" {
		t.Error("files are called otherwise")
	}
	late, cancel := context.WithCancelCause(t.Context())
	cancel(ErrTime)
	c.SetContext(late)
	if _, err = s.Dag(c, "lion"); err != nil && !errors.Is(err, ErrTime) {
		t.Errorf("%v", err)
	}
	end, err := planner.Solve(t.Context(), model.NewState(g), planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	all := Operations(g, end.Incumbent.Ops)
	var out bytes.Buffer
	if err := WriteListing(&out, Lines(all)); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(out.String(), "\n"); len(lines) != len(all)+4 ||
		lines[2] != "  "+all[0].String() || all[0].Op != "ACC" {
		t.Errorf("the listing is\n%s", &out)
	}
}

// Results go to a file, which is replaced where that is asked for, or to standard output.
func TestResults(t *testing.T) {
	_, s, _ := with(t, nil)
	var out bytes.Buffer
	s.Data = &out
	write := func(w io.Writer) error { _, err := io.WriteString(w, "result"); return err }
	file := filepath.Join(t.TempDir(), "f")
	for _, to := range []string{"", Stdin, file} {
		if err := s.Put(to, false, write); err != nil {
			t.Errorf("%q: %v", to, err)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "result" ||
		out.String() != "resultresult" {
		t.Errorf("%q, %v, and %q", text, err, &out)
	}
	if err := os.WriteFile(file+"2", []byte("of another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Store(file+"2", nil, false); err == nil ||
		!strings.HasSuffix(err.Error(), ", or replace it with --force") {
		t.Errorf("%v", err)
	}
	if err := s.Store(file+"2", nil, true); err != nil {
		t.Error(err)
	}
	failing := &Outlet{Writer: writer(func([]byte) (int, error) { return 0, errors.New("it is full") })}
	for range 2 {
		_, _ = failing.Write([]byte("x"))
	}
	says(t, failing.Failed, "cannot write the result: it is full")
}

type writer func([]byte) (int, error)

func (w writer) Write(text []byte) (int, error) { return w(text) }

// A list is written element by element as it would be written as a whole.
func TestWriteJSONList(t *testing.T) {
	type one struct{ A, B int }
	type all struct {
		Name string
		List []one `json:"list"`
		Last bool
	}
	for _, list := range [][]one{{}, {{1, 2}}, {{1, 2}, {3, 4}}} {
		var want, got bytes.Buffer
		if err := WriteJSON(&want, all{"<a>", list, true}); err != nil {
			t.Fatal(err)
		}
		if err := WriteJSONList(&got, all{"<a>", []one{}, true}, "list", func(element func(any)) error {
			for o := range slices.Values(list) {
				element(o)
			}
			return nil
		}); err != nil || got.String() != want.String() {
			t.Errorf("%v:\n%s\nwant\n%s", err, &got, &want)
		}
	}
	says(t, WriteJSONList(io.Discard, all{}, "none", nil), "there is no empty list none")
}

// The flags of the screen are read and checked, and the explorer gets them.
func TestScreenFlags(t *testing.T) {
	for args, want := range map[string]string{
		"":                       "",
		"--theme=light --fps=60": "",
		"--theme=red":            `--theme is "red": choose one of auto, light, dark, mono`,
		"--fps=0":                "--fps is 0: choose a number from 1 to 120",
		"--hints=perhaps":        `--hints is "perhaps": choose one of on, off`,
		"--script= --plain":      "--script is empty: name a FILE of lines, or - for standard input",
		"--script=- --hints=on":  "standard input cannot be the dag and the script: give one of them as a file",
		"--config=/nowhere/a.yml": "--config names settings that cannot be read: " +
			"open /nowhere/a.yml: no such file or directory",
	} {
		var read func() (Explorer, error)
		c, s, err := with(t, func(c *cobra.Command) { read = ScreenFlags(c) }, strings.Fields(args)...)
		if err != nil {
			says(t, FlagError(c, err), want)
			continue
		}
		s.Getenv = func(string) string { return "" }
		var got Explorer
		s.Explore = func(_ context.Context, o Explorer) error { got = o; return nil }
		o, err := read()
		if err == nil {
			o.FromStdin = true
			err = s.Show(c, o)
		}
		says(t, err, want)
		if err == nil && (got.FPS == 60) != strings.Contains(args, "60") {
			t.Errorf("%s: %d frames a second", args, got.FPS)
		}
	}
	c, s, _ := with(t, nil)
	says(t, s.Show(c, Explorer{}),
		"this build has no explorer: use one of the commands, see facet --help")
}
