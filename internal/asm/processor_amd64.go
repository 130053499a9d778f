//go:build !purego

package asm

import (
	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/cpu"
)

var intel = cpuid.CPU.VendorID == cpuid.Intel

// amdFamily is 23 for Zen 1 and 2, 25 for Zen 3 and 4, 26 for Zen 5, and 0 for others'
// processors.
var amdFamily = func() int {
	if cpuid.CPU.VendorID != cpuid.AMD {
		return 0
	}
	return cpuid.CPU.Family
}()

// halves reports whether the processor stores a register of AVX-512 in two halves, one after
// the other, as Zen 4 does.
var halves = amdFamily == 25

// narrow reports whether AVX2 is faster than AVX-512 beyond the first cache, as on Granite
// Rapids: see foldDeep.
var narrow = intel && (cpuid.CPU.Model == 0xAD || cpuid.CPU.Model == 0xAE)

// followsMany reports whether one pass follows more than eight streams: see follows.
func followsMany() bool { return intel && useAVX512 }

// hasRuns reports whether the processor's string instruction is fast. On Zen 3 and 4 it says
// so, and takes up to twenty times as long where one of source and destination is aligned
// and the other is not (glibc's bug 30994).
var hasRuns = cpu.X86.HasERMS && amdFamily != 25

// tagged reports whether the first cache finds lines by Tag: as that of Zen 1 and 2 does, and
// of Zen 3 and 4 (measured: BenchmarkClash).
var tagged = amdFamily == 23 || amdFamily == 25

// secondCache is the bytes of the second cache.
var secondCache = max(1<<20, cpuid.CPU.Cache.L2)

// runBytes: see foldRuns.
var runBytes = func() int {
	if intel {
		return 16 << 10
	}
	return 128 << 10
}()

// server: see Server.
var server = intel && cpuid.CPU.Cache.L3 > 40<<20

// storesWait: see StoresWait.
var storesWait = intel

// storesFlow: see StoresFlow.
var storesFlow = amdFamily == 26

// zen4 is Zen 4, of whose second cache Zen 3 has half: see groups, asking, followsNear.
var zen4 = amdFamily == 25 && cpuid.CPU.Cache.L2 >= 1<<20

// zen3 is Zen 3.
var zen3 = amdFamily == 25 && !zen4

// asking is the relay past the caches that asks for lines, relayNot where none does: see relay. Of
// Zen 3 it is not measured, of Intel's processors it is servers'.
var asking = func() relayKind {
	switch {
	case zen4:
		return relayAhead
	case server:
		return relayNext
	}
	return relayNot
}()

// addDeepFrom: see addDeep.
var addDeepFrom = func() int {
	if halves {
		return 4 << 10
	}
	return firstCache
}()
