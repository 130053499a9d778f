// Package spectral is the global sum of the paper's section 5. Let A be the adjacency matrix of
// a connected graph, regular out and in. Then ∏(A-λI) over the eigenvalues λ ≠ d, each as often
// as in the minimal polynomial, takes any vector to a multiple of its sum in every place.
// ByParts does it with the arcs of only some generators in each round.
//
// New finds the spectrum, orders the factors so that rounding stays small,
// scales each step to keep the mean, and proves the result. A Plan is data;
// coll executes it on real processors, Plan.Simulate in a loop.
//
// "Errata N" in a comment is entry N of docs/errata.md, which lists where the paper errs.
package spectral
