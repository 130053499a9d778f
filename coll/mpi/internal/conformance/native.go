//go:build mpi && cgo

package main

/*
#include <mpi.h>
#include <stdlib.h>

static int time_allreduce(int n, int times, double *seconds) {
	double *src = calloc(n, sizeof *src), *dst = calloc(n, sizeof *dst);
	if (!src || !dst) return MPI_ERR_NO_MEM;
	// Written before it is read: all that is not is one page of zeros, in the cache.
	for (int i = 0; i < n; i++) src[i] = dst[i] = 1;
	int code = MPI_Barrier(MPI_COMM_WORLD);
	double begun = MPI_Wtime();
	for (int i = 0; i < times && !code; i++) code = MPI_Allreduce(src, dst, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	*seconds = (MPI_Wtime() - begun) / times;
	free(src);
	free(dst);
	return code;
}
*/
import "C"

import (
	"fmt"
	"time"
)

// timeAllreduce is what one of so many calls of MPI_Allreduce with n doubles takes, called from
// C by every process. No machine of the process is running, so nobody else calls MPI.
func timeAllreduce(n, times int) (time.Duration, error) {
	var seconds C.double
	if code := C.time_allreduce(C.int(n), C.int(times), &seconds); code != 0 {
		return 0, fmt.Errorf("MPI_Allreduce fails with the code %d", code)
	}
	return time.Duration(float64(seconds) * 1e9), nil
}
