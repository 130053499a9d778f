package transport

// Channel moves bytes between processes. A method that moves them only starts
// to, unless the transport can do better: they are there when Poll says so. One
// thing at a time: Share, or one collective, a round of a Plan, or any number of Send and Receive,
// each of which is of one message. Until it is done the memory that was given is the transport's;
// messages of one process to another are received in the order in which they were sent, and all
// do what must be alike in the same order. What comes from a process that has made its channel
// earlier waits until this one has.
type Channel interface {
	// Room is where this process's next message goes: whole words of 8 bytes, 128 bytes or
	// more, of the same length in all processes, beginning at a multiple of 8. Share gives it
	// to everybody, the caller too: its first 8 bytes are its length, those included, in the
	// order of the machine, a multiple of 8. Message is that of a process, of its length, until
	// the next Share, or until Room is written to; it begins at a multiple of 8. Share is called
	// once for a message, and polls as Poll does, which is asked from then on.
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
	// more than there are processes, is where the part of each begins, in bytes; parts may be
	// empty. Of Allgather a process's own part is there already. Where only the root's dst, src
	// or at counts, the others' are anything.
	Broadcast(b []byte, root int) error
	Allgather(b []byte, at []int, unit int) error
	Gather(dst []byte, at []int, src []byte, unit, root int) error
	Scatter(dst, src []byte, at []int, unit, root int) error
	Alltoall(dst []byte, dstAt []int, src []byte, srcAt []int, unit int) error
	// Allreduce is the transport's own, if it has one here: in all processes or in none. dst may
	// be src. kind is the type of the elements: 0 float64, 1 float32, 2 int64, 3 int32. op is the
	// operator: 0 sum, 1 product, 2 minimum, 3 maximum. It is asked for where any order gives
	// the same bits: of integers, and of sums and products of two processes.
	Allreduce(dst, src []byte, n, kind, op int) (ok bool, err error)
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
