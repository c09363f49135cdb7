// Package qrcode draws QR codes as text.
package qrcode

import (
	"strings"

	"facet/ui/draw/style"

	"rsc.io/qr"
)

// Rows draws a QR code in text, two of its rows in one, black on white with the margin
// that its standard asks for (ISO/IEC 18004: four modules): cameras read no other. Where
// there are no colours, what is light in it is filled on a dark terminal, what is dark on a
// light one. There is none in ASCII, where cells are too high.
func Rows(text string, t *style.Theme) []string {
	code, err := qr.Encode(text, qr.L)
	if err != nil || t.ASCII {
		return nil
	}
	painted := t.Paint(style.Paper, "x") != "x"
	filled := painted || t.Kind() == style.Light
	const quiet = 4
	dark := func(x, y int) bool {
		return x >= 0 && y >= 0 && x < code.Size && y < code.Size && code.Black(x, y)
	}
	var rows []string
	for y := -quiet; y < code.Size+quiet; y += 2 {
		var b strings.Builder
		for x := -quiet; x < code.Size+quiet; x++ {
			b.WriteString(style.HalfBlock(dark(x, y) == filled, dark(x, y+1) == filled))
		}
		rows = append(rows, t.Paint(style.Paper, b.String()))
	}
	return rows
}
