// Package plain drives an explorer by lines of text: it prints the state in sentences and
// the operations as numbered lines, and takes numbers, keys and the palette's commands at
// a prompt. It is for screen readers, serial lines, scripts and transcripts.
package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/header"
)

const (
	prompt  = "> "
	cursor  = ">"     // after the number of the selected operation
	longest = 1 << 20 // characters of a line
	columns = 78      // of 80, to leave room for the prompt
	// rows is the length of a page: nothing is scrolled here.
	rows = 1000
	// patience is how long an answer waits for the work that its line started.
	patience = 400 * time.Millisecond
	// fewest is the number of operations that are listed after each step; longer lists
	// are printed on request.
	fewest = 12
	// page is the number of operations that are listed at once.
	page = 40
)

// Run explores by lines from in until they end, the user leaves or the context is done.
// When it returns, the session is on the disk.
func Run(ctx context.Context, o app.Options, in io.Reader, out io.Writer) error {
	return run(ctx, o, "", in, out)
}

func run(ctx context.Context, o app.Options, script string, in io.Reader, out io.Writer) error {
	o.Words, o.Theme = true, o.Theme.Bare()
	m := app.New(o)
	d := &driver{m: m, to: m, out: out, script: script, mute: script != "", patience: patience,
		messages: make(chan message), over: make(chan struct{})}
	defer close(d.over)
	err := d.run(ctx, in)
	unsaved := m.Close()
	m.Farewell(out)
	return errors.Join(err, unsaved)
}

// driver sends lines to the explorer and prints the answers.
type driver struct {
	m        *app.Model
	to       tea.Model // m, or what guards it
	out      io.Writer
	script   string        // the name of the script that the lines come from; empty for a user at a prompt
	patience time.Duration // how long to wait for the work that a line started
	messages chan message
	over     chan struct{} // closed at the end, when no message is received any more
	line     int           // the number of the current line
	waiting  int           // running commands that this line started
	mute     bool          // no user types lines: keys and numbers are not said
	started  int           // running commands of all lines
	wrong    string        // why the line cannot be carried out
	typed    string        // the line
	left     bool
	shown    shown
	listed   []model.Choice // the operations by their printed numbers
	of       *model.State   // the state in which they are possible
}

// message is the message of a command, with the number of the line that started it.
type message struct {
	msg  tea.Msg
	line int
}

// shown is what was printed last: what has not changed is not printed again.
type shown struct {
	dag, leader, front, done, next, keys, notice, warning string
	revision                                              uint64
	listed                                                bool
}

func (d *driver) run(ctx context.Context, in io.Reader) error {
	lines := make(chan string)
	ended := make(chan error, 1)
	go func() {
		scan := bufio.NewScanner(in)
		scan.Buffer(nil, longest)
		for scan.Scan() {
			select {
			case lines <- scan.Text():
			case <-d.over:
				return
			}
		}
		err := scan.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a line has more than %d signs: nothing here needs so many", longest)
		}
		ended <- err
	}()
	d.update(tea.WindowSizeMsg{Width: columns, Height: rows})
	d.start(d.m.Init())
	d.finish(ctx)
	d.tell()
	d.ask()
	for !d.left {
		select {
		case <-ctx.Done():
			return nil
		case err := <-ended:
			if d.script == "" {
				fmt.Fprintln(d.out)
			}
			return err
		case m := <-d.messages:
			d.bring(m)
		case line := <-lines:
			d.line, d.waiting, d.wrong = d.line+1, 0, ""
			line = ansi.Strip(line) // of what a terminal answered meanwhile
			if line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")); strings.HasPrefix(line, "#") ||
				line == "" && d.script != "" {
				d.ask()
				continue
			}
			d.typed = strings.TrimPrefix(line, ":")
			if d.echo(line) {
				d.take(ctx, line)
				d.finish(ctx)
			}
			if !d.left {
				d.tell()
				d.ask()
			}
			if err := d.failed(); err != nil {
				return err
			}
		}
	}
	return nil
}

