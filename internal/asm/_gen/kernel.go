package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// width is one of the two vector widths; everything that differs between AVX2
// and AVX-512 is decided by it.
type width struct {
	name  string
	bytes int
}

var widths = []width{{"AVX512", 64}, {"AVX2", 32}}

// elem is one of the element types.
type elem struct {
	name  string // in the kernels' names
	goed  string // in Go
	size  int
	float bool
}

var elems = []elem{
	{"F64", "float64", 8, true},
	{"F32", "float32", 4, true},
	{"I64", "int64", 8, false},
	{"I32", "int32", 4, false},
}

// unroll is how many vectors the main loops treat at once.
const unroll = 4

// kernel is the assembly context with the width and type of the function that
// is being written.
type kernel struct {
	*build.Context
	width
	elem
	masks bool // the table of AVX2 masks has been written
}

// vec returns a new vector register of the kernel's width.
func (k *kernel) vec() reg.VecVirtual {
	if k.bytes == 64 {
		return k.ZMM()
	}
	return k.YMM()
}

// lanes is how many elements a vector holds.
func (k *kernel) lanes() int { return k.bytes / k.size }

func (k *kernel) begin(name, doc, params string) {
	k.Function(name + k.elem.name + k.width.name)
	k.Attributes(attr.NOSPLIT)
	k.Doc(fmt.Sprintf("%s%s%s %s", name, k.elem.name, k.width.name, doc))
	k.Pragma("noescape")
	k.SignatureExpr("func(" + params + ")")
}

func (k *kernel) end() {
	k.VZEROUPPER()
	k.RET()
}

// align makes a hot loop begin on a cache line.
func (k *kernel) align() {
	k.Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []Op{Imm(64)}})
}

// load is a whole vector from memory.
func (k *kernel) load(m Op, v reg.Register) { k.VMOVUPD(m, v) }

func (k *kernel) store(v reg.Register, m Op) { k.VMOVUPD(v, m) }

// mask returns a mask of the first n lanes, 0 ≤ n < lanes.
func (k *kernel) mask(n reg.GPVirtual) reg.Register {
	if k.bytes == 64 {
		bits, m := k.GP64(), k.K()
		k.MOVQ(I32(-1), bits)
		k.BZHIQ(n, bits, bits)
		k.KMOVW(bits.As32(), m)
		return m
	}
	table, at, m := k.GP64(), k.GP64(), k.YMM()
	k.LEAQ(k.maskTable().Offset(32), table)
	k.MOVQ(n, at)
	k.NEGQ(at)
	k.VMOVDQU(Mem{Base: table, Index: at, Scale: uint8(k.size)}, m)
	return m
}

// maskTable is 32 bytes of ones followed by 32 of zeros; a load that begins b
// bytes before the zeros has ones in its first b bytes.
func (k *kernel) maskTable() Mem {
	if !k.masks {
		k.masks = true
		k.StaticGlobal("ones")
		k.DataAttributes(attr.RODATA | attr.NOPTR)
		for i := range 8 {
			v := uint64(0)
			if i < 4 {
				v = ^v
			}
			k.AppendDatum(U64(v))
		}
	}
	return NewDataAddr(NewStaticSymbol("ones"), 0)
}

func (k *kernel) loadMasked(m Mem, mask, v reg.Register) {
	switch {
	case k.bytes == 64 && k.size == 8:
		k.VMOVUPD_Z(m, mask, v)
	case k.bytes == 64:
		k.VMOVUPS_Z(m, mask, v)
	case k.size == 8:
		k.VMASKMOVPD(m, mask, v)
	default:
		k.VMASKMOVPS(m, mask, v)
	}
}

func (k *kernel) storeMasked(v, mask reg.Register, m Mem) {
	switch {
	case k.bytes == 64 && k.size == 8:
		k.VMOVUPD(v, mask, m)
	case k.bytes == 64:
		k.VMOVUPS(v, mask, m)
	case k.size == 8:
		k.VMASKMOVPD(v, mask, m)
	default:
		k.VMASKMOVPS(v, mask, m)
	}
}
