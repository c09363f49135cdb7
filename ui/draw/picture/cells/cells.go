// Package cells counts the cells of a terminal that a text fills. It does not know
// pictures.
package cells

import "github.com/charmbracelet/x/ansi"

// Cluster is a piece of text that is drawn as one: a rune with its combining
// marks, or an emoji sequence.
type Cluster struct {
	Text  string
	Width int
}

// Clusters cuts text into what a terminal draws cell by cell. Control
// characters would tear the picture apart and are drawn as a question mark.
func Clusters(text string) []Cluster {
	var list []Cluster
	for len(text) > 0 {
		part, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(part):]
		switch {
		case part[0] < ' ' || part[0] == 0x7f:
			part, width = "?", 1
		case width < 1 && len(list) > 0:
			list[len(list)-1].Text += part
			continue
		case width < 1:
			continue
		}
		list = append(list, Cluster{part, width})
	}
	return list
}

// Width returns the number of cells that text fills.
func Width(text string) int {
	width := 0
	for i := range len(text) {
		if text[i] >= 0x80 || text[i] < ' ' || text[i] == 0x7f {
			width = 0
			for _, c := range Clusters(text) {
				width += c.Width
			}
			return width
		}
		width++
	}
	return width
}
