package lesson

import (
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/excerpt"
)

// field is a key of a puzzle with its value: what stands behind the colon and in
// the lines below it that are indented.
type field struct {
	line  int
	key   string
	value string
	more  []row
}

// text is the value in one paragraph.
func (f *field) text() string {
	parts := []string{f.value}
	for _, row := range f.more {
		parts = append(parts, strings.TrimSpace(row.text))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

func (r *reader) puzzle(line int, body []row) *Puzzle {
	p := &Puzzle{Line: line, Start: -1}
	seen := make(map[string]bool)
	for _, f := range r.fields(body) {
		key, rest, _ := strings.Cut(f.key, " ")
		if seen[key] && key != "hint" && key != "answer" {
			r.wrong(f.line, "%s appears twice in this puzzle: keep one", key)
			continue
		}
		seen[key] = true
		r.puzzleField(p, f, key, rest)
	}
	if !seen["goal"] {
		r.wrong(line, "the puzzle has no goal: add goal: total N, goal: optimum, or goal: state")
	}
	return p
}

func (r *reader) puzzleField(p *Puzzle, f *field, key, rest string) {
	if text := f.text(); text == "" && key != "goal" {
		r.wrong(f.line, "%s has no value", excerpt.Of(f.key))
		return
	}
	switch key {
	case "ask":
		p.Ask = f.text()
	case "hint":
		p.Hints = append(p.Hints, f.text())
	case "solved":
		p.Solved = f.text()
	case "start":
		p.Start = r.start(f)
	case "goal":
		p.Goal = r.goal(f)
	case "moves":
		set := r.setOf(f, append(moveNames[:len(moveNames):len(moveNames)], "any"),
			"faces, edges, vertices or any")
		if set < 1<<len(moveNames)-1 { // else all of them, or any
			p.Moves = Moves(set)
		}
	case "modes":
		p.Modes = Modes(r.setOf(f, modeNames[:], "TAN, ADJ and MUL"))
	case "answer":
		p.Answers = append(p.Answers, r.answer(f, rest))
	default:
		r.wrong(f.line, "a puzzle has no key %s: use ask, start, goal, moves, modes, hint, answer and solved",
			excerpt.Of(key))
	}
}

// fields splits a block into its keys.
func (r *reader) fields(body []row) []*field {
	var all []*field
	for _, row := range body {
		text := strings.ReplaceAll(row.text, "\t", "  ")
		switch {
		case strings.TrimSpace(text) == "", strings.HasPrefix(text, "#"):
			continue
		case strings.HasPrefix(text, "  "):
			if len(all) == 0 {
				r.wrong(row.line, "a puzzle starts with a key, as in goal: optimum")
				return nil
			}
			last := all[len(all)-1]
			last.more = append(last.more, row)
			continue
		}
		at := colon(text)
		if at < 0 {
			r.wrong(row.line,
				"this line is neither key: text nor, after two blanks, the continuation of a text")
			continue
		}
		all = append(all, &field{line: row.line, key: strings.TrimSpace(text[:at]),
			value: strings.TrimSpace(text[at+1:])})
	}
	return all
}

// colon is where a line's key ends: at the first colon that is not part of a
// label or a quoted id; -1 without.
func colon(text string) int {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '(':
			depth++
		case ')':
			depth--
		case '"':
			if quoted, err := strconv.QuotedPrefix(text[at:]); err == nil {
				at += len(quoted) - 1
			}
		case ':':
			if depth <= 0 {
				return at
			}
		}
	}
	return -1
}

func (r *reader) start(f *field) int {
	text := f.text()
	if text == "the start" {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimPrefix(text, "step "))
	if err != nil || n < 0 || !strings.HasPrefix(text, "step ") {
		r.wrong(f.line, "start is %s: write step and its number, as in step 0", excerpt.Of(text))
		return -1
	}
	return n
}

func (r *reader) goal(f *field) Goal {
	g := Goal{Line: f.line}
	word, rest, _ := strings.Cut(f.value, " ")
	switch {
	case word == "total":
		g.Kind = GoalTotal
		g.Total, _ = r.total(f.line, rest)
	case f.value == "optimum":
		g.Kind = GoalOptimum
	case f.value == "state":
		g.Kind = GoalState
		_, g.Moves = r.sequence(f.more)
		g.Moves = slices.DeleteFunc(g.Moves, func(m Move) bool { return m.Text == "" })
		if len(g.Moves) == 0 {
			r.wrong(f.line,
				"the goal's state is missing: write the operations that lead to it below, each after two blanks")
		}
		return g
	default:
		r.wrong(f.line, "the goal is %s: write total and a number, optimum, or state", excerpt.Of(f.value))
	}
	if len(f.more) > 0 {
		r.wrong(f.more[0].line, "only the goal state has operations below it")
	}
	return g
}

func (r *reader) answer(f *field, moves string) Answer {
	a := Answer{Line: f.line, Text: f.text()}
	for _, move := range strings.Split(moves, ";") {
		if move = strings.TrimSpace(move); move != "" {
			a.Moves = append(a.Moves, move)
		}
	}
	if len(a.Moves) == 0 {
		r.wrong(f.line, "answer names no move: write it before the colon, as in answer ELI (0 1)(1 2): ...")
	}
	return a
}

// namesMode reports whether an operation says in which mode it is meant.
func namesMode(text string) bool {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '(' })
	if len(fields) < 2 {
		return false
	}
	_, ok := model.ParseMode(strings.ToUpper(fields[1]))
	return ok
}
