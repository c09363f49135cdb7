package methods

import (
	"encoding/csv"
	"io"
	"strconv"
)

// WriteCSV writes a row for each entry under a header.
func (t Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"file", "method", "cost", "lower_bound", "proven", "peak_entries", "elapsed_seconds"}}
	for _, e := range t.Entries {
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
