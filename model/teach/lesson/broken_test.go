package lesson_test

import (
	"strings"
	"testing"

	"facet/model/teach/lesson"
)

const front = "---\ntitle: A\ndag: lion\nmode: classic\n---\n"

// told reads and carries out a lesson and gives its mistakes.
func told(t testing.TB, text string) lesson.Mistakes {
	l, mistakes := lesson.Read([]byte(text))
	if l == nil {
		return mistakes
	}
	_, more := lesson.Play(l, open(t))
	return append(mistakes, more...)
}

// Each broken lesson gets one sentence with the line in which it is wrong.
func TestBroken(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "line 1: the lesson has no front matter: start it with ---, title: ..., dag: ..., ---"},
		{"no front matter", "# A\n\ntext",
			"line 1: the lesson has no front matter: start it with ---, title: ..., dag: ..., ---"},
		{"TOML", "+++\ntitle = 'A'\n+++\n",
			"line 1: the lesson has no front matter: start it with ---, title: ..., dag: ..., ---"},
		{"unclosed front matter", "---\ntitle: A\ndag: lion\n# A\n",
			"line 1: the front matter is not closed: write --- on a line of its own after it"},
		{"bad YAML", "---\ntitle: A: b\ndag: lion\n---\n# A\n",
			"line 2: the front matter cannot be read: mapping values are not allowed in this context (put quotes around a value with a colon)"},
		{"front matter that is a list", "---\n- title\n---\n# A\n",
			"line 2: the front matter is not a list of keys: write title: and dag:"},
		{"empty front matter", "---\n---\n# A\n",
			"line 2: the front matter is not a list of keys: write title: and dag:"},
		{"no title", "---\ndag: lion\n---\n# A\n",
			"line 1: the front matter has no title: add title: and its value"},
		{"no dag", "---\ntitle: A\n---\n# A\n",
			"line 1: the front matter has no dag: add dag: and its value"},
		{"unknown key", "---\ntitle: A\ndag: lion\nmdoe: classic\n---\n# A\n",
			`line 4: the front matter has an unknown key "mdoe": use title, dag, mode, author and about`},
		{"key twice", "---\ntitle: A\ndag: lion\ndag: bat\n---\n# A\n",
			`line 4: "dag" appears twice in the front matter: keep one`},
		{"value that is no text", "---\ntitle: [A]\ndag: lion\n---\n# A\n",
			"line 2: title is not a text: put quotes around it"},
		{"bad mode", "---\ntitle: A\ndag: lion\nmode: classical\n---\n# A\n",
			`line 4: the mode is "classical": choose general or classic`},
		{"unknown dag", "---\ntitle: A\ndag: tiger\n---\n# A\ntext\n",
			`line 3: the dag cannot be opened: no sample is called "tiger"`},
		{"unknown dag of a chapter", front + "# A\n\ntext\n\n# B\n\nDag: tiger\n",
			`line 12: the dag cannot be opened: no sample is called "tiger"`},
		{"nothing below", front, "line 1: the lesson is empty: write text below its front matter"},
		{"nothing but a branch", front + "# Back to step 0\n",
			"line 1: the lesson is empty: write text below its front matter"},
		{"chapter without title", front + "#\n\ntext\n",
			"line 6: the chapter has no title: write it after the #"},
		{"dag too late", front + "# A\n```facet\n# here\n```\nDag: bat\n",
			"line 10: Dag: has to stand before the first block of its chapter"},
		{"dag without name", front + "# A\n\nDag:\n",
			"line 8: a name is missing: write Dag: and a sample or file, as in Dag: lion, classic"},
		{"dag twice", front + "# A\n\nDag: bat\n\nDag: lion\n",
			"line 10: the chapter has a dag already: begin another chapter for another dag"},
		{"bad mode of a chapter", front + "# A\n\nDag: bat, wild\n",
			`line 8: the mode is "wild": choose general or classic`},
		{"unclosed facet", front + "# A\n\n```facet\nELI (0 1)(1 2)\n",
			"line 8: the facet block is not closed: write ``` on a line of its own after it"},
		{"unclosed puzzle", front + "# A\n\n```puzzle\ngoal: optimum",
			"line 8: the puzzle block is not closed: write ``` on a line of its own after it"},
		{"unclosed listing", front + "# A\n\n~~~go\nx\n",
			"line 8: the listing is not closed: write ``` on a line of its own after it"},
		{"empty block", front + "# A\n```facet\n```\n",
			"line 7: the facet block is empty: write operations into it, or a comment for a page about the current place"},
		{"unknown word behind facet", front + "# A\n```facet quickly\nELI (0 1)(1 2)\n```\n",
			`line 7: unknown words in facet block "quickly": only together may follow facet`},
		{"block in a list", front + "# A\n\n* text\n\n  ```facet\n  ELI (0 1)(1 2)\n  ```\n",
			"line 10: a facet block is inside a list or quote, where it is not presented: move it to the margin"},
		{"no operation", front + "# A\n```facet\nfill (0 1)(1 2)\n```\n",
			`line 8: "fill" is no line of a lesson: write an operation (ACC, ELI), vertex j, front (i j), back (i j), undo, redo, jump n, note or total`},
		{"a command that searches", front + "# A\n```facet\ngreedy\n```\n",
			"line 8: greedy is no line of a lesson, which does not search: write the operations, as :save-lesson does"},
		{"a bookmark", front + "# A\n```facet\nmark a\n```\n",
			"line 8: mark is no line of a lesson: jump n goes back to step n, and what follows is a branch"},
		{"undo at the start", front + "# A\n```facet\nundo\n```\n",
			"line 8: this is the start: there is nothing to undo"},
		{"redo at the end", front + "# A\n```facet\nvertex 1\nredo\n```\n",
			"line 9: this is the last step: there is nothing to redo"},
		{"undo of several", front + "# A\n```facet\nvertex 1\nundo 2\n```\n",
			"line 9: undo takes nothing behind its name: leave out \"2\""},
		{"jump beyond the end", front + "# A\n```facet\nvertex 1\njump 2\n```\n",
			"line 9: jump needs a step from 0 to 1"},
		{"jump before the start", front + "# A\n```facet\njump -1\n```\n",
			"line 8: jump needs a step from 0 to 0"},
		{"undo in one step", front + "# A\n```facet together\nvertex 1\nundo\n```\n",
			"line 9: undo goes along the steps of a facet block: here is one step, or one sequence"},
		{"jump in a comparison", front + "# A\n```compare\na:\nvertex 1\njump 0\nb:\nvertex 2\n```\n",
			"line 10: jump goes along the steps of a facet block: here is one step, or one sequence"},
		{"vertex that is none", front + "# A\n```facet\nvertex 9\n```\n",
			"line 8: the operation cannot be carried out: the dag has no vertex 9"},
		{"vertex without faces", front + "# A\n```facet\nvertex 1\nvertex 1\n```\n",
			"line 9: the operation cannot be carried out: there is no face at junction 1"},
		{"edge that is a vertex", front + "# A\n```facet\nfront 1\n```\n",
			"line 8: the operation cannot be carried out: front needs an edge, as in front (0 1)"},
		{"impossible operation", front +
			"# A\n```facet\nELI MUL (0 1)(1 2) 2\nELI MUL (0 1)(1 2) 2\nELI MUL (0 1)(1 4)\n```\n",
			"line 9: the operation cannot be carried out: no vertex of the line dag is (1 2) now"},
		{"wrong price", front + "# A\n```facet\nELI MUL (0 1)(1 2) 3\n```\n",
			"line 8: the operation cannot be carried out: the price is not 3: ELI MUL (0 1)(1 2) 2"},
		{"unknown vertex", front + "# A\n```facet\nELI (0 1)(1 9)\n```\n",
			"line 8: the operation cannot be carried out: the dag has no vertex 9"},
		{"impossible mode", front + "# A\n```facet\nELI TAN (0 1)(1 2)\n```\n",
			"line 8: the operation cannot be carried out: TAN needs the tangent of (1,2), which has none in the input"},
		{"unknown picture", front + "# A\n\nPicture: cat\n",
			`line 8: the picture is "cat": choose dag, line dag, around and a name, or whole`},
		{"around nothing", front + "# A\n\nPicture: around\n",
			"line 8: a name is missing: write Picture: around and a vertex, an edge or a face, as in Picture: around 3"},
		{"around what is not there", front + "# A\n\nPicture: around 77\n\n```facet\nELI (0 1)(1 2)\n```\n",
			`line 8: "77" is not in the picture after step 0: name what is there, or write Picture: whole before that page`},
		{"around what is gone", front + "# A\n\nPicture: around (1,2)\n\n```facet\nELI (0 1)(1 2)\n```\n",
			`line 8: "(1,2)" is not in the picture after step 1: name what is there, or write Picture: whole before that page`},
		{"picture too late", front + "# A\n```facet\nELI (0 1)(1 2)\n```\n\nPicture: dag\n",
			"line 11: Picture: has to stand before the first block of its chapter"},
		{"mark that is not there", front + "# A\n```facet\nELI (0 1)(1 2) # Note. Mark: (1,2)\n```\n",
			`line 8: "(1,2)" cannot be marked: no vertex of the line dag is (1 2) now`},
		{"mark of two vertices that are no face", front + "# A\n```facet\n# Mark: (0,1)(2,3)\n```\n",
			`line 7: "(0,1)(2,3)" cannot be marked: it is not a face here`},
		{"mark of no label", front + "# A\n```facet\n# Mark: this\n```\n",
			`line 7: the dag has no vertex "this" to mark: after Mark: come labels, such as 3, (1,3) or (1,3)(3,4)`},
		{"mark of nothing", front + "# A\n```facet\n# Look. Mark:\n```\n",
			"line 7: after Mark: come labels, such as 3, (1,3) or (1,3)(3,4)"},
		{"wrong total", front + "# A\n```facet\nELI (0 1)(1 2)\ntotal 3\n```\n",
			"line 9: the total is 2 here, not 3"},
		{"total that is no number", front + "# A\n```facet\nELI (0 1)(1 2)\ntotal two\n```\n",
			`line 9: a total is a whole number from 0, not "two"`},
		{"back too far", front + "# A\n```facet\nELI (0 1)(1 2)\n```\n\nBack to step 4\n",
			"line 11: there is no step 4 here: the line that was shown last has 1"},
		{"impossible together", front + "# A\n```facet together: 1\nELI (0 1)(1 2)\nELI (0 1)(1 2)\n```\n",
			"line 9: the operation cannot be carried out: no vertex of the line dag is (1 2) now"},
		{"nothing to compare with", front + "# A\n```compare\na:\nELI (0 1)(1 2)\n```\n",
			"line 7: a compare block has two sequences, each below its name and a colon: there are 1"},
		{"comparison without names", front + "# A\n```compare\nELI (0 1)(1 2)\n```\n",
			"line 8: a compare block starts with the name of its first sequence and a colon"},
		{"equal sequences", front + "# A\n```compare\na:\nELI (0 1)(1 2)\nb:\nELI (0 1)(1 2)\n```\n",
			"line 7: both sequences are the same: there is nothing to compare"},
		{"puzzle without goal", front + "# A\n```puzzle\nask: Why?\n```\n",
			"line 7: the puzzle has no goal: add goal: total N, goal: optimum, or goal: state"},
		{"unknown goal", front + "# A\n```puzzle\ngoal: fun\n```\n",
			`line 8: the goal is "fun": write total and a number, optimum, or state`},
		{"goal below what is spent", front +
			"# A\n```facet\nELI (0 1)(1 2)\n```\n```puzzle\ngoal: total 1\n```\n",
			"line 11: the goal cannot be reached: the cost at the start of the puzzle is 2 already"},
		{"state that is only a total", front + "# A\n```puzzle\ngoal: state\n  total 0\n```\n",
			"line 8: the goal's state is missing: write the operations that lead to it below, each after two blanks"},
		{"state without operations", front + "# A\n```puzzle\ngoal: state\n```\n",
			"line 8: the goal's state is missing: write the operations that lead to it below, each after two blanks"},
		{"impossible state", front + "# A\n```puzzle\ngoal: state\n  ELI (0 1)(1 3)\n```\n",
			"line 9: the operation cannot be carried out: no vertex of the line dag is (1 3) now"},
		{"puzzle at the end", front +
			"# A\n```facet\nELI (1 2)(2 4)\nELI (0 1)(1 2)\nELI (0 1)(1 4)\nELI (0 1 2)(2 3)\n```\n```puzzle\ngoal: optimum\n```\n", "line 13: the puzzle starts at a complete sequence: let it start earlier"},
		{"puzzle that starts nowhere", front + "# A\n```puzzle\nstart: step 3\ngoal: optimum\n```\n",
			"line 7: the puzzle cannot start there: there is no step 3 here: the line that was shown last has 0"},
		{"bad start", front + "# A\n```puzzle\nstart: 3\ngoal: optimum\n```\n",
			`line 8: start is "3": write step and its number, as in step 0`},
		{"unknown moves", front + "# A\n```puzzle\nmoves: jumps\ngoal: optimum\n```\n",
			`line 8: moves has "jumps": use faces, edges, vertices or any`},
		{"unknown modes", front + "# A\n```puzzle\nmodes: TAN, FWD\ngoal: optimum\n```\n",
			`line 8: modes has "FWD": use TAN, ADJ and MUL`},
		{"unknown key of a puzzle", front + "# A\n```puzzle\nhunt: x\ngoal: optimum\n```\n",
			`line 8: a puzzle has no key "hunt": use ask, start, goal, moves, modes, hint, answer and solved`},
		{"goal twice", front + "# A\n```puzzle\ngoal: optimum\ngoal: optimum\n```\n",
			"line 9: goal appears twice in this puzzle: keep one"},
		{"no key", front + "# A\n```puzzle\ngoal: optimum\nwhat now\n```\n",
			"line 9: this line is neither key: text nor, after two blanks, the continuation of a text"},
		{"answer to an impossible move", front +
			"# A\n```puzzle\ngoal: optimum\nanswer ELI (0 1)(1 3): no\n```\n",
			"line 9: the move of this answer is not possible: no vertex of the line dag is (1 3) now"},
		{"answer to nothing", front + "# A\n```puzzle\ngoal: optimum\nanswer: no\n```\n",
			"line 9: answer names no move: write it before the colon, as in answer ELI (0 1)(1 2): ..."},
		{"not UTF-8", front + "# A\n\nna\xefve\n", "line 8: the lesson is not UTF-8 here: save it as UTF-8"},
		{"NUL", front + "# A\n\na\x00b\n", "line 8: the control character U+0000 is in the text: remove it"},
		{"escape", front + "# A\n\n\x1b]0;owned\x07\n",
			"line 8: the control character U+001B is in the text: remove it"},
		{"escape by reference", front + "# A\n\na&#27;[2J\n",
			"line 8: the text refers to the control character U+001B: remove it"},
		{"escape in front matter", "---\ntitle: \"\\e[31mA\"\ndag: lion\n---\n# A\n",
			"line 2: the control character U+001B is in title: remove it"},
		{"bidirectional", front + "# A\n\n\u202etxet\n",
			"line 8: the control character U+202E is in the text: remove it"},
		{"huge", front + strings.Repeat("0123456789abcde\n", 1<<16),
			"line 1: the lesson has 1048617 bytes, a lesson has at most 1048576: split it"},
		{"long line", front + strings.Repeat("a", 5000),
			"line 6: the line has more than 4000 characters: break it"},
		{"deep", front + strings.Repeat("> ", 100) + "a",
			"line 6: lists and quotes are nested more than 40 levels deep: flatten them"},
		{"deep over lines", front + deepList(60),
			"line 46: lists and quotes are nested more than 40 levels deep: flatten them"},
		{"misspelt block", front + "# A\n```Facet\nELI (0 1)(1 2)\n```\n",
			`line 7: unknown block "Facet": the blocks are facet, compare and puzzle, write facet`},
		{"back to no number", front + "# A\n\nBack to step three.\n",
			"line 8: the step's number is missing: write it as in Back to step 3"},
		{"start again from no number", front + "# A\n\nStart again from step none.\n",
			"line 8: the step's number is missing: write it as in Back to step 3"},
		{"continue too far", front + "# A\n```facet\nELI (0 1)(1 2)\n```\n\nContinue from step 4\n",
			"line 11: there is no step 4 here: the line that was shown last has 1"},
		{"column without name", front + "# A\n```compare\n:\nELI (0 1)(1 2)\nb:\nELI (0 1)(1 4)\n```\n",
			"line 8: a sequence of a compare block has no name: write it before the colon"},
		{"negative total", front + "# A\n```puzzle\ngoal: total -3\n```\n",
			`line 8: a total is a whole number from 0, not "-3"`},
		{"UTF-16", "\xff\xfe-\x00-\x00-\x00", "line 1: the lesson is not UTF-8 here: save it as UTF-8"},
		{"many chapters", front + strings.Repeat("# A\n\n", 300),
			"line 408: a lesson has at most 200 chapters, 1000 blocks and 5000 operations: split it"},
		{"many blocks", front + "# A\n" + strings.Repeat("```\n```\n", 2000),
			"line 2009: a lesson has at most 200 chapters, 1000 blocks and 5000 operations: split it"},
	} {
		mistakes := told(t, c.text)
		if len(mistakes) != 1 || mistakes[0].Error() != c.want {
			t.Errorf("%s: %q\nwant %q", c.name, mistakes, c.want)
		}
	}
}

// deepList is a list within a list within a list.
func deepList(levels int) string {
	var b strings.Builder
	for k := range levels {
		b.WriteString(strings.Repeat("  ", k) + "* a\n")
	}
	return b.String()
}

// What editors leave behind does no harm.
func TestHarmless(t *testing.T) {
	plain := front + "# A\n\nText.\n\n```facet\nELI (0 1)(1 2)  # note\n```\n"
	want := outline(play(t, plain))
	for name, text := range map[string]string{
		"CRLF":        strings.ReplaceAll(plain, "\n", "\r\n"),
		"CR":          strings.ReplaceAll(plain, "\n", "\r"),
		"BOM":         "\ufeff" + plain,
		"BOM, CRLF":   "\ufeff" + strings.ReplaceAll(plain, "\n", "\r\n"),
		"no last end": strings.TrimSuffix(plain, "\n"),
		"tildes":      strings.ReplaceAll(plain, "```", "~~~~"),
		"blank rows":  plain + "\n\n\n",
	} {
		if got := outline(play(t, text)); got != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
