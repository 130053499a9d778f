package coll

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/threads"
	"golang.org/x/sys/unix"
)

// allowed is the Cpus_allowed_list of every thread of the process.
func allowed(t *testing.T) map[string]string {
	t.Helper()
	files, _ := filepath.Glob("/proc/self/task/*/status")
	list := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), "Cpus_allowed_list:")
		line, _, _ := strings.Cut(rest, "\n")
		list[strings.Split(file, "/")[4]] = strings.TrimSpace(line)
	}
	if len(list) == 0 {
		t.Skip("no /proc/self/task")
	}
	return list
}

// TestUnpinned: when Close returns, the threads of the machine may run where they
// might before, and so may all others; in a Run each is on its one core. After a
// Run that a processor left by Goexit too.
func TestUnpinned(t *testing.T) {
	before, ours := allowed(t), ""
	for _, one := range before {
		ours = one
	}
	for tid, list := range before {
		if list != ours {
			t.Fatalf("threads have %q and thread %s %q to begin with", ours, tid, list)
		}
	}
	of := func(tid int) (set unix.CPUSet, there bool) {
		err := unix.SchedGetaffinity(tid, &set) // fails where it has ended
		return set, err == nil
	}
	whole, _ := of(0)
	for i := range 40 {
		m, err := New(Config{P: 4, Host: Threads})
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		pinned := map[int]bool{} // by thread
		err = m.Run(context.Background(), func(q *Proc) error {
			tid := unix.Gettid()
			mine, _ := of(tid)
			mu.Lock()
			defer mu.Unlock()
			if mine.Count() != 1 {
				t.Errorf("rank %d may run on %d cores, want one", q.Rank(), mine.Count())
			}
			pinned[tid] = true
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if i%4 == 3 {
			m.Run(context.Background(), func(*Proc) error { runtime.Goexit(); return nil })
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		for tid := range pinned {
			if now, there := of(tid); there && now != whole {
				t.Fatalf("after Close a thread may run on %d cores, the process on %d", now.Count(), whole.Count())
			}
		}
		if len(pinned) != len(m.hosts) {
			t.Fatalf("%d threads for %d hosts", len(pinned), len(m.hosts))
		}
	}
	for tid, list := range allowed(t) {
		if list != ours {
			t.Errorf("thread %s may run on %q, all might on %q", tid, list, ours)
		}
	}
}

// TestMarkedThreadsEnd: a thread that has been pinned ends with its machine: where it might run
// has been set for it, and stays when the cpuset of the process's container grows. The
// process's main thread, which cannot end, is never pinned.
func TestMarkedThreadsEnd(t *testing.T) {
	for range 20 {
		m, err := New(Config{P: 4, Host: Threads})
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var pinned []int
		err = m.Run(context.Background(), func(*Proc) error {
			mu.Lock()
			defer mu.Unlock()
			pinned = append(pinned, unix.Gettid())
			return nil
		})
		if err == nil {
			err = m.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, tid := range pinned {
			if tid == os.Getpid() {
				t.Fatal("a host has the process's main thread")
			}
			for since := time.Now(); allowed(t)[strconv.Itoa(tid)] != ""; time.Sleep(time.Millisecond) {
				if time.Since(since) > 10*time.Second {
					t.Fatal("a thread that was pinned is still there after Close")
				}
			}
		}
	}
}

// TestUnpinnedFirst: Close does not return, nor Run after a Goexit, before the
// thread has its affinity back.
func TestUnpinnedFirst(t *testing.T) {
	for _, closed := range []bool{true, false} {
		m := &Machine{cfg: Config{Host: Threads, Cores: threads.Cores()}}
		h := &host{m: m, start: make(chan func(*Proc) error)}
		waited := &m.gone
		if m.gone.Add(1); !closed {
			waited = &m.left
			m.left.Add(1)
		}
		over, undone := make(chan bool), false
		go func() { waited.Wait(); close(over) }()
		runtime.LockOSThread()
		h.retire(func() {
			select {
			case <-over:
				t.Errorf("closed %v: over before the thread is as it was", closed)
			case <-time.After(20 * time.Millisecond):
			}
			undone = true
		}, closed)
		<-over
		if !undone {
			t.Errorf("closed %v: the thread is not as it was", closed)
		}
		close(h.start) // of the goroutine that took over
		m.gone.Wait()
	}
}

// TestThreadsDoNotGrow: machines come and go, and the process has no more threads
// than it had when it had made some.
func TestThreadsDoNotGrow(t *testing.T) {
	const rounds = 50
	count := func(rounds int) int {
		for range rounds {
			for _, host := range modes {
				m, err := New(Config{P: 5, Host: host})
				if err == nil {
					err = sum(m)
				}
				if err == nil {
					err = m.Close()
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		threads := len(allowed(t))
		for range 20 { // those that are about to end, or to be idle
			time.Sleep(time.Millisecond)
			threads = min(threads, len(allowed(t)))
		}
		return threads
	}
	before := count(10)
	after := count(rounds)
	t.Logf("%d threads after 10 machines of each kind, %d after %d more", before, after, rounds)
	// The runtime makes one more now and then, never one a machine.
	if after > before+rounds/10 {
		t.Errorf("%d threads after %d machines, and were %d", after, rounds, before)
	}
}
