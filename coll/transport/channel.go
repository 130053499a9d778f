package transport

// Channel moves bytes between processes. A method that moves bytes only starts to, unless the
// transport can do better: they are there when Poll says so. Only one thing is under way at a time:
// Share, one collective, a round of a Plan, or any number of Send and Receive, each of one message.
// Until it is done, the memory passed to it belongs to the transport. Messages from one process to
// another are received in the order in which they were sent, and all processes do what must be
// alike in the same order. What comes from a process that has made its channel earlier waits until
// this one has made its own.
type Channel interface {
	// Room is where this process's next message goes: whole words of 8 bytes, 128 bytes or more, of
	// the same length in all processes, beginning at a multiple of 8. Share gives it to everybody,
	// including the caller. Its first 8 bytes are its length, those included, in the byte order of
	// the machine; it is a multiple of 8. Message returns that of a process, of its length and
	// beginning at a multiple of 8, valid until the next Share, or until Room is written to. Share
	// is called once for a message, and polls as Poll does; from then on Poll is called.
	Room() []byte
	Share(polls int, yield bool) (done bool, err error)
	Message(process int) []byte
	// Poll looks so many times whether what was started is done. Where processes share cores, it
	// gives up the core between two looks; with yield it sleeps instead, because this has taken a
	// while.
	Poll(polls int, yield bool) (done bool, err error)

	Send(to int, b []byte) error
	Receive(from int, b []byte) error
	// The collectives count in units of 1, 4 or 8 bytes. at says where the part of each process
	// begins, in bytes; it has one entry more than there are processes, and parts may be empty. In
	// Allgather, a process's own part is already there. Where only the root's dst, src or at
	// matters, those of the others may be anything.
	Broadcast(b []byte, root int) error
	Allgather(b []byte, at []int, unit int) error
	Gather(dst []byte, at []int, src []byte, unit, root int) error
	Scatter(dst, src []byte, at []int, unit, root int) error
	Alltoall(dst []byte, dstAt []int, src []byte, srcAt []int, unit int) error
	// Allreduce is the transport's own, if it has one here: ok is true in all processes or in none.
	// dst may be src. kind is the type of the elements: 0 float64, 1 float32, 2 int64, 3 int32. op
	// is the operator: 0 sum, 1 product, 2 minimum, 3 maximum. It is called only where any order
	// gives the same bits: for integers, and for sums and products of two processes.
	Allreduce(dst, src []byte, n, kind, op int) (ok bool, err error)
	// Plan is a list of messages that will be sent again and again.
	Plan() Plan
	// Close gives back what the channel holds; nothing is under way.
	Close()
}

// Plan is rounds of messages whose places do not change. First it is told the messages of one round
// after another; then each round is started as often as it is wanted.
type Plan interface {
	// Send adds a message to the round: the bytes that b has when the round starts.
	Send(to int, b []byte) error
	// Receive adds a message to the round that fills b.
	Receive(from int, b []byte) error
	// EndRound ends the round; what follows belongs to the next.
	EndRound()
	// Start begins a round; rounds count from 0.
	Start(round int) error
	// Poll looks so many times whether the round is over; yield is as in Channel.Poll.
	Poll(round, polls int, yield bool) (done bool, err error)
	// Close gives back what the plan holds; no round is under way.
	Close()
}
