package explorer

import (
	"sort"
	"strings"

	"facet/model"
	"facet/ui/theme"
)

// newPalette is the command line: commands with completion, and operations as
// they stand in a sequence file.
func newPalette(list []command, text string) *finder {
	p := palette{list}
	return &finder{title: "command", sign: ":", line: newLineInput(text), offers: p.offers, accept: p.accept}
}

type palette struct{ list []command }

// split parts a line into the command's name and the rest.
func split(text string) (string, string) {
	name, arg, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	return strings.ToLower(name), strings.TrimSpace(arg)
}

func isOperation(name string) bool { return name == "eli" || name == "acc" }

func (p palette) offers(c *common, text string) []offer {
	name, arg := split(text)
	if isOperation(name) {
		return operationOffers(c, text)
	}
	if strings.Contains(strings.TrimLeft(text, " "), " ") {
		for _, k := range p.list {
			switch {
			case k.name != name:
			case k.offers != nil:
				return matching(k.offers(c), name+" "+arg)
			default:
				return []offer{{text: k.name + " " + k.args, does: k.does}}
			}
		}
	}
	var start, inside []offer
	for _, k := range p.list {
		o := offer{text: k.name, does: k.does}
		if k.args != "" {
			o.text += " "
		} else {
			o.whole = true
			o.intent, _ = k.make(c, "")
		}
		switch {
		case strings.HasPrefix(k.name, name):
			start = append(start, o)
		case len(name) > 1 && strings.Contains(k.name+" "+k.does, name):
			inside = append(inside, o)
		}
	}
	out := append(start, inside...)
	if name == "" {
		out = append(out, offer{text: "acc ", does: "a preaccumulation, as in acc tan (0 1)"}, offer{text: "eli ", does: "a face, as in eli (0 1)(1 2)"})
	}
	return out
}

// matching keeps the offers that what is typed is a part of.
func matching(all []offer, typed string) []offer {
	typed = squeeze(typed)
	var out []offer
	for _, o := range all {
		if strings.Contains(squeeze(o.text), typed) {
			out = append(out, o)
		}
	}
	return out
}

// operationOffers proposes the possible operations that a line can become.
func operationOffers(c *common, text string) []offer {
	s := c.state()
	want := squeeze(text)
	withMode := false
	for _, m := range []string{"tan", "adj", "mul"} {
		_, arg := split(text)
		withMode = withMode || strings.HasPrefix(strings.ToLower(arg), m[:1])
	}
	var out []offer
	for _, k := range s.Operations() {
		full := model.OpName(s, k.Op)
		have := squeeze(full)
		if !withMode { // the mode may be left out
			verb, rest, _ := strings.Cut(have, ",")
			_, rest, _ = strings.Cut(rest, ",")
			have = verb + "," + rest
		}
		if strings.HasPrefix(have, want) {
			out = append(out, offer{text: full, does: theme.Number(k.Price), whole: true,
				intent: Intent{Kind: Carry, Ops: []model.Op{k.Op}}})
		}
		if len(out) >= offerLimit {
			break
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return len(out[a].text) < len(out[b].text) })
	return out
}

// accept understands a whole line.
func (p palette) accept(c *common, text string) (Intent, string) {
	name, arg := split(text)
	if name == "" {
		return Intent{}, "Type a command, or choose one with the arrow keys."
	}
	if isOperation(name) {
		op, ok, err := model.ParseOp(c.state(), text)
		if err != nil || !ok {
			if err == nil {
				return Intent{}, "An operation is missing."
			}
			return Intent{}, sentence(err.Error())
		}
		return Intent{Kind: Carry, Ops: []model.Op{op}}, ""
	}
	for _, k := range p.list {
		if k.name == name {
			intent, err := k.make(c, arg)
			if err != nil {
				return Intent{}, sentence(err.Error())
			}
			return intent, ""
		}
	}
	return Intent{}, "No command is called " + theme.Printable(name) + ": an empty line lists them all."
}

// sentence makes a message of an error: it starts large and ends with a stop.
func sentence(text string) string {
	text = theme.Printable(strings.Join(strings.Fields(text), " "))
	if text == "" {
		return text
	}
	if first := text[0]; first >= 'a' && first <= 'z' && !startsWithName(text) {
		text = string(first-'a'+'A') + text[1:]
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// startsWithName tells whether a text starts with something that must not be
// written large, as a file or an id.
func startsWithName(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return strings.ContainsAny(word, "./_0123456789:")
}
