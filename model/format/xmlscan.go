package format

import (
	"bytes"
	"fmt"
)

// Limits of a GraphML file. The XML decoder keeps a whole tag and goGraphML the
// whole tree, so both are bounded before either runs.
const (
	maxDepth    = 64
	maxTagBytes = 64 << 10
	maxMembers  = 400_000 // vertices and edges: what takes most room
	maxElements = 1_100_000
	maxMarkup   = 4_000_000 // tags, comments and the like
)

// xmlScan walks over the tags of an XML text without keeping anything of them.
// It is no XML parser: what it lets pass goes to one. It only has to see every
// tag that the parser would see.
type xmlScan struct {
	text     []byte
	at       int
	open     [][]byte // local names of the open elements
	roots    int
	graphs   int
	members  int
	elements int
	marks    int
}

// checkStructure tells that the text has the outline of a GraphML file with one
// flat graph, and that decoding it stays within the limits.
func checkStructure(text []byte) error {
	s := xmlScan{text: text}
	for {
		jump := bytes.IndexByte(s.text[s.at:], '<')
		between := s.text[s.at:]
		if jump >= 0 {
			between = between[:jump]
		}
		if err := s.passOver(between); err != nil {
			return err
		}
		if jump < 0 {
			break
		}
		if err := s.markup(); err != nil {
			return err
		}
	}
	if s.graphs == 0 {
		return fmt.Errorf("no <graph> in it: GraphML holds its dag in a <graph> with <node> and <edge> elements")
	}
	return nil
}

// passOver moves behind the text before the next tag. The XML decoder would not
// see what stands behind the root element: two files in one, say.
func (s *xmlScan) passOver(text []byte) error {
	if inner := bytes.TrimLeft(text, " \t\r\n"); len(s.open) == 0 && len(inner) > 0 {
		s.at += len(text) - len(inner)
		return fmt.Errorf("not XML: text outside of the root element in line %d", s.line())
	}
	s.at += len(text)
	return nil
}

func (s *xmlScan) markup() error {
	s.marks++
	rest := s.text[s.at:]
	switch {
	case s.marks > maxMarkup:
		return fmt.Errorf("more than %d tags and comments: make the dag coarser", maxMarkup)
	case bytes.HasPrefix(rest, []byte("<!--")):
		return s.skip(4, "-->", "comment")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return s.skip(9, "]]>", "CDATA section")
	case bytes.HasPrefix(rest, []byte("<?")):
		return s.skip(2, "?>", "processing instruction")
	case bytes.HasPrefix(rest, []byte("<!")):
		return s.directive()
	}
	tag, err := s.tag()
	if err != nil {
		return err
	}
	if tag[0] == '/' {
		if len(s.open) > 0 {
			s.open = s.open[:len(s.open)-1]
		}
		return nil
	}
	if err := s.element(localName(tag)); err != nil {
		return err
	}
	if tag[len(tag)-1] == '/' {
		s.open = s.open[:len(s.open)-1]
	}
	return nil
}

func (s *xmlScan) skip(from int, end, what string) error {
	length := bytes.Index(s.text[s.at+from:], []byte(end))
	if length < 0 {
		return fmt.Errorf("not XML: the %s in line %d does not end", what, s.line())
	}
	s.at += from + length + len(end)
	return nil
}

// directive passes over a DOCTYPE that only names a definition. An internal
// subset could declare entities: nothing in GraphML needs them, and they are
// how small files grow to gigabytes.
func (s *xmlScan) directive() error {
	for k, c := range s.text[s.at:] {
		switch c {
		case '[':
			return fmt.Errorf("the DOCTYPE in line %d declares entities: remove the part in brackets", s.line())
		case '>':
			s.at += k + 1
			return nil
		}
		if k > maxTagBytes {
			break
		}
	}
	return fmt.Errorf("not XML: the DOCTYPE in line %d does not end", s.line())
}

// tag gives what stands between < and >, at least one byte.
func (s *xmlScan) tag() ([]byte, error) {
	var quote byte
	for k, c := range s.text[s.at+1:] {
		switch {
		case k > maxTagBytes:
			return nil, fmt.Errorf("the tag in line %d is longer than %d kB: no GraphML needs that", s.line(), maxTagBytes>>10)
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>' && k == 0:
			return nil, fmt.Errorf("not XML: the tag in line %d has no name", s.line())
		case c == '>':
			tag := s.text[s.at+1 : s.at+1+k]
			s.at += k + 2
			return tag, nil
		}
	}
	return nil, fmt.Errorf("not XML: the tag in line %d does not end", s.line())
}

func (s *xmlScan) element(name []byte) error {
	s.elements++
	if string(name) == "node" || string(name) == "edge" {
		s.members++
	}
	s.open = append(s.open, name)
	depth := len(s.open)
	switch {
	case s.members > maxMembers:
		return fmt.Errorf("more than %d vertices and edges: make the dag coarser", maxMembers)
	case s.elements > maxElements:
		return fmt.Errorf("more than %d elements: make the dag coarser", maxElements)
	case depth > maxDepth:
		return fmt.Errorf("elements are nested more than %d deep in line %d: GraphML is flat", maxDepth, s.line())
	case depth == 1:
		s.roots++
		if s.roots > 1 {
			return fmt.Errorf("not XML: a second root element <%s> in line %d", shorten(name), s.line())
		}
		if string(name) != "graphml" {
			return fmt.Errorf("not GraphML: the root element is <%s>, not <graphml>", shorten(name))
		}
	case string(name) == "graph" && depth == 2:
		s.graphs++
		if s.graphs > 1 {
			return fmt.Errorf("a second <graph> in line %d: keep one graph a file", s.line())
		}
	case string(name) == "graph" && isWithin(s.open[:depth-1], "graph"):
		return fmt.Errorf("a graph inside <%s> in line %d: make the dag flat", shorten(s.open[depth-2]), s.line())
	case string(name) == "hyperedge" && string(s.open[depth-2]) == "graph":
		return fmt.Errorf("a hyperedge in line %d: write it as edges with one source and one target each", s.line())
	}
	return nil
}

// isWithin tells whether all that is open is graph, node or edge below the
// root: inside <data>, names belong to somebody else.
func isWithin(open [][]byte, name string) bool {
	for _, element := range open {
		if string(element) == "data" {
			return false
		}
	}
	return string(open[1]) == name
}

func (s *xmlScan) line() int { return 1 + bytes.Count(s.text[:s.at], []byte{'\n'}) }

func localName(tag []byte) []byte {
	if end := bytes.IndexAny(tag, " \t\r\n/"); end >= 0 {
		tag = tag[:end]
	}
	return tag[bytes.IndexByte(tag, ':')+1:]
}

func shorten(name []byte) string {
	if len(name) > 40 {
		return string(bytes.ToValidUTF8(name[:40], nil)) + "..."
	}
	return string(name)
}
