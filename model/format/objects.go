package format

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"facet/model/excerpt"
	"facet/model/jsontext"
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

// mostLevels is how deep objects may be nested: what encoding/json reads.
const mostLevels = 10_000

// countObjects counts the objects of a list.
func countObjects(data []byte) (n int, err error) {
	r := jsontext.New(context.Background(), data, mostLevels)
	if r.Next() != '[' {
		return 0, fmt.Errorf("there is something else in the place of a list")
	}
	n, err = r.List(func(int) error {
		if r.Next() != '{' {
			return fmt.Errorf("there is something else in a list of objects")
		}
		return r.Skip()
	})
	if err == nil && n*leastObject > len(data)+leastObject {
		err = fmt.Errorf("a list of %d objects has only %d bytes", n, len(data))
	}
	return n, err
}
