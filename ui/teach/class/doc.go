// Package class is what people in one class share: where the lecturer stands, who
// is here, what they have reached, and a search that all can watch.
//
// States cross from one to the others, never frames, and through latest values
// (facet/ui/teach/latest), never through queues: a reader takes the newest when there is
// time, and no session waits for another. So a person whose line is stuck costs the class nothing.
// The package knows nothing of ssh, keys or files.
//
// At the bottom are parts that know nothing of the class:
//
//	words.go      the words of the class, and its key
//	task.go       what the lecturer opens for all
//	position.go   where a lecturer stands, and what leads there
//	lecturers.go  who leads, and where
//	orders.go     what the lecturer wants of everybody, and the clock
//	search.go     the search that all may watch, and how one person sees it
//	results.go    what was reached of puzzles and dags
//	roster.go     who is here, and which of their answers count
//	person.go     one of them: what leads them, what others see of them
//	sight.go      the roster as it was at one moment
//	pool.go       searches of many people, one after the other
//
// The class puts them together (class.go). What people see is made of it:
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
