package layout

// Zoom is how much a picture tells about each vertex.
type Zoom uint8

// The levels, from automatic to most.
const (
	ZoomAuto     Zoom = iota // the largest that fits into the view
	ZoomOverview             // one rune per vertex, straight lines; always fits
	ZoomLabels               // bare labels, tightly packed
	ZoomRows                 // one framed row per vertex
	ZoomBoxes                // boxes with details, labels on the edges
)

// String returns the name of the zoom level: Z0 to Z3, or auto.
func (z Zoom) String() string {
	return [...]string{"auto", "Z0", "Z1", "Z2", "Z3"}[z]
}
