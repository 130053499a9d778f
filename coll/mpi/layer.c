// Built with the tag mpi only.

//go:build mpi && cgo


#include "layer.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct letter {
	struct letter *next;
	uint64_t ticket;
	MPI_Request request;
	char text[];
};

struct cc_world {
	MPI_Comm comm;   // of shares, bulk and MPI's own collectives
	MPI_Comm post;   // of letters
	MPI_Comm parent; // the world; what the others are duplicates of
	MPI_Message found;
	struct letter *out;
	uint64_t tickets;
};

struct cc_channel {
	cc_world *world;
	int tag, me, size;
	int *procs;
	size_t room;
	char *all;  // the messages, this process's own first, the next process's after it
	size_t *at; // where the one of process (me+i)%size begins
	size_t len; // bytes of the messages so far
	int have;   // messages so far
	int sharing;
	int come; // bytes of the message that came last
	MPI_Request share[2];
	MPI_Request *bulk;
	int nbulk, capbulk;
};

#define TRY(call)                              \
	do {                                       \
		int code_ = (call);                    \
		if (code_ != MPI_SUCCESS) return code_; \
	} while (0)

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
	TRY(duplicate(MPI_COMM_WORLD, &w->parent));
	TRY(cc_renew(w));
	TRY(MPI_Comm_get_attr(w->parent, MPI_TAG_UB, &most, &known));
	*tags = known ? *(int *)most : 32767;
	TRY(MPI_Comm_rank(w->parent, rank));
	return MPI_Comm_size(w->parent, size);
}

// What is still under way on the old communicators stays there: they are not
// freed, because that would wait for it.
int cc_renew(cc_world *w) {
	w->out = NULL;
	TRY(duplicate(w->parent, &w->comm));
	return duplicate(w->parent, &w->post);
}

int cc_close(cc_world *w) {
	TRY(MPI_Comm_free(&w->post));
	TRY(MPI_Comm_free(&w->comm));
	TRY(MPI_Comm_free(&w->parent));
	free(w);
	return MPI_SUCCESS;
}

cc_channel *cc_channel_new(cc_world *w, int tag, int me, int size, const int *procs, size_t room) {
	cc_channel *c = calloc(1, sizeof *c);
	c->world = w;
	c->tag = tag;
	c->me = me;
	c->size = size;
	c->room = room;
	c->procs = malloc(size * sizeof *c->procs);
	memcpy(c->procs, procs, size * sizeof *procs);
	c->at = calloc(size + 1, sizeof *c->at);
	c->all = aligned_alloc(128, (room * size + 127) & ~(size_t)127);
	c->share[0] = c->share[1] = MPI_REQUEST_NULL;
	return c;
}

void cc_channel_free(cc_channel *c) {
	free(c->procs);
	free(c->at);
	free(c->all);
	free(c->bulk);
	free(c);
}

char *cc_own(cc_channel *c) { return c->all; }

// Only a receive can be cancelled; a send goes to a process that may never take it.
int cc_abandon(cc_channel *c) {
	if (c->share[0] == MPI_REQUEST_NULL) return MPI_SUCCESS;
	TRY(MPI_Cancel(&c->share[0]));
	return MPI_Wait(&c->share[0], MPI_STATUS_IGNORE);
}

size_t *cc_at(cc_channel *c) { return c->at; }

// shift starts the next step of Bruck's allgather: the messages that are here go
// down by as many processes, and as many more come from above.
static int shift(cc_channel *c) {
	int d = c->have, rest = c->size - c->have;
	size_t bytes = c->at[d < rest ? d : rest];
	int below = c->procs[(c->me - d + c->size) % c->size], above = c->procs[(c->me + d) % c->size];
	size_t free_ = c->room * c->size - c->len;
	size_t most = c->room * (d < rest ? d : rest);
	TRY(MPI_Isend(c->all, (int)bytes, MPI_BYTE, below, c->tag, c->world->comm, &c->share[1]));
	return MPI_Irecv(c->all + c->len, (int)(most < free_ ? most : free_), MPI_BYTE, above, c->tag, c->world->comm, &c->share[0]);
}

// take counts the messages of len bytes that have come.
static void take(cc_channel *c, size_t len) {
	size_t end = c->len + len;
	while (c->len < end && c->have < c->size) {
		uint64_t n;
		memcpy(&n, c->all + c->len, sizeof n);
		c->at[c->have++] = c->len;
		c->len += n;
		c->at[c->have] = c->len;
	}
}

