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
	MPI_Message found;
	struct letter *out;
	uint64_t tickets;
	cc_channel *channels;
	int size, last; // last: the tag of the last message before a new beginning
};

struct cc_channel {
	cc_channel *next;
	cc_world *world;
	cc_plan *plans;
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
	char *inward; // by request: it is a receive
	int nbulk, capbulk;
};

struct cc_plan {
	cc_plan *next;
	cc_channel *channel;
	MPI_Request *requests;
	char *inward; // by request: it is a receive
	int n, cap;
	int *first; // of a round, and behind the last
	int rounds, active;
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
	if (inward) TRY(MPI_Cancel(&r));
	*more(inward ? in : out) = r;
	return MPI_SUCCESS;
}

// rest takes from a communicator all messages that were sent before each
// process's last one; left is the number of processes of which that has not come.
static int rest(cc_world *w, MPI_Comm comm, char *came, int *left, char **room, int *cap) {
	for (int from = 0; from < w->size; from++) {
		while (!came[from]) {
			MPI_Message m;
			MPI_Status status;
			int found, n;
			TRY(MPI_Improbe(from, MPI_ANY_TAG, comm, &found, &m, &status));
			if (!found) break;
			TRY(MPI_Get_count(&status, MPI_BYTE, &n));
			if (n > *cap) *room = realloc(*room, *cap = n);
			TRY(MPI_Mrecv(*room, n, MPI_BYTE, &m, MPI_STATUS_IGNORE));
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
	int flag, cap = 0, left = 2 * w->size;
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

int cc_close(cc_world *w) {
	TRY(MPI_Comm_free(&w->post));
	TRY(MPI_Comm_free(&w->comm));
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
	c->next = w->channels;
	w->channels = c;
	return c;
}

void cc_channel_free(cc_channel *c) {
	cc_channel **at = &c->world->channels;
	while (*at != c) at = &(*at)->next;
	*at = c->next;
	while (c->plans) cc_plan_free(c->plans);
	free(c->procs);
	free(c->at);
	free(c->all);
	free(c->bulk);
	free(c->inward);
	free(c);
}

char *cc_own(cc_channel *c) { return c->all; }

size_t *cc_at(cc_channel *c) { return c->at; }

// shift starts the next step of Bruck's allgather: the messages that are here go
// down by as many processes, and as many more come from above.
static int shift(cc_channel *c) {
	int d = c->have, rest = c->size - c->have;
	size_t bytes = c->at[d < rest ? d : rest];
	int below = c->procs[(c->me - d + c->size) % c->size], above = c->procs[(c->me + d) % c->size];
	size_t free_ = c->room * c->size - c->len;
	size_t most = c->room * (d < rest ? d : rest);
	TRY(MPI_Irecv(c->all + c->len, (int)(most < free_ ? most : free_), MPI_BYTE, above, c->tag, c->world->comm, &c->share[0]));
	return MPI_Isend(c->all, (int)bytes, MPI_BYTE, below, c->tag, c->world->comm, &c->share[1]);
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

static MPI_Request *bulk(cc_channel *c, int inward) {
	if (c->nbulk == c->capbulk) {
		c->capbulk = 2 * c->capbulk + 16;
		c->bulk = realloc(c->bulk, c->capbulk * sizeof *c->bulk);
		c->inward = realloc(c->inward, c->capbulk);
	}
	c->bulk[c->nbulk] = MPI_REQUEST_NULL;
	c->inward[c->nbulk] = inward;
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
	return MPI_Isend(b, n, type, c->procs[to], c->tag + 1, c->world->comm, bulk(c, 0));
}

int cc_receive(cc_channel *c, int from, void *b, size_t bytes) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Irecv(b, n, type, c->procs[from], c->tag + 1, c->world->comm, bulk(c, 1));
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

cc_plan *cc_plan_new(cc_channel *c) {
	cc_plan *p = calloc(1, sizeof *p);
	p->channel = c;
	p->first = calloc(1, sizeof *p->first);
	p->active = -1;
	p->next = c->plans;
	c->plans = p;
	return p;
}

static MPI_Request *planned(cc_plan *p, int inward) {
	if (p->n == p->cap) {
		p->cap = 2 * p->cap + 16;
		p->requests = realloc(p->requests, p->cap * sizeof *p->requests);
		p->inward = realloc(p->inward, p->cap);
	}
	p->inward[p->n] = inward;
	return &p->requests[p->n++];
}

int cc_plan_send(cc_plan *p, int to, const void *b, size_t bytes) {
	cc_channel *c = p->channel;
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Send_init(b, n, type, c->procs[to], c->tag + 1, c->world->comm, planned(p, 0));
}

int cc_plan_receive(cc_plan *p, int from, void *b, size_t bytes) {
	cc_channel *c = p->channel;
	int n;
	MPI_Datatype type = units(bytes, &n);
	return MPI_Recv_init(b, n, type, c->procs[from], c->tag + 1, c->world->comm, planned(p, 1));
}

void cc_plan_round(cc_plan *p) {
	p->first = realloc(p->first, (p->rounds + 2) * sizeof *p->first);
	p->first[++p->rounds] = p->n;
}

int cc_plan_start(cc_plan *p, int round) {
	int lo = p->first[round], n = p->first[round + 1] - lo;
	if (n == 0) return MPI_SUCCESS;
	p->active = round;
	return MPI_Startall(n, p->requests + lo);
}

int cc_plan_poll(cc_plan *p, int round, int spins, int yield, int *done) {
	int lo = p->first[round], n = p->first[round + 1] - lo;
	*done = n == 0;
	while (!*done && spins-- > 0) {
		TRY(MPI_Testall(n, p->requests + lo, done, MPI_STATUSES_IGNORE));
		if (!*done && yield) sched_yield();
	}
	if (*done) p->active = -1;
	return MPI_SUCCESS;
}

void cc_plan_free(cc_plan *p) {
	cc_plan **at = &p->channel->plans;
	while (*at != p) at = &(*at)->next;
	*at = p->next;
	for (int i = 0; i < p->n; i++) MPI_Request_free(&p->requests[i]);
	free(p->requests);
	free(p->inward);
	free(p->first);
	free(p);
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
