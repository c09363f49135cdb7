package config

import (
	"encoding/json"
	"io"
	"strconv"

	"facet/ui/explore/layer"
)

// schema is a part of a JSON schema.
type schema map[string]any

// WriteSchema writes the JSON schema (draft 7) of a file of settings, which editors
// check such files by. It is made from the same table that reads them.
func WriteSchema(w io.Writer, keymap *layer.Keymap) error {
	properties := schema{}
	for _, s := range Settings() {
		properties[s.Name] = s.schema()
	}
	commands := schema{}
	for _, e := range keymap.All() {
		if e.Name != "" {
			commands[e.Path()] = schema{"description": e.Does, "$ref": "#/definitions/keys"}
		}
	}
	properties["keys"] = schema{
		"type": []string{"object", "null"}, "additionalProperties": false, "properties": commands,
		"description": "commands and their keys: facet config --keys lists all",
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(schema{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": "settings of facet",
		"type": []string{"object", "null"}, "additionalProperties": false, "properties": properties,
		"definitions": schema{"keys": schema{
			"description": `keys such as u, ctrl+z, f5 or space; with + before one it is added, "` + None +
				`" takes all away`,
			"type":  []string{"string", "number", "boolean", "array"}, // 1 and y are keys, too
			"items": schema{"type": []string{"string", "number", "boolean"}},
		}},
	})
}

// schema says which values a setting takes.
func (s Setting) schema() schema {
	about := schema{"description": s.Does}
	switch {
	case s.Most > 0:
		about["type"], about["minimum"], about["maximum"] = "integer", s.Least, s.Most
	case s.Values != nil:
		about["enum"] = s.Values
	default:
		about["type"], about["minLength"] = "string", 1
	}
	about["default"] = s.Usual
	if n, err := strconv.Atoi(s.Usual); err == nil {
		about["default"] = n
	}
	return about
}
