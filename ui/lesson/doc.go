// Package lesson presents lessons in the explorer: page by page, by the keys that a
// clicker has. [Library] finds lessons and opens their dags, [Leader] leads through one.
//
// A page of prose takes the screen, a step shows the picture with what the author
// says of it beneath. Nothing judges until it is asked for. The package reads
// lessons by facet/model/lesson and draws none of the explorer's panels.
package lesson