// take performs a line: a number, a key, an answer, or a command.
func (d *driver) take(ctx context.Context, line string) {
	w := d.m.Words(columns)
	if w.Page && keyName(line) != "tab" && !isEscape(line) {
		// the page was read: the line is meant for the layer below
		d.press("esc")
		w = d.m.Words(columns)
	}
	number, err := strconv.Atoi(line)
	name, arg, _ := strings.Cut(line, " ")
	switch {
	case w.Asks && !isEscape(line):
		d.write(line)
	case line == "" && w.View.Leader != "" && !w.Listed:
		d.press("pgdown")
	case line == "":
		d.shown = shown{}
	case name == "wait" && d.script != "":
		d.shown.notice = w.Notice // it is about the line before
		d.await(ctx, arg)
	case name == "wait":
		seconds, _ := strconv.Atoi(arg)
		d.until(ctx, time.Duration(max(1, min(seconds, 3600)))*time.Second, func() bool { return false })
	case name == "list" && w.Listed:
		from, _ := strconv.Atoi(arg)
		d.list(w, max(1, from), page)
	case err == nil && w.Listed:
		all := d.numbered(w, false)
		if number < 1 || number > len(all) {
			d.refuse(fmt.Sprintf("There is no operation %d: there are %d.", number, len(all)))
			break
		}
		d.shown.notice = w.Notice // the notice is about the line before
		d.update(app.Intents{intent.Carry{Ops: []model.Op{all[number-1].Op}}})
	case isEscape(line) || layer.IsKey(keyName(line)) && line != "end": // which is a command
		d.press(keyName(line))
	default:
		d.warn()
		d.update(app.Line(line))
	}
}

// keyName is the name of a key for the explorer.
func keyName(line string) string {
	switch strings.ToLower(line) {
	case "page down", "next":
		return "pgdown"
	case "page up", "back":
		return "pgup"
	case "escape":
		return "esc"
	case "return":
		return "enter"
	}
	return layer.ParseKey(line)
}

func isEscape(line string) bool { return keyName(line) == "esc" }

// press presses keys, or types a text.
func (d *driver) press(keys ...string) {
	for _, k := range keys {
		if k == "" {
			continue
		}
		d.warn() // a key ends it
		d.update(layer.Key(k))
	}
}

// warn prints what is not saved, once: it may have come while the prompt stood.
func (d *driver) warn() {
	text := style.Printable(app.Warning(d.m))
	if text != "" && text != d.shown.warning {
		d.say(text)
	}
	d.shown.warning = text
}

// write types a text, which may be called like a key, and Enter where that is still asked
// for: a single letter may have been enough.
func (d *driver) write(text string) {
	if text != "" {
		d.update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
	}
	if text == "" || d.m.Words(columns).Asks {
		d.press("enter")
	}
}

// update sends a message and starts the commands that follow from it.
func (d *driver) update(msg tea.Msg) {
	_, cmd := d.to.Update(msg)
	d.start(cmd)
}

// start runs a command in the background.
func (d *driver) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	line := d.line
	d.waiting++
	d.started++
	go func() {
		select {
		case d.messages <- message{cmd(), line}:
		case <-d.over:
		}
	}()
}

// bring takes the message of a command.
func (d *driver) bring(m message) {
	d.started--
	if m.line == d.line {
		d.waiting--
	}
	switch msg := m.msg.(type) {
	case nil:
	case tea.QuitMsg:
		d.left = true
	case tea.BatchMsg:
		for _, one := range msg {
			d.start(one)
		}
	default:
		d.update(msg)
	}
}

// selectedLabel begins the sentence that says which operation is selected.
const selectedLabel = "Selected: "

// tell prints the changes since the last line.
func (d *driver) tell() {
	d.warn()
	w := d.m.Words(columns)
	v := w.View
	now := shown{dag: v.Dag().Name, leader: v.Leader, front: strings.Join(w.Front, "\n"), done: w.Done,
		revision: v.Steps.Revision(), listed: w.Listed, warning: d.shown.warning}
	before := d.shown
	if w.Alone {
		now.dag, now.leader = "", ""
	}
	if before.dag == "" && !w.Alone && !d.mute {
		d.say(v.Keymap.Text("A number carries out an operation, list prints all of them, {?:help} the keys. Commands are typed as they are, as in: save my.seq. {q:quit} quits."))
	}
	if now.leader != before.leader {
		d.say(now.leader)
	}
	if now.dag != before.dag && !w.Alone {
		d.say(about(v))
	}
	moved := now.revision != before.revision || now.done != before.done
	if moved && !w.Alone && (w.Panels || now.dag == before.dag && now.leader == before.leader) {
		d.say("Done: " + w.Done)
		d.say(totals(v))
	}
	if now.front != before.front {
		d.print(w.Front)
	}
	if now.next = w.Next; !w.Panels {
		now.next = before.next
	}
	if w.Panels && d.script == "" && (moved || now.next != before.next) {
		label := selectedLabel
		all := d.numbered(w, w.Listed && (moved || !before.listed))
		if at := slices.IndexFunc(all, func(c model.Choice) bool {
			return intent.AtOp(c.Op) == v.Sel
		}); at >= 0 && w.Listed && !d.mute {
			label += fmt.Sprintf("%d%s ", at+1, cursor)
		}
		if w.Redo {
			label = "Redo: "
		}
		d.say(label + w.Next)
	}
	if w.Listed && (moved || !before.listed) && !d.mute {
		d.list(w, 1, fewest)
	}
	if w.Command != "" && d.line > 0 && w.Command != d.typed {
		d.say("Command: " + w.Command)
	}
	if w.Notice != before.notice {
		d.say(w.Notice)
	}
	if now.keys = keys(w.Keys); now.keys != before.keys && !d.mute {
		d.say("Keys: " + now.keys)
	}
	d.shown = now
}

