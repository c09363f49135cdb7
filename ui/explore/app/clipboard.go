package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/narration"
	"facet/ui/terminal"
)

// copyWords are what :copy takes.
var copyWords = []string{"formula", "sequence", "dag", "figure", "command"}

// copy copies what a word means.
func (on *screen) copy(v *layer.View, what string) (tea.Cmd, []intent.Intent) {
	if v.Words || on.options.Terminal.Out == nil {
		return nil, layer.Refuse("Lines of text have no clipboard: :save, :figure and :export write files.")
	}
	content, refusal := on.content(v, what)
	if refusal != "" {
		return nil, layer.Refuse(refusal)
	}
	type made struct {
		text []byte
		err  error
	}
	return layer.Begin(on.jobs, copyJob, func(ctx context.Context) made {
		text, err := content.Make(ctx)
		return made{text, err}
	}, func(m made) (tea.Cmd, []intent.Intent) {
		size := len(m.text)
		switch {
		case m.err != nil:
			return nil, layer.Report(m.err)
		case size > terminal.MostCopied:
			return nil, layer.Refuse(fmt.Sprintf("Not copied: %s has %s bytes, and terminals take %s. %s",
				content.What, style.Count(int64(size)), style.Count(terminal.MostCopied), content.Path))
		}
		return on.options.Terminal.Copy(string(m.text)), layer.Say("Copied " + content.What + ", " +
			style.Plural(size, "byte", "bytes") + "." + brief(what, m.text))
	}), nil
}

// brief is what was copied where it is short enough to be read.
func brief(what string, text []byte) string {
	if what != "formula" && what != "command" || strings.Contains(string(text), "\n") {
		return ""
	}
	return " " + style.Printable(string(text))
}

// content is what a word means. Its path says what to do where it is too long to be copied.
func (on *screen) content(v *layer.View, what string) (out documents.Content, refusal string) {
	text := func(name, text string) documents.Content {
		return documents.Content{What: name, Make: func(context.Context) ([]byte, error) {
			return []byte(text), nil
		}}
	}
	switch what {
	case "formula":
		formula, ok := narration.Formula(v)
		if !ok {
			return out, "There is no formula: select an operation first."
		}
		return text("the formula", formula), ""
	case "sequence":
		out, refusal = documents.Sequence(on.shown.session)
		out.What, out.Path = "the sequence", ":save FILE writes it."
	case "dag":
		out, refusal = documents.Export(v, "dag.xml")
		out.What, out.Path = "the dag as GraphML", ":export FILE writes it."
	case "figure":
		out, refusal = documents.Figure(v, on.pictures.Pictures, "figure.svg")
		out.What, out.Path = "the pictures as SVG", ":figure FILE writes them."
	default:
		out = text("the command", on.line(v))
		out.Path = ":save FILE writes the sequence, for facet replay."
	}
	return out, refusal
}

// line is the line for a shell that leads to what is on the screen: the search whose
// sequence this is, else the sequence, else the dag.
func (on *screen) line(v *layer.View) string {
	file := on.name(v.Dag())
	if v.Totals.Classic {
		file = "--classic " + file
	}
	if on.options.Solver != nil && !v.Concealed {
		if flags, ok := on.options.Solver.Reproduces(); ok {
			return strings.TrimSpace("facet solve " + flags + " " + file)
		}
	}
	if v.Steps.Depth() == 0 {
		return "facet " + file
	}
	partial := ""
	if !v.State().Done() {
		partial = "--partial "
	}
	return "facet replay " + partial + file + " - <<'END'\n" + on.shown.session.Sequence() + "END\n"
}

// name is the FILE that a dag comes from, quoted for a shell. One that was made here has the
// name under which :export would write it.
func (on *screen) name(g *model.Dag) string {
	switch name := strings.ToLower(g.Name); {
	case g == on.opened.dag && on.opened.file != "":
		return quotedForShell(on.opened.file)
	case slices.Contains(on.options.Files.Samples(), name):
		return name
	}
	return quotedForShell(documents.Stem(cmp.Or(g.Name, "dag")) + ".xml")
}

// quotedForShell puts a word in quotes where a shell would read something else.
func quotedForShell(word string) string {
	if strings.IndexFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("._/-+=,@", r))
	}) < 0 && !strings.HasPrefix(word, "-") {
		return word
	}
	if strings.HasPrefix(word, "-") {
		word = "./" + word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// copyCommands are the commands that copy.
func (on *screen) copyCommands() []layer.Command {
	copies := layer.Acts(intent.Adjusts, on.copy)
	return []layer.Command{
		layer.Named("copy-formula", "copy the formula of the selected operation", copies("formula")).Hide().
			On("y").Listed(groupKeep),
		layer.Named("copy-sequence", "copy the sequence so far", copies("sequence")).Hide().On("Y").
			Listed(groupKeep),
		layer.Choice("copy",
			"copy to your terminal's clipboard: the command is the shell line that leads here", copies,
			copyWords...),
	}
}
