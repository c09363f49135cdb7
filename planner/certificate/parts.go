package certificate

import (
	"fmt"

	"errors"
	"facet/model"
	"facet/model/jsontext"
)

// Limits on parts, whose memory is more than that of their text.
const (
	maxLeaves = 100_000
	maxNodes  = 200_000 // branchings, and parts that fix resources at zero
	maxPaths  = 1_000_000
)

// parts are the resources and leaves of a file, and which of them have been used.
type parts struct {
	*jsontext.Reader
	resources    []Resource
	leaves       []*Proof
	usedResource []bool
	usedLeaf     []bool
	fixed        []int // by resource: the last part that fixes it at zero, counted from 1
	paths        int
	nodes        int
}

// unused refuses a part that the proof does not use: a part that is not checked
// proves nothing, and a reader could think that it does.
func (p *parts) unused() error {
	for n, used := range p.usedLeaf {
		if !used {
			return fmt.Errorf("leaf %d is not used by the proof", n)
		}
	}
	for n, used := range p.usedResource {
		if !used {
			return fmt.Errorf("resource %d is not used", n)
		}
	}
	return nil
}

// errShort is the error of a list that has too few or too many values.
var errShort = errors.New("something is missing or left over")

// list reads a list, each one value of it, and complete says whether it may have so many.
func (p *parts) list(each func(n int) error, complete ...func(n int) bool) error {
	n, err := p.List(each)
	for _, is := range complete {
		if err == nil && !is(n) {
			err = errShort
		}
	}
	return err
}

// position reads a whole number from 0 that is a position in some list.
func (p *parts) position() (int, error) {
	n, err := p.Whole()
	if err == nil && (n < 0 || n > 1<<31) {
		err = fmt.Errorf("there is %d where a position belongs", n)
	}
	return int(n), err
}

func (p *parts) readResources() error {
	p.resources = make([]Resource, 0, p.Count(len(`["ACC",0],`)))
	err := p.list(func(n int) error {
		var r Resource
		fields := []*int(nil)
		err := p.list(func(k int) (err error) {
			switch {
			case k == 0:
				kind, err := p.Text()
				if err != nil {
					return err
				}
				switch kind { // the names of the program, so that no resource has one of its own
				case "ACC":
					r.Kind, fields = "ACC", append(fields, &r.Edge)
				case "TAN":
					r.Kind, fields = "TAN", append(fields, &r.Edge, &r.A)
				case "ADJ":
					r.Kind, fields = "ADJ", append(fields, &r.Edge, &r.B)
				case "MUL":
					r.Kind, fields = "MUL", append(fields, &r.A, &r.J, &r.B)
				}
			case k > len(fields):
				return fmt.Errorf("too many numbers")
			default:
				*fields[k-1], err = p.position()
			}
			return err
		}, func(k int) bool { return len(fields) > 0 && k == len(fields)+1 })
		if err != nil {
			return fmt.Errorf("resource %d is none: a resource is ACC, TAN, ADJ or MUL and its numbers", n)
		}
		p.resources = append(p.resources, r)
		return nil
	})
	p.usedResource, p.fixed = make([]bool, len(p.resources)), make([]int, len(p.resources))
	return err
}

// readLevels reads the parts of prices that resources are.
func (p *parts) readLevels() error {
	return p.list(func(n int) error {
		var numbers [3]int64
		err := p.list(func(k int) (err error) {
			if k < 3 {
				numbers[k], err = p.Whole()
			}
			return err
		}, func(k int) bool { return k == 3 })
		if err != nil || numbers[0] < 0 || numbers[0] >= int64(len(p.resources)) || numbers[1] < 0 ||
			numbers[2] <= numbers[1] {
			return fmt.Errorf("level %d is none: it is the position of a resource and two costs, of which the second is larger", n)
		}
		r := &p.resources[numbers[0]]
		if r.To != 0 {
			return fmt.Errorf("resource %d has two levels", numbers[0])
		}
		r.From, r.To = model.Cost(numbers[1]), model.Cost(numbers[2])
		return nil
	})
}

