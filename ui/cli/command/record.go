package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/ui/cli/record"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/figure"
	"facet/ui/explore/layer"
	"facet/ui/files"

	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
)

// How large a terminal may be that is recorded, and how long a step is shown.
const (
	leastWidth, leastHeight = 72, 20 // the explorer shows nothing in less
	mostWidth, mostHeight   = 400, 200
	longestPace             = time.Hour
)

func recordCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "record FILE|LESSON",
		Short: "Record the explorer along a sequence or a lesson, as an asciicast or SVG",
		Long: `Record the explorer as an asciicast (version 2): step by step along a sequence, or
page by page through a lesson. There is a marker at each step. asciinema play and
players for web pages show it. With --as svg, or --out NAME.svg, it is a picture that
moves, for web pages and slides; --step takes one screen of it. --sequence names the
sequence for the dag in FILE. A session has its own sequence. Otherwise the argument is
a lesson, by its name or as a file (see facet lesson). Pages with much text are shown
longer than --pace.

` + shell.FileHelp,
		Example:           "  facet record bat --sequence bat.seq --out bat.cast\n  facet record newton --size 100x30 --out lesson.cast",
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	var q sequenceFlags
	q.add(c)
	size := c.Flags().String("size", "80x24", "columns and rows of the terminal")
	pace := shell.Limit(3 * time.Second)
	c.Flags().Var(&pace, "pace", "how long each step is shown")
	kind := shell.Choice(c, "theme", "dark", "colours", style.Kinds()[1:]...)
	as := shell.Choice(c, "as", "", "format (default: by the name of --out, else cast)", "cast", "svg")
	step := c.Flags().Int("step", 0,
		"with svg: the screen after this step alone (default: all, one after the other)")
	ascii := c.Flags().Bool("ascii", false, "draw with ASCII characters only")
	out, force := shell.OutFlag(c), shell.ForceFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		o := record.Options{Pace: time.Duration(pace)}
		var err error
		if o.Width, o.Height, err = parseSize(*size); err != nil {
			return err
		}
		if o.Pace <= 0 || o.Pace > longestPace {
			return fmt.Errorf("--pace is %s: choose a time up to %s", o.Pace, longestPace)
		}
		roles, err := style.ParseKind(*kind)
		if err != nil {
			return err
		}
		o.Theme = style.Make(roles, *ascii, termenv.TrueColor)
		o.SVG, o.Step = *as == "svg" || *as == "" && strings.EqualFold(filepath.Ext(*out), ".svg"), *step
		if o.Step < 0 || o.Step > 0 && !o.SVG {
			return fmt.Errorf("--step is %d: choose a step from 1, with --as svg", o.Step)
		}
		if !c.Flags().Changed("sequence") && !isSession(s, c, args[0]) {
			return recordLesson(s, c, args[0], o, *out, *force)
		}
		w, _, err := q.steps(c, s, args[0])
		if err != nil {
			return err
		}
		if len(w.Steps) == 0 {
			return fmt.Errorf("%s has no steps to record: name a sequence with --sequence",
				shell.Called(args[0]))
		}
		if len(w.Steps) > record.MostPages {
			return fmt.Errorf("%s: %d steps are too many for a recording, which has at most %d: write single pictures with facet figure",
				shell.Called(args[0]), len(w.Steps), record.MostPages)
		}
		kept, err := recorded(c.Context(), w)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
		}
		if o.Step > len(w.Steps) {
			return fmt.Errorf("--step is %d: the sequence has %s", o.Step,
				style.Plural(len(w.Steps), "step", "steps"))
		}
		o.Title = w.Dag.Name
		return s.Put(*out, *force, func(w io.Writer) error { return record.Session(c.Context(), w, kept, o) })
	}
	return c
}

// isSession reports whether FILE holds one. Standard input is read only once.
func isSession(s shell.Shell, c *cobra.Command, file string) bool {
	if file == shell.Stdin {
		return true
	}
	in, err := s.Files.Open(c.Context(), file)
	return err == nil && in.Kind == files.Session
}

// recordLesson records a lesson that comes with facet, or one in a file.
func recordLesson(s shell.Shell, c *cobra.Command, name string, o record.Options, out string,
	force bool) error {
	led, err := paged(c.Context(), s, name)
	if err != nil {
		if in, opened := s.Files.Open(c.Context(), name); opened == nil && in.Kind == files.Dag {
			return fmt.Errorf("%s is a dag: name the sequence to record with --sequence, or record a session or a lesson", name)
		}
		return err
	}
	face, err := s.Files.Open(c.Context(), "face") // on the screen until the lesson puts its own there
	if err != nil {
		return err
	}
	dag, err := face.Dag(c.Context())
	if err != nil {
		return err
	}
	o.Title, _, _ = led.Page()
	return s.Put(out, force, func(w io.Writer) error { return record.Lesson(c.Context(), w, dag, led, o) })
}

// paged opens what leads along pages and has this name.
func paged(ctx context.Context, s shell.Shell, name string) (layer.Leader, error) {
	var parts []layer.Part
	if s.Parts != nil {
		parts = s.Parts(layer.Surroundings{Files: s.Files})
	}
	for _, source := range layer.SourcesOf(parts) {
		if source.Paged {
			return source.Open(ctx, name)
		}
	}
	return nil, fmt.Errorf("%s has no steps to record: name a sequence with --sequence", shell.Called(name))
}

// parseSize reads a size such as 80x24.
func parseSize(text string) (width, height int, err error) {
	var rest string
	if n, _ := fmt.Sscanf(text, "%dx%d%s", &width, &height, &rest); n != 2 ||
		width < leastWidth || width > mostWidth || height < leastHeight || height > mostHeight {
		return 0, 0, fmt.Errorf("--size is %q: write columns and rows from %dx%d to %dx%d, as 100x30", text,
			leastWidth, leastHeight, mostWidth, mostHeight)
	}
	return width, height, nil
}

// recorded is a session of a walk's steps.
func recorded(ctx context.Context, w figure.Walk) (*session.Session, error) {
	s := session.New(w.Dag)
	for k, step := range w.Steps {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		title := ""
		if len(step.Ops) > 1 {
			title = fmt.Sprintf("%s and %d more", model.FormatOp(s.State(), step.Ops[0]), len(step.Ops)-1)
		}
		if _, err := s.Do(title, step.Ops...); err != nil {
			return nil, fmt.Errorf("step %d: %w", k+1, err)
		}
		if step.Note != "" {
			if err := s.Annotate(s.Cursor(), step.Note); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}
