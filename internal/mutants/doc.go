// Command mutants shows that the tests would notice: it takes away or weakens one
// synchronisation, one look for the end of the Run or one check at a time, and
// expects the tests of coll and buffers to fail.
//
//	go run ./internal/mutants                  all of them, some minutes
//	go run ./internal/mutants -n 8             eight, other ones every day
//	go run ./internal/mutants -only settle -v  those that the expression matches
//	go run ./internal/mutants -score internal/mutants/score.txt
//
// It runs at the root of the module and changes nothing in it: the go command
// reads the mutated file in the place of the true one (-overlay). It exits with 1
// if a mutant survives, and with 2 if one cannot be made, because its text is no
// longer there or does not build, or if the tests fail without any. What is not
// in the list, and why: equivalent.txt.
package main