static int poll_(cc_channel *c, int spins, int yield, int *done);

static int share_(cc_channel *c, int spins, int yield, int *done) {
	uint64_t n;
	memcpy(&n, c->all, sizeof n);
	c->len = c->have = 0;
	take(c, n);
	*done = c->size == 1;
	if (*done) return MPI_SUCCESS;
	c->sharing = 1;
	TRY(shift(c));
	return poll_(c, spins, yield, done);
}

static int poll_(cc_channel *c, int spins, int yield, int *done) {
	*done = 0;
	while (spins-- > 0) {
		int flag;
		if (c->sharing) {
			if (c->share[0] != MPI_REQUEST_NULL) {
				MPI_Status status;
				TRY(MPI_Test(&c->share[0], &flag, &status));
				if (flag) {
					int n;
					TRY(MPI_Get_count(&status, MPI_BYTE, &n));
					c->come = n;
				}
			}
			flag = 0;
			if (c->share[0] == MPI_REQUEST_NULL) TRY(MPI_Test(&c->share[1], &flag, MPI_STATUS_IGNORE));
			if (flag) {
				take(c, c->come);
				if (c->have < c->size) {
					TRY(shift(c));
				} else {
					c->sharing = 0;
				}
			}
		} else {
			flag = 1;
			if (c->nbulk) TRY(MPI_Testall(c->nbulk, c->bulk, &flag, MPI_STATUSES_IGNORE));
			if (flag) {
				c->nbulk = 0;
				*done = 1;
				return MPI_SUCCESS;
			}
		}
		if (!c->sharing && c->nbulk == 0) {
			*done = 1;
			return MPI_SUCCESS;
		}
		if (yield) sched_yield();
	}
	return MPI_SUCCESS;
}

int cc_share(cc_channel *c, int spins, int yield) {
	int done, code = share_(c, spins, yield, &done);
	return code ? -code : done;
}

int cc_poll(cc_channel *c, int spins, int yield) {
	int done, code = poll_(c, spins, yield, &done);
	return code ? -code : done;
}

static MPI_Request *bulk(cc_channel *c) {
	if (c->nbulk == c->capbulk) {
		c->capbulk = 2 * c->capbulk + 16;
		c->bulk = realloc(c->bulk, c->capbulk * sizeof *c->bulk);
	}
	return &c->bulk[c->nbulk++];
}

// units are counted by the largest that divides: an int counts up to 16 GiB.
static MPI_Datatype units(size_t bytes, int *n) {
	if (bytes % 8 == 0) {
		*n = (int)(bytes / 8);
		return MPI_UINT64_T;
	}
	if (bytes % 4 == 0) {
		*n = (int)(bytes / 4);
		return MPI_UINT32_T;
	}
	*n = (int)bytes;
	return MPI_BYTE;
}

int cc_send(cc_channel *c, int to, const void *b, size_t bytes) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Isend(b, n, type, c->procs[to], c->tag + 1, c->world->comm, bulk(c));
}

int cc_receive(cc_channel *c, int from, void *b, size_t bytes) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Irecv(b, n, type, c->procs[from], c->tag + 1, c->world->comm, bulk(c));
}

static MPI_Datatype unitType(int unit) { return unit == 8 ? MPI_UINT64_T : unit == 4 ? MPI_UINT32_T : MPI_BYTE; }

int cc_bcast(cc_world *w, void *b, size_t bytes, int root) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Bcast(b, n, type, root, w->comm);
}

int cc_allgatherv(cc_world *w, void *b, const int *counts, const int *at, int unit) {
	return MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, counts, at, unitType(unit), w->comm);
}

int cc_gatherv(cc_world *w, void *dst, const int *counts, const int *at, const void *src, int n, int unit, int root) {
	return MPI_Gatherv(src, n, unitType(unit), dst, counts, at, unitType(unit), root, w->comm);
}

int cc_scatterv(cc_world *w, void *dst, int n, const void *src, const int *counts, const int *at, int unit, int root) {
	return MPI_Scatterv(src, counts, at, unitType(unit), dst, n, unitType(unit), root, w->comm);
}

