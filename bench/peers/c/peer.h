// What the programs share: the line to the Go program that started them, the
// clock, and the data. A program connects to the socket it is given, in the
// folder that it is started in, says "RANK PID", and answers each command with a line:
//
//   case COLL BYTES FRESH  vectors are allocated and filled; FRESH: 1 or 0      ok
//   run CALLS        one call, then so many timed          START END (ns)
//   check            results against the definition        WRONG
//
// It waits in read, so that it takes no time from the others between commands.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { barrier, broadcast, allreduce, allgather, reducescatter, alltoall, colls };
static const char *names[colls] = {"barrier", "broadcast", "allreduce", "allgather", "reducescatter", "alltoall"};

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

// value is element i of the data of rank q.
static double value(int q, size_t i) { return (double)((i * 7 + (size_t)q * 13) % 251) - 125; }

static double sum(int p, size_t i) {
	double s = 0;
	for (int q = 0; q < p; q++)
		s += value(q, i);
	return s;
}

static size_t length(int all, size_t n, int p) { return all ? n * p : n; }

static double *vector(size_t n) {
	void *v = NULL;
	if (posix_memalign(&v, 4096, n * sizeof(double) + 4096)) {
		fprintf(stderr, "no memory for %zu elements\n", n);
		exit(1);
	}
	return v;
}

// prepare gives rank r its vectors; those it had are freed.
static void prepare(double **dst, double **src, int coll, size_t n, int p, int r) {
	size_t d = length(coll == allgather || coll == alltoall, n, p), s = length(coll == reducescatter || coll == alltoall, n, p);
	free(*dst);
	free(*src);
	*dst = vector(d);
	*src = vector(s);
	for (size_t i = 0; i < d; i++)
		(*dst)[i] = coll == broadcast && r == 0 ? value(0, i) : -1e300;
	for (size_t i = 0; i < s; i++)
		(*src)[i] = value(r, i);
}

// wrong counts the elements of rank r's result that are not the exact ones.
static long wrong(const double *dst, int coll, size_t n, int p, int r) {
	long count = 0;
	for (size_t i = 0; i < n; i++)
		switch (coll) {
		case broadcast: count += dst[i] != value(0, i); break;
		case allreduce: count += dst[i] != sum(p, i); break;
		case reducescatter: count += dst[i] != sum(p, r * n + i); break;
		case allgather:
			for (int q = 0; q < p; q++)
				count += dst[q * n + i] != value(q, i);
			break;
		case alltoall:
			for (int q = 0; q < p; q++)
				count += dst[q * n + i] != value(q, r * n + i);
			break;
		}
	return count;
}

static int fresh; // every rank writes its vector before each call and reads its result after it
static volatile double one = 1;

static double *sent(double *dst, double *src, int coll, int r) {
	return coll == barrier || coll == broadcast && r ? NULL : coll == broadcast ? dst : src;
}

// renew writes a word of every cache line of what rank r sends: sign times what it was. use reads one
// of its result.
static void renew(double *dst, double *src, int coll, size_t n, int p, int r, int sign) {
	double *x = sent(dst, src, coll, r), k = sign * one;
	size_t s = length(coll == reducescatter || coll == alltoall, n, p);
	if (fresh && x)
		for (size_t i = 0; i < s; i += 8)
			x[i] *= k;
}

// sign is that for call k of so many: each gets other data than the one before, and the last the
// right ones.
static int sign(long k, long calls) { return k || calls % 2 == 0 ? -1 : 1; }

static void use(const double *dst, int coll, size_t n, int p) {
	size_t d = length(coll == allgather || coll == alltoall, n, p);
	double sum = 0;
	if (!fresh || coll == barrier)
		return;
	for (size_t i = 0; i < d; i += 8)
		sum += dst[i];
	if (sum == 0.123)
		one = 1;
}

static FILE *dial(const char *path, int rank) {
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	strncpy(a.sun_path, path, sizeof a.sun_path - 1);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a)) {
		perror(path);
		exit(1);
	}
	dprintf(fd, "%d %ld\n", rank, (long)getpid());
	FILE *f = fdopen(fd, "r");
	if (!f) {
		perror("fdopen");
		exit(1);
	}
	return f;
}

// serve answers commands until the other side hangs up. The three functions do
// what a command asks for.
static void serve(FILE *f, void (*on_case)(int coll, size_t n), void (*on_run)(long calls, int64_t *start, int64_t *end), long (*on_check)(void)) {
	char line[128], name[32];
	size_t bytes;
	long calls;
	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "case %31s %zu %d", name, &bytes, &fresh) == 3) {
			int coll = 0;
			while (coll < colls && strcmp(name, names[coll]))
				coll++;
			if (coll == colls)
				break;
			on_case(coll, bytes / sizeof(double));
			dprintf(fileno(f), "ok\n");
		} else if (sscanf(line, "run %ld", &calls) == 1) {
			int64_t start, end;
			on_run(calls, &start, &end);
			dprintf(fileno(f), "%lld %lld\n", (long long)start, (long long)end);
		} else if (!strcmp(line, "check\n")) {
			dprintf(fileno(f), "%ld\n", on_check());
		} else
			break;
	}
}
