package format

import (
	"bytes"
	"encoding/json"
	"fmt"

	"errors"

	"facet/model/excerpt"
)

// Objects is a list of objects in a JSON file that facet has written. A list of something
// else is refused before it is made, and so is one of objects that are too short to be any:
// the elements of a list of two bytes each would take hundreds of times the file.
type Objects[T any] []T

// leastObject is how many bytes an object has on average, with its comma.
const leastObject = 16

// UnmarshalJSON reads the list into memory that is made once.
func (o *Objects[T]) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if string(data) == "null" {
		return nil
	}
	n, err := countObjects(data)
	if err != nil {
		return err
	}
	all := make([]T, 0, n)
	if err := json.Unmarshal(data, &all); err != nil {
		return errors.New(excerpt.Line(err.Error(), 200))
	}
	*o = all
	return nil
}

// countObjects counts the objects of a list, which is valid JSON.
func countObjects(data []byte) (n int, err error) {
	if len(data) == 0 || data[0] != '[' {
		return 0, fmt.Errorf("there is something else in the place of a list")
	}
	level, first := 0, false // first is true where an element begins
	for at := 0; at < len(data); at++ {
		c := data[at]
		switch c {
		case ' ', '\t', '\n', '\r':
			continue
		}
		if first && c != '{' && c != ']' {
			return 0, fmt.Errorf("there is something else in a list of objects")
		}
		first = false
		switch c {
		case '"':
			for at++; data[at] != '"'; at++ {
				if data[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			level++
			if first = level == 1; c == '{' && level == 2 {
				n++
			}
		case '}', ']':
			level--
		case ',':
			first = level == 1
		}
	}
	if n*leastObject > len(data)+leastObject {
		return 0, fmt.Errorf("a list of %d objects has only %d bytes", n, len(data))
	}
	return n, nil
}
