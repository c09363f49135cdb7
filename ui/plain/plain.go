// Package plain drives an explorer by lines of text: the state in sentences, operations
// as numbered lines, and a prompt that takes their numbers, keys and the palette's
// commands. It is for screen readers, serial lines, scripts and transcripts.
package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"facet/model"
	"facet/ui/app"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/header"
	"facet/ui/style"
)

const (
	prompt  = "> "
	cursor  = ">"     // behind the number of the selected operation
	longest = 1 << 20 // signs of a line
	columns = 78      // of 80: the prompt may stand before a row
	indent  = 6       // of what goes on below an operation
	// rows is how long a page is: nothing is scrolled here.
	rows = 1000
	// patience is how long the answer to a line waits for what the line started.
	patience = 400 * time.Millisecond
	// fewest operations are listed after each step; of more there is a list to ask for.
	fewest = 12
	// page is how many operations are listed at once.
	page = 40
)

// Run explores by lines from in until they end, the user leaves or the context is done.
// The session is on the disk when it returns.
func Run(ctx context.Context, o app.Options, in io.Reader, out io.Writer) error {
	m := app.New(o)
	d := &driver{m: m, out: out, patience: patience, messages: make(chan message), over: make(chan struct{})}
	defer close(d.over)
	err := d.run(ctx, in)
	unsaved := m.Close()
	m.Farewell(out)
	return errors.Join(err, unsaved)
}

// driver hands lines to the explorer and prints what it says.
type driver struct {
	m        *app.Model
	out      io.Writer
	patience time.Duration // how long what a line started may take
	messages chan message
	over     chan struct{} // closed at the end: nobody takes messages any more
	line     int           // the number of the line that is carried out
	waiting  int           // commands that this line started
	left     bool
	shown    shown
	listed   []model.Choice // with the numbers that were printed
	of       *model.State   // that they are possible in
}

// message is what a command brought, and the line that started it.
type message struct {
	msg  tea.Msg
	line int
}

// shown is what was printed last: what has not changed is not told again.
type shown struct {
	dag, leader, front, done, next, keys, notice string
	revision                                     uint64
	listed                                       bool
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
	d.quiet(ctx, d.patience)
	d.tell()
	fmt.Fprint(d.out, prompt)
	for !d.left {
		select {
		case <-ctx.Done():
			return nil
		case err := <-ended:
			fmt.Fprintln(d.out)
			return err
		case m := <-d.messages:
			d.bring(m)
		case line := <-lines:
			d.line, d.waiting = d.line+1, 0
			d.take(ctx, strings.TrimSpace(line))
			d.quiet(ctx, d.patience)
			if !d.left {
				d.tell()
				fmt.Fprint(d.out, prompt)
			}
		}
	}
	return nil
}

// take carries out a line: a number, a key, an answer, or a command.
func (d *driver) take(ctx context.Context, line string) {
	w := d.m.Words(columns)
	if w.Page && keyName(line) != "tab" && !isEscape(line) { // it was read: the line is meant for what is below
		d.press("esc")
		w = d.m.Words(columns)
	}
	number, err := strconv.Atoi(line)
	name, arg, _ := strings.Cut(line, " ")
	switch {
	case w.Asks && !isEscape(line):
		d.press(line, "enter")
	case line == "" && w.View.Leader != "" && !w.Listed:
		d.press("pgdown")
	case line == "":
		d.shown = shown{}
	case name == "wait":
		seconds, _ := strconv.Atoi(arg)
		d.waiting++ // for the time alone
		d.quiet(ctx, time.Duration(max(1, min(seconds, 3600)))*time.Second)
	case name == "list" && w.Listed:
		from, _ := strconv.Atoi(arg)
		d.list(w, max(1, from), page)
	case err == nil && w.Listed:
		all := d.numbered(w, false)
		if number < 1 || number > len(all) {
			fmt.Fprintf(d.out, "There is no operation %d: there are %d.\n", number, len(all))
			break
		}
		d.shown.notice = w.Notice // it is about the line before
		d.update(app.Intents{intent.Carry{Ops: []model.Op{all[number-1].Op}}})
	case isEscape(line) || layer.IsKey(keyName(line)):
		d.press(keyName(line))
	default:
		d.press(":")
		d.quiet(ctx, d.patience)
		d.press(strings.TrimPrefix(line, ":"), "enter")
		d.quiet(ctx, d.patience)
		if again := d.m.Words(columns); again.Asks && !w.Asks && len(again.Front) > 2 && strings.Contains(again.Front[0], "command") {
			d.print(again.Front[2:min(len(again.Front), 3)])
			d.press("esc")
		}
	}
}

