// Package refusal has readers give up where they stand: why a text cannot be read can come
// from everywhere in it, so it is thrown there and caught where reading begins.
package refusal

type refusal struct{ error }

// Unwrap is why.
func (r refusal) Unwrap() error { return r.error }

// Throw ends reading, if there is an error.
func Throw(err error) {
	if err != nil {
		panic(refusal{err})
	}
}

// Catch gives the error of a function that defers it what was thrown, and stops no other panic.
func Catch(err *error) {
	switch thrown := recover().(type) {
	case nil:
	case refusal:
		*err = thrown.error
	default:
		panic(thrown)
	}
}
