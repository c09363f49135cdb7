package command

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
)

// totalsTable holds what each method reached on each dag, file by file. After an
// interruption the methods that had no turn have no cost.
type totalsTable struct {
	entries []methodTotal
	files   []string
	methods []planner.Method
}

// methodTotal is what one method reached on one dag.
type methodTotal struct {
	File       string      `json:"file"`
	Method     string      `json:"method"`
	Cost       *model.Cost `json:"cost"` // null where the method found nothing
	LowerBound model.Cost  `json:"lower_bound"`
	Proven     bool        `json:"proven"`
	Peak       *model.Cost `json:"peak_entries"` // of Jacobians held at once; null without a sequence
	Seconds    float64     `json:"elapsed_seconds"`
	Reason     string      `json:"reason,omitempty"` // why there is no cost
}

const provenNote = "* proven optimal in the method's own search space: vertex, edge or face eliminations\n"

// writeText prints the methods for a reader: on one dag with how far each is from
// the best, on several a column for each.
func (t totalsTable) writeText(w io.Writer) error {
	if len(t.files) == 1 {
		return t.writeOne(w)
	}
	return t.writeMany(w)
}

// writeOne prints the methods on one dag, with how far each is from the best sequence: a
// mode that is none may cost less.
func (t totalsTable) writeOne(w io.Writer) error {
	best := t.best()
	table := [][]string{{"method", "total", "", "against the best", "time", ""}}
	for k, e := range t.entries {
		above, text := "", e.Reason
		if e.Cost != nil {
			above = aboveText(*e.Cost, best)
			text = t.methods[k].Text()
		}
		table = append(table, []string{e.Method, costText(e.Cost), provenMark(e), above,
			fmt.Sprintf("%.3f s", e.Seconds), text})
	}
	note, least := provenNote, model.Cost(0)
	for k, e := range t.entries {
		if !t.methods[k].CostOnly() {
			least = max(least, e.LowerBound)
		}
	}
	for k, e := range t.entries {
		if e.Cost != nil && t.methods[k].CostOnly() && *e.Cost < best && !best.IsSaturated() {
			note += style.BeatenBy(modeName(t.methods[k]), *e.Cost, best, least) + "\n"
		}
	}
	return writeTable(w, "lrmrrl", table, note)
}

// modeName is what users call a method that is no sequence.
func modeName(m planner.Method) string {
	if m == planner.DenseAdjoint {
		return "dense adjoint"
	}
	return "dense tangent"
}

// best is the least cost of the sequences: dense modes are none.
func (t totalsTable) best() model.Cost {
	best := model.Saturated
	for k, e := range t.entries {
		if e.Cost != nil && !t.methods[k%len(t.methods)].CostOnly() {
			best = min(best, *e.Cost)
		}
	}
	return best
}

// writeMany prints a column for each dag.
func (t totalsTable) writeMany(w io.Writer) error {
	head, columns := []string{"method"}, "l"
	for _, file := range t.files {
		head, columns = append(head, file, ""), columns+"rm"
	}
	table := [][]string{head}
	for m := range t.methods {
		row := []string{t.methods[m].String()}
		for f := range t.files {
			e := t.entries[f*len(t.methods)+m]
			row = append(row, costText(e.Cost), provenMark(e))
		}
		table = append(table, row)
	}
	return writeTable(w, columns, table, provenNote)
}

func costText(c *model.Cost) string {
	if c == nil {
		return "-"
	}
	return style.Number(*c)
}

func provenMark(e methodTotal) string {
	m, err := planner.ParseMethod(e.Method)
	if err == nil && e.Proven && !m.CostOnly() {
		return "*"
	}
	return ""
}

func aboveText(c, best model.Cost) string {
	if c == best || best == 0 || best.IsSaturated() || c.IsSaturated() {
		return ""
	}
	return fmt.Sprintf("%+.1f %%", 100*(float64(c)-float64(best))/float64(best))
}

func writeTable(w io.Writer, columns string, rows [][]string, note string) error {
	_, err := io.WriteString(w, style.Table(columns, rows)+"\n"+note)
	return err
}

// writeCSV writes a row for each entry under a header.
func (t totalsTable) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"file", "method", "cost", "lower_bound", "proven", "peak_entries", "elapsed_seconds"}}
	for _, e := range t.entries {
		cost, peak := "", ""
		if e.Cost != nil {
			cost = strconv.FormatInt(int64(*e.Cost), 10)
		}
		if e.Peak != nil {
			peak = strconv.FormatInt(int64(*e.Peak), 10)
		}
		rows = append(rows, []string{e.File, e.Method, cost, strconv.FormatInt(int64(e.LowerBound), 10),
			strconv.FormatBool(e.Proven), peak, strconv.FormatFloat(e.Seconds, 'f', 6, 64)})
	}
	return out.WriteAll(rows)
}
