package format

import "github.com/cayleycoll/cayleycoll/sched"

// place is a step of a thread block; {-1, -1} is none.
type place struct{ block, step int }

type mscclStep struct {
	kind         string
	src, dst     string // buffers: i, o
	srcAt, dstAt int32
	waits        place
	awaited      int
}

type mscclBlock struct {
	send, recv, channel int
	steps               []mscclStep
}

// mscclRank is the thread blocks of one rank.
type mscclRank struct {
	blocks []mscclBlock
	at     map[blockKey]int
	came   map[int32]place // by item: the last step that receives it
}

type blockKey struct {
	send    bool
	peer    int32
	channel int
}

func newRank(p *program, x int) *mscclRank {
	r := &mscclRank{at: map[blockKey]int{}, came: map[int32]place{}}
	ops := p.rank(x)
	for i := range ops {
		if o := &ops[i]; !o.send {
			b := r.block(o)
			step := mscclStep{kind: "r", src: "o", srcAt: o.item, dst: "o", dstAt: o.item}
			switch {
			case p.task == sched.Accumulate:
				step.kind, step.src, step.dst = "rrc", "i", "i"
			case o.item == o.peer:
				step.src, step.srcAt = "i", 0
			}
			at := place{b, len(r.blocks[b].steps)}
			r.append(b, step, o.item) // of two blocks that add to one chunk, one waits
			r.came[o.item] = at
		}
	}
	for i := range ops {
		if o := &ops[i]; o.send {
			step := mscclStep{kind: "s", src: "o", srcAt: o.item, dst: "o", dstAt: o.item}
			switch {
			case p.task == sched.Accumulate:
				step.src, step.dst = "i", "i"
			case int(o.item) == x:
				step.src, step.srcAt = "i", 0
			}
			r.append(r.block(o), step, o.item)
		}
	}
	own := mscclStep{kind: "cpy", src: "i", srcAt: 0, dst: "o", dstAt: int32(x)}
	if p.task == sched.Accumulate {
		own.srcAt, own.dstAt = int32(x), 0
	}
	r.blocks = append(r.blocks, mscclBlock{send: -1, recv: -1})
	r.append(len(r.blocks)-1, own, int32(x))
	return r
}

// block is the number of the thread block of a link, made at its first use.
func (r *mscclRank) block(o *op) int {
	key := blockKey{o.send, o.peer, int(o.arc) / mscclPerChan}
	i, ok := r.at[key]
	if !ok {
		i = len(r.blocks)
		r.at[key] = i
		b := mscclBlock{send: -1, recv: int(o.peer), channel: key.channel}
		if o.send {
			b.send, b.recv = int(o.peer), -1
		}
		r.blocks = append(r.blocks, b)
	}
	return i
}

// append adds a step that waits for the last one so far to receive the item.
func (r *mscclRank) append(b int, step mscclStep, item int32) {
	step.waits = place{-1, -1}
	if w, ok := r.came[item]; ok {
		r.blocks[w.block].steps[w.step].awaited = 1
		step.waits = w
	}
	r.blocks[b].steps = append(r.blocks[b].steps, step)
}
