// What the parts of the layer share.
#ifndef CAYLEYCOLL_PARTS_H
#define CAYLEYCOLL_PARTS_H

#include "layer.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

// A letter is one message, or two if that would be longer than TEXT: its body comes by
// itself then, behind it. Both have their order from process to process.
enum { TEXT = CC_TEXT, TEXT_TAG = 0, BODY_TAG = 1 };

// start is what a letter begins with; its head follows.
struct start {
	uint64_t head, body; // bytes
};

struct letter {
	struct letter *next;
	uint64_t ticket;
	MPI_Request requests[2];
	size_t cap; // of text
	char text[];
};

struct arrival {
	cc_letter it;
	struct arrival *next;
	MPI_Request request;
	int has; // its text
	_Alignas(8) char text[TEXT];
};

struct cc_world {
	MPI_Comm comm;   // of shares, bulk and MPI's own collectives
	MPI_Comm post;   // of letters
	struct letter *out, *unused; // unused: nunused of them
	struct arrival *in, *read, *free; // in: in the order in which they were found; read: what cc_next gave last
	int *coming;      // by process: how many are in it
	uint64_t *shut, *behind; // by process: the look that has met a text of its that is not here, a letter that is not whole
	uint64_t tickets, looks;
	int nunused, nfree;
	cc_channel *channels;
	struct renewing *renewing; // NULL: none
	MPI_Request opening;
	int stage;          // of opening
	uint64_t bounds[2]; // of the masks of the node
	int any;
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

// units are counted by the largest that divides: an int counts up to 16 GiB.
static inline MPI_Datatype units(size_t bytes, int *n) {
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

// grown makes room for so many requests and what is told of each; where there is no memory
// it returns 0, and what was there stays.
static inline int grown(MPI_Request **requests, char **inward, int cap) {
	MPI_Request *r = realloc(*requests, cap * sizeof *r);
	if (!r) return 0;
	*requests = r;
	char *in = realloc(*inward, cap);
	if (!in) return 0;
	*inward = in;
	return 1;
}

#endif
