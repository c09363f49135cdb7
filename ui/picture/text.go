package picture

import "github.com/charmbracelet/x/ansi"

// cluster is a piece of text that is drawn as one: a rune with its combining
// marks, or an emoji sequence.
type cluster struct {
	text  string
	width int
}

// clusters cuts text into what a terminal draws cell by cell. Control
// characters would tear the picture apart and are drawn as a question mark.
func clusters(text string) []cluster {
	var list []cluster
	for len(text) > 0 {
		part, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(part):]
		switch {
		case part[0] < ' ' || part[0] == 0x7f:
			part, width = "?", 1
		case width < 1 && len(list) > 0:
			list[len(list)-1].text += part
			continue
		case width < 1:
			continue
		}
		list = append(list, cluster{part, width})
	}
	return list
}

// textWidth returns the number of cells that text fills.
func textWidth(text string) int {
	width := 0
	for i := range len(text) {
		if text[i] >= 0x80 || text[i] < ' ' || text[i] == 0x7f {
			width = 0
			for _, c := range clusters(text) {
				width += c.width
			}
			return width
		}
		width++
	}
	return width
}
