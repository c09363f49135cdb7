package overlay

import (
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// framed puts rows into the frame of an overlay, which is as high as they are.
func framed(v *layer.View, b layer.Box, title, right string, rows []string) layer.Drawn {
	return layer.Drawn{Rows: v.Theme.Draw(style.Rule, title, right, rows, b.Width, min(b.Height, len(rows)+1),
		true)}
}

// paged puts rows into the frame of a page that is there to be read.
func paged(v *layer.View, b layer.Box, title, right string, rows []string) layer.Drawn {
	return layer.Drawn{Page: true,
		Rows: v.Theme.Draw(style.Rule, title, right, rows, b.Width, b.Height, true)}
}
