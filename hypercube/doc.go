// Package hypercube makes the schedules of sections 6 and 7 of the paper in
// closed form and linear time: broadcast, accumulation and exchange on the
// d-cube Q_d, over two-way and one-way links, whole or in chunks.
//
// Vertices are subsets of {0 … d-1} written as numbers; arc k toggles bit k.
// Everything rests on one fact: if a set holds direction k then its rotation by
// one holds direction k+1, so a rotation class (necklace) uses the directions
// in turn (Lemma 7.1). Every result is meant to be verified by package sched.
//
// Errata N in a comment is entry N of docs/errata.md, where the paper errs.
package hypercube
