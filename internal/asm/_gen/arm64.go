package main

import (
	"bytes"
	"fmt"
	"strings"
)

// neon writes the arm64 kernels. Go's assembler has no mnemonics for most
// vector arithmetic, so that is encoded here; the layout is that of sweep, with
// single elements in the place of the masked operation.
type neon struct {
	bytes.Buffer
	elem
}

// neonCode gives Vd.op Vn, Vm as encoded for 64-bit and 32-bit lanes.
var neonCode = map[string][2]uint32{
	"SumF": {0x4E60D400, 0x4E20D400}, "ProdF": {0x6E60DC00, 0x6E20DC00},
	"MinF": {0x4EE0F400, 0x4EA0F400}, "MaxF": {0x4E60F400, 0x4E20F400},
	"SumI": {0x4EE08400, 0x4EA08400}, "ProdI": {0, 0x4EA09C00},
	"MinI": {0, 0x4EA06C00}, "MaxI": {0, 0x4EA06400},
	"Sub": {0x4EE0D400, 0x4EA0D400}, "Greater": {0x4EE03400, 0x4EA03400},
	"Insert": {0x6EA01C00, 0x6EA01C00},
}

// neonHas tells that there is no vector product of 64-bit integers.
func neonHas(e elem, op string) bool { return e.name != "I64" || op != "Prod" }

func (w *neon) op(name string, d, n, m int) {
	i := 1
	if w.size == 8 {
		i = 0
	}
	fmt.Fprintf(w, "\tWORD $0x%08X // %s V%d, V%d, V%d\n", neonCode[name][i]|uint32(m<<16|n<<5|d), name, d, n, m)
}

// combine is V(acc) = V(acc) op V(v); V20 is scratch.
func (w *neon) combine(op string, acc, v int) {
	switch {
	case w.float:
		w.op(op+"F", acc, acc, v)
	case w.size == 8 && op == "Min":
		w.op("Greater", 20, acc, v)
		w.op("Insert", acc, v, 20)
	case w.size == 8 && op == "Max":
		w.op("Greater", 20, v, acc)
		w.op("Insert", acc, v, 20)
	default:
		w.op(op+"I", acc, acc, v)
	}
}

func (w *neon) lines(s string) {
	for l := range strings.Lines(s) {
		if l = strings.TrimSpace(l); strings.HasSuffix(l, ":") {
			fmt.Fprintf(w, "\n%s\n", l)
		} else if l != "" {
			fmt.Fprintf(w, "\t%s\n", l)
		}
	}
}

// access is a load or store of m vectors (0: one element) at R13.
func (w *neon) access(store bool, v, m int) string {
	regs := make([]string, m)
	for i := range regs {
		regs[i] = fmt.Sprintf("V%d.B16", v+i)
	}
	list := "[" + strings.Join(regs, ", ") + "]"
	scalar := "FMOVS"
	if w.size == 8 {
		scalar = "FMOVD"
	}
	switch {
	case m > 0 && store:
		return "VST1 " + list + ", (R13)"
	case m > 0:
		return "VLD1 (R13), " + list
	case store:
		return fmt.Sprintf("%s F%d, (R13)", scalar, v)
	}
	return fmt.Sprintf("%s (R13), F%d", scalar, v)
}

// sweep calls block for 4 vectors, 1 vector and 1 element at R4 as long as R5
// elements remain.
func (w *neon) sweep(block func(label string, m int)) {
	lanes := 16 / w.size
	for _, s := range []struct {
		label, next  string
		m, elems, by int
	}{
		{"blocks", "vectors", 4, 4 * lanes, 64},
		{"vectors", "elements", 1, lanes, 16},
		{"elements", "done", 0, 1, w.size},
	} {
		w.lines(fmt.Sprintf("%s:\nCMP $%d, R5\nBLT %s", s.label, s.elems, s.next))
		block(s.label, s.m)
		w.lines(fmt.Sprintf("ADD $%d, R4\nSUB $%d, R5\nB %s", s.by, s.elems, s.label))
	}
	w.lines("done:\nRET")
}

// sources combines the vectors of R1 (R3 of them) at R4 into V0 … V3.
func (w *neon) sources(op, label string, m int) {
	w.lines("MOVD (R1), R12\nADD R4, R12, R13\n" + w.access(false, 0, m) + "\nADD $8, R1, R10\nSUBS $1, R3, R11\nBEQ " + label + "Out")
	w.lines(label + "In:\nMOVD.P 8(R10), R12\nADD R4, R12, R13\n" + w.access(false, 4, m))
	for i := range max(m, 1) {
		w.combine(op, i, 4+i)
	}
	w.lines("SUBS $1, R11\nBNE " + label + "In")
	w.lines(label + "Out:")
}

