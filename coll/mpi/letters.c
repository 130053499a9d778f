// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

enum { UNUSED = 64, UNUSED_BYTES = 1 << 16 }; // letters, and arrivals, that are kept for the next ones

static struct letter *blank(cc_world *w, size_t bytes) {
	for (struct letter **at = &w->unused; *at; at = &(*at)->next) {
		struct letter *l = *at;
		if (l->cap < bytes) continue;
		*at = l->next;
		w->nunused--;
		return l;
	}
	size_t cap = bytes < TEXT ? TEXT : bytes;
	struct letter *l = malloc(sizeof *l + cap);
	if (l) l->cap = cap;
	return l;
}

static void gone(cc_world *w, struct letter *l) {
	if (l->cap > UNUSED_BYTES || w->nunused == UNUSED) {
		free(l);
		return;
	}
	l->next = w->unused;
	w->unused = l;
	w->nunused++;
}

int cc_post(cc_world *w, int to, const char *head, size_t nhead, const char *body, size_t nbody, int lent, uint64_t *ticket) {
	int n, done;
	TRY(cc_posted(w, 0, &done)); // those that have gone can be used again
	struct start start = {nhead, nbody};
	size_t text = sizeof start + nhead;
	int apart = text + nbody > TEXT;
	struct letter *l = blank(w, lent ? text : text + nbody);
	if (!l) return MPI_ERR_NO_MEM;
	memcpy(l->text, &start, sizeof start);
	memcpy(l->text + sizeof start, head, nhead);
	if (nbody && !lent) body = memcpy(l->text + text, body, nbody);
	l->ticket = *ticket = ++w->tickets;
	l->requests[0] = l->requests[1] = MPI_REQUEST_NULL;
	l->next = w->out;
	w->out = l;
	TRY(MPI_Isend(l->text, (int)(apart ? text : text + nbody), MPI_BYTE, to, TEXT_TAG, w->post, &l->requests[0]));
	if (!apart) return MPI_SUCCESS;
	MPI_Datatype type = units(nbody, &n);
	return MPI_Isend(body, n, type, to, BODY_TAG, w->post, &l->requests[1]);
}

int cc_posted(cc_world *w, uint64_t ticket, int *done) {
	*done = 1;
	for (struct letter **at = &w->out; *at;) {
		struct letter *l = *at;
		int flag;
		TRY(MPI_Testall(2, l->requests, &flag, MPI_STATUSES_IGNORE));
		if (flag) {
			*at = l->next;
			gone(w, l);
			continue;
		}
		if (ticket == 0 || l->ticket == ticket) *done = 0;
		at = &l->next;
	}
	return MPI_SUCCESS;
}

// find begins to receive the next letter, if there is one.
static int find(cc_world *w, struct arrival **end, int *found) {
	MPI_Message m;
	MPI_Status status;
	int n;
	TRY(MPI_Improbe(MPI_ANY_SOURCE, TEXT_TAG, w->post, found, &m, &status));
	if (!*found) return MPI_SUCCESS;
	struct arrival *a = w->free;
	if (a) w->free = a->next, w->nfree--;
	else if (!(a = malloc(sizeof *a))) return MPI_ERR_NO_MEM;
	a->request = MPI_REQUEST_NULL;
	a->has = 0;
	a->it = (cc_letter){.from = status.MPI_SOURCE};
	a->next = NULL;
	*end = a;
	w->coming[a->it.from]++;
	TRY(MPI_Get_count(&status, MPI_BYTE, &n));
	return MPI_Imrecv(a->text, n, MPI_BYTE, &m, &a->request);
}

// open_ reads where head and body are.
static void open_(struct arrival *a) {
	struct start s;
	memcpy(&s, a->text, sizeof s);
	a->has = 1;
	a->it.nhead = s.head;
	a->it.nbody = s.body;
	a->it.head = a->text + sizeof s;
	if (sizeof s + s.head + s.body <= TEXT) a->it.body = a->it.head + s.head;
}

// Bodies are asked for in the order of the texts, since both are received in the order in
// which they were sent, and without waiting for the body before; but no letter passes
// another of the same process.
int cc_next(cc_world *w, cc_letter **l) {
	struct arrival **at = &w->in;
	int found = 1;
	*l = NULL;
	if (w->read && w->nfree < UNUSED) {
		w->read->next = w->free;
		w->free = w->read;
		w->nfree++;
	} else {
		free(w->read);
	}
	w->read = NULL;
	w->looks++;
	while (found) {
		for (; *at; at = &(*at)->next) {
			struct arrival *a = *at;
			int from = a->it.from, flag;
			if (!a->has) {
				if (w->shut[from] == w->looks) continue;
				TRY(MPI_Test(&a->request, &flag, MPI_STATUS_IGNORE));
				if (!flag) {
					w->shut[from] = w->behind[from] = w->looks;
					continue;
				}
				open_(a);
			}
			*l = &a->it;
			if (!a->it.body) return MPI_SUCCESS;
			*l = NULL;
			if (w->behind[from] == w->looks) continue;
			TRY(MPI_Test(&a->request, &flag, MPI_STATUS_IGNORE));
			if (!flag) {
				w->behind[from] = w->looks;
				continue;
			}
			a->it.whole = 1;
			*l = &a->it;
			*at = a->next;
			w->read = a;
			w->coming[from]--;
			return MPI_SUCCESS;
		}
		TRY(find(w, at, &found)); // its place is the end of the list
	}
	return MPI_SUCCESS;
}

int cc_body(cc_world *w, cc_letter *l, char *b) {
	struct arrival *a = (struct arrival *)l; // it is the first in it
	int n;
	MPI_Datatype type = units(l->nbody, &n);
	l->body = b;
	return MPI_Irecv(b, n, type, l->from, BODY_TAG, w->post, &a->request);
}

int *cc_coming(cc_world *w) { return w->coming; }
