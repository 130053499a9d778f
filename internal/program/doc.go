// Package program compiles the algorithms that go by steps: what every processor copies and
// folds in each step, block by block, from whose vectors. It is mathematics: it knows no
// thread, no memory and no type of element. Package coll carries programs out, in one process
// (its scheduled_run.go) and across several (remote_lay.go).
//
// A file is an algorithm: tree.go, ring.go, halving.go, doubling.go, bruck.go; cayley.go and
// chunked.go on the graph of the machine, file.go by schedules of the caller's. The docs of
// coll.Tree and the other names say what each costs and in which order its sums are.
package program
