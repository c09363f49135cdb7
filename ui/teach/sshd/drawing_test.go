package sshd

import (
	"testing"
	"testing/synctest"
)

// What a lecturer edits is what followers see, in their own windows; they cannot edit
// themselves before they try something of their own.
func TestFollowersSeeEditing(t *testing.T) { synctest.Test(t, followersSeeEditing) }

func followersSeeEditing(t *testing.T) {
	o, lecturer := withLecturer(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	x := r.sit(r.dial("student", nil), device{"xterm", 120, 40, nil, "follow"})
	x.sees("with Ada")
	small := r.sit(r.dial("student", key(t)), device{"xterm", 80, 24, nil, "follow"})
	small.sees("with Ada")
	x.press(":edit\r")
	x.sees("These are Ada's steps: press o to try your own.")
	ada.press(":edit\r")
	ada.sees("editing")
	x.forget()
	ada.press(":cost -1 1 77/99\r")
	ada.sees("77/99")
	x.sees("77/99")
	small.sees("77/99") // the dag is in front, which has room alone
	x.forget()
	ada.press(":vertex extra 3\r")
	x.sees("extra")
	ada.press(":edge 5 extra 8/88\r")
	x.sees("8/88")
	x.forget()
	ada.press("u")
	ada.press("u")
	ada.press("u")
	x.sees("2/4")
	x.press("o")
	x.sees("This is now a session of your own")
	x.press(":edit\r")
	x.sees("editing")
	x.press(":cost -1 1 55/66\r")
	x.sees("55/66")
	x.press("D")
	x.sees("This session is now on the dag as you changed it.")
	x.press("q")
	x.ends()
	ada.press("q")
	ada.ends()
}
