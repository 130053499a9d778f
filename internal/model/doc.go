// Package model holds Promela models of the protocols that processors meet by,
// and a test that has spin try every interleaving of each: the signal line
// (line.pml), the ring and its bell (ring.pml), a message that is lent (lend.pml),
// two that are swapped in place (swap.pml), sums that go onward in portions
// (portions.pml), falling asleep and waking (sleep.pml), and a Run that fails while
// collectives are on their way (abort.pml). A statement names the line of Go that it
// mirrors, and the test fails when that line is no longer there. Every property is shown
// to be able to fail: each model has variants with one thing broken that spin must find
// wrong.
//
// The models interleave whole reads and writes, which is what Go promises of its
// atomics: they are sequentially consistent.
//
//	go test -v -count=1 ./internal/model
package model
