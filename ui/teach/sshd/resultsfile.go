package sshd

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/teach/class"
)

// resultsHead is the first row of the results.
var resultsHead = []string{"puzzle", "dag", "name", "key", "total", "solved", "hints", "solution shown",
	"when", "counts"}

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
		_ = w.Write([]string{noFormula(r.Puzzle), noFormula(r.Dag), noFormula(r.Name), r.Who, total,
			yes(r.Solved), fmt.Sprint(r.Hints), yes(r.Shown),
			r.When.UTC().Format(time.RFC3339), yes(r.Counts)})
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

// resultsOf reads what was written on a day, and gives the file to write to. A file that
// cannot be read as a whole, such as one that a spreadsheet has written in another form, is
// never replaced: what is reached from then on stands in the next one, NAME-2.csv.
func resultsOf(dir, day string) (path string, all []class.Result) {
	path = filepath.Join(dir, day+".csv")
	for k := 2; ; k++ {
		here, whole := readResults(path)
		if all = append(all, here...); whole {
			return path, all
		}
		path = filepath.Join(dir, fmt.Sprintf("%s-%d.csv", day, k))
	}
}

// readResults reads a file of results. Rows that cannot be read are left out, and whole is
// false; of a file that is not there nothing is.
func readResults(path string) (all []class.Result, whole bool) {
	content, err := files.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true
	}
	r := csv.NewReader(bytes.NewReader(content))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	rows, wrong := r.ReadAll()
	whole = err == nil && wrong == nil
	for k, row := range rows {
		if k == 0 && len(row) == len(resultsHead) {
			continue
		}
		one, ok := readResult(row)
		if whole = whole && ok; ok {
			all = append(all, one)
		}
	}
	return all, whole
}

// readResult reads a row of results.
func readResult(row []string) (one class.Result, ok bool) {
	if len(row) != len(resultsHead) {
		return one, false
	}
	for k := range 3 {
		row[k] = strings.TrimPrefix(row[k], "'")
	}
	total, err := strconv.ParseInt(cmp.Or(row[4], "0"), 10, 64)
	hints, err2 := strconv.Atoi(row[6])
	when, err3 := time.Parse(time.RFC3339, row[8])
	one = class.Result{Puzzle: row[0], Dag: row[1], Who: row[3], Counts: row[9] != "no",
		Outcome: class.Outcome{Name: row[2], Total: model.Cost(max(0, total)), Solved: row[5] == "yes",
			Hints: max(0, hints), Shown: row[7] == "yes", When: when}}
	return one, errors.Join(err, err2, err3) == nil && (one.Puzzle == "") != (one.Dag == "")
}
