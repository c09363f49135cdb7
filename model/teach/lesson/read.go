package lesson

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"facet/model/excerpt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// Read makes a lesson of a Markdown text. Where there are mistakes the lesson is
// what could be made of the rest, and nil where nothing could.
func Read(data []byte) (*Lesson, Mistakes) {
	var mistakes Mistakes
	source, ok := clean(data, &mistakes)
	if !ok {
		return nil, mistakes
	}
	r := &reader{source: source, mistakes: &mistakes}
	r.lines = lineStarts(source)
	front, ok := r.frontMatter()
	if !ok {
		return nil, mistakes
	}
	r.front(front)
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough))
	r.walk(md.Parser().Parse(text.NewReader(r.source)))
	r.finish()
	return &r.lesson, mistakes.sorted()
}

// reader turns a parsed text into a lesson.
type reader struct {
	source   []byte
	lines    []int // where each line starts
	lesson   Lesson
	mistakes *Mistakes
	blocks   int
	moves    int
	given    bool // the chapter's dag is known already
	deep     bool // it was told that something is nested too deep
}

// lineAt is the line, from 1, in which a byte stands.
func (r *reader) lineAt(at int) int {
	line, _ := slices.BinarySearch(r.lines, at+1)
	return line
}

// lineText is a line, from 1, without its end; false behind the last.
func (r *reader) lineText(line int) (string, bool) {
	if line < 1 || line > len(r.lines) {
		return "", false
	}
	rest := r.source[r.lines[line-1]:]
	if len(rest) == 0 {
		return "", false
	}
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	return string(rest), true
}

func (r *reader) wrong(line int, format string, args ...any) { r.mistakes.add(line, format, args...) }

// walk goes through the blocks at the margin.
func (r *reader) walk(doc ast.Node) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if r.blocks > maxBlocks || len(r.lesson.Chapters) > maxChapters || r.moves > maxMoves {
			r.wrong(r.lineOf(n), "a lesson has at most %d chapters, %d blocks and %d operations: split it",
				maxChapters, maxBlocks, maxMoves)
			return
		}
		switch n := n.(type) {
		case *ast.Heading:
			r.heading(n)
		case *ast.ThematicBreak:
			r.newPage(r.lineOf(n))
		case *ast.FencedCodeBlock:
			r.fence(n)
		case *ast.Paragraph:
			r.paragraph(n)
		default:
			if b, ok := r.block(n, 0); ok {
				r.prose(r.lineOf(n), b)
			}
		}
	}
}

// heading begins a chapter, or is prose.
func (r *reader) heading(n *ast.Heading) {
	line := r.lineOf(n)
	spans := r.spans(n)
	if n.Level <= 2 {
		title := strings.TrimSpace(Plain(spans))
		if title == "" {
			r.wrong(line, "the chapter has no title: write it after the #")
		}
		r.lesson.Chapters = append(r.lesson.Chapters,
			Chapter{Line: line, Title: title, Subject: r.lesson.Subject, dagLine: r.lesson.dagLine})
		r.given = false
		r.branch(line, title)
		return
	}
	r.branch(line, Plain(spans))
	r.prose(line, Block{Kind: Heading, Level: n.Level, Spans: spans})
}

// paragraph is prose, with what the first words of some mean.
func (r *reader) paragraph(n *ast.Paragraph) {
	line := r.lineOf(n)
	spans := r.spans(n)
	plain := strings.TrimSpace(Plain(spans))
	if name, ok := strings.CutPrefix(plain, "Dag:"); ok {
		r.about(line, name)
		return
	}
	if name, ok := strings.CutPrefix(plain, "Picture:"); ok {
		r.picture(line, strings.TrimSpace(name))
		return
	}
	r.branch(line, plain)
	if plain != "" {
		r.prose(line, Block{Kind: Paragraph, Spans: spans})
	}
}

// about is the paragraph that names a chapter's dag.
func (r *reader) about(line int, text string) {
	c := r.chapter(line)
	switch {
	case r.given:
		r.wrong(line, "the chapter has a dag already: begin another chapter for another dag")
		return
	case r.hasBlocks(c):
		r.wrong(line, "Dag: has to stand before the first block of its chapter")
		return
	}
	r.given, c.dagLine = true, line
	name, mode, hasMode := strings.Cut(text, ",")
	c.Subject.Dag = strings.TrimSpace(name)
	if c.Subject.Dag == "" {
		r.wrong(line, "a name is missing: write Dag: and a sample or file, as in Dag: lion, classic")
	}
	if hasMode {
		r.mode(line, &c.Subject, strings.TrimSuffix(strings.TrimSpace(mode), "."))
	}
}

// picture is the paragraph that names what a chapter shows.
func (r *reader) picture(line int, name string) {
	c := r.chapter(line)
	name = strings.TrimSuffix(name, ".")
	if of, ok := strings.CutPrefix(name, "around"); ok || name == "whole" {
		of = strings.TrimSpace(of)
		if ok && of == "" {
			r.wrong(line,
				"a name is missing: write Picture: around and a vertex, an edge or a face, as in Picture: around 3")
			return
		}
		if !ok {
			of = ""
		}
		c.Parts = append(c.Parts, &Around{line, of})
		return
	}
	if r.hasBlocks(c) {
		r.wrong(line, "Picture: has to stand before the first block of its chapter")
		return
	}
	switch name {
	case "dag":
		c.Picture = PictureDag
	case "line dag":
		c.Picture = PictureLineDag
	default:
		r.wrong(line, "the picture is %s: choose dag, line dag, around and a name, or whole",
			excerpt.Of(name))
	}
}

