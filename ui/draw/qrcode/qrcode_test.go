package qrcode_test

import (
	"strings"
	"testing"

	"facet/ui/draw/qrcode"
	"facet/ui/draw/style"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"rsc.io/qr"
)

// A camera sees black on white with four modules of margin on every terminal that has
// colours, and on those without as far as their background is known.
func TestCodeForCameras(t *testing.T) {
	t.Parallel()
	const text = "ssh://follow@class.example.org:2222"
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []style.Kind{style.Dark, style.Light, style.Middle, style.Mono} {
		for _, depth := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI,
			termenv.Ascii} {
			theme := style.Make(kind, false, depth)
			rows := qrcode.Rows(text, theme)
			filled := kind == style.Light // what a filled cell looks like
			if kind != style.Mono && depth != termenv.Ascii {
				filled = true
				for _, row := range rows {
					if !strings.Contains(row, "\x1b[") {
						t.Fatalf("%v, %v: a row has no colours of its own", kind, depth)
					}
				}
			}
			for y := range code.Size + 8 {
				cells := []rune(ansi.Strip(rows[y/2]))
				if len(cells) != code.Size+8 {
					t.Fatalf("%d cells in a row of %d modules", len(cells), code.Size)
				}
				for x, cell := range cells {
					full := cell == '█' || cell == '▀' && y%2 == 0 || cell == '▄' && y%2 == 1
					within := x >= 4 && y >= 4 && x < code.Size+4 && y < code.Size+4
					if dark := within && code.Black(x-4, y-4); (full == filled) != dark {
						t.Fatalf("%v, %v: module %d, %d is wrong", kind, depth, x-4, y-4)
					}
				}
			}
		}
	}
}
