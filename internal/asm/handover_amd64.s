//go:build !purego

#include "textflag.h"

// func demote(p unsafe.Pointer, bytes int)
TEXT ·demote(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ bytes+8(FP), CX

line:
	BYTE $0x0F; BYTE $0x1C; BYTE $0x00 // CLDEMOTE (AX), which the assembler lacks
	ADDQ $64, AX
	SUBQ $64, CX
	JGT  line
	RET