func (w *neon) fold(op string) {
	fmt.Fprintf(w, "\n// func fold%s%sNEON(dst, src **%s, nd, ns, off, n int)\nTEXT ·fold%[1]s%[2]sNEON(SB), NOSPLIT, $0-48\n", op, w.name, w.goed)
	w.lines("MOVD dst+0(FP), R0\nMOVD src+8(FP), R1\nMOVD nd+16(FP), R2\nMOVD ns+24(FP), R3\nMOVD off+32(FP), R4\nMOVD n+40(FP), R5")
	w.lines(fmt.Sprintf("LSL $%d, R4", log2(w.size)))
	w.sweep(func(label string, m int) {
		w.sources(op, label, m)
		w.lines("MOVD R0, R10\nMOVD R2, R11")
		w.lines(label + "To:\nMOVD.P 8(R10), R12\nADD R4, R12, R13\n" + w.access(true, 0, m) + "\nSUBS $1, R11\nBNE " + label + "To")
	})
}

func (w *neon) add(op string) {
	fmt.Fprintf(w, "\n// func add%s%sNEON(dst, src *%s, n int)\nTEXT ·add%[1]s%[2]sNEON(SB), NOSPLIT, $0-24\n", op, w.name, w.goed)
	w.lines("MOVD dst+0(FP), R0\nMOVD src+8(FP), R1\nMOVD n+16(FP), R5\nMOVD $0, R4")
	w.sweep(func(label string, m int) {
		w.lines("ADD R4, R0, R13\n" + w.access(false, 0, m) + "\nADD R4, R1, R13\n" + w.access(false, 4, m))
		for i := range max(m, 1) {
			w.combine(op, i, 4+i)
		}
		w.lines("ADD R4, R0, R13\n" + w.access(true, 0, m))
	})
}

func (w *neon) neighbor() {
	scalar, lane, all, s := "FMOVD", "D[0]", "D2", 8
	if w.size == 4 {
		scalar, lane, all, s = "FMOVS", "S[0]", "S4", 4
	}
	off := (32 + 2*s + 7) &^ 7
	n := off + 16
	fmt.Fprintf(w, "\n// func neighbor%sNEON(dst, own *%s, src **%[2]s, ns int, lambda, scale %[2]s, off, n int)\nTEXT ·neighbor%[1]sNEON(SB), NOSPLIT, $0-%[3]d\n", w.name, w.goed, n)
	w.lines(fmt.Sprintf("MOVD dst+0(FP), R0\nMOVD own+8(FP), R2\nMOVD src+16(FP), R1\nMOVD ns+24(FP), R3\n%[1]s lambda+32(FP), F30\n%[1]s scale+%[2]d(FP), F31\nMOVD off+%[3]d(FP), R4\nMOVD n+%[4]d(FP), R5\nVDUP V30.%[5]s, V30.%[6]s\nVDUP V31.%[5]s, V31.%[6]s\nLSL $%[7]d, R4",
		scalar, 32+s, off, off+8, lane, all, log2(w.size)))
	w.sweep(func(label string, m int) {
		w.sources("Sum", label, m)
		w.lines("ADD R4, R2, R13\n" + w.access(false, 4, m))
		for i := range max(m, 1) {
			w.op("ProdF", 4+i, 30, 4+i)
			w.op("Sub", i, i, 4+i)
			w.op("ProdF", i, i, 31)
		}
		w.lines("ADD R4, R0, R13\n" + w.access(true, 0, m))
	})
}

// arm64 returns the assembly and its stubs.
func arm64() (text, stubs []byte) {
	const head = "// Code generated by command: go run .. DO NOT EDIT.\n\n//go:build !purego\n\n"
	w := &neon{}
	w.WriteString(head + "#include \"textflag.h\"\n")
	var g bytes.Buffer
	g.WriteString(head + "package asm\n")
	stub := func(name, params string) {
		fmt.Fprintf(&g, "\n//go:noescape\nfunc %sNEON(%s)\n", name, params)
	}
	for _, w.elem = range elems {
		for _, op := range ops {
			if neonHas(w.elem, op) {
				w.fold(op)
				w.add(op)
				stub("fold"+op+w.name, fmt.Sprintf("dst, src **%s, nd, ns, off, n int", w.goed))
				stub("add"+op+w.name, fmt.Sprintf("dst, src *%s, n int", w.goed))
			}
		}
		if w.float {
			w.neighbor()
			stub("neighbor"+w.name, fmt.Sprintf("dst, own *%[1]s, src **%[1]s, ns int, lambda, scale %[1]s, off, n int", w.goed))
		}
	}
	return w.Bytes(), g.Bytes()
}
