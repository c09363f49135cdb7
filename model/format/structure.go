package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Limits of a GraphML file. The XML decoder keeps a whole token and goGraphML
// the whole tree: a tag of 50 MB took 1.5 GB, 50 MB of <node/> more than 2 GB.
// Both are therefore bounded, by this walk over the tokens, before goGraphML
// sees the file.
const (
	maxDepth    = 64
	maxTagBytes = 64 << 10
	maxToken    = 1 << 20 // a tag, a comment, a text
	maxMembers  = 400_000 // vertices and edges: what takes most room
	maxElements = 1_100_000
	maxMarkup   = 4_000_000 // tags, comments and the like
)

// graphmlSpace is the namespace of GraphML. Files without one are common and
// accepted; versions of the schema append to it.
const graphmlSpace = "http://graphml.graphdrawing.org/xmlns"

// children lists what GraphML allows below each of its elements. What stands
// inside <data> belongs to whoever wrote it.
var children = map[string][]string{
	"graphml": {"desc", "key", "data", "graph"},
	"key":     {"desc", "default"},
	"graph":   {"desc", "data", "node", "edge", "hyperedge", "locator"},
	"node":    {"desc", "data", "port", "graph", "locator"},
	"edge":    {"desc", "data", "graph"},
	"port":    {"desc", "data", "port"},
}

// structure walks over the tokens of an XML text and keeps nothing of them but
// the open elements. goGraphML, which reads the text afterwards, goes by local
// names alone and passes over what it does not expect; the walk says what that
// would hide.
type structure struct {
	decoder  *xml.Decoder
	input    *rationed
	open     []element
	roots    int
	graphs   int
	members  int
	elements int
	marks    int
}

// element is one that is open: its name where it is GraphML's, and whether it
// has held text and elements so far.
type element struct {
	name        string // empty for a foreign element and for all inside <data>
	text, inner bool
}

// rationed gives the decoder so many bytes for a token and no more.
type rationed struct {
	*bytes.Reader
	left int
}

var errRation = errors.New("more bytes than a token may have")

func (r *rationed) ReadByte() (byte, error) {
	if r.left--; r.left < 0 {
		return 0, errRation
	}
	return r.Reader.ReadByte()
}

// checkStructure tells that the text has the outline of a GraphML file with one
// flat graph, and that decoding it stays within the limits.
func checkStructure(text []byte) error {
	input := &rationed{Reader: bytes.NewReader(text)}
	s := structure{decoder: xml.NewDecoder(input), input: input}
	for {
		input.left = maxToken
		began, line := s.decoder.InputOffset(), s.line()
		token, err := s.decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if errors.Is(err, errRation) {
			return fmt.Errorf("a tag or a text in line %d is longer than %d MB: no GraphML needs that", line, maxToken>>20)
		}
		if err != nil {
			return xmlError(err)
		}
		if err := s.token(token, int(s.decoder.InputOffset()-began)); err != nil {
			return err
		}
	}
	if s.graphs == 0 {
		return fmt.Errorf("no <graph> in it: GraphML holds its dag in a <graph> with <node> and <edge> elements")
	}
	return nil
}

func (s *structure) line() int {
	line, _ := s.decoder.InputPos()
	return line
}

func (s *structure) token(token xml.Token, size int) error {
	if _, isText := token.(xml.CharData); !isText {
		if s.marks++; s.marks > maxMarkup {
			return fmt.Errorf("more than %d tags and comments: make the dag coarser", maxMarkup)
		}
	}
	switch t := token.(type) {
	case xml.CharData:
		return s.text(t)
	case xml.Directive:
		// An internal subset could declare entities: nothing in GraphML needs them,
		// and they are how small files grow to gigabytes.
		if bytes.IndexByte(t, '[') >= 0 {
			return fmt.Errorf("the DOCTYPE in line %d declares entities: remove the part in brackets", s.line())
		}
	case xml.StartElement:
		if size > maxTagBytes {
			return fmt.Errorf("the tag in line %d is longer than %d kB: no GraphML needs that", s.line(), maxTagBytes>>10)
		}
		return s.start(t)
	case xml.EndElement:
		s.open = s.open[:len(s.open)-1]
	}
	return nil
}

// text refuses what stands where no text belongs, and would be passed over.
func (s *structure) text(text []byte) error {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return nil
	}
	if len(s.open) == 0 {
		return fmt.Errorf("not XML: text outside of the root element in line %d", s.line())
	}
	at := &s.open[len(s.open)-1]
	if _, holdsElements := children[at.name]; holdsElements {
		return fmt.Errorf("loose text %s in <%s> in line %d: values stand in <data> elements", quote(string(text)), at.name, s.line())
	}
	at.text = true
	return s.mixed(at)
}

