// The collectives by threads of one process: each word is read and written once,
// between two barriers. WAIT is the barrier of the including program.
#include "peer.h"

static int p;
static int coll;
static size_t n;
static double **dst, **src;

static void fold(double *restrict to, double *const *from, size_t lo, size_t hi) {
	const double *restrict a = from[0];
	if (p == 2) {
		const double *restrict b = from[1];
		for (size_t i = lo; i < hi; i++)
			to[i - lo] = a[i] + b[i];
		return;
	}
	for (size_t i = lo; i < hi; i++)
		to[i - lo] = a[i];
	for (int q = 1; q < p; q++) {
		const double *restrict b = from[q];
		for (size_t i = lo; i < hi; i++)
			to[i - lo] += b[i];
	}
}

// both is fold of two vectors into two, without a look back.
static void both(double *restrict c, double *restrict d, const double *restrict a, const double *restrict b, size_t lo, size_t hi) {
	for (size_t i = lo; i < hi; i++) {
		double s = a[i] + b[i];
		c[i] = s;
		d[i] = s;
	}
}

static void call(int r, int sign) {
	double tile[512];
	renew(dst[r], src[r], coll, n, p, r, sign);
	WAIT(r);
	switch (coll) {
	case barrier:
		return;
	case broadcast:
		if (r)
			memcpy(dst[r], dst[0], n * sizeof(double));
		break;
	case allreduce: {
		size_t lines = (n + 7) / 8, lo = 8 * (lines * r / p), hi = 8 * (lines * (r + 1) / p);
		if (hi > n)
			hi = n;
		if (p == 2)
			both(dst[0], dst[1], src[0], src[1], lo, hi);
		else
			for (; lo < hi; lo += 512) {
				size_t end = hi < lo + 512 ? hi : lo + 512;
				fold(tile, src, lo, end);
				for (int q = 0; q < p; q++)
					memcpy(dst[q] + lo, tile, (end - lo) * sizeof(double));
			}
		break;
	}
	case allgather:
		for (int q = 0; q < p; q++)
			memcpy(dst[r] + q * n, src[q], n * sizeof(double));
		break;
	case reducescatter:
		for (size_t lo = 0; lo < n; lo += 512)
			fold(dst[r] + lo, src, r * n + lo, r * n + (n < lo + 512 ? n : lo + 512));
		break;
	case alltoall:
		for (int q = 0; q < p; q++)
			memcpy(dst[r] + q * n, src[q] + r * n, n * sizeof(double));
		break;
	}
	WAIT(r);
	use(dst[r], coll, n, p);
}

static void on_case(int c, size_t elements) {
	if (!dst) {
		dst = calloc(p, sizeof *dst);
		src = calloc(p, sizeof *src);
	}
	coll = c;
	n = elements;
	for (int r = 0; r < p; r++)
		prepare(&dst[r], &src[r], c, n, p, r);
}

static long on_check(void) {
	long count = 0;
	for (int r = 0; r < p; r++)
		count += wrong(dst[r], coll, n, p, r);
	return count;
}
