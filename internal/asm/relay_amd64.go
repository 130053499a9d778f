//go:build !purego

package asm

import "unsafe"

// The bytes of a vector that relayFast takes at once; 0 would mean that there is none.
const (
	relayTile   = 1536
	relayTileNT = 8192
	aheadTile   = 4096
)

// relayFast is the same on AVX-512 and on AVX2: vectors of 32 bytes.
func relayFast[T Elem](how relayKind, dst, src []*T, off, tiles int) {
	d, s, nd, ns := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), len(dst), len(src)
	switch kindOf[T]() {
	case kindF64:
		d, s := (**float64)(d), (**float64)(s)
		switch how {
		case relayNear:
			relayNearSumF64AVX2(d, s, nd, ns, off, tiles)
		case relayFar:
			relaySumF64AVX2(d, s, nd, ns, off, tiles)
		case relayPast:
			relayNTSumF64AVX2(d, s, nd, ns, off, tiles)
		case relayAhead:
			relayAheadSumF64AVX2(d, s, nd, ns, off, tiles)
		case relayNext:
			relayNextSumF64AVX2(d, s, nd, ns, off, tiles)
		case relayOver:
			relayOverSumF64AVX2(d, s, nd, ns, off, tiles)
		}
	case kindF32:
		d, s := (**float32)(d), (**float32)(s)
		switch how {
		case relayNear:
			relayNearSumF32AVX2(d, s, nd, ns, off, tiles)
		case relayFar:
			relaySumF32AVX2(d, s, nd, ns, off, tiles)
		case relayPast:
			relayNTSumF32AVX2(d, s, nd, ns, off, tiles)
		case relayAhead:
			relayAheadSumF32AVX2(d, s, nd, ns, off, tiles)
		case relayNext:
			relayNextSumF32AVX2(d, s, nd, ns, off, tiles)
		case relayOver:
			relayOverSumF32AVX2(d, s, nd, ns, off, tiles)
		}
	case kindI64:
		d, s := (**int64)(d), (**int64)(s)
		switch how {
		case relayNear:
			relayNearSumI64AVX2(d, s, nd, ns, off, tiles)
		case relayFar:
			relaySumI64AVX2(d, s, nd, ns, off, tiles)
		case relayPast:
			relayNTSumI64AVX2(d, s, nd, ns, off, tiles)
		case relayAhead:
			relayAheadSumI64AVX2(d, s, nd, ns, off, tiles)
		case relayNext:
			relayNextSumI64AVX2(d, s, nd, ns, off, tiles)
		case relayOver:
			relayOverSumI64AVX2(d, s, nd, ns, off, tiles)
		}
	default:
		d, s := (**int32)(d), (**int32)(s)
		switch how {
		case relayNear:
			relayNearSumI32AVX2(d, s, nd, ns, off, tiles)
		case relayFar:
			relaySumI32AVX2(d, s, nd, ns, off, tiles)
		case relayPast:
			relayNTSumI32AVX2(d, s, nd, ns, off, tiles)
		case relayAhead:
			relayAheadSumI32AVX2(d, s, nd, ns, off, tiles)
		case relayNext:
			relayNextSumI32AVX2(d, s, nd, ns, off, tiles)
		case relayOver:
			relayOverSumI32AVX2(d, s, nd, ns, off, tiles)
		}
	}
}
