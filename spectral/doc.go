// Package spectral is the global sum of the paper's section 5: with A the
// adjacency matrix of a connected graph, regular out and in, ∏(A-λI) over the eigenvalues
// λ ≠ d, as often as the minimal polynomial has them, takes any vector to a multiple of its
// sum in every place. ByParts does it with the arcs of some generators in each round.
//
// New finds the spectrum, orders the factors so that rounding stays small,
// scales each step to keep the mean, and proves the result. A Plan is data;
// coll executes it on real processors, Plan.Simulate in a loop.
//
// Errata N in a comment is entry N of docs/errata.md, where the paper errs.
package spectral
