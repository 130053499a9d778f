// Package cayley provides finite groups, their Cayley graphs and Cayley coset
// graphs, and what a schedule needs to know about them.
//
// A group is arithmetic on the numbers 0 … P-1 (identity 0), not a table, where
// arithmetic exists; any other comes by generating permutations or by its table.
// Parse reads every family by name; the constructors make the same graphs from
// Go. What only some graphs have (an inverse of Neighbor,
// automorphisms, a distance formula) is an optional interface with a helper
// that works for every graph.
//
// Where the standard generators of a family coincide they count once and an
// identity among them drops out: ring:2 and every torus side of 2 have one
// generator, hypercube:0 and ring:1 are one vertex without arcs. Generators
// that a caller lists must be distinct, not the identity, and generate.
//
// Errata N in a comment is entry N of docs/errata.md, where the paper errs.
package cayley
