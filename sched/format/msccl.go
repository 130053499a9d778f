package format

import (
	"errors"
	"fmt"
	"io"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// Limits of the MSCCL parsers; beyond them no runtime loads the file.
const (
	mscclRanks    = 1024 // children of a node
	mscclNodes    = 4096 // nodes one rank keeps
	mscclSteps    = 256  // steps of a thread block
	mscclBlocks   = 216  // thread blocks of a rank
	mscclPerChan  = 15   // links a channel carries: 32 thread blocks, one kept
	mscclNameSize = 63
)

// WriteMSCCL writes a broadcast as an MSCCL "allgather" or an accumulation as a
// "reduce_scatter": a sending and a receiving thread block for each link, with one step for
// each word in order of time, and a block for the rank's own word. The reduce_scatter adds up
// in the input buffer, the summands of one chunk one after another; each step waits for at most
// one other. All four attributes that runtimes insist on (minBytes, maxBytes, inplace,
// outofplace) are written. What exceeds the parsers' limits is refused before anything is
// written: more than 1,024 ranks, 256 steps a block, 216 blocks or 4,096 nodes a rank.
// Exchanges are refused.
func WriteMSCCL(w io.Writer, s sched.Schedule, name string) error {
	if o, ok := s.(*sched.OrbitSchedule); ok && o != nil && o.Graph != nil { // before it is written out
		if err := FitsMSCCL(o.Graph); err != nil {
			return err
		}
	}
	p, err := newProgram(s)
	if err != nil {
		return err
	}
	coll, in, out := "allgather", 1, p.order
	switch {
	case p.task == sched.Accumulate:
		coll, in, out = "reduce_scatter", p.order, 1
	case p.task != sched.Broadcast:
		return fmt.Errorf("format: MSCCL cannot express an %s, only broadcast and accumulate", p.task)
	}
	if err := mscclSize(p.order, p.degree); err != nil {
		return err
	}
	if p.order < 2 {
		return errors.New("format: MSCCL: one rank has nothing to send")
	}
	if p.total != int64(p.order)*int64(p.order-1) {
		return fmt.Errorf("format: MSCCL: the schedule must be universal and serve all distances: %d of %d words", p.total, p.order*(p.order-1))
	}
	if n := len(written(name)); n > mscclNameSize || n == 0 {
		return fmt.Errorf("format: MSCCL: a name of %d bytes as it is written: 1 to %d are possible", n, mscclNameSize)
	}
	channels, err := fitsMSCCL(p) // before the first byte
	if err != nil {
		return err
	}
	o := newWriter(w)
	fmt.Fprintf(o.w, "<algo name=%s proto=\"Simple\" nchannels=\"%d\" nchunksperloop=\"%d\" ngpus=\"%d\" coll=\"%s\" inplace=\"0\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"1073741824\">\n",
		attribute(name), channels, p.order, p.order, coll)
	for x := range p.order {
		if _, err := fmt.Fprintf(o.w, "  <gpu id=\"%d\" i_chunks=\"%d\" o_chunks=\"%d\" s_chunks=\"0\">\n", x, in, out); err != nil {
			return err // no other rank for a disk that is full
		}
		for id, b := range newRank(p, x).blocks {
			fmt.Fprintf(o.w, "    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"%d\">\n", id, b.send, b.recv, b.channel)
			for n, s := range b.steps {
				fmt.Fprintf(o.w, "      <step s=\"%d\" type=\"%s\" srcbuf=\"%s\" srcoff=\"%d\" dstbuf=\"%s\" dstoff=\"%d\" cnt=\"1\" depid=\"%d\" deps=\"%d\" hasdep=\"%d\"/>\n",
					n, s.kind, s.src, s.srcAt, s.dst, s.dstAt, s.waits.block, s.waits.step, s.awaited)
			}
			o.text("    </tb>\n")
		}
		o.text("  </gpu>\n")
	}
	o.text("</algo>\n")
	return o.w.Flush()
}

// FitsMSCCL refuses a graph none of whose schedules WriteMSCCL takes, before one is made.
func FitsMSCCL(g cayley.Graph) error { return mscclSize(g.Order(), g.Degree()) }

func mscclSize(order, degree int) error {
	if order > mscclRanks {
		return tooManyFor("%d ranks", order, mscclRanks)
	}
	if 2*degree+1 > mscclBlocks {
		return tooManyFor("%d thread blocks a rank", 2*degree+1, mscclBlocks)
	}
	return nil
}

// MSCCLName is the longest beginning of name that WriteMSCCL takes.
func MSCCLName(name string) string {
	size := 0
	for i, r := range name {
		if size += len(written(string(r))); size > mscclNameSize {
			return name[:i]
		}
	}
	return name
}

// fitsMSCCL holds every rank against the parsers' limits and counts the channels.
func fitsMSCCL(p *program) (channels int, err error) {
	channels = 1
	for x := range p.order {
		r := newRank(p, x)
		nodes := p.order + 1 + len(r.blocks)
		blocks := map[int]int{} // by channel
		for _, b := range r.blocks {
			if blocks[b.channel]++; blocks[b.channel] > 32 {
				return 0, tooManyFor("%d thread blocks of a channel", blocks[b.channel], 32)
			}
			nodes += len(b.steps)
			channels = max(channels, b.channel+1)
			if len(b.steps) > mscclSteps {
				return 0, tooManyFor("%d steps of one thread block", len(b.steps), mscclSteps)
			}
		}
		if nodes > mscclNodes {
			return 0, tooManyFor("%d nodes a rank", nodes, mscclNodes)
		}
	}
	return channels, nil
}

func tooManyFor(what string, n, limit int) error {
	return fmt.Errorf("format: MSCCL: "+what+": its parsers take at most %d", n, limit)
}
