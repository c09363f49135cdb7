// Package class is what people in one class share: where the lecturer stands, who
// is here, what they have reached, and a search that all can watch.
//
// States cross from one to the others, never frames, and through latest values
// (facet/ui/teach/latest), never through queues: a reader takes the newest when there is
// time, and no session waits for another. So a person whose line is stuck costs the class nothing.
// The package knows nothing of ssh, keys or files.
//
// [Class] is all of it, and [Person] one of those who are here. What they are made of:
//
//	words.go      the words of the class, and its key
//	task.go       what the lecturer opens for all
//	position.go   where a lecturer stands, and what leads there
//	orders.go     what the lecturer wants of everybody
//	search.go     a search that all may watch, and how one person sees it
//	results.go    what was reached of puzzles and dags
//	pool.go       searches of many people, one after the other; it knows nothing of the class
//	class.go      the class
//	roster.go     who is here, and which of their answers count
//	person.go     one of them: what leads them, what others see of them
//	lecturers.go  who leads, and where
//	ordering.go   changes what the lecturer wants; the clock
//	sharing.go    makes a lecturer's search the class's
//	sight.go      the class as it was at one moment
//
// What people see is made of it:
//
//	following.go  leads those who follow the lecturer
//	watching.go   leads those who watch the search
//	attending.go  notes what leads a person
//	news.go       takes people to what is opened
//	open.go       the command :class
//	controls.go   its words: what the lecturer opens for all, and says, gives and stops
//	board.go      the lecturer's page; boardpage.go draws it
//	beside.go     a person's steps beside the lecturer's
//	join.go       how to come in; bigletters.go writes it for the wall
package class
