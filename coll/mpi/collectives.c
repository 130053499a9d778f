// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

static MPI_Datatype unitType(int unit) { return unit == 8 ? MPI_UINT64_T : unit == 4 ? MPI_UINT32_T : MPI_BYTE; }

int cc_bcast(cc_world *w, char *b, size_t bytes, int root) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Bcast(b, n, type, root, w->comm);
}

int cc_allgatherv(cc_world *w, char *b, const int *counts, const int *at, int unit) {
	return MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, counts, at, unitType(unit), w->comm);
}

int cc_gatherv(cc_world *w, char *dst, const int *counts, const int *at, const char *src, int n, int unit, int root) {
	return MPI_Gatherv(src, n, unitType(unit), dst, counts, at, unitType(unit), root, w->comm);
}

int cc_scatterv(cc_world *w, char *dst, int n, const char *src, const int *counts, const int *at, int unit, int root) {
	return MPI_Scatterv(src, counts, at, unitType(unit), dst, n, unitType(unit), root, w->comm);
}

int cc_alltoallv(cc_world *w, char *dst, const int *dstcounts, const int *dstat, const char *src, const int *srccounts, const int *srcat, int unit) {
	return MPI_Alltoallv(src, srccounts, srcat, unitType(unit), dst, dstcounts, dstat, unitType(unit), w->comm);
}

int cc_allreduce(cc_world *w, char *dst, const char *src, int n, int kind, int op) {
	MPI_Datatype types[] = {MPI_DOUBLE, MPI_FLOAT, MPI_INT64_T, MPI_INT32_T};
	MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX};
	return MPI_Allreduce(dst == src ? MPI_IN_PLACE : src, dst, n, types[kind], ops[op], w->comm);
}
