//go:build !purego

#include "textflag.h"

// func Pause()
TEXT ·Pause(SB), NOSPLIT, $0-0
	ISB	$15 // YIELD is nothing on most of them
	RET