func (p *parts) readLeaves() error {
	err := p.list(func(n int) error {
		if n == maxLeaves {
			return fmt.Errorf("the certificate has more than %d leaves", maxLeaves)
		}
		leaf, err := p.leaf()
		if err != nil {
			return fmt.Errorf("leaf %d: %w", n, err)
		}
		p.leaves = append(p.leaves, leaf)
		return nil
	})
	p.usedLeaf = make([]bool, len(p.leaves))
	return err
}

func (p *parts) leaf() (*Proof, error) {
	leaf := &Leaf{}
	var packing *Packing
	has, err := p.Object(func(name string) (err error) {
		switch name {
		case "denominator":
			leaf.Denominator, err = p.Whole()
		case "unit":
			if leaf.Unit, err = p.Whole(); err == nil && leaf.Unit < 1 {
				err = fmt.Errorf("the unit is %d: it is at least 1, or left out", leaf.Unit)
			}
		case "paths":
			leaf.Paths = make([]Path, 0, p.Count(len(`{"edges":[0],"rest":true},`)))
			err = p.list(func(n int) error {
				path, err := p.path()
				if err != nil {
					return fmt.Errorf("path %d: %w", n, err)
				}
				leaf.Paths = append(leaf.Paths, path)
				return nil
			})
		case "inequalities":
			leaf.Inequalities = make([]Inequality, 0, p.Count(len(`["prefix",0,0,2,1,0],`)))
			err = p.list(func(n int) error {
				i, err := p.inequality()
				if err != nil {
					return fmt.Errorf("inequality %d is none: an inequality is a side, two paths, s, i and an amount", n)
				}
				leaf.Inequalities = append(leaf.Inequalities, i)
				return nil
			})
		case "packing":
			packing = &Packing{}
			err = p.packing(packing)
		default:
			err = unknown(name)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case packing != nil && len(has) > 1:
		return nil, fmt.Errorf("a packing stands alone in its leaf")
	case packing != nil:
		return &Proof{Packing: packing}, nil
	case !has.Has("denominator"):
		return nil, fmt.Errorf("it has none: the denominator is at least 1")
	case !has.Has("paths"):
		return nil, fmt.Errorf("there are no paths")
	}
	return &Proof{Leaf: leaf}, nil
}

func (p *parts) packing(into *Packing) error {
	has, err := p.Object(func(name string) error {
		list := map[string]*[]int64{"in": &into.In, "out": &into.Out}[name]
		if list == nil {
			return unknown(name)
		}
		*list = make([]int64, 0, p.Count(len(`0,`)))
		return p.list(func(int) error {
			n, err := p.Whole()
			*list = append(*list, n)
			return err
		})
	})
	if err == nil && len(has) < 2 {
		err = fmt.Errorf("a packing has amounts in and out")
	}
	return err
}

func (p *parts) path() (Path, error) {
	var path Path
	if p.paths++; p.paths > maxPaths {
		return path, fmt.Errorf("the certificate has more than %d paths", maxPaths)
	}
	positions := func(into *[]int) error {
		*into = make([]int, 0, min(p.Count(len(`0,`)), maxEdges+1))
		return p.list(func(n int) error {
			if n > maxEdges {
				return fmt.Errorf("it is longer than %d edges", maxEdges)
			}
			k, err := p.position()
			*into = append(*into, k)
			return err
		})
	}
	has, err := p.Object(func(name string) (err error) {
		switch name {
		case "edges":
			err = positions(&path.Edges)
		case "like":
			err = positions(&path.Like)
		case "rest":
			if is, _ := p.Keyword(); is != "true" {
				err = fmt.Errorf("rest is true, or left out")
			}
			path.Rest = true
		case "prices":
			err = p.prices(&path)
		default:
			err = unknown(name)
		}
		return err
	})
	switch {
	case err != nil:
		return path, err
	case !has.Has("edges"):
		return path, fmt.Errorf("it has no edges")
	case has.Has("rest") == has.Has("prices"):
		return path, fmt.Errorf("it has either prices or the rest of the costs")
	}
	return path, nil
}

// prices reads pairs of a resource's position and an amount.
func (p *parts) prices(path *Path) error {
	resource := -1
	path.Prices = make([]Price, 0, p.Count(len(`0,`))/2)
	err := p.list(func(k int) error {
		n, err := p.Whole()
		switch {
		case err != nil:
			return err
		case k%2 == 1:
			path.Prices = append(path.Prices, Price{&p.resources[resource], n})
			return nil
		case n < 0 || n >= int64(len(p.resources)):
			return fmt.Errorf("there is no resource %d", n)
		}
		resource = int(n)
		p.usedResource[resource] = true
		return nil
	}, func(k int) bool { return k%2 == 0 })
	if errors.Is(err, errShort) {
		return fmt.Errorf("prices are pairs of a resource and an amount")
	}
	return err
}

func (p *parts) inequality() (i Inequality, err error) {
	err = p.list(func(k int) (err error) {
		switch k {
		case 0:
			i.Side, err = p.Text()
			for _, known := range [...]string{"prefix", "suffix"} {
				if i.Side == known {
					i.Side = known // no inequality has a text of its own
				}
			}
		case 5:
			i.Amount, err = p.Whole()
		case 1, 2, 3, 4:
			*[...]*int{&i.First, &i.Second, &i.S, &i.I}[k-1], err = p.position()
		default:
			err = errShort
		}
		return err
	}, func(k int) bool { return k == 6 })
	return i, err
}

// proof reads the position of a leaf, or [resource, selected, forbidden], or
// [[leaf, fixed resource, ...], rest].
func (p *parts) proof(depth int) (*Proof, error) {
	wrong := fmt.Errorf("each part of the proof is a leaf, or a resource and two parts")
	if depth > maxDepth {
		return nil, fmt.Errorf("the proof makes more than %d branchings within each other", maxDepth)
	}
	if p.nodes++; p.nodes > maxNodes {
		return nil, fmt.Errorf("the proof has more than %d parts", maxNodes)
	}
	if p.Next() != '[' {
		if p.Next() == 'n' {
			return nil, fmt.Errorf("a part of the proof is missing")
		}
		leaf, err := p.position()
		if err != nil {
			return nil, wrong
		}
		if leaf >= len(p.leaves) {
			return nil, fmt.Errorf("a part of the proof is missing: there is no leaf %d", leaf)
		}
		p.usedLeaf[leaf] = true
		return p.leaves[leaf], nil
	}
	out := &Proof{}
	err := p.list(func(k int) (err error) {
		switch {
		case k == 0 && p.Next() == '[':
			err = p.fixing(out)
		case k == 0:
			var resource int
			if resource, err = p.position(); err != nil || resource >= len(p.resources) {
				return wrong
			}
			p.usedResource[resource] = true
			out.Resource = &p.resources[resource]
		case k == 1 && out.Resource == nil:
			out.Rest, err = p.proof(depth + 1)
		case k == 1:
			out.Selected, err = p.proof(depth + 1)
		case k == 2 && out.Resource != nil:
			out.Forbidden, err = p.proof(depth + 1)
		default:
			err = wrong
		}
		return err
	}, func(k int) bool { return out.Resource == nil && k == 2 || out.Resource != nil && k == 3 })
	if errors.Is(err, errShort) {
		err = wrong
	}
	return out, err
}

// fixing reads [leaf, resource, ...].
func (p *parts) fixing(into *Proof) error {
	wrong := fmt.Errorf("a part of the proof that fixes resources at zero is a leaf with resources, and a rest")
	err := p.list(func(k int) error {
		n, err := p.position()
		switch {
		case err != nil || k == 0 && n >= len(p.leaves) || k > 0 && n >= len(p.resources):
			return wrong
		case k == 0:
			p.usedLeaf[n] = true
			if into.Leaf = p.leaves[n].Leaf; into.Leaf == nil {
				return wrong
			}
			return nil
		}
		p.usedResource[n] = true
		if p.fixed[n] == p.nodes {
			return fmt.Errorf("a part of the proof fixes a resource at zero twice")
		}
		p.fixed[n] = p.nodes
		into.Fixed = append(into.Fixed, p.resources[n])
		return nil
	}, func(k int) bool { return k > 0 })
	if errors.Is(err, errShort) {
		err = wrong
	}
	return err
}
