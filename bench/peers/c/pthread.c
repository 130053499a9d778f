// Collectives by threads pinned to cores that spin, and yield where they are
// more than the cores. Arguments: socket, threads.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static void wait_all(int r);
#define WAIT(r) wait_all(r)
#include "onepass.h"

static struct {
	_Alignas(128) atomic_long arrived;
	_Alignas(128) atomic_long phase;
} gate;
static int cores;

static void wait_all(int r) {
	(void)r;
	long phase = atomic_load_explicit(&gate.phase, memory_order_acquire);
	if (atomic_fetch_add_explicit(&gate.arrived, 1, memory_order_acq_rel) == p - 1) {
		atomic_store_explicit(&gate.arrived, 0, memory_order_relaxed);
		atomic_store_explicit(&gate.phase, phase + 1, memory_order_release);
		return;
	}
	for (long spins = 0; atomic_load_explicit(&gate.phase, memory_order_acquire) == phase; spins++) {
		if (p > cores && spins > 100)
			sched_yield();
#if defined(__x86_64__) || defined(__i386__)
		__builtin_ia32_pause();
#endif
	}
}

// Between commands the threads sleep here.
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long job, calls_wanted;
static int finished;
static int64_t *starts, *ends;
static cpu_set_t usable;

static void pin(int r) {
	int at = r % cores;
	for (int c = 0; c < CPU_SETSIZE; c++)
		if (CPU_ISSET(c, &usable) && at-- == 0) {
			cpu_set_t one;
			CPU_ZERO(&one);
			CPU_SET(c, &one);
			pthread_setaffinity_np(pthread_self(), sizeof one, &one);
			return;
		}
}

static void *work(void *arg) {
	int r = (int)(intptr_t)arg;
	pin(r);
	for (long seen = 0;; seen++) {
		pthread_mutex_lock(&mu);
		while (job == seen)
			pthread_cond_wait(&changed, &mu);
		long calls = calls_wanted;
		pthread_mutex_unlock(&mu);
		wait_all(r);
		call(r, 1);
		wait_all(r);
		starts[r] = now();
		for (long k = 0; k < calls; k++)
			call(r, sign(k, calls));
		ends[r] = now();
		pthread_mutex_lock(&mu);
		finished++;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&mu);
	}
	return NULL;
}

static void on_run(long calls, int64_t *start, int64_t *end) {
	pthread_mutex_lock(&mu);
	calls_wanted = calls;
	finished = 0;
	job++;
	pthread_cond_broadcast(&changed);
	while (finished < p)
		pthread_cond_wait(&changed, &mu);
	pthread_mutex_unlock(&mu);
	*start = starts[0];
	*end = ends[0];
	for (int r = 1; r < p; r++) {
		*start = starts[r] < *start ? starts[r] : *start;
		*end = ends[r] > *end ? ends[r] : *end;
	}
}

int main(int argc, char **argv) {
	if (argc != 3)
		return 2;
	p = atoi(argv[2]);
	sched_getaffinity(0, sizeof usable, &usable);
	cores = CPU_COUNT(&usable);
	starts = calloc(p, sizeof *starts);
	ends = calloc(p, sizeof *ends);
	for (int r = 0; r < p; r++) {
		pthread_t t;
		if (pthread_create(&t, NULL, work, (void *)(intptr_t)r))
			return 1;
	}
	serve(dial(argv[1], 0), on_case, on_run, on_check);
	return 0;
}
