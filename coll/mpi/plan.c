// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

cc_plan *cc_plan_new(cc_channel *c) {
	cc_plan *p = calloc(1, sizeof *p);
	if (p) p->first = calloc(1, sizeof *p->first);
	if (!p || !p->first) {
		free(p);
		return NULL;
	}
	p->channel = c;
	p->active = -1;
	p->next = c->plans;
	c->plans = p;
	return p;
}

// planned is a new request, NULL where there is no memory.
static MPI_Request *planned(cc_plan *p, int inward) {
	if (p->n == p->cap) {
		if (!grown(&p->requests, &p->inward, 2 * p->cap + 16)) return NULL;
		p->cap = 2 * p->cap + 16;
	}
	p->inward[p->n] = inward;
	p->requests[p->n] = MPI_REQUEST_NULL;
	return &p->requests[p->n++];
}

int cc_plan_send(cc_plan *p, int to, const char *b, size_t bytes) {
	cc_channel *c = p->channel;
	int n;
	MPI_Datatype type = units(bytes, &n);
	MPI_Request *r = planned(p, 0);
	return r ? MPI_Send_init(b, n, type, c->procs[to], c->tag + 1, c->world->comm, r) : MPI_ERR_NO_MEM;
}

int cc_plan_receive(cc_plan *p, int from, char *b, size_t bytes) {
	cc_channel *c = p->channel;
	int n;
	MPI_Datatype type = units(bytes, &n);
	MPI_Request *r = planned(p, 1);
	return r ? MPI_Recv_init(b, n, type, c->procs[from], c->tag + 1, c->world->comm, r) : MPI_ERR_NO_MEM;
}

int cc_plan_round(cc_plan *p) {
	int *first = realloc(p->first, (p->rounds + 2) * sizeof *first);
	if (!first) return MPI_ERR_NO_MEM;
	p->first = first;
	first[++p->rounds] = p->n;
	return MPI_SUCCESS;
}

int cc_plan_start(cc_plan *p, int round) {
	int lo = p->first[round], n = p->first[round + 1] - lo;
	if (n == 0) return MPI_SUCCESS;
	p->active = round;
	return MPI_Startall(n, p->requests + lo);
}

int cc_plan_poll(cc_plan *p, int round, int spins, int *done) {
	int lo = p->first[round], n = p->first[round + 1] - lo;
	*done = n == 0;
	while (!*done && spins-- > 0) TRY(MPI_Testall(n, p->requests + lo, done, MPI_STATUSES_IGNORE));
	if (*done) p->active = -1;
	return MPI_SUCCESS;
}

void cc_plan_free(cc_plan *p) {
	cc_plan **at = &p->channel->plans;
	while (*at != p) at = &(*at)->next;
	*at = p->next;
	for (int i = 0; i < p->n; i++)
		if (p->requests[i] != MPI_REQUEST_NULL) MPI_Request_free(&p->requests[i]);
	free(p->requests);
	free(p->inward);
	free(p->first);
	free(p);
}
