// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

int cc_post(cc_world *w, int to, const char *head, size_t nhead, const char *body, size_t nbody, uint64_t *ticket) {
	int n, done;
	TRY(cc_posted(w, 0, &done)); // frees those that have gone
	MPI_Datatype type = units(nhead + nbody, &n);
	struct letter *l = malloc(sizeof *l + nhead + nbody);
	if (!l) return MPI_ERR_NO_MEM;
	memcpy(l->text, head, nhead);
	if (nbody) memcpy(l->text + nhead, body, nbody);
	l->ticket = *ticket = ++w->tickets;
	l->request = MPI_REQUEST_NULL;
	l->next = w->out;
	w->out = l;
	return MPI_Isend(l->text, n, type, to, 0, w->post, &l->request);
}

int cc_posted(cc_world *w, uint64_t ticket, int *done) {
	*done = 1;
	for (struct letter **at = &w->out; *at;) {
		struct letter *l = *at;
		int flag;
		TRY(MPI_Test(&l->request, &flag, MPI_STATUS_IGNORE));
		if (flag) {
			*at = l->next;
			free(l);
			continue;
		}
		if (ticket == 0 || l->ticket == ticket) *done = 0;
		at = &l->next;
	}
	return MPI_SUCCESS;
}

int cc_probe(cc_world *w, int *from, size_t *bytes, int *found) {
	MPI_Status status;
	MPI_Count n;
	TRY(MPI_Improbe(MPI_ANY_SOURCE, 0, w->post, found, &w->found, &status));
	if (!*found) return MPI_SUCCESS;
	TRY(MPI_Get_elements_x(&status, MPI_BYTE, &n)); // may be more than an int counts
	*from = status.MPI_SOURCE;
	*bytes = n;
	return MPI_SUCCESS;
}

int cc_fetch(cc_world *w, char *b, size_t bytes, cc_arrival **out) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	cc_arrival *a = *out = malloc(sizeof *a);
	if (!a) return MPI_ERR_NO_MEM;
	a->request = MPI_REQUEST_NULL;
	a->next = w->in;
	w->in = a;
	return MPI_Imrecv(b, n, type, &w->found, &a->request);
}

int cc_fetched(cc_world *w, cc_arrival *a, int *done) {
	TRY(MPI_Test(&a->request, done, MPI_STATUS_IGNORE));
	if (!*done) return MPI_SUCCESS;
	cc_arrival **at = &w->in;
	while (*at != a) at = &(*at)->next;
	*at = a->next;
	free(a);
	return MPI_SUCCESS;
}
