package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"facet/ui/explore/layer"
)

// The schema takes what the reader takes: each setting with each of its values and no
// others, and each command's keys.
func TestSchema(t *testing.T) {
	keymap, wrong := layer.NewKeymap([]layer.Command{layer.Mention("undo", "one step back")}, nil)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	var out bytes.Buffer
	if err := WriteSchema(&out, keymap); err != nil {
		t.Fatal(err)
	}
	var got struct {
		AdditionalProperties bool
		Properties           map[string]struct {
			Type             any
			Enum             []string
			Minimum, Maximum *int
			Default          any
			Properties       map[string]any
		}
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.AdditionalProperties || len(got.Properties) != len(Names()) {
		t.Errorf("the schema has %d names of %d, or takes others", len(got.Properties), len(Names()))
	}
	for _, s := range Settings() {
		p, ok := got.Properties[s.Name]
		if !ok {
			t.Errorf("the schema lacks %s", s.Name)
			continue
		}
		good, bad := slices.Clone(p.Enum), []string{"", " "}
		if p.Enum != nil {
			bad = append(bad, "none of them")
		}
		if p.Minimum != nil {
			good = append(good, strconv.Itoa(*p.Minimum), strconv.Itoa(*p.Maximum))
			bad = append(bad, strconv.Itoa(*p.Minimum-1), strconv.Itoa(*p.Maximum+1), "many")
		}
		for _, value := range append(good, fmt.Sprint(p.Default)) {
			if err := s.Check(value); err != nil {
				t.Errorf("the schema takes %s: %s, and the reader does not: %v", s.Name, value, err)
			}
		}
		for _, value := range bad {
			if s.Check(value) == nil {
				t.Errorf("the reader takes %s: %q, and the schema does not", s.Name, value)
			}
		}
	}
	if _, ok := got.Properties["keys"].Properties["undo"]; !ok {
		t.Error("the schema lacks the command undo")
	}
}
