package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	relayTile   = 1536 // bytes of a vector that are summed before they are stored
	relayTileNT = 8192 // the same with non-temporal stores: memory wants longer runs
	aheadTile   = 4096 // the same where more streams are followed, and asked for ahead
	relayGroup  = 4    // sources read, and destinations written, at a time
	aheadGroup  = 8    // the same, see aheadTile
	relayBlock  = 128  // bytes treated at once: lines are fetched in pairs
	relayNear   = 384  // bytes treated at once where all lies in the second cache
)

// asked is the lines that a relay asks for while it reads those of a full group.
type asked int

const (
	askNot   asked = iota
	askTile        // the same group's, of the next tile: as far ahead as there are vectors
	askGroup       // the next full group's: close ahead, however many vectors there are
)

// relay writes the kernels behind the Go function of that name.
func relay(k *kernel) {
	k.width = widths[1]
	for _, k.elem = range elems {
		past := func(v reg.Register, m Op) { k.VMOVNTPD(v, m) }
		for _, r := range []relayer{
			{name: "relay", doc: "is relay.", size: relayTile, block: relayBlock, most: relayGroup, store: k.store},
			{name: "relayNear", doc: "is relay for vectors in the second cache.", size: relayTile, block: relayNear, most: relayGroup, store: k.store},
			{name: "relayNT", doc: "is relay with non-temporal stores, unfenced, for aligned destinations.", size: relayTileNT, block: relayBlock, most: relayGroup, store: past},
			{name: "relayAhead", doc: "is relayNT in groups of eight, which asks for their lines of the next tile.", size: aheadTile, block: relayBlock, most: aheadGroup, ask: askTile, store: past},
			{name: "relayNext", doc: "is relayNT in groups of eight, which asks for the lines of the next group.", size: aheadTile, block: relayBlock, most: aheadGroup, ask: askGroup, store: past},
			{name: "relayOver", doc: "is relay in groups of eight, which asks for the lines of the next group.", size: relayTile, block: relayBlock, most: aheadGroup, ask: askGroup, store: k.store},
		} {
			r.kernel = k
			r.write()
		}
	}
}

// relayer writes a kernel for tiles of size bytes, block bytes at a time, in groups of most. While
// the sources of one tile are summed into a buffer, group after group, the sum of the tile before is
// stored from another to the destinations, group after group: few streams at a time, and reading and
// writing always together.
type relayer struct {
	*kernel
	name, doc         string
	size, block, most int
	ask               asked
	store             func(reg.Register, Op) // to a destination

	// On the stack: the tile and how many there are; where it begins in the sources; whether no
	// group of it has been read; the pointers that asking takes.
	tile, last, so, first, asks Mem

	into, from reg.GPVirtual // the tile that is summed, that which is stored
	i, t, j    reg.GPVirtual // bytes of the group done; free
	acc        []reg.VecVirtual
	src, dst   relaySide
}

func (r *relayer) write() {
	r.begin(r.name+"Sum", r.doc, fmt.Sprintf("dst, src **%s, nd, ns, off, tiles int", r.goed))
	r.Attributes(attr.Attribute(0)) // the frame is too large for NOSPLIT
	r.lay()

	r.Label("tile")
	r.sides()
	r.Label("step")
	r.group(&r.src)
	r.askWhere()
	r.group(&r.dst)
	r.MOVQ(r.src.count, r.t)
	r.ORQ(r.dst.count, r.t)
	r.JEQ(LabelRef("next"))
	r.XORQ(r.i, r.i)
	r.full()
	r.any()

	r.Label("next")
	r.XCHGQ(r.into, r.from)
	r.ADDQ(U32(r.size), r.so)
	r.INCQ(r.tile)
	r.MOVQ(r.tile, r.t)
	r.CMPQ(r.t, r.last)
	r.JLE(LabelRef("tile"))
	r.end()
}

// lay gives everything its place, and begins with the first tile.
func (r *relayer) lay() {
	frame := r.AllocLocal(2*r.size + 64)
	slot := func() Mem { return r.AllocLocal(8) }
	r.src, r.dst = relaySide{name: "src"}, relaySide{name: "dst", back: r.size}
	r.src.table, r.dst.table = r.AllocLocal(8*r.most), r.AllocLocal(8*r.most)
	if r.ask == askGroup {
		r.asks = r.AllocLocal(8 * r.most)
	}
	r.tile, r.last, r.so = slot(), slot(), slot()
	r.src.at, r.dst.at, r.src.left, r.dst.left, r.first = slot(), slot(), slot(), slot(), slot()
	r.src.count, r.dst.count = slot(), slot()
	r.into, r.from, r.i = r.GP64(), r.GP64(), r.GP64()
	r.src.regs = r.registers()
	if r.most <= relayGroup { // of larger groups only the sources have registers
		r.dst.regs = r.registers()
	}
	r.t, r.j = r.GP64(), r.GP64()

	r.LEAQ(frame.Offset(63), r.into)
	r.ANDQ(I8(-64), r.into)
	r.LEAQ(Mem{Base: r.into, Disp: r.size}, r.from)
	r.Load(r.Param("off"), r.t)
	r.SHLQ(Imm(uint64(log2(r.elem.size))), r.t)
	r.MOVQ(r.t, r.so)
	r.param("tiles", r.last)
	r.MOVQ(I32(0), r.tile)
}

func (r *relayer) registers() (regs []reg.GPVirtual) {
	for range r.most {
		regs = append(regs, r.GP64())
	}
	return regs
}

func (r *relayer) param(name string, m Mem) {
	r.Load(r.Param(name), r.t)
	r.MOVQ(r.t, m)
}
