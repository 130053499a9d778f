// Package asm holds the loops that move and add vectors: Fold (one pass over
// any number of sources into any number of destinations), Add, Neighbor, Copy; and what
// cores that wait for each other do beside loads and stores: Pause, HandOver, Rest, Claim.
//
// Each loop exists in several variants, generic Go, AVX2, AVX-512 and NEON;
// the best one the processor can run is chosen at start. All variants add each
// element in the same order, so they give the same bits (a NaN is a NaN in all
// of them; its payload is not promised). Nothing outside the stated range is
// read or written, and nothing is allocated.
//
// CAYLEYCOLL_KERNEL=generic|avx2|avx512|neon forces a variant; Err reports a
// value that is unknown or that this processor cannot run. The build tag purego
// leaves out all assembly.
package asm
