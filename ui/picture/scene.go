package picture

import "facet/ui/picture/scene"

// Scene gives the whole picture at a zoom level from ZoomLabels on as shapes with
// places, for those who draw with lines and not with cells. A coarse layout gives a
// coarse scene.
func (l *Layout) Scene(z Zoom) *scene.Scene { return scene.Of(l.sk, l.sheet(z), l.coarse) }
