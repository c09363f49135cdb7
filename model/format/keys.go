package format

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/excerpt"

	"github.com/yaricom/goGraphML/graphml"
)

// keyTable resolves the keys of one GraphML document. goGraphML's own
// GetAttributes parses each value by its declared type and would turn 2.0 in a
// double into a float64 and refuse 1 in a boolean; here the declared type only
// travels along.
type keyTable struct {
	byID     map[string]*graphml.Key
	defaults map[graphml.KeyForElement]*defaults // of the keys with a <default>
	budget   *budget
}

func newKeyTable(document *graphml.GraphML, b *budget) (*keyTable, error) {
	if len(document.Keys) > maxKeys {
		return nil, fmt.Errorf("%d keys are declared, more than %d: keep those that are needed",
			len(document.Keys), maxKeys)
	}
	t := &keyTable{
		byID:     make(map[string]*graphml.Key, len(document.Keys)),
		defaults: make(map[graphml.KeyForElement]*defaults),
		budget:   b,
	}
	for _, key := range document.Keys {
		if _, twice := t.byID[key.ID]; twice {
			return nil, fmt.Errorf("key %s is declared twice: give every key a unique id", excerpt.Of(key.ID))
		}
		t.byID[key.ID] = key
		if strings.TrimSpace(key.DefaultValue) == "" {
			continue
		}
		targets := []graphml.KeyForElement{key.Target}
		if key.Target == graphml.KeyForAll {
			targets = []graphml.KeyForElement{graphml.KeyForGraphML, graphml.KeyForGraph, graphml.KeyForNode,
				graphml.KeyForEdge}
		}
		for _, target := range targets {
			if t.defaults[target] == nil {
				t.defaults[target] = new(defaults)
			}
			t.defaults[target].add(attribute(key, key.DefaultValue))
		}
	}
	return t, nil
}

// attribute is a value of a key.
func attribute(key *graphml.Key, value string) model.Attribute {
	return model.Attribute{Name: keyName(key), Type: string(key.KeyType), Value: value}
}

// values collects what an element says.
func (t *keyTable) values(target graphml.KeyForElement, entries []*graphml.Data) (attributes, error) {
	if err := tooMany(len(entries)); err != nil {
		return nil, err
	}
	given := make(attributes, 0, len(entries))
	for _, entry := range entries {
		key := t.byID[entry.Key]
		switch {
		case key == nil && isOurs(entry.Key):
			key = &graphml.Key{ID: entry.Key} // by hand, and clear enough
		case key == nil:
			return nil,
				fmt.Errorf("has data with the key %s, which is not declared: add <key id=%s for=%q attr.name=.../>",
					excerpt.Of(entry.Key), excerpt.Of(entry.Key), target)
		}
		value := attribute(key, entry.Value)
		if strings.TrimSpace(entry.Value) == "" {
			switch {
			case strings.TrimSpace(key.DefaultValue) != "":
				value.Value = key.DefaultValue
			case isOurs(value.Name):
				return nil, fmt.Errorf("has an empty %s: give it a value or leave it out", value.Name)
			case key.Name == "":
				continue // an editor's own elements, which goGraphML does not keep
			}
		}
		if given.has(value.Name) {
			return nil, fmt.Errorf("has %s twice: keep one", quoteKey(value.Name))
		}
		given = append(given, value)
	}
	return given, t.budget.step()
}

// keyName is what a key means: its attr.name, or its id where that is missing.
func keyName(key *graphml.Key) string {
	if key.Name != "" {
		return key.Name
	}
	return key.ID
}
