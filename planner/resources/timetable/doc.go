// Package timetable is the plan as it will run: when each operation of a sequence begins
// and ends and on which machine, and how many entries are held at each time. Operations
// are carried out whole, or the columns and rows of their seeds are shared out among the
// machines. A budget of entries can be kept to.
//
// It puts together what packages makespan and peak find.
package timetable
