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

// relay writes the kernels behind the Go function of that name. While the
// sources of one tile are summed into a buffer, group after group, the sum of the
// tile before is stored from another to the destinations, group after group: few
// streams at a time, and reading and writing always together.
func relay(k *kernel) {
	k.width = widths[1]
	for _, k.elem = range elems {
		past := func(v reg.Register, m Op) { k.VMOVNTPD(v, m) }
		k.relayOf("relay", "is relay.", relayTile, relayBlock, relayGroup, askNot, k.store)
		k.relayOf("relayNear", "is relay for vectors in the second cache.", relayTile, relayNear, relayGroup, askNot, k.store)
		k.relayOf("relayNT", "is relay with non-temporal stores, unfenced, for aligned destinations.", relayTileNT, relayBlock, relayGroup, askNot, past)
		k.relayOf("relayAhead", "is relayNT in groups of eight, which asks for their lines of the next tile.", aheadTile, relayBlock, aheadGroup, askTile, past)
		k.relayOf("relayNext", "is relayNT in groups of eight, which asks for the lines of the next group.", aheadTile, relayBlock, aheadGroup, askGroup, past)
		k.relayOf("relayOver", "is relay in groups of eight, which asks for the lines of the next group.", relayTile, relayBlock, aheadGroup, askGroup, k.store)
	}
}

