package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// copyNT writes the kernels behind CopyNT; they copy bytes, so the type of the
// elements does not matter.
func copyNT(k *kernel) {
	k.copyString()
	for _, k.width = range widths {
		k.elem = elem{size: 1}
		k.begin("copyNT", "copies n bytes with non-temporal stores, unfenced: whole blocks, to an aligned destination.", "dst, src *byte, n int")
		dst, src, n := k.GP64(), k.GP64(), k.GP64()
		k.Load(k.Param("dst"), dst)
		k.Load(k.Param("src"), src)
		k.Load(k.Param("n"), n)
		k.Label("blocks")
		var v [unroll]reg.VecVirtual
		for i := range v {
			v[i] = k.vec()
			k.load(Mem{Base: src, Disp: i * k.bytes}, v[i])
		}
		for i := range v {
			k.VMOVNTPD(v[i], Mem{Base: dst, Disp: i * k.bytes})
		}
		k.ADDQ(U32(unroll*k.bytes), dst)
		k.ADDQ(U32(unroll*k.bytes), src)
		k.SUBQ(U32(unroll*k.bytes), n)
		k.JNE(LabelRef("blocks"))
		k.end()
	}
}

// copyString writes the kernel behind copyRun, which needs no vectors.
func (k *kernel) copyString() {
	k.Function("copyString")
	k.Attributes(attr.NOSPLIT)
	k.Doc("copyString copies n bytes with the string instruction.")
	k.Pragma("noescape")
	k.SignatureExpr("func(dst, src *byte, n int)")
	k.Load(k.Param("dst"), reg.RDI)
	k.Load(k.Param("src"), reg.RSI)
	k.Load(k.Param("n"), reg.RCX)
	for _, opcode := range []string{"REP", "MOVSB"} {
		k.Instruction(&ir.Instruction{Opcode: opcode})
	}
	k.RET()
}
