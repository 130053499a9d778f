// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

#include <sched.h>
#include <signal.h>

void cc_error(int code, char *text, int *len) {
	char buffer[MPI_MAX_ERROR_STRING];
	int n = 0;
	if (MPI_Error_string(code, buffer, &n) != MPI_SUCCESS) n = 0;
	if (n > *len) n = *len;
	memcpy(text, buffer, n);
	*len = n;
}

static MPI_Comm node = MPI_COMM_NULL; // the processes of this process's node

// onStack lets the signal handlers that MPI has installed run where Go wants all to. The
// one of MPICH for SIGUSR1, which its launcher sends where a process is gone and the others
// live on, calls Go's, which would end the program.
static void onStack(void) {
	for (int s = 1; s < NSIG; s++) {
		struct sigaction a;
		if (sigaction(s, NULL, &a) || a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN || a.sa_flags & SA_ONSTACK) continue;
		a.sa_flags |= SA_ONSTACK;
		sigaction(s, &a, NULL);
	}
}

int cc_init(int *level) {
	int done = 0;
	TRY(MPI_Initialized(&done));
	if (done) TRY(MPI_Query_thread(level));
	else {
		TRY(MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, level));
		// What goes wrong in MPI_Test, MPICH says here, whatever the request is of.
		TRY(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	}
	onStack();
	if (node != MPI_COMM_NULL) return MPI_SUCCESS;
	return MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
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

void cc_yield(void) { sched_yield(); }

int cc_size(int *rank, int *size) {
	TRY(MPI_Comm_rank(MPI_COMM_WORLD, rank));
	return MPI_Comm_size(MPI_COMM_WORLD, size);
}

int cc_open(cc_world **out, uint64_t mask) {
	cc_world *w = *out = calloc(1, sizeof *w);
	if (!w) return MPI_ERR_NO_MEM;
	w->bounds[0] = mask, w->bounds[1] = ~mask;
	return MPI_Comm_idup(MPI_COMM_WORLD, &w->comm, &w->opening);
}

int cc_opening(cc_world *w, int *done) {
	TRY(MPI_Test(&w->opening, done, MPI_STATUS_IGNORE));
	if (!*done || w->stage > 1) return MPI_SUCCESS;
	*done = 0;
	if (w->stage++ == 0) return MPI_Comm_idup(MPI_COMM_WORLD, &w->post, &w->opening);
	return MPI_Iallreduce(MPI_IN_PLACE, w->bounds, 2, MPI_UINT64_T, MPI_MAX, node, &w->opening);
}

int cc_opened(cc_world *w, int *rank, int *size, int *tags, int *place, int *places, int *alike) {
	void *most;
	int known;
	TRY(MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN));
	TRY(MPI_Comm_set_errhandler(w->post, MPI_ERRORS_RETURN));
	TRY(MPI_Comm_get_attr(w->comm, MPI_TAG_UB, &most, &known));
	w->last = known ? *(int *)most : 32767;
	*tags = w->last;
	TRY(MPI_Comm_rank(w->comm, rank));
	TRY(MPI_Comm_size(w->comm, size));
	w->size = *size;
	w->coming = calloc(*size, sizeof *w->coming);
	w->shut = calloc(*size, sizeof *w->shut);
	w->behind = calloc(*size, sizeof *w->behind);
	if (!w->coming || !w->shut || !w->behind) return MPI_ERR_NO_MEM;
	*alike = w->bounds[0] == ~w->bounds[1];
	TRY(MPI_Comm_rank(node, place));
	return MPI_Comm_size(node, places);
}

int cc_any(cc_world *w, int flag) {
	w->any = flag;
	return MPI_Iallreduce(MPI_IN_PLACE, &w->any, 1, MPI_INT, MPI_MAX, w->comm, &w->opening);
}

int cc_is(cc_world *w) { return w->any; }

int cc_close(cc_world *w) {
	TRY(MPI_Comm_free(&w->post));
	TRY(MPI_Comm_free(&w->comm));
	for (struct letter *l = w->unused, *next; l; l = next) next = l->next, free(l);
	for (struct arrival *a = w->free, *next; a; a = next) next = a->next, free(a);
	free(w->read);
	free(w->coming);
	free(w->shut);
	free(w->behind);
	free(w);
	return MPI_SUCCESS;
}
