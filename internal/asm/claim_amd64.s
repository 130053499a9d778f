//go:build !purego

#include "textflag.h"

// func Claim(p unsafe.Pointer, bytes int)
TEXT ·Claim(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ bytes+8(FP), CX

line:
	BYTE $0x0f; BYTE $0x0d; BYTE $0x08 // PREFETCHW (AX), which the assembler does not know
	ADDQ $64, AX
	SUBQ $64, CX
	JGT  line
	RET
