package buffers

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Elem is what a vector is made of, as of package coll.
type Elem = asm.Elem
