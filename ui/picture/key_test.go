package picture

import (
	"reflect"
	"testing"
)

// Views that differ in anything have different keys, in fields that are still to come, too.
func TestViewKey(t *testing.T) {
	full := View{Zoom: ZoomRows, X: 1, Y: 2, Magnify: 3, Width: 4, Height: 5, Selected: []Ref{RefVertex(1)}, Related: []Ref{RefEdge(1, 2)},
		Newborn: []int{3}, Changed: []Ref{RefVertex(4)}, Removed: []EdgeKey{{From: 5, To: 6}}, Preview: &Preview{Label: "ab", Layer: 1, Parents: []int{2}}}
	fields := reflect.TypeFor[View]()
	for k := range fields.NumField() {
		other := full
		f := reflect.ValueOf(&other).Elem().Field(k)
		if f.IsZero() {
			f.SetBool(true)
		} else {
			f.SetZero()
		}
		if other.Key() == full.Key() {
			t.Errorf("%s is not in the key", fields.Field(k).Name)
		}
	}
	for _, other := range []View{
		{Zoom: ZoomRows, Selected: []Ref{RefVertex(1)}}, {Zoom: ZoomRows, Related: []Ref{RefVertex(1)}}, {Zoom: ZoomRows, Selected: []Ref{RefVertex(2)}},
		{Zoom: ZoomRows, Selected: []Ref{RefEdge(0, 1)}}, {Zoom: ZoomRows, Preview: &Preview{}}, {Zoom: ZoomRows, Preview: &Preview{Label: "a"}}, {Zoom: ZoomRows},
	} {
		for _, same := range []View{full, {}} {
			if other.Key() == same.Key() {
				t.Errorf("%+v and %+v have the same key", other, same)
			}
		}
	}
	if again := full; again.Key() != full.Key() {
		t.Error("a view is not like itself")
	}
}
