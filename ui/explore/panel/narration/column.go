package narration

import (
	"slices"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Column is the same in a narrow column of so many rows, of which at most notes are the note:
// what was done, a rule, what comes next and the note of the step. The formula stands below
// its sentence where there is room.
func Column(v *layer.View, width, height, past, notes int) []string {
	t := v.Theme
	done, next := tell(v, past)
	said := note(v, past, width, notes)
	most := height / 3
	if done.why.Text != "" {
		most = height - leastNext
	}
	coming := func(most int) int { // rows of what comes next
		return 1 + len(next.column(t, width, most)) + next.reasonRows(t, width)
	}
	if least := rowsOf(done.head(0)+done.effects.Brief()+done.tail, width-2); least > most { // else it is cut
		most = max(most, min(least, height-coming(height)-len(said)))
	}
	rows := done.column(t, width, max(1, most))
	if past > 0 {
		rows = append(rows, done.facts().column(t, width, height-len(rows)-coming(height)-len(said))...)
	}
	rows = append(rows, t.Rule(t.Signs.Cursor+" "+next.label, width))
	rows = append(rows, next.column(t, width,
		max(1, height-len(rows)-len(said)-next.reasonRows(t, width)))...)
	rows = append(rows, next.reasons(t, width, height-len(rows)-len(said))...)
	rows = append(rows, said...)
	if past == 0 && len(rows) < height {
		rows = append(rows, next.facts().column(t, width, height-len(rows))...)
	}
	return rows[:min(len(rows), height)]
}

// column is the facts that are whole in so many rows: half a formula says nothing.
func (a account) column(t *style.Theme, width, most int) (rows []string) {
	for _, fact := range a {
		if _, numbers, ok := strings.Cut(fact, " = "); ok && style.Width(fact) > width-3 &&
			strings.Contains(numbers, " = ") {
			fact = numbers // without the letters it stays in one row
		}
		if cutWord(fact, width-3) {
			fact = strings.ReplaceAll(fact, t.Signs.Times, t.Signs.Times+" ")
		}
		if fact == "" || len(rows)+rowsOf(fact, width-3) > most || cutWord(fact, width-3) {
			continue
		}
		for _, row := range wrapped(t, fact, width-1, most-len(rows)) {
			rows = append(rows, " "+row)
		}
	}
	return rows
}

// cutWord reports whether a text has a word that is wider than a row.
func cutWord(text string, width int) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return style.Width(word) > width
	})
}

// leastNext is how many rows of a column a reason of what was done leaves to what comes
// next, with the rule above it.
const leastNext = 4

// ColumnRows is how many rows of a column the sentences with the note need, without the
// formula; 0 where the step has no note.
func ColumnRows(v *layer.View, width, past, most int) int {
	said := note(v, past, width, most)
	if len(said) == 0 {
		return 0
	}
	done, next := tell(v, past)
	return len(done.column(v.Theme, width, most)) + 1 + len(next.column(v.Theme, width, most)) + len(said)
}

// column is a sentence in a narrow column, with names as far as there is room.
func (x told) column(t *style.Theme, width, most int) []string {
	text := ""
	for _, text = range x.forms(t) {
		if rowsOf(text, width-2) <= most {
			break
		}
	}
	return wrapped(t, text, width, most)
}

// reasons is the reason of a loss in a narrow column, as much of it as there is room for.
func (x told) reasons(t *style.Theme, width, most int) []string {
	if x.why.Text == "" || most < 1 {
		return nil
	}
	loses := t.Paint(style.Bad, x.loses)
	text := loses + t.Text(style.Printable(x.why.Text))
	if rowsOf(text, width-2) > most {
		text = loses + t.Text(style.Printable(x.why.Brief))
	}
	return wrapped(t, text, width, most)
}

// reasonRows is how many rows the short reason of a loss takes in a column.
func (x told) reasonRows(t *style.Theme, width int) int {
	if x.why.Text == "" {
		return 0
	}
	return rowsOf(x.loses+t.Text(style.Printable(x.why.Brief)), width-2)
}

// wrapped breaks a painted text into rows as wide as the column.
func wrapped(t *style.Theme, text string, width, most int) []string {
	if text == "" || most < 1 {
		return nil
	}
	rows := layer.Wrap(t, t.Text(text), width, most, style.Plain)
	for k := range rows {
		rows[k] = t.Left(rows[k], width)
	}
	return rows
}

// rowsOf is how many rows a text takes.
func rowsOf(text string, width int) int { return len(slices.Collect(style.Wrap(text, width))) }
