// Built with the tag mpi only.

//go:build mpi && cgo

#include "parts.h"

static void discard(cc_channel *c) {
	free(c->procs);
	free(c->at);
	free(c->all);
	free(c->bulk);
	free(c->inward);
	free(c);
}

cc_channel *cc_channel_new(cc_world *w, int tag, int me, int size, const int *procs, size_t room) {
	cc_channel *c = calloc(1, sizeof *c);
	if (!c) return NULL;
	c->world = w;
	c->tag = tag;
	c->me = me;
	c->size = size;
	c->room = room;
	c->procs = malloc(size * sizeof *c->procs);
	c->at = calloc(size + 1, sizeof *c->at);
	c->all = aligned_alloc(128, (room * size + 127) & ~(size_t)127);
	if (!c->procs || !c->at || !c->all) {
		discard(c);
		return NULL;
	}
	memcpy(c->procs, procs, size * sizeof *procs);
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
	discard(c);
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

static int poll_(cc_channel *c, int spins, int *done);

static int share_(cc_channel *c, int spins, int *done) {
	uint64_t n;
	memcpy(&n, c->all, sizeof n);
	c->len = c->have = 0;
	take(c, n);
	*done = c->size == 1;
	if (*done) return MPI_SUCCESS;
	c->sharing = 1;
	TRY(shift(c));
	return poll_(c, spins, done);
}

static int poll_(cc_channel *c, int spins, int *done) {
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
	}
	return MPI_SUCCESS;
}

int cc_share(cc_channel *c, int spins) {
	int done, code = share_(c, spins, &done);
	return code ? -code : done;
}

int cc_poll(cc_channel *c, int spins) {
	int done, code = poll_(c, spins, &done);
	return code ? -code : done;
}

// bulk is a new request, NULL where there is no memory.
static MPI_Request *bulk(cc_channel *c, int inward) {
	if (c->nbulk == c->capbulk) {
		if (!grown(&c->bulk, &c->inward, 2 * c->capbulk + 16)) return NULL;
		c->capbulk = 2 * c->capbulk + 16;
	}
	c->bulk[c->nbulk] = MPI_REQUEST_NULL;
	c->inward[c->nbulk] = inward;
	return &c->bulk[c->nbulk++];
}

int cc_send(cc_channel *c, int to, const char *b, size_t bytes) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	MPI_Request *r = bulk(c, 0);
	return r ? MPI_Isend(b, n, type, c->procs[to], c->tag + 1, c->world->comm, r) : MPI_ERR_NO_MEM;
}

int cc_receive(cc_channel *c, int from, char *b, size_t bytes) {
	int n;
	MPI_Datatype type = units(bytes, &n);
	MPI_Request *r = bulk(c, 1);
	return r ? MPI_Irecv(b, n, type, c->procs[from], c->tag + 1, c->world->comm, r) : MPI_ERR_NO_MEM;
}
