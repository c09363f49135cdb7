package lesson

import (
	"regexp"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/excerpt"
)

// steps reads a facet block.
func (r *reader) steps(line int, info string, body []row) *steps {
	s := &steps{Line: line}
	switch {
	case info == "":
	case strings.HasPrefix(info, "together"):
		s.Together = true
		s.Title = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(info, "together"), ":"))
	default:
		r.wrong(line, "unknown words in facet block %s: only together may follow facet", excerpt.Of(info))
	}
	s.Lead, s.Moves = r.sequence(body)
	switch {
	case s.Lead == "" && len(s.Moves) == 0:
		r.wrong(line,
			"the facet block is empty: write operations into it, or a comment for a page about the current place")
	case s.Together && len(s.Moves) == 0:
		r.wrong(line, "this together block is empty: write operations into it")
	}
	return s
}

var isTotal = regexp.MustCompile(`^total\b[ :]*(.*)$`)

// sequence reads moves with their notes, and the totals between them. The line note and a
// comment are the same.
func (r *reader) sequence(body []row) (lead string, moves []Move) {
	for _, row := range body {
		op, note := model.SplitComment(row.text)
		if text, is := cutWord(op, "note"); is {
			op, note = "", joined(text, note)
		}
		if op == "" {
			if len(moves) == 0 {
				lead = joined(lead, note)
			} else {
				moves[len(moves)-1].Note = joined(moves[len(moves)-1].Note, note)
			}
			continue
		}
		if m := isTotal.FindStringSubmatch(op); m != nil {
			cost, ok := r.total(row.line, m[1])
			if !ok {
				continue
			}
			if len(moves) == 0 { // of the place where the block starts
				moves = append(moves, Move{Line: row.line})
			}
			last := &moves[len(moves)-1]
			last.Total, last.Note = &Total{row.line, cost}, joined(last.Note, note)
			continue
		}
		r.moves++
		moves = append(moves, Move{Line: row.line, Text: op, Note: note})
	}
	return lead, moves
}

// cutWord cuts a word off that a line begins with.
func cutWord(line, word string) (rest string, is bool) {
	first, rest, _ := strings.Cut(line, " ")
	return rest, strings.EqualFold(first, word)
}

func joined(a, b string) string { return strings.TrimSpace(a + " " + b) }

// total reads a cost, with or without blanks between thousands.
func (r *reader) total(line int, text string) (model.Cost, bool) {
	n, err := strconv.ParseInt(strings.Join(strings.Fields(text), ""), 10, 64)
	if err != nil || n < 0 {
		r.wrong(line, "a total is a whole number from 0, not %s", excerpt.Of(text))
		return 0, false
	}
	return model.Cost(n), true
}

// comparison reads a compare block.
func (r *reader) comparison(line int, body []row) *comparison {
	c := &comparison{Line: line}
	var parts [][]row
	for _, row := range body {
		op, note := model.SplitComment(row.text)
		if name, ok := strings.CutSuffix(op, ":"); ok && !isOperation(op) {
			c.Columns = append(c.Columns, Column{Line: row.line, Name: strings.TrimSpace(name), Note: note})
			parts = append(parts, nil)
			continue
		}
		if len(parts) == 0 {
			if op != "" || note != "" {
				r.wrong(row.line, "a compare block starts with the name of its first sequence and a colon")
				return c
			}
			continue
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], row)
	}
	if len(c.Columns) != 2 {
		r.wrong(line, "a compare block has two sequences, each below its name and a colon: there are %d",
			len(c.Columns))
		return c
	}
	for k := range c.Columns {
		if c.Columns[k].Name == "" {
			r.wrong(c.Columns[k].Line, "a sequence of a compare block has no name: write it before the colon")
		}
		var lead string
		lead, c.Columns[k].Moves = r.sequence(parts[k])
		c.Columns[k].Note = joined(c.Columns[k].Note, lead)
		if len(c.Columns[k].Moves) == 0 {
			r.wrong(c.Columns[k].Line, "the sequence %s is empty", excerpt.Of(c.Columns[k].Name))
		}
	}
	return c
}

func isOperation(text string) bool {
	verb := strings.ToUpper(text)
	return strings.HasPrefix(verb, "ELI ") || strings.HasPrefix(verb, "ACC ") ||
		strings.HasPrefix(verb, "ELI(") || strings.HasPrefix(verb, "ACC(")
}
