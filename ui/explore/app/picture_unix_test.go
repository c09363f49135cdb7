//go:build unix

package app

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"facet/ui/draw/picture"
	"facet/ui/draw/style"
)

// BenchmarkPictures is the time of one processor from when the dag of each sample is read to
// its first picture, and to that of a step along the cheapest operations: run it with
// -benchtime 1x.
func BenchmarkPictures(b *testing.B) {
	for _, name := range []string{"lion", "bat", "hierarchy", "newton1", "composition", "chain", "diamond",
		"face", "given", "newton2", "openfoam", "newton10"} {
		for _, size := range []picture.Point{{X: 80, Y: 24}, {X: 120, Y: 40}, {X: 200, Y: 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(b *testing.B) {
				var firsts, steps []time.Duration
				for b.Loop() {
					for range 3 {
						o := testOptions(sample(b, name), style.Mono, false)
						o.Shared = nil
						before := worked(b)
						d := start(b, o, size.X, size.Y)
						firsts = append(firsts, worked(b)-before)
						for range 30 {
							if d.m.screen.shown.state().Done() {
								break
							}
							before := worked(b)
							d.send(keyMsg("enter"))
							steps = append(steps, worked(b)-before)
							if d.m.screen.where.top() != nil {
								d.send(keyMsg("esc"))
							}
						}
					}
				}
				slices.Sort(firsts)
				slices.Sort(steps)
				report := func(d time.Duration, unit string) {
					b.ReportMetric(float64(d.Microseconds())/1000, unit)
				}
				report(firsts[len(firsts)/2], "ms-first")
				report(steps[len(steps)/2], "ms-step")
				report(steps[len(steps)*95/100], "ms-step-p95")
			})
		}
	}
}

// worked is how long processors have worked for the test so far.
func worked(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
