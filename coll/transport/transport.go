// Package transport is what package coll asks of whoever carries its words between processes:
// coll/mpi does. A program that uses coll needs nothing of it: it writes
// coll.Config{Remote: mpi.World()}.
//
// A [Remote] makes [Peers], of which every machine has its own; they send letters, in which
// processors exchange and processes tell each other of failures, and have a [Channel] for
// every group of processes, in which collectives move. What always moves alike is a [Plan].
package transport

import "sync/atomic"

// Remote is how a machine reaches processors in other processes.
type Remote interface {
	// Join makes this process's part of a machine of all processes: all of them
	// call it, alike. cores are those that this process may run on.
	Join(cores []int) (Peers, error)
}

var everywhere atomic.Pointer[Remote]

// Use makes r the Remote of every coll.Config that names none, of the machines that are made
// from now on; package coll/mpi/auto does it in its init. nil: none again.
func Use(r Remote) {
	if r == nil {
		everywhere.Store(nil)
		return
	}
	everywhere.Store(&r)
}

// Used is what Use was given last; nil: none.
func Used() Remote {
	if r := everywhere.Load(); r != nil {
		return *r
	}
	return nil
}

// Peers are the processes of a machine. Its methods, and those of its channels,
// are called by one goroutine or by several, at the same time too; none but Renew and Close waits
// for another process to come.
//
// An error of any of them, or of a channel or plan, means that a process is lost, for good: it
// ends the Run, with coll.ErrMissing and its own text, and the machine makes no further Run. So all
// may return it as soon as one connection fails; but letters that have come go first, for they may
// say why, and to whom can still be reached letters are posted. An error of Channel alone
// ends one Run only.
type Peers interface {
	Rank() int    // of this process
	Size() int    // processes
	Cores() []int // those of this process: where processes share cores, its part of them
	// Channel is a channel between some of the processes, which number themselves
	// in it by their order in the list, which ascends. The same id means the same channel to
	// all; it costs no communication. The channel of all has id 0. There is one of an id at a
	// time; when it is closed, or given up by Renew, the id may be another's.
	Channel(id int, processes []int) (Channel, error)
	// Most is how many elements of 4 or 8 bytes a letter, a message, or all that a
	// process sends or receives in a collective may have.
	Most() int
	// Post sends a letter, of which it keeps a copy, and Posted says whether it is on its
	// way, so that its memory is no longer read: no letter, ticket 0, means all of them. lend:
	// body need not be copied; if it is not, ticket is not 0, and body does not change before
	// Posted has said so of it.
	Post(to int, head, body []byte, lend bool) (ticket uint64, err error)
	Posted(ticket uint64) (bool, error)
	// Letter is a letter that has come, if there is one that can be had without
	// waiting. Two letters from one process come in the order in which it sent them.
	// place gives the memory, of n bytes, that body is to be in. It is never called for a letter
	// without a body. It may be called while the body is still on its way, and a later call of
	// Letter returns the letter then; for letters of one process with bodies of one length it is
	// called in the order of the letters. head begins at a multiple of 8, and is there until the
	// next call. Where somebody else is at work in the transport, Letter waits for that if busy
	// is true, and returns no letter if it is false.
	Letter(place func(head []byte, n int) []byte, busy bool) (from int, head, body []byte, ok bool, err error)
	// Arriving says whether part of a letter from that process is here: the rest of it
	// is awaited, by nobody's call.
	Arriving(from int) bool
	// Yield gives the core away where processes share cores, between two looks for
	// letters.
	Yield()
	// Renew gives up all channels and letters, whatever is under way, after a failure: all
	// processes call it, each when it has the others' letters about the failure. Its own may
	// still be under way then: what was posted before comes to a process that has not called
	// Renew yet. When it returns, nothing of what was before is read, written, or yet to
	// come. Nobody closes the channels and plans that were before: what they hold is given back
	// here. A process that another is lost to does not call it: if one does not come in some
	// time, 15 seconds say, that is an error.
	Renew() error
	// Close ends the connections; lost says that a process no longer answers, and
	// is not to be waited for.
	Close(lost bool) error
}
