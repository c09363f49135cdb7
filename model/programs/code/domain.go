package code

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"facet/model/programs/source"
)

// Domain says where inputs are drawn: each between Low and High, those of some parameters between
// two numbers of their own.
type Domain struct {
	Low, High float64

	named []span // the last one that names an input counts
}

type span struct {
	name      string // of a parameter, or of one of its entries
	low, high float64
}

// String writes the domain as Set reads it, those of parameters behind. With Set and Type it
// is a flag, which may be given several times.
func (d *Domain) String() string {
	text := fmt.Sprintf("%g,%g", d.Low, d.High)
	for _, s := range d.named {
		text += fmt.Sprintf(" %s=%g,%g", s.name, s.low, s.high)
	}
	return text
}

// Words is the domain in a sentence.
func (d *Domain) Words() string {
	text := fmt.Sprintf("from %g to %g", d.Low, d.High)
	for _, s := range d.named {
		text += fmt.Sprintf(", %s from %g to %g", s.name, s.low, s.high)
	}
	return text
}

// Set takes LOW,HIGH or NAME=LOW,HIGH, or several of these with spaces between, as String has them.
func (d *Domain) Set(text string) error {
	parts := strings.Fields(text)
	if len(parts) == 0 {
		return errDomain
	}
	for _, part := range parts {
		name, numbers, isNamed := strings.Cut(part, "=")
		if !isNamed {
			numbers = part
		}
		first, second, _ := strings.Cut(numbers, ",")
		low, err := strconv.ParseFloat(first, 64)
		high, alsoErr := strconv.ParseFloat(second, 64)
		if err != nil || alsoErr != nil || !(low < high) || math.IsInf(high-low, 0) {
			return errDomain
		}
		if isNamed {
			d.named = append(d.named, span{name, low, high})
		} else {
			d.Low, d.High = low, high
		}
	}
	return nil
}

var errDomain = errors.New("write it as LOW,HIGH or NAME=LOW,HIGH, as in -1,2.5 or x=0,1")

func (d *Domain) Type() string { return "[NAME=]LOW,HIGH" }

// Fits returns an error if the domain names what is no parameter of a program.
func (d *Domain) Fits(p *source.Program) error {
	for _, s := range d.named {
		if !slices.ContainsFunc(p.Params, func(port source.Port) bool {
			return port.Name == s.name || slices.ContainsFunc(port.Entries, func(entry string) bool {
				return port.Name+entry == s.name
			})
		}) {
			return fmt.Errorf("--range %s=%g,%g: %s has no parameter %s",
				s.name, s.low, s.high, p.Name, s.name)
		}
	}
	return nil
}

// limits are those of each input.
func (d *Domain) limits(p *source.Program) (all [][2]float64) {
	for _, port := range p.Params {
		for _, entry := range port.Entries {
			limits := [2]float64{d.Low, d.High}
			for _, s := range d.named {
				if s.name == port.Name || s.name == port.Name+entry {
					limits = [2]float64{s.low, s.high}
				}
			}
			all = append(all, limits)
		}
	}
	return all
}

// Points draws so many points of a program, those first that go a way through its branches that
// none before has gone. It returns how many branches there are, and as text those of which
// every point that was drawn goes the same way.
func (d *Domain) Points(p *source.Program, rng *rand.Rand, count int) (points [][]float64, branches int,
	missed []string) {
	limits, seen := d.limits(p), newReached()
	var others [][]float64
	for try := 0; try < max(count, min(branchTries, checkWork/len(p.Nodes))); try++ {
		x := make([]float64, len(limits))
		for k, l := range limits {
			x[k] = l[0] + (l[1]-l[0])*rng.Float64()
		}
		if isWay, _ := seen.add(p, p.Eval(x)); isWay {
			points = append(points, x)
		} else if len(others) < count {
			others = append(others, x)
		}
	}
	for k, n := range p.Nodes {
		if n.Kind != source.Compare {
			continue
		}
		if branches++; !seen.ways[way{k, true}] || !seen.ways[way{k, false}] {
			missed = append(missed, fmt.Sprintf("%s in line %d", n.Text, n.Line))
		}
	}
	return append(points, others[:min(len(others), max(0, count-len(points)))]...), branches, missed
}

// branchTries is how many points are drawn to find some in each branch.
const branchTries = 2000
