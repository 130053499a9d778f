// Package transport defines what package coll needs of whatever carries its words between
// processes, such as coll/mpi. A program that uses coll does not need it: it writes
// coll.Config{Remote: mpi.World()}.
//
// A [Remote] makes [Peers], of which every machine has its own. Peers send letters, which carry
// messages of Exchange and news of failures, and have a [Channel] for every group of processes,
// which carries collectives. A [Plan] is for what always moves in the same way.
package transport

import "sync/atomic"

// Remote is how a machine reaches processors in other processes.
type Remote interface {
	// Join makes this process's part of a machine of all processes: all of them
	// call it, alike. cores are those that this process may run on.
	Join(cores []int) (Peers, error)
}

var everywhere atomic.Pointer[Remote]

// Use makes r the Remote of every coll.Config that names none, for machines made from now on;
// package coll/mpi/auto calls it in its init. nil means none again.
func Use(r Remote) {
	if r == nil {
		everywhere.Store(nil)
		return
	}
	everywhere.Store(&r)
}

// Used returns what Use was given last; nil means none.
func Used() Remote {
	if r := everywhere.Load(); r != nil {
		return *r
	}
	return nil
}

// Peers are the processes of a machine. Several goroutines may call its methods, and those of its
// channels, at the same time; only Renew and Close wait for another process to come.
//
// An error of any of them, or of a channel or plan, means that a process is lost for good: it ends
// the Run, with coll.ErrMissing and its own text, and the machine makes no further Run. So all may
// return it as soon as one connection fails. But letters that have come are delivered first, for
// they may say why, and letters are still posted to processes that can be reached. An error of the
// method Channel alone ends one Run only.
type Peers interface {
	Rank() int    // of this process
	Size() int    // processes
	Cores() []int // those of this process: where processes share cores, its part of them
	// Channel makes a channel between some of the processes, listed in ascending order; their
	// numbers in it are their places in the list. The same id means the same channel to all; making
	// it costs no communication. The channel of all processes has id 0. Only one channel has an id
	// at a time; when it is closed, or given up by Renew, another may have the id.
	Channel(id int, processes []int) (Channel, error)
	// Most is how many elements of 4 or 8 bytes may be in a letter, in a message, or in all that a
	// process sends or receives in a collective.
	Most() int
	// Post sends a letter, and keeps a copy of it. With lend, body need not be copied; if it is
	// not, ticket is not 0, and body must not change before Posted has reported that letter. Posted
	// says whether a letter is on its way, so that its memory is no longer read; ticket 0 asks
	// about all letters.
	Post(to int, head, body []byte, lend bool) (ticket uint64, err error)
	Posted(ticket uint64) (bool, error)
	// Letter returns a letter that has come, if one can be had without waiting. Letters from one
	// process come in the order in which it sent them. place returns the memory of n bytes that
	// body is to be in. It is never called for a letter without a body. It may be called while the
	// body is still on its way; a later call of Letter then returns the letter. For letters of one
	// process with bodies of one length, place is called in the order of the letters. head begins
	// at a multiple of 8, and is valid until the next call. If somebody else is at work in the
	// transport, Letter waits for that if busy is true, and returns no letter if it is false.
	Letter(place func(head []byte, n int) []byte, busy bool) (from int, head, body []byte, ok bool, err error)
	// Arriving says whether part of a letter from that process is here, and the rest is still to
	// come; no call waits for that.
	Arriving(from int) bool
	// Yield gives up the core between two looks for letters, if processes share cores.
	Yield()
	// Renew gives up all channels and letters after a failure, whatever is under way. All processes
	// call it, each when it has the others' letters about the failure. Its own letters may still be
	// under way then: what was posted before Renew reaches a process that has not called Renew yet.
	// When it returns, nothing from before is read, written, or yet to come. Nobody closes the
	// earlier channels and plans: Renew gives back what they hold. A process that has lost another
	// does not call it: if one does not come in some time, 15 seconds say, that is an error.
	Renew() error
	// Close ends the connections; lost says that a process no longer answers, and that Close must
	// not wait for it.
	Close(lost bool) error
}
