package figure

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
)

// The forms of a table.
const (
	LaTeX    = "latex"
	Markdown = "markdown"
)

// Tables lists them.
var Tables = []string{LaTeX, Markdown}

// TableOf is the form for a file's extension.
func TableOf(file string) (string, bool) {
	return byExtension(file, map[string]string{".tex": LaTeX, ".md": Markdown, ".markdown": Markdown})
}

// row is an operation in a table, or a merge that follows from the operation above it.
type row struct {
	step    string // number of the step; empty for a merge
	formula assignment
	price   model.Cost
	sum     model.Cost
	lost    string
	note    string
}

// Table writes the steps that were taken as a table in the paper's notation: products and
// preaccumulations with their costs, and below each the merges that follow from it. lost
// has the regret of every operation as text, or an empty string; nil leaves the column
// out.
func (w Walk) Table(form string, lost []string) (string, error) {
	tape := model.NewTape(model.NewState(w.Dag))
	s := tape.Keep()
	var rows []row
	n := 0
	for k, step := range w.Steps[:w.After] {
		for j, o := range step.Ops {
			change, err := tape.Do(o)
			if err != nil {
				return "", fmt.Errorf("step %d: %w", k+1, err)
			}
			after := tape.Keep()
			all := assignments(s, o, after, change.Events)
			for i, a := range all {
				r := row{formula: a, sum: after.Spent()}
				if i == 0 {
					r.step, r.price = fmt.Sprint(n+1), change.Price
					if n < len(lost) {
						r.lost = lost[n]
					}
				}
				if i == 0 && j == len(step.Ops)-1 {
					r.note = step.Note
				}
				rows = append(rows, r)
			}
			s = after
			n++
		}
	}
	t := table{rows: rows, lost: lost != nil, notes: noted(rows)}
	caption := fmt.Sprintf("%s, %s, total %s", w.Dag.Name, style.Plural(n, "operation", "operations"),
		style.Number(s.Spent()))
	if form == LaTeX {
		return t.latex(caption), nil
	}
	return t.markdown(caption), nil
}

func noted(rows []row) bool {
	for _, r := range rows {
		if r.note != "" {
			return true
		}
	}
	return false
}

// table is the rows, with the columns that are in use.
type table struct {
	rows        []row
	lost, notes bool
}

// onePage is the number of rows that fit on a page of LaTeX.
const onePage = 45

func (t table) latex(caption string) string {
	kind := "tabular"
	comment := "% " + texComment(caption) + "\n"
	if len(t.rows) > onePage {
		kind = "longtable"
		comment += "% longer than a page: \\usepackage{longtable}\n"
	}
	columns, head := "rlrr", "& & \\textsc{Cost} & sum"
	if t.lost {
		columns, head = columns+"r", head+" & lost"
	}
	if t.notes {
		columns, head = columns+"l", head+" & note"
	}
	text := "\\begin{" + kind + "}{" + columns + "}\n" + head + " \\\\\n\\hline\n"
	for _, r := range t.rows {
		text += r.step + " & $" + r.formula.latex() + "$ & " + texNumber(r.price) + " & " + texNumber(r.sum)
		if t.lost {
			text += " & " + texText(r.lost)
		}
		if t.notes {
			text += " & " + texText(style.Printable(r.note))
		}
		text += " \\\\\n"
	}
	return comment + withChars(text+"\\end{"+kind+"}\n")
}

// texNumber writes a number with the paper's separators.
func texNumber(c model.Cost) string { return strings.ReplaceAll(texText(style.Number(c)), " ", "\\,") }

func (a assignment) latex() string {
	sign := `\mathrel{{:}{=}}`
	if a.adds {
		sign = `\mathrel{{+}{=}}`
	}
	text := a.target.latex() + sign + a.left.latex()
	if a.right != nil {
		text += `\cdot ` + a.right.latex()
	}
	return text
}

func (f factor) latex() string {
	name := f.label
	if mathLabel.MatchString(name) {
		name = texMath(name)
	} else {
		name = `\mbox{` + texText(name) + "}"
	}
	if f.sum {
		name = "[" + name + "]"
	}
	switch f.kind {
	case tangent:
		return `\dot F` + name
	case adjoint:
		return `\bar F` + name
	case identity:
		return "I_{" + f.size.String() + "}"
	}
	return "F'" + name
}

func (t table) markdown(caption string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n|  | operation | cost | sum |", plainMarkdown(caption))
	rule := "\n|---:|:---|---:|---:|"
	if t.lost {
		b.WriteString(" lost |")
		rule += "---:|"
	}
	if t.notes {
		b.WriteString(" note |")
		rule += ":---|"
	}
	b.WriteString(rule + "\n")
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |", r.step, plainMarkdown(r.formula.text()),
			style.Number(r.price), style.Number(r.sum))
		if t.lost {
			fmt.Fprintf(&b, " %s |", r.lost)
		}
		if t.notes {
			fmt.Fprintf(&b, " %s |", plainMarkdown(r.note))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// text writes an assignment in plain characters, as the narration does.
func (a assignment) text() string {
	sign := " := "
	if a.adds {
		sign = " += "
	}
	text := a.target.text() + sign + a.left.text()
	if a.right != nil {
		text += "·" + a.right.text()
	}
	return text
}

func (f factor) text() string {
	name := f.label
	if f.sum {
		name = "[" + name + "]"
	}
	switch f.kind {
	case tangent:
		return "Ḟ" + name
	case adjoint:
		return "F̄" + name
	case identity:
		return "I" + subscript(f.size.String())
	}
	return "F'" + name
}

// subscript writes digits as Unicode subscripts.
func subscript(digits string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '₀' + r - '0'
		}
		return r
	}, digits)
}

// plainMarkdown escapes markup in a text from an untrusted source.
func plainMarkdown(text string) string {
	var b strings.Builder
	for _, r := range style.Printable(text) {
		if strings.ContainsRune("\\`*_{}[]<>|#~&$!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