// keyName is how a key is written for the explorer.
func keyName(line string) string {
	switch lower := strings.ToLower(line); lower {
	case "pgdn", "page down", "next":
		return "pgdown"
	case "page up", "back":
		return "pgup"
	case "escape":
		return "esc"
	case "return":
		return "enter"
	case "space":
		return " "
	case "enter", "esc", "tab", "home", "end", "up", "down", "left", "right", "pgup", "pgdown":
		return lower
	}
	return line
}

func isEscape(line string) bool { return keyName(line) == "esc" }

// press presses keys, or types a text.
func (d *driver) press(keys ...string) {
	for _, k := range keys {
		if k == "" {
			continue
		}
		d.update(layer.Key(k))
	}
}

// update hands a message over and starts what follows from it.
func (d *driver) update(msg tea.Msg) {
	_, cmd := d.m.Update(msg)
	d.start(cmd)
}

// start runs a command beside.
func (d *driver) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	line := d.line
	d.waiting++
	go func() {
		select {
		case d.messages <- message{cmd(), line}:
		case <-d.over:
		}
	}()
}

// bring takes what a command brought.
func (d *driver) bring(m message) {
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

// quiet waits for what the line started, as long as that is short.
func (d *driver) quiet(ctx context.Context, most time.Duration) {
	limit := time.NewTimer(most)
	defer limit.Stop()
	for d.waiting > 0 && !d.left {
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

// tell prints what has changed.
func (d *driver) tell() {
	w := d.m.Words(columns)
	v := w.View
	now := shown{dag: v.Dag().Name, leader: v.Leader, front: strings.Join(w.Front, "\n"), done: w.Done, revision: v.Steps.Revision(), listed: w.Listed}
	before := d.shown
	if before.dag == "" {
		d.say("A number carries out an operation, list prints all of them, ? the keys. Commands are typed as they are, as in: save my.seq. q quits.")
	}
	if now.leader != before.leader {
		d.say(v.Leader)
	}
	if now.dag != before.dag {
		d.say(about(v))
	}
	moved := now.revision != before.revision || now.done != before.done
	if moved && (w.Panels || now.dag == before.dag && now.leader == before.leader) {
		d.say("Done: " + told(w.Done))
		d.say(totals(v))
	}
	if now.front != before.front {
		d.print(w.Front)
	}
	if now.next = w.Next; !w.Panels {
		now.next = before.next
	}
	if w.Panels && (moved || now.next != before.next) {
		label := "Selected: "
		all := d.numbered(w, w.Listed && (moved || !before.listed))
		if at := slices.IndexFunc(all, func(c model.Choice) bool { return intent.AtOp(c.Op) == v.Sel }); at >= 0 && w.Listed {
			label += fmt.Sprintf("%d%s ", at+1, cursor)
		}
		if strings.HasPrefix(strings.TrimSpace(ansi.Strip(w.Next)), v.Theme.Signs.Cursor+" redo ") {
			label = "Redo: "
		}
		d.say(label + told(w.Next))
	}
	if w.Listed && (moved || !before.listed) {
		d.list(w, 1, fewest)
	}
	if w.Notice != before.notice {
		d.say(w.Notice)
	}
	if now.keys = w.Keys; now.keys != before.keys {
		all := keys(w.Keys)
		for k := range all { // a key stays beside what it does
			all[k] = strings.ReplaceAll(all[k], " ", unbroken)
		}
		d.say("Keys: " + strings.Join(all, ", "))
	}
	d.shown = now
}

// about says what is explored.
func about(v *layer.View) string {
	n := &v.Totals
	text := v.Dag().Name
	if n.Classic {
		text += ", classic"
	}
	var modes []string
	for _, m := range n.Methods() {
		modes = append(modes, m.Name+" "+style.Number(m.Cost))
	}
	return fmt.Sprintf("%s: %s, %s. Totals: %s.", text, style.Plural(n.Vertices, "vertex", "vertices"), style.Plural(n.Edges, "edge", "edges"), strings.Join(modes, ", "))
}

// totals says how far the sequence is, what it costs, and what the best is.
func totals(v *layer.View) string {
	s := v.State()
	text := "Yours " + style.Number(s.Spent())
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

// numbered are the operations with the numbers that were printed last: those keep their
// meaning when losses become known, which put the list into another order.
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
		text := fmt.Sprintf("%s %s for %s: %s%s", o.Choice.Op.Mode, layer.OpName(t, s, o.Choice.Op), style.Number(o.Choice.Price), o.Effect(t), verdict(w.View, o.Choice.Op))
		fmt.Fprintln(d.out, wrapped(fmt.Sprintf("%4d%-2s%s", k+1, mark, plainly(text)), indent))
	}
	if more := len(all) - (from - 1 + most); more > 0 {
		fmt.Fprintf(d.out, "      %d more: list %d\n", more, from+most)
	}
}

// verdict says what an operation loses, where that is known and may be told.
func verdict(v *layer.View, o model.Op) string {
	if v.Concealed || v.Advice.Verdict == nil {
		return ""
	}
	switch said, ok := v.Advice.Verdict(o); {
	case !ok || !said.HasRegret:
		return ""
	case said.Regret > 0:
		return "; loses " + style.Number(said.Regret)
	case said.Exact:
		return "; optimal"
	}
	return ""
}

// say prints a sentence.
func (d *driver) say(text string) {
	if text = plainly(text); text != "" {
		fmt.Fprintln(d.out, wrapped(text, 0))
	}
}

// unbroken is a blank at which no row ends, until it is written as one.
const unbroken = "\u00a0"

// thousands are blanks within a number.
var thousands = regexp.MustCompile(`(\d) (\d{3})\b`)

// wrapped breaks a text between words; a word that is longer than a row is left whole.
func wrapped(text string, indent int) string {
	for range 2 { // matches share digits
		text = thousands.ReplaceAllString(text, "$1"+unbroken+"$2")
	}
	out, width := "", 0
	for k, word := range strings.Split(text, " ") {
		w := style.Width(word)
		switch {
		case k == 0:
		case width+1+w > columns && width > indent:
			out, width = out+"\n"+strings.Repeat(" ", indent), indent
		default:
			out, width = out+" ", width+1
		}
		out, width = out+word, width+w
	}
	return strings.ReplaceAll(out, unbroken, " ")
}

// print prints rows, without blank ones at both ends and without frames.
func (d *driver) print(all []string) {
	blank := true
	for _, row := range all {
		row = strings.TrimRight(unframed(ansi.Strip(row)), " ")
		if row == "" && blank {
			continue
		}
		blank = row == ""
		fmt.Fprintln(d.out, row)
	}
}

// plainly is a text without colours and without the blanks that columns need.
func plainly(text string) string {
	return strings.Join(strings.FieldsFunc(ansi.Strip(text), func(r rune) bool { return r != '\u00a0' && unicode.IsSpace(r) }), " ")
}

// told is a row of the narration without its sign and first word.
func told(row string) string {
	_, text, _ := strings.Cut(strings.TrimSpace(ansi.Strip(row)), " ")
	_, text, _ = strings.Cut(text, " ")
	return text
}

// keys are those of a foot that mean something here: there are no panels to go to, and
// nothing to scroll.
func keys(foot string) []string {
	all := between.Split(strings.TrimSpace(ansi.Strip(foot)), -1)
	return slices.DeleteFunc(all, func(k string) bool { return k == "Tab panel" || strings.HasSuffix(k, " more") })
}

// between stands between the keys of a foot.
var between = regexp.MustCompile(`  +`)

// A title has a line around it, and numbers have bars behind them, which say nothing that
// the numbers do not. Tables and pictures keep their columns.
var (
	title = regexp.MustCompile(`^[-=]+ .*[-=]$|^ *[-=]+$`)
	line  = regexp.MustCompile(`[-=]{2,}|^[-=] | [-=]$`)
	bar   = regexp.MustCompile(`#{2,}`)
)

func unframed(row string) string {
	if title.MatchString(row) {
		return plainly(line.ReplaceAllString(row, " "))
	}
	return strings.TrimRight(bar.ReplaceAllStringFunc(row, func(b string) string { return strings.Repeat(" ", len(b)) }), " ")
}
