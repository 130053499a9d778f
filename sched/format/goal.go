package format

import (
	"fmt"
	"io"
	"strconv"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// GOALLimit is the most messages WriteGOAL writes: some 6 GB of text.
const GOALLimit = 1 << 26

// FitsGOAL refuses a graph whose universal schedules for all distances are more than WriteGOAL
// takes, before one is made: each has a message at least from every vertex to every other.
func FitsGOAL(g cayley.Graph) error { return goalSize(int64(g.Order()) * int64(g.Order()-1)) }

func goalSize(messages int64) error {
	if messages > GOALLimit {
		return fmt.Errorf("format: GOAL: %d messages: want at most %d, as of a smaller graph or scope", messages, GOALLimit)
	}
	return nil
}

// GOALBytes is the largest message WriteGOAL writes, 1 GiB.
const GOALBytes = 1 << 30

// WriteGOAL writes the schedule in the Group Operation Assembly Language of LogGOPSim and
// ATLAHS: one message of `bytes` bytes for each send, with tag = time and NIC = generator, and
// a requirement for every word that must come in first. With -L 0 -o 0 -g G -G 0 the simulated
// time is (T-1)·G if every link is busy in every step, and less if one waits: words go as soon
// as they can, whatever their time, and the model is not enforced, so trees look better than
// they are. Streamed rank by rank. More than GOALLimit messages, and messages larger than
// GOALBytes, are refused.
func WriteGOAL(w io.Writer, s sched.Schedule, bytes int) error {
	if bytes < 1 || bytes > GOALBytes {
		return fmt.Errorf("format: GOAL: messages of %d bytes: want 1 to %d", bytes, GOALBytes)
	}
	p, err := newProgram(s)
	if err != nil {
		return err
	}
	if err := goalSize(p.total); err != nil {
		return err
	}
	out := newWriter(w)
	out.text("num_ranks ", strconv.Itoa(p.order), "\n")
	size := strconv.Itoa(bytes) + "b"
	line := func(label, verb, prep string, o *op) {
		out.text(label, strconv.Itoa(int(o.id)), ": ", verb, " ", size, " ", prep, " ", strconv.Itoa(int(o.peer)), " tag ", strconv.Itoa(int(o.time)))
		if o.link >= 0 {
			out.text(" nic ", strconv.Itoa(int(o.link)))
		}
		out.text("\n")
	}
	for x := range p.order {
		out.text("rank ", strconv.Itoa(x), " {\n")
		ops := p.rank(x)
		for i := range ops { // labels must be defined before they are required
			if !ops[i].send {
				line("r", "recv", "from", &ops[i])
			}
		}
		for i := range ops {
			if o := &ops[i]; o.send {
				line("s", "send", "to", o)
				for _, d := range o.deps {
					out.text("s", strconv.Itoa(int(o.id)), " requires r", strconv.Itoa(int(d)), "\n")
				}
			}
		}
		out.text("}\n")
	}
	return out.w.Flush()
}