// mixed refuses a value that is put together from text and elements: of
// 2<q>9</q>3, goGraphML would keep 23.
func (s *structure) mixed(at *element) error {
	if at.text && at.inner && (at.name == "data" || at.name == "default") {
		return fmt.Errorf("the <%s> in line %d mixes text and elements: write its value alone", at.name, s.line())
	}
	return nil
}

func (s *structure) start(t xml.StartElement) error {
	s.elements++
	if t.Name.Local == "node" || t.Name.Local == "edge" {
		s.members++
	}
	switch {
	case s.members > maxMembers:
		return fmt.Errorf("more than %d vertices and edges: make the dag coarser", maxMembers)
	case s.elements > maxElements:
		return fmt.Errorf("more than %d elements: make the dag coarser", maxElements)
	case len(s.open) >= maxDepth:
		return fmt.Errorf("elements are nested more than %d deep in line %d: GraphML is flat", maxDepth, s.line())
	}
	if err := s.attributes(t); err != nil {
		return err
	}
	var opened element
	if len(s.open) == 0 {
		if err := s.root(t.Name); err != nil {
			return err
		}
		opened.name = "graphml"
	} else {
		parent := &s.open[len(s.open)-1]
		parent.inner = true
		if err := s.mixed(parent); err != nil {
			return err
		}
		if allowed, known := children[parent.name]; known {
			name, err := s.child(t.Name, parent, allowed)
			if err != nil {
				return err
			}
			opened.name = name
		}
	}
	s.open = append(s.open, opened)
	return nil
}

func (s *structure) root(name xml.Name) error {
	if s.roots++; s.roots > 1 {
		return fmt.Errorf("not XML: a second root element <%s> in line %d", shorten(name.Local), s.line())
	}
	if name.Local != "graphml" {
		return fmt.Errorf("not GraphML: the root element is <%s>, not <graphml>", shorten(name.Local))
	}
	if !isGraphML(name) {
		return fmt.Errorf("not GraphML: <graphml> is of another namespace, %s", quote(name.Space))
	}
	return nil
}

// child says what an element is below one of GraphML's: its name, or nothing
// where it is somebody else's.
func (s *structure) child(name xml.Name, parent *element, allowed []string) (string, error) {
	is := strings.ToLower(name.Local)
	known := false
	for _, a := range allowed {
		known = known || a == is
	}
	switch {
	case !isGraphML(name) && known:
		return "", fmt.Errorf("the <%s> in line %d is of another namespace, %s: only GraphML's own are read", shorten(name.Local), s.line(), quote(name.Space))
	case !isGraphML(name):
		return "", nil
	case known && is != name.Local:
		return "", fmt.Errorf("<%s> in line %d: GraphML writes it <%s>", shorten(name.Local), s.line(), is)
	case is == "graph" && parent.name != "graphml":
		return "", fmt.Errorf("a graph inside <%s> in line %d: make the dag flat", parent.name, s.line())
	case !known:
		return "", fmt.Errorf("<%s> in line %d has no place in <%s>, which holds %s", shorten(name.Local), s.line(), parent.name, list(allowed))
	case is == "hyperedge":
		return "", fmt.Errorf("a hyperedge in line %d: write it as edges with one source and one target each", s.line())
	case is == "graph":
		if s.graphs++; s.graphs > 1 {
			return "", fmt.Errorf("a second <graph> in line %d: keep one graph per file", s.line())
		}
	}
	return is, nil
}

// attributes refuses one that stands twice: decoders keep either.
func (s *structure) attributes(t xml.StartElement) error {
	seen := make(map[xml.Name]bool, len(t.Attr))
	for _, a := range t.Attr {
		if seen[a.Name] {
			return fmt.Errorf("<%s> in line %d has the attribute %s twice: keep one", shorten(t.Name.Local), s.line(), quote(a.Name.Local))
		}
		seen[a.Name] = true
	}
	return nil
}

func isGraphML(name xml.Name) bool {
	return name.Space == "" || strings.HasPrefix(name.Space, graphmlSpace) ||
		strings.HasPrefix(name.Space, strings.Replace(graphmlSpace, "http:", "https:", 1))
}

func list(names []string) string {
	all := make([]string, len(names))
	for k, n := range names {
		all[k] = "<" + n + ">"
	}
	return strings.Join(all, ", ")
}

func shorten(name string) string {
	if runes := []rune(name); len(runes) > 40 {
		return string(runes[:40]) + "..."
	}
	return name
}