// relayOf writes a kernel for tiles of that many bytes, block bytes at a time, and groups of so many.
// Of groups of more than relayGroup only the sources have registers.
func (k *kernel) relayOf(name, doc string, size, block, most int, ask asked, store func(reg.Register, Op)) {
	k.begin(name+"Sum", doc, fmt.Sprintf("dst, src **%s, nd, ns, off, tiles int", k.goed))
	k.Attributes(attr.Attribute(0)) // the frame is too large for NOSPLIT
	frame := k.AllocLocal(2*size + 64)
	slot := func() Mem { return k.AllocLocal(8) }
	tabS, tabD := k.AllocLocal(8*most), k.AllocLocal(8*most)
	var tabA Mem // where to ask
	if ask == askGroup {
		tabA = k.AllocLocal(8 * most)
	}
	tile, last, so := slot(), slot(), slot()
	atS, atD, leftS, leftD, first := slot(), slot(), slot(), slot(), slot()
	cs, cd := slot(), slot()
	into, from, i := k.GP64(), k.GP64(), k.GP64() // the tile that is summed, that which is stored
	registers := func() (r []reg.GPVirtual) {
		for range most {
			r = append(r, k.GP64())
		}
		return r
	}
	p, q := registers(), []reg.GPVirtual(nil)
	if most <= relayGroup {
		q = registers()
	}
	t, j := k.GP64(), k.GP64()
	param := func(name string, m Mem) {
		k.Load(k.Param(name), t)
		k.MOVQ(t, m)
	}
	k.LEAQ(frame.Offset(63), into)
	k.ANDQ(I8(-64), into)
	k.LEAQ(Mem{Base: into, Disp: size}, from)
	k.Load(k.Param("off"), t)
	k.SHLQ(Imm(uint64(log2(k.elem.size))), t)
	k.MOVQ(t, so)
	param("tiles", last)
	k.MOVQ(I32(0), tile)

	k.Label("tile")
	k.XORQ(j, j)
	k.MOVQ(tile, t)
	k.CMPQ(t, last)
	k.JGE(LabelRef("read"))
	k.Load(k.Param("ns"), j)
	k.Label("read")
	k.MOVQ(j, leftS)
	k.XORQ(j, j)
	k.TESTQ(t, t)
	k.JEQ(LabelRef("written"))
	k.Load(k.Param("nd"), j)
	k.Label("written")
	k.MOVQ(j, leftD)
	param("src", atS)
	param("dst", atD)
	k.MOVQ(I32(1), first)

	k.Label("step")
	group := func(label string, left, count, at, tab Mem, regs []reg.GPVirtual, disp int) {
		k.MOVQ(left, j)
		k.CMPQ(j, Imm(uint64(most)))
		k.JLT(LabelRef(label + "Few"))
		k.MOVQ(I32(most), count)
		k.SUBQ(Imm(uint64(most)), left)
		k.MOVQ(at, t)
		for m := range most {
			r := j
			if regs != nil {
				r = regs[m]
			}
			k.MOVQ(Mem{Base: t, Disp: 8 * m}, r)
			k.ADDQ(so, r)
			if disp != 0 {
				k.SUBQ(I32(disp), r)
			}
			if regs == nil {
				k.MOVQ(r, tab.Offset(8*m))
			}
		}
		k.ADDQ(Imm(uint64(8*most)), at)
		k.JMP(LabelRef(label + "Ready"))
		k.Label(label + "Few")
		k.MOVQ(j, count)
		k.MOVQ(I32(0), left)
		k.Label(label + "Pointer")
		k.DECQ(j)
		k.JLT(LabelRef(label + "Ready"))
		table := k.GP64()
		k.MOVQ(at, t)
		k.MOVQ(Mem{Base: t, Index: j, Scale: 8}, t)
		k.ADDQ(so, t)
		if disp != 0 {
			k.SUBQ(I32(disp), t)
		}
		k.LEAQ(tab, table)
		k.MOVQ(t, Mem{Base: table, Index: j, Scale: 8})
		k.JMP(LabelRef(label + "Pointer"))
		k.Label(label + "Ready")
	}
	group("src", leftS, cs, atS, tabS, p, 0)
	if ask == askGroup { // of the first again where no full one is left
		k.MOVQ(atS, t)
		k.MOVQ(so, j)
		k.CMPQ(leftS, Imm(uint64(most)))
		k.JGE(LabelRef("askHere"))
		k.Load(k.Param("src"), t)
		k.ADDQ(U32(size), j)
		k.Label("askHere")
		for m := range most {
			k.MOVQ(Mem{Base: t, Disp: 8 * m}, i)
			k.ADDQ(j, i)
			k.MOVQ(i, tabA.Offset(8*m))
		}
	}
	group("dst", leftD, cd, atD, tabD, q, size)
	k.MOVQ(cs, t)
	k.ORQ(cd, t)
	k.JEQ(LabelRef("next"))
	k.XORQ(i, i)

	acc := make([]reg.VecVirtual, block/k.bytes)
	for m := range acc {
		acc[m] = k.vec()
	}
	at := func(base reg.Register, m int) Mem { return Mem{Base: base, Index: i, Scale: 1, Disp: m * k.bytes} }
	each := func(f func(m int)) {
		for m := range acc {
			f(m)
		}
	}
	load := func(base reg.Register) { each(func(m int) { k.load(at(base, m), acc[m]) }) }
	add := func(base reg.Register) { each(func(m int) { k.combine("Sum", at(base, m), acc[m]) }) }

	askFor := func() { // beside a full group
		if ask == askNot {
			return
		}
		for m, r := range p {
			ahead := size
			if ask == askGroup {
				k.MOVQ(tabA.Offset(8*m), t)
				r, ahead = t, 0
			}
			for line := 0; line < block; line += 64 {
				k.PREFETCHT1(Mem{Base: r, Index: i, Scale: 1, Disp: ahead + line})
			}
		}
	}
	storeAll := func() { // to a full group
		for m := range most {
			r := t
			if q != nil {
				r = q[m]
			} else {
				k.MOVQ(tabD.Offset(8*m), r)
			}
			each(func(m int) { store(acc[m], at(r, m)) })
		}
	}

	// The usual case: both groups are full.
	k.CMPQ(cs, Imm(uint64(most)))
	k.JNE(LabelRef("block"))
	k.CMPQ(cd, Imm(uint64(most)))
	k.JNE(LabelRef("block"))
	k.CMPQ(first, Imm(0))
	k.JNE(LabelRef("full"))
	for _, full := range []struct {
		label string
		from  []reg.GPVirtual
	}{{"fullMore", append([]reg.GPVirtual{into}, p...)}, {"full", p}} {
		k.align()
		k.Label(full.label)
		askFor()
		load(full.from[0])
		for _, r := range full.from[1:] {
			add(r)
		}
		each(func(m int) { k.store(acc[m], at(into, m)) })
		load(from)
		storeAll()
		k.ADDQ(U32(block), i)
		k.CMPQ(i, U32(size))
		k.JLT(LabelRef(full.label))
		k.MOVQ(I32(0), first)
		k.JMP(LabelRef("step"))
	}

	k.align()
	k.Label("block")
	k.CMPQ(cs, Imm(uint64(most)))
	k.JNE(LabelRef("few"))
	askFor()
	k.CMPQ(first, Imm(0))
	k.JNE(LabelRef("fresh"))
	load(into)
	add(p[0])
	k.JMP(LabelRef("more"))
	k.Label("fresh")
	load(p[0])
	k.Label("more")
	for _, r := range p[1:] {
		add(r)
	}
	each(func(m int) { k.store(acc[m], at(into, m)) })
	k.JMP(LabelRef("stores"))

	k.Label("few")
	k.CMPQ(cs, Imm(0))
	k.JEQ(LabelRef("stores"))
	k.XORQ(j, j)
	load(into) // the first group is full
	k.Label("fewIn")
	k.CMPQ(j, cs)
	k.JGE(LabelRef("fewOut"))
	k.LEAQ(tabS, t)
	k.MOVQ(Mem{Base: t, Index: j, Scale: 8}, t)
	add(t)
	k.INCQ(j)
	k.JMP(LabelRef("fewIn"))
	k.Label("fewOut")
	each(func(m int) { k.store(acc[m], at(into, m)) })

	k.Label("stores")
	k.CMPQ(cd, Imm(0))
	k.JEQ(LabelRef("blockDone"))
	load(from)
	k.CMPQ(cd, Imm(uint64(most)))
	k.JNE(LabelRef("fewTo"))
	storeAll()
	k.JMP(LabelRef("blockDone"))
	k.Label("fewTo")
	k.MOVQ(cd, j)
	k.Label("to")
	k.LEAQ(tabD, t)
	k.MOVQ(Mem{Base: t, Index: j, Scale: 8, Disp: -8}, t)
	each(func(m int) { store(acc[m], at(t, m)) })
	k.DECQ(j)
	k.JNE(LabelRef("to"))

	k.Label("blockDone")
	k.ADDQ(U32(block), i)
	k.CMPQ(i, U32(size))
	k.JLT(LabelRef("block"))
	k.MOVQ(I32(0), first)
	k.JMP(LabelRef("step"))

	k.Label("next")
	k.XCHGQ(into, from)
	k.ADDQ(U32(size), so)
	k.INCQ(tile)
	k.MOVQ(tile, t)
	k.CMPQ(t, last)
	k.JLE(LabelRef("tile"))
	k.end()
}
