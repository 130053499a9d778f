// Package buffers holds the memory that processors exchange words through:
// Slab, aligned vectors; Ring, a bounded queue of slots between one producer and
// one consumer; Queue, one of short messages; Line, a flag that carries a small payload.
//
// Nothing here waits: the forms that cannot proceed return false, and the caller
// spins, yields or sleeps as suits it. Nothing here allocates after the New
// functions. That it is right every comment argues from Go's memory model, in which
// a Load that sees a Store is synchronized after it, and not from any processor's;
// HandOver changes only how soon the Load sees it.
package buffers

// pad separates what different processors write: two cache lines, because
// processors fetch lines in pairs.
const pad = 128
