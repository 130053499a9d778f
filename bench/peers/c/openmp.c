// Collectives by OpenMP threads. Arguments: socket, threads.
#define WAIT(r) _Pragma("omp barrier")
#include "onepass.h"
#include <omp.h>

static void on_run(long calls, int64_t *start, int64_t *end) {
	int64_t first = INT64_MAX, last = 0;
#pragma omp parallel num_threads(p) reduction(min : first) reduction(max : last)
	{
		int r = omp_get_thread_num();
		call(r, 1);
#pragma omp barrier
		first = now();
		for (long k = 0; k < calls; k++)
			call(r, sign(k, calls));
		last = now();
	}
	*start = first;
	*end = last;
}

int main(int argc, char **argv) {
	if (argc != 3)
		return 2;
	p = atoi(argv[2]);
	omp_set_dynamic(0);
	serve(dial(argv[1], 0), on_case, on_run, on_check);
	return 0;
}