// about describes what is explored.
func about(v *layer.View) string {
	n := &v.Totals
	text := v.Dag().Name
	if n.Classic {
		text += ", classic"
	}
	var modes []string
	for _, m := range n.Methods() {
		modes = append(modes, m.Name+" "+v.Theme.Cost(m.Cost))
	}
	if n.Pending {
		modes = append(modes, "sparse modes are being computed")
	}
	return fmt.Sprintf("%s: %s, %s. Totals: %s.", text, style.Plural(n.Vertices, "vertex", "vertices"),
		style.Plural(n.Edges, "edge", "edges"), strings.Join(modes, ", "))
}

// totals describes the progress, the cost so far, and the best known total.
func totals(v *layer.View) string {
	s := v.State()
	text := "Yours " + v.Theme.Cost(s.Spent())
	if s.Done() {
		text += ", complete"
	} else {
		text += fmt.Sprintf(", %s left", style.Plural(s.Faces(), "face", "faces"))
	}
	if best, ok := header.Known(v, v.Advice); ok {
		text += "; " + best
	}
	return text + "."
}

// numbered are the operations by the numbers printed last. These keep their meaning when
// the losses become known and reorder the list.
func (d *driver) numbered(w app.Words, anew bool) []model.Choice {
	if s := w.View.State(); anew || d.of != s {
		d.listed, d.of = w.Operations, s
	}
	return d.listed
}

// list prints operations with their numbers.
func (d *driver) list(w app.Words, from, most int) {
	t, s := w.View.Theme, w.View.State()
	all := d.numbered(w, from <= 1)
	for k := from - 1; k < min(len(all), from-1+most); k++ {
		o := layer.Foresee(s, all[k])
		mark := ""
		if intent.AtOp(o.Choice.Op) == w.View.Sel {
			mark = cursor
		}
		text := fmt.Sprintf("%s %s for %s: %s%s", o.Choice.Op.Mode, layer.OpName(t, s, o.Choice.Op),
			t.Cost(o.Choice.Price), o.Effect(t), verdict(w.View, o.Choice.Op))
		head := fmt.Sprintf("%4d%-2s", k+1, mark)
		for row := range style.Wrap(plainly(text), columns-len(head)) {
			fmt.Fprintln(d.out, head+row)
			head = style.Blank(len(head))
		}
	}
	if more := len(all) - (from - 1 + most); more > 0 {
		fmt.Fprintf(d.out, "      %d more: list %d\n", more, from+most)
	}
}

// verdict says what an operation loses, where that is known and not concealed.
func verdict(v *layer.View, o model.Op) string {
	if v.Concealed || v.Advice.Verdict == nil {
		return ""
	}
	switch verdict, ok := v.Advice.Verdict(o); {
	case !ok || !verdict.HasRegret:
		return ""
	case verdict.Regret > 0:
		return "; loses " + v.Theme.Cost(verdict.Regret)
	case verdict.Exact:
		return "; optimal"
	}
	return ""
}

// say prints a sentence.
func (d *driver) say(text string) {
	switch text = plainly(text); {
	case text == "":
	case d.mute:
		fmt.Fprintln(d.out, text)
	default:
		for row := range style.Wrap(text, columns) {
			fmt.Fprintln(d.out, strings.ReplaceAll(row, string(style.NoBreak), " "))
		}
	}
}

// keys writes the keys that mean something here, without panels and scrolling. A key
// stays on the row of its text.
func keys(all []layer.KeyText) string {
	var texts []string
	for _, k := range all {
		if k != (layer.KeyText{Key: "Tab", Brief: "panel"}) && k.Brief != "more" {
			texts = append(texts, strings.ReplaceAll(k.Key+" "+k.Brief, " ", string(style.NoBreak)))
		}
	}
	return strings.Join(texts, ", ")
}

// print prints rows, without blank rows at both ends and without frames.
func (d *driver) print(all []string) {
	blank := true
	for _, row := range all {
		row = strings.TrimRight(ansi.Strip(row), " ")
		if row == "" && blank {
			continue
		}
		blank = row == ""
		fmt.Fprintln(d.out, row)
	}
}

// plainly is a text without colours and without the blanks that columns need.
func plainly(text string) string {
	return strings.Join(strings.FieldsFunc(ansi.Strip(text), func(r rune) bool {
		return r != '\u00a0' && unicode.IsSpace(r)
	}), " ")
}
