// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

struct requests {
	MPI_Request *all;
	int n, cap;
};

// more makes room for so many requests, which add then lists.
static int more(struct requests *r, int n) {
	if (r->n + n <= r->cap) return MPI_SUCCESS;
	int cap = 2 * r->cap + 64 + n;
	MPI_Request *all = realloc(r->all, cap * sizeof *all);
	if (!all) return MPI_ERR_NO_MEM;
	r->all = all;
	r->cap = cap;
	return MPI_SUCCESS;
}

static MPI_Request *add(struct requests *r) {
	r->all[r->n] = MPI_REQUEST_NULL;
	return &r->all[r->n++];
}

// giveUp cancels a request if it is a receive, and lists it. Sends are not to be
// cancelled: somebody takes them.
static int giveUp(MPI_Request r, int inward, struct requests *in, struct requests *out) {
	if (r == MPI_REQUEST_NULL) return MPI_SUCCESS;
	TRY(more(inward ? in : out, 1));
	if (inward) TRY(MPI_Cancel(&r));
	*add(inward ? in : out) = r;
	return MPI_SUCCESS;
}

// renewing is how far a new beginning has come.
struct renewing {
	struct requests in, out;
	char *came;  // by communicator and process: its last message
	int left;    // how many of these have not come
	int ended;   // no receive is open, and the others know
	char *room;
	size_t cap;
	MPI_Request now; // the message that is being received into room
	char *lastOf;    // in came, where that is a process's last message
};

// rest takes from a communicator all messages that were sent before each
// process's last one.
static int rest(cc_world *w, MPI_Comm comm, char *came) {
	struct renewing *r = w->renewing;
	for (int from = 0; from < w->size; from++) {
		while (!came[from]) {
			MPI_Message m;
			MPI_Status status;
			MPI_Count bytes;
			int found, n, whole;
			TRY(MPI_Test(&r->now, &whole, MPI_STATUS_IGNORE));
			if (!whole) return MPI_SUCCESS;
			if (r->lastOf) {
				*r->lastOf = 1;
				r->lastOf = NULL;
				r->left--;
				continue;
			}
			TRY(MPI_Improbe(from, MPI_ANY_TAG, comm, &found, &m, &status));
			if (!found) break;
			TRY(MPI_Get_elements_x(&status, MPI_BYTE, &bytes));
			if ((size_t)bytes > r->cap) {
				char *room = realloc(r->room, bytes);
				if (!room) return MPI_ERR_NO_MEM;
				r->room = room;
				r->cap = bytes;
			}
			MPI_Datatype type = units(bytes, &n);
			TRY(MPI_Imrecv(r->room, n, type, &m, &r->now));
			if (status.MPI_TAG == w->last) r->lastOf = &came[from];
		}
	}
	return MPI_SUCCESS;
}

static int begin(cc_world *w) {
	struct renewing *r = w->renewing = calloc(1, sizeof *r);
	if (!r) return MPI_ERR_NO_MEM;
	r->now = MPI_REQUEST_NULL;
	if (!(r->came = calloc(2, w->size))) return MPI_ERR_NO_MEM;
	r->left = 2 * w->size;
	for (cc_channel *c = w->channels; c; c = c->next) {
		for (int i = 0; i < 2; i++)
			if (c->share[i] != MPI_REQUEST_NULL) TRY(giveUp(c->share[i], i == 0, &r->in, &r->out));
		c->share[0] = c->share[1] = MPI_REQUEST_NULL;
		for (int i = 0; i < c->nbulk; i++)
			if (c->bulk[i] != MPI_REQUEST_NULL) TRY(giveUp(c->bulk[i], c->inward[i], &r->in, &r->out));
		c->nbulk = 0;
		for (cc_plan *p = c->plans; p; p = p->next) {
			if (p->active < 0) continue;
			for (int i = p->first[p->active]; i < p->first[p->active + 1]; i++) TRY(giveUp(p->requests[i], p->inward[i], &r->in, &r->out));
			p->active = -1;
		}
	}
	for (struct letter *l = w->out; l; l = l->next) {
		TRY(giveUp(l->requests[0], 0, &r->in, &r->out));
		TRY(giveUp(l->requests[1], 0, &r->in, &r->out));
	}
	// Of what has begun to come the sender ends the rest; where that is a body with nowhere
	// to go, see rest.
	for (struct arrival *a = w->in; a; a = a->next) TRY(giveUp(a->request, 0, &r->in, &r->out));
	return MPI_SUCCESS;
}

static void end(cc_world *w) {
	free(w->renewing->in.all);
	free(w->renewing->out.all);
	free(w->renewing->came);
	free(w->renewing->room);
	free(w->renewing);
	w->renewing = NULL;
	while (w->out) {
		struct letter *l = w->out;
		w->out = l->next;
		free(l);
	}
	while (w->in) {
		struct arrival *a = w->in;
		w->in = a->next;
		w->coming[a->it.from]--;
		free(a);
	}
}

int cc_renew(cc_world *w, int *done) {
	int flag;
	*done = 0;
	if (!w->renewing) TRY(begin(w));
	struct renewing *r = w->renewing;
	if (!r->ended) { // a receive whose message has come all the same ends with it
		TRY(MPI_Testall(r->in.n, r->in.all, &flag, MPI_STATUSES_IGNORE));
		if (!flag) return MPI_SUCCESS;
		TRY(more(&r->out, 2 * w->size));
		r->ended = 1;
		for (int to = 0; to < w->size; to++) {
			TRY(MPI_Isend(NULL, 0, MPI_BYTE, to, w->last, w->comm, add(&r->out)));
			TRY(MPI_Isend(NULL, 0, MPI_BYTE, to, w->last, w->post, add(&r->out)));
		}
	}
	TRY(rest(w, w->comm, r->came));
	TRY(rest(w, w->post, r->came + w->size));
	TRY(MPI_Testall(r->out.n, r->out.all, &flag, MPI_STATUSES_IGNORE));
	if ((*done = flag && r->left == 0)) end(w);
	return MPI_SUCCESS;
}
