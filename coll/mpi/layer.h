// The part of MPI that the package uses, with sizes in bytes or in units of 1,
// 4 or 8 bytes, and with errors returned. Nothing here knows what is sent. What is sent
// is char *, not void *: of that cgo would look at the whole Go object that a vector lies
// in, and refuse one with pointers.
#ifndef CAYLEYCOLL_LAYER_H
#define CAYLEYCOLL_LAYER_H

#include <stddef.h>
#include <stdint.h>

typedef struct cc_world cc_world;     // the processes of one machine
typedef struct cc_channel cc_channel; // some of them, with messages of their own
typedef struct cc_plan cc_plan;       // persistent requests

// Every function that returns an int returns 0 or an MPI error code, one that returns a
// pointer NULL where there is no memory.
void cc_error(int code, char *text, int *len); // len: in, room; out, length
int cc_init(int *level);
int cc_initialized(void);
int cc_leave(int *all); // whether all processes have called it
int cc_finalize(void);
int cc_size(int *rank, int *size);
void cc_yield(void); // the core, to another thread that wants it

// cc_open makes the processes of a machine with two communicators of their own, and
// learns whether all processes of the node give this mask: when cc_opening says so, which
// goes as far as it can without waiting. Then cc_any begins to ask whether flag is set in
// any process, and cc_opening says when w knows that.
int cc_open(cc_world **w, uint64_t mask);
int cc_opening(cc_world *w, int *done);
int cc_opened(cc_world *w, int *rank, int *size, int *tags, int *place, int *places, int *alike);
int cc_any(cc_world *w, int flag);
int cc_is(cc_world *w);
// cc_renew, called by all processes after a failed Run, gives up every receive and
// takes every message that is under way, so that nothing is: as a collective, of which
// each call goes as far as it can without waiting.
int cc_renew(cc_world *w, int *done);
int cc_close(cc_world *w);

cc_channel *cc_channel_new(cc_world *w, int tag, int me, int size, const int *procs, size_t room);
void cc_channel_free(cc_channel *c);
char *cc_own(cc_channel *c);  // the messages, this process's own first, the next one's after it
size_t *cc_at(cc_channel *c); // where the messages begin, in this order
// cc_share gives everybody's message to everybody: the first 8 bytes of a message
// are its length, those included. It returns 1 when that is done, 0 before, and
// minus the code of an error; as cc_poll, which goes on with whatever was begun.
int cc_share(cc_channel *c, int spins);
int cc_poll(cc_channel *c, int spins);
int cc_send(cc_channel *c, int to, const char *b, size_t bytes);
int cc_receive(cc_channel *c, int from, char *b, size_t bytes);

// MPI's own collectives, of all processes of the world; offsets in units.
int cc_bcast(cc_world *w, char *b, size_t bytes, int root);
int cc_allgatherv(cc_world *w, char *b, const int *counts, const int *at, int unit);
int cc_gatherv(cc_world *w, char *dst, const int *counts, const int *at, const char *src, int n, int unit, int root);
int cc_scatterv(cc_world *w, char *dst, int n, const char *src, const int *counts, const int *at, int unit, int root);
int cc_alltoallv(cc_world *w, char *dst, const int *dstcounts, const int *dstat, const char *src, const int *srccounts, const int *srcat, int unit);
int cc_allreduce(cc_world *w, char *dst, const char *src, int n, int kind, int op);

// Letters: messages between processes at any time. The sender keeps a copy, but of a body
// that is lent, which may be one of more than CC_TEXT bytes: that is read until cc_posted
// says that it is gone.
enum { CC_TEXT = 2048 };
int cc_post(cc_world *w, int to, const char *head, size_t nhead, const char *body, size_t nbody, int lent, uint64_t *ticket);
int cc_posted(cc_world *w, uint64_t ticket, int *done); // ticket 0: all

typedef struct {
	int from, whole;
	size_t nhead, nbody;
	char *head, *body;
} cc_letter;

// cc_next looks for a letter that is whole, or whose body has nowhere to go: that is what
// cc_body tells, from when until it is whole, or cc_renew is done, b is MPI's. Its sender
// may be stopped in the middle of it. NULL: none. What is not b is there until the next look.
int cc_next(cc_world *w, cc_letter **l);
int cc_body(cc_world *w, cc_letter *l, char *b);
int *cc_coming(cc_world *w); // by process: how many of its letters are not whole

// Plans: persistent requests, in rounds.
cc_plan *cc_plan_new(cc_channel *c);
int cc_plan_send(cc_plan *p, int to, const char *b, size_t bytes);
int cc_plan_receive(cc_plan *p, int from, char *b, size_t bytes);
int cc_plan_round(cc_plan *p);
int cc_plan_start(cc_plan *p, int round);
int cc_plan_poll(cc_plan *p, int round, int spins, int *done);
void cc_plan_free(cc_plan *p);

#endif
