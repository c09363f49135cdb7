package prose_test

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/teach/presenter/prose"
	"facet/ui/uitest"
)

const text = "---\ntitle: A\ndag: lion\n---\n" + `# A chapter with a title

A paragraph with **strong words**, *emphasis*, ` + "`code with blanks`" + `, a [link](https://example.org) and a break\
here. It is long enough to be broken into several rows at any width, and has (0,1,2), a label that is not broken.

### A smaller heading

* one
* two, which is so long that it goes on in the next row and is indented there as one expects of it
  1. nested
  2. nested, too
* three

1. loose

2. list

   with a second paragraph

> A quote with **strong** words that is long enough to be broken into two rows or more.
>
> * with a list

| what | how much | and a long column of text that has to be wrapped somewhere |
|:---|---:|:---:|
| vertex | 24 | a |
| edge | 23 000 000 | it goes on and on and on and on and on and on and on |

    a listing
	with a tab

` + "```go\nfunc main() {\n\tx := 1 // a line that is longer than the column and is cut, since a listing is never wrapped by us\n}\n```\n" + `
AVeryLongWordThatDoesNotFitIntoAnyRowOfThisColumnAndHasToBeBrokenSomewhereInItsMiddleForWantOfRoom

<b>html</b> is left out, &amp; entities are not; ~~struck~~ \*escaped\*
`

func blocks(t *testing.T, text string) []lesson.Block {
	t.Helper()
	l, mistakes := lesson.Read([]byte(text))
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	return l.Chapters[0].Parts[0].(*lesson.Prose).Blocks
}

func TestRows(t *testing.T) {
	for name, look := range map[string]*style.Theme{
		"mono":  style.Make(style.Mono, false, termenv.Ascii),
		"ascii": style.Make(style.Mono, true, termenv.Ascii),
	} {
		for _, width := range []int{72, 40} {
			rows := prose.Rows(look, blocks(t, text), width)
			for _, row := range rows {
				if style.Width(row) > width {
					t.Errorf("%d cells at %d: %q", style.Width(row), width, row)
				}
			}
			if name == "mono" {
				uitest.Golden(t, map[int]string{72: "wide", 40: "narrow"}[width], strings.Join(rows, "\n"))
			}
			if name == "ascii" && strings.ContainsFunc(strings.Join(rows, ""), func(r rune) bool {
				return r > 0x7f
			}) {
				t.Errorf("not ASCII:\n%s", strings.Join(rows, "\n"))
			}
		}
	}
}

// Styles are closed in each row, and rows are as wide as without them.
func TestRoles(t *testing.T) {
	dark, mono := style.Make(style.Dark, false, termenv.TrueColor),
		style.Make(style.Mono, false, termenv.Ascii)
	plain, painted := prose.Rows(mono, blocks(t, text), 60), prose.Rows(dark, blocks(t, text), 60)
	if len(plain) != len(painted) {
		t.Fatalf("%d and %d rows", len(plain), len(painted))
	}
	for k := range plain {
		if style.Width(plain[k]) != style.Width(painted[k]) {
			t.Errorf("%q\n%q", plain[k], painted[k])
		}
		if strings.Contains(painted[k], "\x1b") &&
			!strings.HasSuffix(painted[k][strings.LastIndex(painted[k], "\x1b"):], "m") &&
			!strings.Contains(painted[k][strings.LastIndex(painted[k], "\x1b"):], "[0m") {
			t.Errorf("a role is left open: %q", painted[k])
		}
	}
}

// A number that is written with blanks stays in one row.
func TestNumbersAreNotBroken(t *testing.T) {
	rows := prose.Paragraph(style.Make(style.Mono, false, termenv.Ascii),
		"It takes 4 912 999 465, not 109 332 394 347 850.", 20, style.Plain)
	if got := strings.Join(rows, "|"); got != "It takes|4 912 999 465, not|109 332 394 347 850." {
		t.Error(got)
	}
}

// Whatever is nested however deep neither takes long nor goes over the edge by
// more than its marks.
func TestDeep(t *testing.T) {
	deep := "---\ntitle: A\ndag: lion\n---\n" + strings.Repeat("> ", 30) + "deep\n\n" +
		strings.Repeat("* ", 30) + "deep\n"
	l, mistakes := lesson.Read([]byte(deep))
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	rows := prose.Rows(style.Make(style.Mono, false, termenv.Ascii), l.Chapters[0].Parts[0].(*lesson.Prose).
		Blocks, 40)
	if len(rows) == 0 || len(rows) > 300 {
		t.Errorf("%d rows", len(rows))
	}
}
