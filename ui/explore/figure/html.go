package figure

import (
	"fmt"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/draw/vector"
)

// html writes a page that needs no other file: the pictures, their place in the sequence,
// the cost so far, and the steps.
func (f *Figure) html(look Options) string {
	var b strings.Builder
	scheme := map[style.Kind]string{style.Auto: "light dark", style.Dark: "dark"}[look.Theme]
	if scheme == "" {
		scheme = "light"
	}
	fmt.Fprintf(&b,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n<style>%s</style>\n",
		vector.Escape(f.caption()), f.sheet(scheme, look.Theme))
	title := f.name
	if f.at != "" {
		title += " " + f.at
	}
	fmt.Fprintf(&b, "<h1>%s</h1>\n", vector.Escape(title))
	fmt.Fprintf(&b, "<p class=\"sum\">spent <b>%s</b>, %s</p>\n", style.Number(f.spent),
		vector.Escape(f.left))
	for _, line := range []struct{ name, text string }{{"last", f.did}, {"note", f.note}, {"next", f.next}} {
		if line.text != "" {
			fmt.Fprintf(&b, "<p class=\"%s\"><i>%[1]s</i> <bdi>%s</bdi></p>\n", line.name,
				vector.Escape(line.text))
		}
	}
	fmt.Fprintf(&b, "<figure>\n%s</figure>\n", f.svg(look))
	b.WriteString("<p class=\"legend\">○ matrix-free, ● has its Jacobian, Σ a sum, ★ new or changed in the last step; dotted: gone in the last step; " +
		"heavy: next, double: changed by it; costs are tangent/adjoint.</p>\n<table>\n")
	for _, m := range f.totals {
		fmt.Fprintf(&b, "<tr><th>%s</th><td>%s</td></tr>\n", vector.Escape(m.Name), style.Number(m.Cost))
	}
	b.WriteString("</table>\n")
	if len(f.steps) > 0 {
		fmt.Fprintf(&b, "<ol>\n<li><code>%s</code></li>\n</ol>\n",
			strings.Join(escaped(f.steps), "</code></li>\n<li><code>"))
	}
	return b.String() + "</html>\n"
}

func escaped(lines []string) []string {
	out := make([]string, len(lines))
	for k, line := range lines {
		out[k] = vector.Escape(line)
	}
	return out
}

// sheet is the page's style sheet.
func (f *Figure) sheet(scheme string, kind style.Kind) string {
	rules := func(s vector.Shades) string {
		return fmt.Sprintf("body{background:%s;color:%s}.last i{color:%s}.next i{color:%s}.legend,th{color:%s}", s.Paper, s.Foreground, s.Last, s.Next, s.Faint)
	}
	text := ":root{color-scheme:" + scheme +
		"}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}" +
		"h1{font-size:1.3rem;margin:0}p{margin:.3rem 0}i{font-style:normal;font-weight:600}figure{margin:1rem 0;overflow-x:auto}" +
		"th{text-align:left;font-weight:400;padding-right:2rem}td{text-align:right;font-variant-numeric:tabular-nums}code{font-size:.9rem}.legend{font-size:.85rem}" + rules(vector.ShadesOf(kind))
	if kind == style.Auto {
		text += "@media (prefers-color-scheme:dark){" + rules(vector.ShadesOf(style.Dark)) + "}"
	}
	return text
}
