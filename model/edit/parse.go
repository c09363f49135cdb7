package edit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"facet/model"
)

// Form is how an edit is written: its verb, its words, and what it does.
type Form struct {
	Verb, Args, Does string
	// Usual is an edit of this form.
	Usual Edit
	// least and most are how many words it takes.
	least, most int
	read        func(words []string) (Edit, error)
}

// Forms lists how edits are written, in the order in which they are taught.
func Forms() []Form {
	return []Form{
		{"vertex", "name size", "add a vertex", AddVertex{}, 1, 2, readVertex},
		{"edge", "i j T/A", "connect two vertices; j after the costs gives a Jacobian", AddEdge{}, 2, 4,
			readEdge},
		{"cost", "i j T/A", "costs of an edge's tangent and adjoint", SetCosts{}, 3, 3, readCost},
		{"size", "i n", "the size of a vertex", SetSize{}, 2, 2, func(w []string) (Edit, error) {
			n, err := readSize(w[1])
			return SetSize{w[0], n}, err
		}},
		{"jacobian", "i j", "the Jacobian of an edge is given, or no longer", SetJacobian{}, 2, 3,
			func(w []string) (Edit, error) {
				set, err := readSwitch(w[2:])
				return SetJacobian{w[0], w[1], set}, err
			}},
		{"model", "i j", "an edge has tangent and adjoint, or no longer", SetModel{}, 2, 3,
			func(w []string) (Edit, error) {
				set, err := readSwitch(w[2:])
				return SetModel{w[0], w[1], set}, err
			}},
		{"pattern", "i j PATTERN", "which entries of an edge's Jacobian can be non-zero, as in band 1 1",
			SetPattern{}, 3, math.MaxInt, func(w []string) (Edit, error) {
				return SetPattern{w[0], w[1], strings.Join(strings.Fields(strings.Join(w[2:], " ")), " ")},
					nil
			}},
		{"delete", "i, or i j", "take a vertex away with its edges, or an edge", DeleteVertex{}, 1, 2,
			func(w []string) (Edit, error) {
				if len(w) == 2 {
					return DeleteEdge{w[0], w[1]}, nil
				}
				return DeleteVertex{w[0]}, nil
			}},
		{"rename", "i name", "give a vertex another name", Rename{}, 2, 2, func(w []string) (Edit, error) {
			return Rename{w[0], w[1]}, nil
		}},
		{"name", "a name", "the name of the dag", RenameDag{}, 1, 1, func(w []string) (Edit, error) {
			return RenameDag{w[0]}, nil
		}},
	}
}

// Parse reads an edit as it is typed: "vertex 4 2", "edge 1 3 2/4", "size 3 2", "cost 1 3
// 2/4", "jacobian 1 3", "model 1 3 off", "pattern 1 3 band 1 1", "delete 4", "delete 1 3",
// "rename 4 x", "name bat". Ids and patterns that contain semicolons are quoted, ids with
// blanks, commas or brackets too.
func Parse(text string) (Edit, error) {
	words, err := words(text)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("an edit is missing: type it as in vertex 4 2, or edge 1 3 2/4")
	}
	for _, f := range Forms() {
		if f.Verb == strings.ToLower(words[0]) {
			return f.Read(strings.TrimSpace(text)[len(f.Verb):])
		}
	}
	var verbs []string
	for _, f := range Forms() {
		verbs = append(verbs, f.Verb)
	}
	return nil, fmt.Errorf("%s is no edit: there are %s", model.QuoteID(words[0]), strings.Join(verbs, ", "))
}

// ParseAll reads edits that follow each other on lines, or behind semicolons. Empty lines,
// and what stands behind #, are left out; a colon before an edit does no harm. Errors name the
// line.
func ParseAll(text string) ([]Edit, error) {
	var all []Edit
	for n, line := range strings.Split(text, "\n") {
		for _, part := range parts(line) {
			part = strings.TrimPrefix(strings.TrimSpace(part), ":")
			if part == "" {
				continue
			}
			e, err := Parse(part)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			all = append(all, e)
		}
	}
	return all, nil
}

// parts divides a line at its semicolons, up to a comment.
func parts(line string) []string {
	var all []string
	quoted, from := false, 0
	for k := 0; k < len(line); k++ {
		switch c := line[k]; {
		case c == '\\' && quoted:
			k++
		case c == '"':
			quoted = !quoted
		case c == ';' && !quoted:
			all, from = append(all, line[from:k]), k+1
		case c == '#' && !quoted:
			return append(all, line[from:k])
		}
	}
	return append(all, line[from:])
}

