// Package threads is what package coll asks of the system and of the Go runtime: on which cores
// a process may run, how a thread is tied to one, how it sleeps and is woken, and how many
// threads Go runs at a time. What the system alone can do stands in files of Linux, beside
// others that do without.
package threads
