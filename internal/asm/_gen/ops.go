package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ops are the operations, in the order of the Go constants.
var ops = []string{"Sum", "Prod", "Min", "Max"}

// combine writes acc = acc op v; v is a register or memory. In sums and
// products acc is the first operand, whose NaN the processor prefers.
func (k *kernel) combine(op string, v Op, acc reg.Register) {
	f64 := k.size == 8
	switch {
	case op == "Sum" && k.float:
		pick(f64, k.VADDPD, k.VADDPS)(v, acc, acc)
	case op == "Sum":
		pick(f64, k.VPADDQ, k.VPADDD)(v, acc, acc)
	case op == "Prod" && k.float:
		pick(f64, k.VMULPD, k.VMULPS)(v, acc, acc)
	case op == "Prod" && !f64:
		k.VPMULLD(v, acc, acc)
	case op == "Prod" && k.bytes == 64:
		k.VPMULLQ(v, acc, acc)
	case op == "Prod":
		k.mul64(v, acc)
	case k.float:
		k.minMaxFloat(op, v, acc)
	case !f64:
		pick(op == "Min", k.VPMINSD, k.VPMAXSD)(v, acc, acc)
	case k.bytes == 64:
		pick(op == "Min", k.VPMINSQ, k.VPMAXSQ)(v, acc, acc)
	default:
		t, greater := k.vec(), k.vec()
		k.load(v, t)
		if op == "Min" {
			k.VPCMPGTQ(t, acc, greater)
		} else {
			k.VPCMPGTQ(acc, t, greater)
		}
		k.VBLENDVPD(greater, t, acc, acc)
	}
}

// minMaxFloat is Go's built-in min or max. The processor's own gives its second
// operand when one is a NaN or both are zeros, so both orders are taken: their
// OR is -0 of two zeros, which is the minimum, and a NaN of a NaN and anything.
// Their AND is +0 of two zeros, the maximum, and the NaNs are put in after.
func (k *kernel) minMaxFloat(op string, v Op, acc reg.Register) {
	f64 := k.size == 8
	t := k.vec()
	k.load(v, t)
	if k.bytes == 64 {
		imm := U8(4) // minimum, sign of the result of the comparison
		if op == "Max" {
			imm = U8(5)
		}
		nan, r := k.K(), k.vec()
		pick(f64, k.VCMPPD, k.VCMPPS)(Imm(3), t, acc, nan)
		pick(f64, k.VRANGEPD, k.VRANGEPS)(imm, t, acc, r)
		pick(f64, k.VADDPD, k.VADDPS)(t, acc, nan, r)
		pick(f64, k.VMOVAPD, k.VMOVAPS)(r, acc)
		return
	}
	a, b := k.vec(), k.vec()
	if op == "Min" {
		pick(f64, k.VMINPD, k.VMINPS)(t, acc, a)
		pick(f64, k.VMINPD, k.VMINPS)(acc, t, b)
		pick(f64, k.VORPD, k.VORPS)(a, b, acc)
		return
	}
	nan := k.vec()
	pick(f64, k.VMAXPD, k.VMAXPS)(t, acc, a)
	pick(f64, k.VMAXPD, k.VMAXPS)(acc, t, b)
	pick(f64, k.VCMPPD, k.VCMPPS)(Imm(3), t, acc, nan)
	pick(f64, k.VANDPD, k.VANDPS)(a, b, acc)
	pick(f64, k.VORPD, k.VORPS)(nan, acc, acc)
}

// mul64 multiplies 64-bit lanes where the processor only multiplies 32-bit
// ones: the low product, and the two cross products added to its high half.
func (k *kernel) mul64(v Op, acc reg.Register) {
	t, cross := k.vec(), k.vec()
	k.load(v, t)
	k.VPSHUFD(Imm(0xb1), t, cross)
	k.VPMULLD(acc, cross, cross)
	k.VPMULUDQ(t, acc, acc)
	k.VPSLLQ(Imm(32), cross, t)
	k.VPADDQ(t, acc, acc)
	k.VPSRLQ(Imm(32), cross, cross)
	k.VPSLLQ(Imm(32), cross, cross)
	k.VPADDQ(cross, acc, acc)
}

// pick is a if first, else b.
func pick[F any](first bool, a, b F) F {
	if first {
		return a
	}
	return b
}
