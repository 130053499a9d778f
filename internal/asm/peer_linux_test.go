package asm

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
	"gonum.org/v1/gonum/blas/blas64"
)

// peerC is the loops as a C programmer writes them. The program reads
// "kernel n rounds" and answers with the best nanoseconds a call.
const peerC = `
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/mman.h>
typedef double *restrict V;
__attribute__((noinline)) static void add(V d, const V a, long n) { for (long i = 0; i < n; i++) d[i] += a[i]; }
__attribute__((noinline)) static void sum2(V d, const V a, const V b, long n) { for (long i = 0; i < n; i++) d[i] = a[i] + b[i]; }
__attribute__((noinline)) static void sum8(V d, const V a, const V b, const V c, const V e, const V f, const V g, const V h, const V k, long n) {
	for (long i = 0; i < n; i++) d[i] = a[i] + b[i] + c[i] + e[i] + f[i] + g[i] + h[i] + k[i];
}
__attribute__((noinline)) static void both(V c, V d, const V a, const V b, long n) {
	for (long i = 0; i < n; i++) { double s = a[i] + b[i]; c[i] = s; d[i] = s; }
}
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
int main(void) {
	char k[16]; long n, rounds;
	while (scanf("%15s %ld %ld", k, &n, &rounds) == 3) {
		long room = (n * 8 + 4096 + 64) / 64 * 64;
		char *m = mmap(0, 9 * room + (4 << 20), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *at = m;
		madvise(m, 9 * room + (4 << 20), MADV_HUGEPAGE);
		at += (2 << 20) - (long)m % (2 << 20);
		double *v[9];
		for (int j = 0; j < 9; j++) { v[j] = (double *)(at + j * room); for (long i = 0; i < n; i++) v[j][i] = i + j; }
		int which = !strcmp(k, "add") ? 0 : !strcmp(k, "sum2") ? 1 : !strcmp(k, "sum8") ? 2 : !strcmp(k, "both") ? 3 : 4;
		double best = 1e30;
		for (int r = 0; r < 9; r++) {
			double t = now();
			for (long i = 0; i < rounds; i++) {
				if (which == 0) add(v[0], v[1], n);
				else if (which == 1) sum2(v[0], v[1], v[2], n);
				else if (which == 2) sum8(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], n);
				else if (which == 3) both(v[0], v[1], v[2], v[3], n);
				else memcpy(v[0], v[1], n * 8);
				__asm__ volatile("" ::: "memory");
			}
			t = (now() - t) / rounds;
			if (t < best) best = t;
		}
		munmap(m, 9 * room + (4 << 20));
		printf("%.3f\n", best); fflush(stdout);
	}
}
`

// pin ties the calling goroutine to the last processor it may use.
func pin(b *testing.B) {
	runtime.LockOSThread()
	var all, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		b.Skip(err)
	}
	for c := range 1024 {
		if all.IsSet(c) {
			one.Zero()
			one.Set(c)
		}
	}
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		b.Skip(err)
	}
	b.Cleanup(func() {
		_ = unix.SchedSetaffinity(0, &all)
		runtime.UnlockOSThread()
	})
}

// mapped is count vectors laid out as in the C program.
func mapped(b *testing.B, count, n int) [][]float64 { return spaced(b, count, n, (n*8+4096+64)/64*64) }

// spaced is count vectors that begin so many bytes apart.
func spaced(b *testing.B, count, n, room int) [][]float64 {
	m, err := unix.Mmap(-1, 0, count*room+(4<<20), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		b.Skip(err)
	}
	b.Cleanup(func() { _ = unix.Munmap(m) })
	_ = unix.Madvise(m, unix.MADV_HUGEPAGE)
	at := 2<<20 - int(uintptr(unsafe.Pointer(&m[0]))%(2<<20))
	v := make([][]float64, count)
	for j := range v {
		v[j] = unsafe.Slice((*float64)(unsafe.Pointer(&m[at+j*room])), n)
		for i := range v[j] {
			v[j][i] = float64(i + j)
		}
	}
	return v
}

// BenchmarkPeer measures the same loop here, in C and in gonum, in turn within
// one run, on one processor; ns/op is ours, "…/ours" what theirs takes of it: a
// ratio above 1 says that we are faster.
func BenchmarkPeer(b *testing.B) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip(err)
	}
	pin(b)
	dir := b.TempDir()
	source, program := filepath.Join(dir, "peer.c"), filepath.Join(dir, "peer")
	if err := os.WriteFile(source, []byte(peerC), 0o600); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-O3", "-march=native", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatalf("gcc: %v\n%s", err, out)
	}
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	for _, k := range []struct {
		name     string
		operands int
	}{{"add", 2}, {"sum2", 3}, {"sum8", 9}, {"both", 4}, {"copy", 2}} {
		for _, s := range sizes {
			n := s.bytes / 8 / k.operands
			b.Run(fmt.Sprintf("op=%s/level=%s/n=%d", k.name, s.name, n), func(b *testing.B) {
				v := mapped(b, 9, n)
				dst, both, src := pointers(v[:1]), pointers(v[:2]), pointers(v[1:])
				rounds := max(1, 1<<21/(n*k.operands))
				best := func(f func()) float64 {
					least := math.Inf(1)
					for range 9 {
						t := time.Now()
						for range rounds {
							f()
						}
						least = min(least, float64(time.Since(t).Nanoseconds())/float64(rounds))
					}
					return least
				}
				ours := map[string]func(){
					"add":  func() { Add(Sum, v[0], v[1]) },
					"sum2": func() { Fold(Sum, dst, src[:2], 0, n) },
					"sum8": func() { Fold(Sum, dst, src, 0, n) },
					"both": func() { Fold(Sum, both, src[1:3], 0, n) },
					"copy": func() { Copy(v[0], v[1]) },
				}[k.name]
				x, y := blas64.Vector{N: n, Data: v[1], Inc: 1}, blas64.Vector{N: n, Data: v[0], Inc: 1}
				gonum := func() {
					switch k.name {
					case "add":
						blas64.Axpy(1, x, y)
					case "copy":
						blas64.Copy(x, y)
					case "both":
						blas64.Copy(blas64.Vector{N: n, Data: v[2], Inc: 1}, y)
						blas64.Axpy(1, blas64.Vector{N: n, Data: v[3], Inc: 1}, y)
						blas64.Copy(y, x)
					default: // as many passes as it takes
						blas64.Copy(x, y)
						for j := 2; j < k.operands; j++ {
							blas64.Axpy(1, blas64.Vector{N: n, Data: v[j], Inc: 1}, y)
						}
					}
				}
				a, c, g := math.Inf(1), math.Inf(1), math.Inf(1)
				turns := 3
				if s.bytes <= 1<<20 { // short calls: one disturbance spoils many
					turns = 15
				}
				for range turns {
					a = min(a, best(ours))
					var t float64
					if _, err := fmt.Fprintf(in, "%s %d %d\n", k.name, n, rounds); err != nil {
						b.Fatal(err)
					}
					if _, err := fmt.Fscan(out, &t); err != nil {
						b.Fatal(err)
					}
					c = min(c, t)
					g = min(g, best(gonum))
				}
				bytes := 8 * n * k.operands
				if k.name == "add" {
					bytes += 8 * n
				}
				b.ReportMetric(a, "ns/op")
				b.ReportMetric(float64(bytes)/a, "GB/s")
				b.ReportMetric(c/a, "gcc/ours")
				b.ReportMetric(g/a, "gonum/ours")
			})
		}
	}
}
