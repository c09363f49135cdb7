package style

import "testing"

func TestDidYouMean(t *testing.T) {
	all := []string{"face", "lion", "bat", "newton1", "newton2", "newton10", "undo", "redo"}
	for name, want := range map[string]string{
		"bats": ", did you mean bat", "Lyon": ", did you mean lion",
		"newton": ", did you mean newton1 or newton2 or newton10",
		"und":    ", did you mean undo", "bta": ", did you mean bat", "unod": ", did you mean undo", "": "",
		"x": "", "elephant": "",
	} {
		if got := DidYouMean(name, all); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
