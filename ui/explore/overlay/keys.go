package overlay

import (
	"slices"
	"strings"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// NewKeys finds commands of all layers by name, by what they do, or by key, and tries them.
func NewKeys(keymap *layer.Keymap, text string) *Finder {
	propose := func(_ *layer.View, text string) []layer.Offer {
		return keyOffers(keymap, strings.TrimSpace(text))
	}
	return &Finder{title: "keys", sign: "", line: newLine(text), propose: propose,
		accept: func(*layer.View, string) (intent.Intent, string) {
			return nil, "No command has this name or key."
		}}
}

// keyOffers are the commands that a text means: those with such a key come first.
func keyOffers(keymap *layer.Keymap, text string) []layer.Offer {
	var exact, start, inside []layer.Offer
	seen := make(map[string]bool)
	for _, c := range keymap.All() {
		if c.Name == "" || seen[c.Path()] {
			continue
		}
		seen[c.Path()] = true
		var keys []string
		for _, k := range c.Keys.Keys() {
			keys = append(keys, layer.Written(k))
		}
		o := layer.Offer{Text: c.Path(), Key: strings.Join(keys, " "), Does: c.Does, Intent: tried(&c)}
		if keymap.Changed(c.Path()) {
			o.Does += " (yours)"
		}
		switch low := strings.ToLower(text); {
		case slices.Contains(keys, text):
			exact = append(exact, o)
		case strings.HasPrefix(c.Path(), low), strings.HasPrefix(c.Name, low):
			start = append(start, o)
		case len(low) > 1 && strings.Contains(strings.ToLower(c.Path()+" "+o.Key+" "+c.Does), low):
			inside = append(inside, o)
		}
	}
	return slices.Concat(exact, start, inside)
}

// tried is what choosing a command means: it is carried out where it is possible here, and
// else told.
func tried(c *layer.Command) intent.Intent {
	switch {
	case c.Layer != "":
		return intent.Invoke{Command: c.Path()}
	case c.Parse == nil:
		return intent.Line(c.Name)
	}
	return intent.AskCommand{Line: c.Name + " "}
}