// Read reads what stands behind the verb.
func (f *Form) Read(args string) (Edit, error) {
	words, err := words(args)
	if err != nil {
		return nil, err
	}
	if len(words) < f.least || len(words) > f.most {
		return nil, fmt.Errorf("%s needs %s", f.Verb, f.Args)
	}
	return f.read(words)
}

// words divides a text at blanks, commas and brackets.
func words(text string) ([]string, error) {
	var all []string
	for text != "" {
		at := strings.IndexFunc(text, func(r rune) bool { return !separates(r) })
		if at < 0 {
			break
		}
		if text = text[at:]; text[0] == '"' {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, fmt.Errorf("a quoted name is not closed: %s", text)
			}
			word, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("a quoted name cannot be read: %s", quoted)
			}
			all, text = append(all, word), text[len(quoted):]
			continue
		}
		end := strings.IndexFunc(text, func(r rune) bool { return separates(r) || r == '"' })
		if end < 0 {
			end = len(text)
		}
		all, text = append(all, text[:end]), text[end:]
	}
	return all, nil
}

func separates(r rune) bool { return strings.ContainsRune(" \t\r\n,()", r) }

func readVertex(w []string) (Edit, error) {
	if len(w) == 1 {
		return AddVertex{w[0], 1}, nil
	}
	n, err := readSize(w[1])
	return AddVertex{w[0], n}, err
}

func readSize(text string) (int64, error) {
	n, err := number(text, "a size")
	if err == nil && n < 1 {
		err = fmt.Errorf("a size of %d is impossible: a vector has at least 1 entry", n)
	}
	return n, err
}

func readCost(w []string) (Edit, error) {
	t, a, err := ParseCosts(w[2])
	return SetCosts{w[0], w[1], t, a}, err
}

// readEdge reads the ends, and then costs, a j for a Jacobian, or both; an edge of which
// nothing is said has a model that costs 1/1.
func readEdge(w []string) (Edit, error) {
	e := AddEdge{From: w[0], To: w[1]}
	for _, word := range w[2:] {
		if word == "j" || word == "jacobian" {
			e.Jacobian = true
			continue
		}
		if e.Model {
			return nil, fmt.Errorf("edge needs i j T/A")
		}
		var err error
		if e.Tangent, e.Adjoint, err = ParseCosts(word); err != nil {
			return nil, err
		}
		e.Model = true
	}
	if !e.Model && !e.Jacobian {
		e.Model, e.Tangent, e.Adjoint = true, 1, 1
	}
	return e, nil
}

func readSwitch(w []string) (Switch, error) {
	at := slices.Index([]string{"", "on", "off"}, strings.Join(w, " "))
	if at < 0 {
		return Toggle, fmt.Errorf("%s is neither on nor off", model.QuoteID(w[0]))
	}
	return Switch(at), nil
}

// ParseCosts reads the costs of a tangent and an adjoint, as in "3/6".
func ParseCosts(text string) (t, a model.Cost, err error) {
	left, right, ok := strings.Cut(text, "/")
	if !ok {
		return 0, 0, fmt.Errorf("%s are no costs: write tangent/adjoint, as in 3/6", model.QuoteID(text))
	}
	var all [2]model.Cost
	for k, part := range []string{left, right} {
		n, err := number(part, "a cost")
		if err != nil {
			return 0, 0, err
		}
		if n < 0 {
			return 0, 0, fmt.Errorf("a cost of %d is impossible: costs are whole numbers from 0", n)
		}
		all[k] = model.Cost(n)
	}
	return all[0], all[1], nil
}

// number reads a whole number that is not the largest there is, which stands for all that
// are larger.
func number(text, what string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	switch {
	case err == nil && n < math.MaxInt64:
		return n, nil
	case err == nil || strings.Trim(text, "+-0123456789") == "" && strings.ContainsAny(text, "0123456789"):
		return 0, fmt.Errorf("%s is too large for %s: the largest is %d", model.QuoteID(text), what,
			int64(math.MaxInt64-1))
	}
	return 0, fmt.Errorf("%s is no whole number for %s", model.QuoteID(text), what)
}
