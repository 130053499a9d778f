package coll

import "sync/atomic"

// Remote is how a machine reaches processors in other processes. It is for packages such as
// coll/mpi, which has one; an application only names it, and one that does not links none.
//
// Across processes everything is as within one: ranks count through all
// processes, block after block, and the bits of a result are those of a machine
// of as many processors in one process, except where an algorithm says
// otherwise. A processor of a process's first host speaks for the
// process: it shares the call's signature with the other processes, and small
// vectors with it, before anything else moves.
type Remote interface {
	// Join makes this process's part of a machine of all processes: all of them
	// call it, alike. cores are those that this process may run on.
	Join(cores []int) (Peers, error)
}

var everywhere atomic.Pointer[Remote]

// UseRemote makes r the Remote of every Config that names none, of the machines
// that are made from now on; package coll/mpi/auto does it in its init. nil: none
// again.
func UseRemote(r Remote) {
	if r == nil {
		everywhere.Store(nil)
		return
	}
	everywhere.Store(&r)
}

// Peers are the processes of a machine. Its methods, and those of its channels,
// are called by one goroutine or by several; none but Renew and Close waits for
// another process to come.
type Peers interface {
	Rank() int    // of this process
	Size() int    // processes
	Cores() []int // those of this process: where processes share cores, its part of them
	// Channel is a channel between some of the processes, which number themselves
	// in it by their order in the list. The same id means the same channel to
	// all; it costs no communication. The channel of all has id 0.
	Channel(id int, processes []int) (Channel, error)
	// Most is how many elements of 4 or 8 bytes a letter, a message, or all that a
	// process sends or receives in a collective may have.
	Most() int
	// Post sends a letter, of which it keeps a copy, and Posted says whether it is on its
	// way: no letter, ticket 0, means all of them. lend: body need not be copied; if it is
	// not, ticket is not 0, and body does not change before Posted has said so of it.
	Post(to int, head, body []byte, lend bool) (ticket uint64, err error)
	Posted(ticket uint64) (bool, error)
	// Letter is a letter that has come, if there is one that can be had without
	// waiting. Two letters from one process come in the order in which it sent them.
	// place gives the memory, of n bytes, that body is to be in, and may be asked in a
	// call before the one that returns the letter; head is there until the next call. busy:
	// also while somebody else is at work in the transport, which may take as long as that.
	Letter(place func(head []byte, n int) []byte, busy bool) (from int, head, body []byte, ok bool, err error)
	// Arriving says whether part of a letter from that process is here: the rest of it
	// is awaited, by nobody's call.
	Arriving(from int) bool
	// Yield gives the core away where processes share cores, between two looks for
	// letters.
	Yield()
	// Renew gives up all channels, whatever is under way, after a failure.
	Renew() error
	// Close ends the connections; lost says that a process no longer answers, and
	// is not to be waited for.
	Close(lost bool) error
}

// Channel moves bytes between processes. A method that moves them only starts
// to, unless the transport can do better: they are there when Poll says so. One
// thing at a time: Share, or one collective, or any number of Send and Receive.
type Channel interface {
	// Room is where this process's next message goes. Share gives it to
	// everybody: its first 8 bytes are its length, those included. Message is that
	// of a process, until the next Share.
	Room() []byte
	Share(polls int, yield bool) (done bool, err error)
	Message(process int) []byte
	// Poll looks so many times whether what was started is done. Where processes
	// share cores it gives the core away between two looks; yield: it sleeps instead,
	// for this has taken a while.
	Poll(polls int, yield bool) (done bool, err error)

	Send(to int, b []byte) error
	Receive(from int, b []byte) error
	// The collectives count in units of 1, 4 or 8 bytes: at, which has an entry
	// more than there are processes, is where the part of each begins, in bytes.
	Broadcast(b []byte, root int) error
	Allgather(b []byte, at []int, unit int) error
	Gather(dst []byte, at []int, src []byte, unit, root int) error
	Scatter(dst, src []byte, at []int, unit, root int) error
	Alltoall(dst []byte, dstAt []int, src []byte, srcAt []int, unit int) error
	// Allreduce is the transport's own, if it has one here. kind is the type of
	// the elements: 0 float64, 1 float32, 2 int64, 3 int32.
	Allreduce(dst, src []byte, n, kind int, op Op) (ok bool, err error)
	// Plan is a list of messages that will be sent again and again.
	Plan() Plan
	// Close gives back what the channel holds; nothing is under way.
	Close()
}

// Plan is rounds of messages whose places do not change: first it is told what the
// rounds have, one after another, then each is started as often as it is wanted.
type Plan interface {
	// Send puts a message of the bytes that b has when the round starts into the round.
	Send(to int, b []byte) error
	// Receive puts one into it that fills b.
	Receive(from int, b []byte) error
	// EndRound ends the round; what follows is of the next.
	EndRound()
	// Start begins a round, from 0.
	Start(round int) error
	// Poll looks so many times whether it is over; yield is as of Channel.Poll.
	Poll(round, polls int, yield bool) (done bool, err error)
	// Close gives back what the plan holds; no round is under way.
	Close()
}
