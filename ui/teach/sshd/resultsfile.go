package sshd

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/teach/class"
)

// resultsHead is the first row of the results.
var resultsHead = []string{"puzzle", "dag", "name", "key", "total", "solved", "hints", "solution shown", "when", "counts as"}

// resultsText writes results as a table for spreadsheets, which shall not take a name for
// a formula.
func resultsText(all []class.Result) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(resultsHead) // to memory
	for _, r := range all {
		total := ""
		if r.Total > 0 {
			total = strconv.FormatInt(int64(r.Total), 10)
		}
		_ = w.Write([]string{noFormula(r.Puzzle), noFormula(r.Dag), noFormula(r.Name), r.Who, total, yes(r.Solved), fmt.Sprint(r.Hints), yes(r.Shown),
			r.When.UTC().Format(time.RFC3339), r.Counts})
	}
	w.Flush()
	return b.Bytes()
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// noFormula marks a text as one where a spreadsheet would compute it.
func noFormula(text string) string {
	text = style.Printable(text)
	if text != "" && strings.ContainsRune("=+-@'\t", rune(text[0])) {
		return "'" + text
	}
	return text
}

// readResults reads what was written before. Rows that cannot be read are left out.
func readResults(path string) []class.Result {
	content, err := files.ReadFile(path)
	if err != nil {
		return nil
	}
	r := csv.NewReader(bytes.NewReader(content))
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 || len(rows[0]) < len(resultsHead)-1 {
		return nil
	}
	var all []class.Result
	for _, row := range rows[1:] {
		for k := range 3 {
			row[k] = strings.TrimPrefix(row[k], "'")
		}
		total, _ := strconv.ParseInt(row[4], 10, 64)
		hints, _ := strconv.Atoi(row[6])
		when, _ := time.Parse(time.RFC3339, row[8])
		row = append(row, "") // the last column came later than the others
		one := class.Result{Puzzle: row[0], Dag: row[1], Who: row[3], Counts: row[9], Outcome: class.Outcome{Name: row[2], Total: model.Cost(max(0, total)), Solved: row[5] == "yes",
			Hints: max(0, hints), Shown: row[7] == "yes", Keyless: class.IsGuest(row[3]), When: when}}
		if (one.Puzzle == "") != (one.Dag == "") {
			all = append(all, one)
		}
	}
	return all
}
