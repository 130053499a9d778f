// Collectives by MPI, one process a rank. Argument: socket.
#include "peer.h"
#include <mpi.h>

static int p, r, coll;
static size_t n;
static double *dst, *src;

static void call(int sign) {
	renew(dst, src, coll, n, p, r, sign);
	switch (coll) {
	case barrier: MPI_Barrier(MPI_COMM_WORLD); break;
	case broadcast: MPI_Bcast(dst, (int)n, MPI_DOUBLE, 0, MPI_COMM_WORLD); break;
	case allreduce: MPI_Allreduce(src, dst, (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
	case allgather: MPI_Allgather(src, (int)n, MPI_DOUBLE, dst, (int)n, MPI_DOUBLE, MPI_COMM_WORLD); break;
	case reducescatter: MPI_Reduce_scatter_block(src, dst, (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
	case alltoall: MPI_Alltoall(src, (int)n, MPI_DOUBLE, dst, (int)n, MPI_DOUBLE, MPI_COMM_WORLD); break;
	}
	use(dst, coll, n, p);
}

static void on_case(int c, size_t elements) {
	coll = c;
	n = elements;
	prepare(&dst, &src, c, n, p, r);
}

static void on_run(long calls, int64_t *start, int64_t *end) {
	call(1);
	MPI_Barrier(MPI_COMM_WORLD);
	*start = now();
	for (long k = 0; k < calls; k++)
		call(sign(k, calls));
	*end = now();
}

static long on_check(void) { return wrong(dst, coll, n, p, r); }

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &r);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	if (argc != 2)
		MPI_Abort(MPI_COMM_WORLD, 2);
	FILE *f = dial(argv[1], r);
	serve(f, on_case, on_run, on_check);
	MPI_Finalize();
	return 0;
}
