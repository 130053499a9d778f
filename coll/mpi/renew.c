// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

struct requests {
	MPI_Request *all;
	int n, cap;
};

static MPI_Request *more(struct requests *r) {
	if (r->n == r->cap) {
		r->cap = 2 * r->cap + 64;
		r->all = realloc(r->all, r->cap * sizeof *r->all);
	}
	r->all[r->n] = MPI_REQUEST_NULL;
	return &r->all[r->n++];
}

// giveUp cancels a request if it is a receive, and lists it. Sends are not to be
// cancelled: somebody takes them.
static int giveUp(MPI_Request r, int inward, struct requests *in, struct requests *out) {
	if (r == MPI_REQUEST_NULL) return MPI_SUCCESS;
	if (inward) TRY(MPI_Cancel(&r));
	*more(inward ? in : out) = r;
	return MPI_SUCCESS;
}

// rest takes from a communicator all messages that were sent before each
// process's last one; left is the number of processes of which that has not come.
static int rest(cc_world *w, MPI_Comm comm, char *came, int *left, char **room, size_t *cap) {
	for (int from = 0; from < w->size; from++) {
		while (!came[from]) {
			MPI_Message m;
			MPI_Status status;
			MPI_Count bytes;
			int found, n;
			TRY(MPI_Improbe(from, MPI_ANY_TAG, comm, &found, &m, &status));
			if (!found) break;
			TRY(MPI_Get_elements_x(&status, MPI_BYTE, &bytes));
			if ((size_t)bytes > *cap) *room = realloc(*room, *cap = bytes);
			MPI_Datatype type = units(bytes, &n);
			TRY(MPI_Mrecv(*room, n, type, &m, MPI_STATUS_IGNORE));
			if (status.MPI_TAG == w->last) {
				came[from] = 1;
				--*left;
			}
		}
	}
	return MPI_SUCCESS;
}

static int drain(cc_world *w, double seconds, int *done, struct requests *in, struct requests *out, char *came, char **room) {
	double end = MPI_Wtime() + seconds;
	int flag, left = 2 * w->size;
	size_t cap = 0;
	for (cc_channel *c = w->channels; c; c = c->next) {
		for (int i = 0; i < 2; i++)
			if (c->share[i] != MPI_REQUEST_NULL) TRY(giveUp(c->share[i], i == 0, in, out));
		c->share[0] = c->share[1] = MPI_REQUEST_NULL;
		for (int i = 0; i < c->nbulk; i++)
			if (c->bulk[i] != MPI_REQUEST_NULL) TRY(giveUp(c->bulk[i], c->inward[i], in, out));
		c->nbulk = 0;
		for (cc_plan *p = c->plans; p; p = p->next) {
			if (p->active < 0) continue;
			for (int i = p->first[p->active]; i < p->first[p->active + 1]; i++) TRY(giveUp(p->requests[i], p->inward[i], in, out));
			p->active = -1;
		}
	}
	for (struct letter *l = w->out; l; l = l->next) *more(out) = l->request;
	do { // a receive whose message has come all the same ends with it
		TRY(MPI_Testall(in->n, in->all, &flag, MPI_STATUSES_IGNORE));
		if (!flag) sched_yield();
	} while (!flag && MPI_Wtime() < end);
	if (!flag) return MPI_SUCCESS;
	for (int to = 0; to < w->size; to++) {
		TRY(MPI_Isend(NULL, 0, MPI_BYTE, to, w->last, w->comm, more(out)));
		TRY(MPI_Isend(NULL, 0, MPI_BYTE, to, w->last, w->post, more(out)));
	}
	do {
		TRY(rest(w, w->comm, came, &left, room, &cap));
		TRY(rest(w, w->post, came + w->size, &left, room, &cap));
		TRY(MPI_Testall(out->n, out->all, &flag, MPI_STATUSES_IGNORE));
		*done = flag && left == 0;
		if (!*done) sched_yield();
	} while (!*done && MPI_Wtime() < end);
	return MPI_SUCCESS;
}

int cc_renew(cc_world *w, double seconds, int *done) {
	struct requests in = {0}, out = {0};
	char *came = calloc(2, w->size), *room = NULL;
	*done = 0;
	int code = drain(w, seconds, done, &in, &out, came, &room);
	free(in.all);
	free(out.all);
	free(came);
	free(room);
	while (*done && w->out) {
		struct letter *l = w->out;
		w->out = l->next;
		free(l);
	}
	return code;
}
