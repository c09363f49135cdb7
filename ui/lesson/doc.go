// Package lesson presents lessons in the explorer: page by page, by the keys that a
// clicker has. [Shelf] finds lessons and opens their dags, [Guide] leads through one.
//
// A page of prose takes the screen, a step shows the picture with what the author
// says of it beneath. Nothing judges until it is asked for. The package reads
// lessons by facet/model/lesson and draws none of the explorer's panes.
package lesson
