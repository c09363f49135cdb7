package plain

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/terminal"
)

// How long what happens by itself is awaited before it is told, and how long nothing is
// told afterwards: it is read aloud. A search that is watched changes all the time.
const (
	settling    = 150 * time.Millisecond
	breath      = 2 * time.Second
	breathWatch = 20 * time.Second
)

// Listen explores without lines of a user: what changes by itself, as where a lecturer is
// followed, is handed on in the sentences of [Run], without keys and numbers: those about the
// session that is shown, the newest first, without what is said above them. It ends with the
// context. A panic is its error, and does not affect others in the process.
func Listen(ctx context.Context, o app.Options, above func() string, told func(rows []string)) (err error) {
	m := app.New(o)
	var out strings.Builder
	broken := make(chan *terminal.Broken, 1)
	d := &driver{m: m, out: &out, mute: true, patience: patience, messages: make(chan message),
		over: make(chan struct{})}
	d.to = terminal.Guarded(m, func(b *terminal.Broken) {
		select {
		case broken <- b:
		default: // it is not the first panic
		}
	})
	defer func() {
		if r := recover(); r != nil {
			err = &terminal.Broken{Value: r, Stack: debug.Stack()}
		}
		close(d.over)
		err = errors.Join(err, m.Close())
	}()
	d.update(tea.WindowSizeMsg{Width: columns, Height: rows})
	d.start(d.to.Init())
	due := time.NewTimer(settling)
	defer due.Stop()
	pending, last := true, time.Time{}
	var all sentences
	var of layer.Steps // that they are about
	for !d.left {
		select {
		case <-ctx.Done():
			return nil
		case b := <-broken:
			return b
		case m := <-d.messages:
			if d.bring(m); !pending {
				pending = true
				due.Reset(max(settling, time.Until(last.Add(d.breath()))))
			}
		case <-due.C:
			pending, last = false, time.Now()
			d.tell()
			if text := strings.Trim(out.String(), "\n"); text != "" {
				now := d.m.Words(columns).View.Steps
				all = all.with(strings.Split(text, "\n"), now != of, above())
				of = now
				told(all)
			}
			out.Reset()
		}
	}
	return nil
}

// breath is how long nothing is told after something was.
func (d *driver) breath() time.Duration {
	if d.m.Words(columns).View.Focus == intent.Solver {
		return breathWatch
	}
	return breath
}

// sentences are what a listener reads, the newest first: of the session that is shown now, each
// row once, and of what is selected the last.
type sentences []string

// mostSentences is how many are kept.
const mostSentences = 40

// isDrawing reports whether a row is part of a chart: a rule, an axis, a bar.
func isDrawing(row string) bool {
	return strings.HasPrefix(row, "|") || !strings.ContainsFunc(row, unicode.IsLetter) ||
		strings.Contains(row, "---") || strings.Contains(row, "===") || strings.Contains(row, "....")
}

// with are the sentences with those that were told last; anew where they are about another
// session. What the listener reads above them stands there, and not here as well.
func (s sentences) with(rows []string, anew bool, above string) sentences {
	var all sentences
	add := func(row string, selected bool) {
		row = strings.Join(strings.Fields(row), " ")
		switch {
		case row == "" || slices.Contains(all, row) || len(all) == mostSentences:
		case isDrawing(row): // the screen has it
		case strings.Contains(above, strings.TrimPrefix(row, "with ")):
		case selected && strings.HasPrefix(row, selectedLabel):
		default:
			all = append(all, row)
		}
	}
	for _, row := range rows {
		add(row, false)
	}
	selected := slices.ContainsFunc(all, func(row string) bool {
		return strings.HasPrefix(row, selectedLabel)
	})
	for _, row := range s {
		if !anew {
			add(row, selected)
		}
	}
	return all
}
