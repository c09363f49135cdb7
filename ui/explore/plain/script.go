package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
)

// Script carries out lines one after the other, as if a user typed them at the prompt, and
// prints what each leads to. It waits for what a line began, except for a search, for which
// the line wait stands. It ends at the first line that cannot be carried out, with an error
// that begins with the script's name and the line's number.
func Script(ctx context.Context, o app.Options, name string, lines io.Reader, out io.Writer) error {
	return run(ctx, o, name, lines, out)
}

// ask prints the prompt for a user.
func (d *driver) ask() {
	if d.script == "" {
		fmt.Fprint(d.out, prompt)
	}
}

// echo prints the line of a script, which no user has typed. It is false for a line that is
// no text.
func (d *driver) echo(line string) bool {
	if d.script == "" {
		return true
	}
	if !utf8.ValidString(line) || strings.ContainsRune(line, 0) {
		d.refuse("This is no line of text in UTF-8: a script has a command on each line.")
		return false
	}
	fmt.Fprintln(d.out, prompt+style.Printable(layer.Short(line)))
	return true
}

// refuse says why a line cannot be carried out, which ends a script.
func (d *driver) refuse(why string) {
	if d.wrong = why; d.script == "" {
		fmt.Fprintln(d.out, why)
	}
}

// failed is the error of a script's line, if it could not be carried out.
func (d *driver) failed() error {
	if d.script == "" || d.left {
		return nil
	}
	why := d.wrong
	if text, bad := app.Refusal(d.m); bad {
		why = text
	} else if question := app.Asked(d.m); question != "" {
		why = question +
			" A script answers no question: with ! behind its name, as in save! FILE, a command replaces a file."
	}
	if why == "" {
		return nil
	}
	return errors.New(d.script + ":" + strconv.Itoa(d.line) + ": " + style.Printable(plainly(why)))
}

// finish waits for what the line began: a short time at a prompt, to the end in a script. A
// search that it began goes on.
func (d *driver) finish(ctx context.Context) {
	most := d.patience
	if d.script != "" {
		most = forever
	}
	d.until(ctx, most, func() bool { return d.waiting == 0 || d.script != "" && app.Running(d.m) != "" })
}

// forever is longer than any work.
const forever = math.MaxInt64

// await waits until no search runs, or for so many seconds at most.
func (d *driver) await(ctx context.Context, arg string) {
	most := time.Duration(forever)
	if arg, _ = model.SplitComment(arg); arg != "" {
		seconds, err := strconv.ParseFloat(arg, 64)
		if err != nil || !(seconds >= 0 && seconds <= 1e6) {
			d.refuse("wait takes a number of seconds, or nothing to wait until no search runs.")
			return
		}
		most = time.Duration(seconds * float64(time.Second))
	}
	d.until(ctx, most, func() bool { return d.started == 0 })
}

// until takes messages until something holds, the time is up, or the user leaves.
func (d *driver) until(ctx context.Context, most time.Duration, holds func() bool) {
	limit := time.NewTimer(most)
	defer limit.Stop()
	for !holds() && !d.left {
		select {
		case m := <-d.messages:
			d.bring(m)
		case <-limit.C:
			return
		case <-ctx.Done():
			return
		}
	}
}
