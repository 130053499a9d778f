//go:build !purego

#include "textflag.h"

// func demote(p unsafe.Pointer, bytes int)
TEXT ·demote(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ bytes+8(FP), CX

line:
	CLDEMOTE (AX)
	ADDQ     $64, AX
	SUBQ     $64, CX
	JGT      line
	RET
