package files

import (
	"bytes"
	"encoding/json"
	"strings"

	"facet/model/format"
	"facet/planner/certificate"
)

// Kind is what a file holds.
type Kind uint8

// The kinds that facet writes or reads. A file of unknown kind is passed to the reader
// that the caller wants, which then says what is wrong.
const (
	Unknown Kind = iota
	Dag
	Sequence
	Session
	Proof
	Result        // the output of facet solve --json
	Configuration // a configuration of the reference implementation
	Picture       // a line dag for Graphviz
	Runs          // the solver's runs, in the state directory
	Lesson
	Function // in Go, or in a form of another tool; its dag is that of its operations
)

// String is the name of the kind in messages.
func (k Kind) String() string {
	return [...]string{"file", "dag", "sequence", "session", "proof", "result", "configuration", "picture",
		"file of runs", "lesson", "function"}[k]
}

// kindOf recognizes the kind of a file by the beginning of its text.
func kindOf(name string, content []byte) Kind {
	text := bytes.TrimLeft(bytes.TrimPrefix(content, []byte("\ufeff")), " \t\r\n")
	if bytes.HasPrefix(text, []byte("---")) { // front matter
		return Lesson
	}
	switch format.FormOfFile(name, text) {
	case format.JSON:
		return kindOfJSON(text)
	case format.LineDOT:
		return Picture
	case format.Go, format.NL, format.CppAD:
		return Function
	case format.NoForm:
		return kindOfLine(text)
	}
	return Dag
}

// kindOfLine recognizes a text without a dag by its first line.
func kindOfLine(text []byte) Kind {
	if bytes.HasPrefix(text, []byte("#")) {
		return Sequence
	}
	line, _, _ := bytes.Cut(text[:min(len(text), 200)], []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return Unknown
	}
	switch strings.ToLower(words[0]) {
	case "acc", "eli":
		return Sequence
	case "total", "makespan", "elapsed", "elimination":
		if bytes.Contains(text, []byte("elimination sequence")) {
			return Sequence
		}
	case "dag", "method", "n_threads", "graph_path", "optimizer_name":
		return Configuration
	}
	return Unknown
}

// kindOfJSON recognizes a JSON object by its fields.
func kindOfJSON(text []byte) Kind {
	var marks struct {
		Facet    string          `json:"facet"`
		Format   string          `json:"format"`
		Session  json.RawMessage `json:"session"`
		Sequence json.RawMessage `json:"sequence"`
	}
	unreadable := json.Unmarshal(text, &marks) != nil
	switch {
	case unreadable: // the reader of dags says what is wrong
	case marks.Facet == "session", len(marks.Session) > 0:
		return Session
	case marks.Facet == "runs", marks.Facet == "run":
		return Runs
	case certificate.IsFormat(marks.Format):
		return Proof
	case len(marks.Sequence) > 0:
		return Result
	}
	if bytes.Contains(text, []byte(`"nodes"`)) {
		return Dag
	}
	return Unknown
}
