// Package buffers holds the memory that processors exchange words through: Slab, aligned
// vectors; Ring, a bounded queue of slots between one producer and one consumer; Queue, a
// bounded queue of short messages; Line, a flag that carries a small payload.
//
// Nothing here waits: a call that cannot proceed returns false or nil, and the caller spins,
// yields or sleeps as it likes. Nothing here allocates after the New functions. The comments
// argue correctness from Go's memory model, in which a Load that sees a Store is synchronized
// after it, not from any processor's; HandOver changes only how soon the Load sees the Store.
package buffers

// pad separates what different processors write: two cache lines, because
// processors fetch lines in pairs.
const pad = 128
