// Package share is the page that says how others open a puzzle.
package share

import (
	"facet/ui/draw/qrcode"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Page shows how others open the puzzle with a title and a code.
func Page(title, code string) intent.Intent {
	return layer.Over{Layer: &page{title: title, code: code}}
}

type page struct {
	layer.Plain
	title, code string
}

// Bindings go back.
func (*page) Bindings(*layer.View) []layer.Command {
	return []layer.Command{layer.Back("enter", "esc", "pgdown", "pgup", "tab", " ").Foot("back")}
}

// Draw draws the code, what to type, and a QR code of that where there is room for it.
func (p *page) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	command := "facet puzzle " + p.code
	rows := []string{"", "  " + t.Paint(style.Title, p.code), "", "  " + t.Paint(style.Strong, command),
		"  or :puzzle " + p.code + " in the explorer", ""}
	if code := qrcode.Rows(command, t); len(code) > 0 && !v.Words {
		switch beside := style.Width(rows[3]) + 4; {
		case len(rows)+len(code) <= b.Height-1:
			for _, row := range code {
				rows = append(rows, "  "+row)
			}
		case len(code) <= b.Height-1 && max(beside, style.Width(rows[4])+4)+style.Width(code[0]) <= b.Width:
			beside = max(beside, style.Width(rows[4])+4)
			for k, row := range code {
				if k == len(rows) {
					rows = append(rows, "")
				}
				rows[k] = t.Left(rows[k], beside) + row
			}
		}
	}
	rows = t.Draw(style.Rule, p.title, "", rows, b.Width, min(b.Height, len(rows)+1), true)
	return layer.Drawn{Rows: rows, Page: true}
}
