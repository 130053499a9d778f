// Package hypercube makes the schedules of sections 6 and 7 of the paper in
// closed form and linear time: broadcast, accumulation and exchange on the
// d-cube Q_d, over two-way and one-way links, whole or in chunks.
//
// Vertices are subsets of {0 … d-1} written as numbers; arc k toggles bit k.
// Everything rests on one fact: if a set holds direction k then its rotation by
// one holds direction k+1, so a rotation class (necklace) uses the directions
// in turn (Lemma 7.1). Every result is meant to be verified by package sched.
//
// A dimension d outside 1 … MaxDim, and a root or a distance out of range, is an error. Some
// functions have a smaller limit than MaxDim: OneWayBroadcast and OneWayAccumulate (MaxDim-1),
// the exchanges (MaxExchangeDim), RootedBroadcast and RootedAccumulate (MaxRootedDim),
// ChunkedBroadcast (MaxChunkedDim), NearBroadcast (MaxNear) and CheckSum (14). Functions that
// return no error state their own range.
//
// "Errata N" in a comment is entry N of docs/errata.md, which lists where the paper errs.
package hypercube