func (r *reader) hasBlocks(c *Chapter) bool {
	for _, p := range c.Parts {
		switch p.(type) {
		case *Prose, *Around:
		default:
			return true
		}
	}
	return false
}

func (r *reader) mode(line int, s *Subject, mode string) {
	switch mode {
	case "classic":
		s.Classic = true
	case "general":
		s.Classic = false
	default:
		r.wrong(line, "the mode is %q: choose general or classic", mode)
	}
}

const goTo = `^(?i:back to|start again from|continue from) `

var backTo = regexp.MustCompile(goTo + `(?:step ([0-9]{1,9})\b|(the start\b))`)

var backToNothing = regexp.MustCompile(goTo + `(?i:step)\b`)

// branch notes that a text says where what follows starts.
func (r *reader) branch(line int, text string) {
	text = strings.TrimSpace(text)
	m := backTo.FindStringSubmatch(text)
	if m == nil {
		if backToNothing.MatchString(text) {
			r.wrong(line, "the step's number is missing: write it as in Back to step 3")
		}
		return
	}
	step, _ := strconv.Atoi(m[1]) // the start has none, and is 0
	c := r.chapter(line)
	c.Parts = append(c.Parts, &Back{line, step})
}

// chapter is the one that is being read; text before the first heading is one of
// its own.
func (r *reader) chapter(line int) *Chapter {
	if len(r.lesson.Chapters) == 0 {
		r.lesson.Chapters = append(r.lesson.Chapters, Chapter{Line: line, Title: r.lesson.Title,
			Subject: r.lesson.Subject, dagLine: r.lesson.dagLine})
	}
	return &r.lesson.Chapters[len(r.lesson.Chapters)-1]
}

// prose adds to the page of text that is being read.
func (r *reader) prose(line int, b Block) {
	r.blocks++
	c := r.chapter(line)
	if len(c.Parts) > 0 {
		if p, ok := c.Parts[len(c.Parts)-1].(*Prose); ok {
			p.Blocks = append(p.Blocks, b)
			return
		}
	}
	c.Parts = append(c.Parts, &Prose{line, []Block{b}})
}

// newPage begins a page where there is text already.
func (r *reader) newPage(line int) {
	c := r.chapter(line)
	if len(c.Parts) > 0 {
		if p, ok := c.Parts[len(c.Parts)-1].(*Prose); ok && len(p.Blocks) > 0 {
			c.Parts = append(c.Parts, &Prose{Line: line})
		}
	}
}

// misspelt are names of blocks that were meant to be one of facet's.
var misspelt = map[string]string{
	"facet": "facet", "facets": "facet", "faset": "facet", "compare": "compare", "compares": "compare",
	"comparison": "compare",
	"puzzle":     "puzzle", "puzzles": "puzzle", "puzle": "puzzle",
}

// fence is a block of facet's, or a listing.
func (r *reader) fence(n *ast.FencedCodeBlock) {
	line := r.lineOf(n)
	info := ""
	if n.Info != nil {
		info = strings.TrimSpace(string(n.Info.Value(r.source)))
	}
	word, rest, _ := strings.Cut(info, " ")
	word = strings.TrimSuffix(word, ":")
	ours := word == "facet" || word == "compare" || word == "puzzle"
	end := line + n.Lines().Len() + 1
	if closing, ok := r.lineText(end); !ok || !isFence(closing) {
		what := "listing"
		if ours {
			what = word + " block"
		}
		r.wrong(line, "the %s is not closed: write ``` on a line of its own after it", what)
		if ours {
			return
		}
	}
	if meant, ok := misspelt[strings.ToLower(word)]; ok && !ours {
		r.wrong(line, "unknown block %s: the blocks are facet, compare and puzzle, write %s",
			excerpt.Of(word), meant)
		return
	}
	if !ours {
		b, _ := r.block(n, 0)
		r.prose(line, b)
		return
	}
	r.blocks++
	body := make([]row, 0, n.Lines().Len())
	for k := range n.Lines().Len() {
		segment := n.Lines().At(k)
		body = append(body, row{line + 1 + k, strings.TrimRight(string(segment.Value(r.source)), " \t\n")})
	}
	var p Part
	switch word {
	case "facet":
		p = r.steps(line, strings.TrimSpace(rest), body)
	case "compare":
		p = r.comparison(line, body)
	case "puzzle":
		p = r.puzzle(line, body)
	}
	c := r.chapter(line)
	c.Parts = append(c.Parts, p)
}

// row is a line of a block of facet's.
type row struct {
	line int
	text string
}

func isFence(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= 3 && (strings.Trim(line, "`") == "" || strings.Trim(line, "~") == "")
}

func (r *reader) finish() {
	blocks := 0
	for k := range r.lesson.Chapters {
		c := &r.lesson.Chapters[k]
		parts := c.Parts[:0]
		for _, p := range c.Parts {
			if prose, ok := p.(*Prose); ok && len(prose.Blocks) == 0 {
				continue
			}
			parts = append(parts, p)
			if _, ok := p.(*Back); !ok {
				blocks++
			}
		}
		c.Parts = parts
	}
	if blocks == 0 && len(*r.mistakes) == 0 {
		r.wrong(1, "the lesson is empty: write text below its front matter")
	}
}