int cc_alltoallv(cc_world *w, void *dst, const int *dstcounts, const int *dstat, const void *src, const int *srccounts, const int *srcat, int unit) {
	return MPI_Alltoallv(src, srccounts, srcat, unitType(unit), dst, dstcounts, dstat, unitType(unit), w->comm);
}

int cc_allreduce(cc_world *w, void *dst, const void *src, int n, int kind, int op) {
	MPI_Datatype types[] = {MPI_DOUBLE, MPI_FLOAT, MPI_INT64_T, MPI_INT32_T};
	MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX};
	return MPI_Allreduce(dst == src ? MPI_IN_PLACE : src, dst, n, types[kind], ops[op], w->comm);
}

int cc_post(cc_world *w, int to, const void *head, size_t nhead, const void *body, size_t nbody, uint64_t *ticket) {
	struct letter *l = malloc(sizeof *l + nhead + nbody);
	memcpy(l->text, head, nhead);
	if (nbody) memcpy(l->text + nhead, body, nbody);
	l->ticket = *ticket = ++w->tickets;
	l->next = w->out;
	w->out = l;
	return MPI_Isend(l->text, (int)(nhead + nbody), MPI_BYTE, to, 0, w->post, &l->request);
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
	int n;
	TRY(MPI_Improbe(MPI_ANY_SOURCE, 0, w->post, found, &w->found, &status));
	if (!*found) return MPI_SUCCESS;
	TRY(MPI_Get_count(&status, MPI_BYTE, &n));
	*from = status.MPI_SOURCE;
	*bytes = n;
	return MPI_SUCCESS;
}

int cc_fetch(cc_world *w, void *b, size_t bytes) {
	return MPI_Mrecv(b, (int)bytes, MPI_BYTE, &w->found, MPI_STATUS_IGNORE);
}

struct cc_plan {
	cc_channel *channel;
	MPI_Request *requests;
	int n, cap;
	int *first; // of a round, and behind the last
	int rounds;
};

cc_plan *cc_plan_new(cc_channel *c) {
	cc_plan *p = calloc(1, sizeof *p);
	p->channel = c;
	p->first = calloc(1, sizeof *p->first);
	return p;
}

static MPI_Request *planned(cc_plan *p) {
	if (p->n == p->cap) {
		p->cap = 2 * p->cap + 16;
		p->requests = realloc(p->requests, p->cap * sizeof *p->requests);
	}
	return &p->requests[p->n++];
}

int cc_plan_send(cc_plan *p, int to, const void *b, size_t bytes) {
	cc_channel *c = p->channel;
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Send_init(b, n, type, c->procs[to], c->tag + 1, c->world->comm, planned(p));
}

int cc_plan_receive(cc_plan *p, int from, void *b, size_t bytes) {
	cc_channel *c = p->channel;
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Recv_init(b, n, type, c->procs[from], c->tag + 1, c->world->comm, planned(p));
}

void cc_plan_round(cc_plan *p) {
	p->first = realloc(p->first, (p->rounds + 2) * sizeof *p->first);
	p->first[++p->rounds] = p->n;
}

int cc_plan_start(cc_plan *p, int round) {
	int lo = p->first[round], n = p->first[round + 1] - lo;
	return n ? MPI_Startall(n, p->requests + lo) : MPI_SUCCESS;
}

int cc_plan_poll(cc_plan *p, int round, int spins, int yield, int *done) {
	int lo = p->first[round], n = p->first[round + 1] - lo;
	*done = n == 0;
	while (!*done && spins-- > 0) {
		TRY(MPI_Testall(n, p->requests + lo, done, MPI_STATUSES_IGNORE));
		if (!*done && yield) sched_yield();
	}
	return MPI_SUCCESS;
}

void cc_plan_free(cc_plan *p) {
	for (int i = 0; i < p->n; i++) MPI_Request_free(&p->requests[i]);
	free(p->requests);
	free(p->first);
	free(p);
}

int cc_time_allreduce(int n, int times, double *seconds) {
	double *src = calloc(n, sizeof *src), *dst = calloc(n, sizeof *dst);
	TRY(MPI_Barrier(MPI_COMM_WORLD));
	double begun = MPI_Wtime();
	for (int i = 0; i < times; i++) TRY(MPI_Allreduce(src, dst, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
	*seconds = (MPI_Wtime() - begun) / times;
	free(src);
	free(dst);
	return MPI_SUCCESS;
}
