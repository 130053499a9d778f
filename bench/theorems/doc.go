// Package theorems rebuilds the paper: one row for every numbered definition,
// example, theorem, corollary, lemma and table that claims something checkable,
// with the number it claims (as the errata correct it) beside the number found
// by construction and verification at run time.
//
// Nothing here is looked up. What packages cayley, sched, hypercube and spectral make is
// counted after their verifiers have passed it; what the paper prints is given to those
// verifiers.
package theorems
