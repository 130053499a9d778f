package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// neighbor writes the kernels behind Neighbor: a fold of sums whose result is
// corrected and scaled before it is stored once.
func neighbor(k *kernel) {
	for _, k.width = range widths {
		for _, k.elem = range elems {
			if k.float {
				k.neighborOf()
			}
		}
	}
}

func (k *kernel) neighborOf() {
	k.begin("neighbor", "is Neighbor.", fmt.Sprintf("dst, own *%[1]s, src **%[1]s, ns int, lambda, scale %[1]s, off, n int", k.goed))
	f64 := k.size == 8
	dst, own, src, ns := k.GP64(), k.GP64(), k.GP64(), k.GP64()
	s := &foldState{op: "Sum", first: k.GP64(), at: k.GP64(), n: k.GP64(), p: k.GP64(), j: k.GP64()}
	lambda, scale := k.vec(), k.vec()
	k.Load(k.Param("dst"), dst)
	k.Load(k.Param("own"), own)
	k.Load(k.Param("src"), src)
	k.Load(k.Param("ns"), ns)
	k.broadcast("lambda", lambda)
	k.broadcast("scale", scale)
	k.Load(k.Param("off"), s.at)
	k.Load(k.Param("n"), s.n)
	k.SHLQ(Imm(uint64(log2(k.size))), s.at)
	k.MOVQ(Mem{Base: src}, s.first)
	k.LEAQ(Mem{Base: src, Index: ns, Scale: 8}, src)
	k.NEGQ(ns)
	k.INCQ(ns)
	s.src, s.ns = src, ns

	block := func(label string, m int, mask reg.Register) {
		acc := k.foldSources(s, label, m, mask)
		for i, a := range acc {
			t, at := k.vec(), Mem{Base: own, Index: s.at, Scale: 1, Disp: i * k.bytes}
			if mask != nil {
				k.loadMasked(at, mask, t)
				pick(f64, k.VMULPD, k.VMULPS)(lambda, t, t)
			} else {
				pick(f64, k.VMULPD, k.VMULPS)(at, lambda, t)
			}
			pick(f64, k.VSUBPD, k.VSUBPS)(t, a, a)
			pick(f64, k.VMULPD, k.VMULPS)(scale, a, a)
		}
		k.storeAll(s, acc, mask, dst, k.store)
	}
	k.sweep(s, "all", block)
}

// broadcast loads a scalar parameter into every lane of v.
func (k *kernel) broadcast(param string, v reg.VecVirtual) {
	p, err := k.Param(param).Resolve()
	if err != nil {
		panic(err)
	}
	pick(k.size == 8, k.VBROADCASTSD, k.VBROADCASTSS)(p.Addr, v)
}
