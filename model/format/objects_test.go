package format

import (
	"encoding/json"
	"strings"
	"testing"
)

// A list of objects is read as any list, and one that would take much more memory than the
// file is refused.
func TestObjects(t *testing.T) {
	type pair struct {
		A string   `json:"a"`
		N int      `json:"n"`
		B []string `json:"b"`
	}
	var got Objects[pair]
	for text, want := range map[string]int{
		`[]`: 0, ` [ ] `: 0, `[{}]`: 1, `[{"a":"1","b":["{","["]}]`: 1,
		`[{"a":"\"},{"} , {"a":"\\","b":["x","y","z"]}]`:                          2,
		`[{"a":"long enough","b":[]},{},{"a":"long enough"},{"a":"long enough"}]`: 4,
	} {
		if err := json.Unmarshal([]byte(text), &got); err != nil || len(got) != want || got == nil {
			t.Errorf("%s: %d, %v", text, len(got), err)
		}
	}
	for text, want := range map[string]string{
		`[1]`: "something else", `[{},null]`: "something else", `[[]]`: "something else",
		`{}`: "something else", `"a"`: "something else", `3`: "something else",
		`[` + strings.Repeat("{},", 100) + `{}]`:    "101 objects",
		`[{"n":` + strings.Repeat("9", 1000) + `}]`: "999...",
	} {
		if err := json.Unmarshal([]byte(text), &got); err == nil || !strings.Contains(err.Error(), want) ||
			len(err.Error()) > 300 {
			t.Errorf("%.50s: %v, want %q", text, err, want)
		}
	}
}
