package lesson

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// lineOf is the line in which a block starts.
func (r *reader) lineOf(n ast.Node) int {
	if at := n.Pos(); at >= 0 {
		return r.lineAt(at)
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Type() == ast.TypeBlock {
			return r.lineOf(c)
		}
	}
	return 1
}

// block turns a block of the parser's tree into one of a lesson; false for what
// is not shown.
func (r *reader) block(n ast.Node, depth int) (Block, bool) {
	if depth > maxDepth {
		if r.deep {
			return Block{}, false
		}
		r.deep = true
		r.wrong(r.lineOf(n), "lists and quotes are nested more than %d levels deep: flatten them", maxDepth)
		return Block{}, false
	}
	switch n := n.(type) {
	case *ast.Heading:
		return Block{Kind: Heading, Level: n.Level, Spans: r.spans(n)}, true
	case *ast.Paragraph, *ast.TextBlock:
		spans := r.spans(n)
		return Block{Kind: Paragraph, Spans: spans}, len(spans) > 0
	case *ast.List:
		b := Block{Kind: List, First: -1, Tight: n.IsTight}
		if n.IsOrdered() {
			b.First = n.Start
		}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			b.Items = append(b.Items, r.blocksOf(item, depth+1))
		}
		return b, true
	case *ast.Blockquote:
		return Block{Kind: Quote, Items: [][]Block{r.blocksOf(n, depth+1)}}, true
	case *ast.CodeBlock:
		return Block{Kind: Listing, Text: r.raw(n)}, true
	case *ast.FencedCodeBlock:
		b := Block{Kind: Listing, Text: r.raw(n)}
		if n.Info != nil {
			b.Info, _, _ = strings.Cut(string(n.Info.Value(r.source)), " ")
		}
		if depth > 0 && (b.Info == "facet" || b.Info == "compare" || b.Info == "puzzle") {
			r.wrong(r.lineOf(n),
				"a %s block is inside a list or quote, where it is not presented: move it to the margin",
				b.Info)
		}
		return b, true
	case *extast.Table:
		return r.table(n), true
	}
	return Block{}, false // raw HTML, rules within lists
}

func (r *reader) blocksOf(n ast.Node, depth int) []Block {
	var all []Block
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if b, ok := r.block(c, depth); ok {
			all = append(all, b)
		}
	}
	return all
}

func (r *reader) raw(n ast.Node) string {
	var b strings.Builder
	for k := range n.Lines().Len() {
		segment := n.Lines().At(k)
		b.Write(segment.Value(r.source))
	}
	return b.String()
}

func (r *reader) table(n *extast.Table) Block {
	b := Block{Kind: Table}
	for _, a := range n.Alignments {
		align := AlignLeft
		switch a {
		case extast.AlignRight:
			align = AlignRight
		case extast.AlignCenter:
			align = AlignCenter
		}
		b.Aligns = append(b.Aligns, align)
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells [][]Span
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, r.spans(cell))
		}
		b.Rows = append(b.Rows, cells)
	}
	return b
}

// spans is the text of a block.
func (r *reader) spans(n ast.Node) []Span {
	w := spanWriter{r: r}
	w.children(n, Span{}, 0)
	for _, s := range w.spans {
		if c, ok := harmful(s.Text); ok {
			r.wrong(r.lineOf(n), "the text refers to the control character U+%04X: remove it", c)
			return nil
		}
	}
	return w.spans
}

type spanWriter struct {
	r     *reader
	spans []Span
}

// maxInline is how deep manners of writing are followed.
const maxInline = 100

func (w *spanWriter) children(n ast.Node, like Span, depth int) {
	if depth > maxInline {
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.inline(c, like, depth)
	}
}

func (w *spanWriter) inline(n ast.Node, like Span, depth int) {
	switch n := n.(type) {
	case *ast.Text:
		text := n.Value(w.r.source)
		if !like.Code && !n.IsRaw() {
			text = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(text)))
		}
		w.add(string(text), like)
		switch {
		case n.HardLineBreak():
			w.spans = append(w.spans, Span{Break: true})
		case n.SoftLineBreak():
			w.add(" ", like)
		}
	case *ast.String:
		w.add(string(n.Value), like)
	case *ast.CodeSpan:
		like.Code = true
		w.children(n, like, depth+1)
	case *ast.Emphasis:
		if n.Level > 1 {
			like.Strong = true
		} else {
			like.Emphasis = true
		}
		w.children(n, like, depth+1)
	case *extast.Strikethrough:
		like.Struck = true
		w.children(n, like, depth+1)
	case *ast.Link:
		like.Link = true
		w.children(n, like, depth+1)
	case *ast.AutoLink:
		like.Link = true
		w.add(string(n.Label(w.r.source)), like)
	case *ast.Image, *ast.RawHTML: // nothing of them can be shown
	default:
		w.children(n, like, depth+1)
	}
}

// add lets text in one manner grow together.
func (w *spanWriter) add(text string, like Span) {
	if text == "" {
		return
	}
	if len(w.spans) > 0 {
		last := &w.spans[len(w.spans)-1]
		same := *last
		same.Text = ""
		if same == like {
			last.Text += text
			return
		}
	}
	like.Text = text
	w.spans = append(w.spans, like)
}

// harmful finds a character that could do something to a terminal.
func harmful(text string) (rune, bool) {
	for _, c := range text {
		if unicode.Is(unicode.Cc, c) && c != '\t' && c != '\n' || unicode.Is(unicode.Bidi_Control, c) {
			return c, true
		}
	}
	return 0, false
}
