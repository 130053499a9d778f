// Package cayley provides finite groups, their Cayley graphs and Cayley coset
// graphs, and what a schedule needs to know about them.
//
// The elements of a group are the numbers 0 … P-1, with identity 0. Products are arithmetic,
// not a table, where that is possible; any other group is given by generating permutations or
// by its table. Parse reads every family by name; the constructors make the same graphs from
// Go. What only some graphs have (an inverse of Neighbor, automorphisms, a distance formula) is
// an optional interface, with a helper that works for every graph.
//
// Standard generators of a family that coincide count once, and an identity among them is
// dropped: ring:2 and every torus side of 2 have one generator, hypercube:0 and ring:1 are one
// vertex without arcs. Generators that a caller lists must be distinct, must not be the
// identity, and must generate the group.
//
// "Errata N" in a comment is entry N of docs/errata.md, which lists where the paper errs.
package cayley
