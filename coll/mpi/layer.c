// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

void cc_error(int code, char *text, int *len) {
	char buffer[MPI_MAX_ERROR_STRING];
	int n = 0;
	if (MPI_Error_string(code, buffer, &n) != MPI_SUCCESS) n = 0;
	if (n > *len) n = *len;
	memcpy(text, buffer, n);
	*len = n;
}

int cc_init(int *level) {
	int done = 0;
	TRY(MPI_Initialized(&done));
	if (done) return MPI_Query_thread(level);
	return MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, level);
}

int cc_initialized(void) {
	int done = 0;
	MPI_Initialized(&done);
	return done;
}

int cc_leave(int *all) {
	static MPI_Request leaving = MPI_REQUEST_NULL;
	static int begun;
	if (!begun) TRY(MPI_Ibarrier(MPI_COMM_WORLD, &leaving));
	begun = 1;
	return MPI_Test(&leaving, all, MPI_STATUS_IGNORE);
}

int cc_finalize(void) { return MPI_Finalize(); }

int cc_node(uint64_t mask, int *rank, int *size, int *alike) {
	MPI_Comm node;
	uint64_t bounds[2] = {mask, ~mask};
	TRY(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
	TRY(MPI_Comm_rank(node, rank));
	TRY(MPI_Comm_size(node, size));
	TRY(MPI_Allreduce(MPI_IN_PLACE, bounds, 2, MPI_UINT64_T, MPI_MAX, node));
	*alike = bounds[0] == mask && bounds[1] == ~mask;
	return MPI_Comm_free(&node);
}

int cc_any(int *flag) { return MPI_Allreduce(MPI_IN_PLACE, flag, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); }

int cc_size(int *rank, int *size) {
	TRY(MPI_Comm_rank(MPI_COMM_WORLD, rank));
	return MPI_Comm_size(MPI_COMM_WORLD, size);
}

static int duplicate(MPI_Comm of, MPI_Comm *to) {
	TRY(MPI_Comm_dup(of, to));
	return MPI_Comm_set_errhandler(*to, MPI_ERRORS_RETURN);
}

int cc_open(cc_world **out, int *rank, int *size, int *tags) {
	cc_world *w = calloc(1, sizeof *w);
	void *most;
	int known;
	*out = w;
	TRY(duplicate(MPI_COMM_WORLD, &w->comm));
	TRY(duplicate(MPI_COMM_WORLD, &w->post));
	TRY(MPI_Comm_get_attr(w->comm, MPI_TAG_UB, &most, &known));
	w->last = known ? *(int *)most : 32767;
	*tags = w->last;
	TRY(MPI_Comm_rank(w->comm, rank));
	TRY(MPI_Comm_size(w->comm, size));
	w->size = *size;
	return MPI_SUCCESS;
}

int cc_close(cc_world *w) {
	TRY(MPI_Comm_free(&w->post));
	TRY(MPI_Comm_free(&w->comm));
	free(w);
	return MPI_SUCCESS;
}

int cc_time_allreduce(int n, int times, double *seconds) {
	double *src = calloc(n, sizeof *src), *dst = calloc(n, sizeof *dst);
	// Written before it is read: all that is not is one page of zeros, in the cache.
	for (int i = 0; i < n; i++) src[i] = dst[i] = 1;
	TRY(MPI_Barrier(MPI_COMM_WORLD));
	double begun = MPI_Wtime();
	for (int i = 0; i < times; i++) TRY(MPI_Allreduce(src, dst, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
	*seconds = (MPI_Wtime() - begun) / times;
	free(src);
	free(dst);
	return MPI_SUCCESS;
}
