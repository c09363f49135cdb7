package class

import (
	"strings"

	"facet/ui/draw/style"
)

// font is large letters: five rows of dots for each, those of a command and an address.
var font = map[rune]string{
	'a': "### #.# ### #.# #.#", 'b': "##. #.# ##. #.# ##.", 'c': "### #.. #.. #.. ###",
	'd': "##. #.# #.# #.# ##.", 'e': "### #.. ##. #.. ###",
	'f': "### #.. ##. #.. #..", 'g': "### #.. #.# #.# ###", 'h': "#.# #.# ### #.# #.#",
	'i': "### .#. .#. .#. ###", 'j': "..# ..# ..# #.# ###",
	'k': "#.# #.# ##. #.# #.#", 'l': "#.. #.. #.. #.. ###", 'm': "#...# ##.## #.#.# #...# #...#",
	'n': "#..# ##.# #.## #..# #..#", 'o': "### #.# #.# #.# ###",
	'p': "### #.# ### #.. #..", 'q': "### #.# #.# ### ..#", 'r': "### #.# ##. #.# #.#",
	's': "### #.. ### ..# ###", 't': "### .#. .#. .#. .#.",
	'u': "#.# #.# #.# #.# ###", 'v': "#.# #.# #.# #.# .#.", 'w': "#...# #...# #.#.# ##.## #...#",
	'x': "#.# #.# .#. #.# #.#", 'y': "#.# #.# .#. .#. .#.",
	'z': "### ..# .#. #.. ###", '0': "### #.# #.# #.# ###", '1': ".#. ##. .#. .#. ###",
	'2': "### ..# ### #.. ###", '3': "### ..# ### ..# ###",
	'4': "#.# #.# ### ..# ..#", '5': "### #.. ### ..# ###", '6': "### #.. ### #.# ###",
	'7': "### ..# ..# ..# ..#", '8': "### #.# ### #.# ###",
	'9': "### #.# ### ..# ###", '.': ". . . . #", '-': "... ... ### ... ...",
	'@': "##### #...# #.### #.### #....", ' ': ".. .. .. .. ..",
	':': ". # . # .", '_': "... ... ... ... ###",
}

// large writes a text in large letters, two rows of dots in one of the screen; nothing
// where a letter is not known, or where there are no blocks.
func large(text string, ascii bool) []string {
	if ascii {
		return nil
	}
	rows := make([]string, 3)
	for _, r := range strings.ToLower(text) {
		dots, ok := font[r]
		if !ok {
			return nil
		}
		lines := append(strings.Fields(dots), "")
		for k := range rows {
			upper, lower := lines[2*k], lines[2*k+1]
			for x := range len(upper) {
				rows[k] += style.HalfBlock(upper[x] == '#', x < len(lower) && lower[x] == '#')
			}
			rows[k] += " "
		}
	}
	return rows
}
