package coll

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/asm"
	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// The bits of a result depend on P, the length, the algorithm and the operator,
// and on nothing else. testdata/golden.txt has a hash of them for every
// collective, algorithm, type and P; whatever else is different (hosts, cores,
// threads, kernels, timing, the machine that runs the test) must give the same.
// go test ./coll -run TestGolden -update writes the file anew.

var update = flag.Bool("update", false, "write testdata/golden.txt")

const goldenFile = "testdata/golden.txt"

// goldenKey is a line of the file.
type goldenKey struct {
	c    collective
	a    Algorithm
	kind int
	p    int
}

func (k goldenKey) String() string {
	return fmt.Sprintf("%s %s %s P=%d", k.c, k.a, elemNames[k.kind], k.p)
}

// goldenKeys lists what there is for the given P.
func goldenKeys(p int) (keys []goldenKey) {
	for c := broadcast; c < split; c++ {
		for _, a := range offered[c] {
			for kind := range elemNames {
				if p > goldenFew && a != Spectral {
					continue
				}
				if a != Spectral || kind < 2 {
					keys = append(keys, goldenKey{c, a, kind, p})
				}
			}
		}
	}
	return keys
}

// sensitive is elements whose sums and products depend on the order: full
// mantissas and some zeros of either sign, or integers that overflow.
func sensitive[T Elem](x []T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0x60d))
	single, isFloat := T(0), T(1)/2 != 0
	_, narrow := any(single).(float32)
	for i := range x {
		bits := rng.Uint64()
		switch {
		case isFloat && bits%16 == 0:
			x[i] = T(math.Copysign(0, float64(int64(bits))))
		case isFloat && narrow:
			x[i] = T(math.Float32frombits(uint32(bits>>40)&0x007fffff | uint32(119+bits%16)<<23 | uint32(bits>>8)&0x80000000))
		case isFloat:
			x[i] = T(math.Float64frombits(bits>>12 | (1015+bits%16)<<52 | bits&(1<<63)))
		default:
			x[i] = T(int64(bits))
		}
	}
}

// golden is the hash of a key's results, of all its operators, lengths and roots,
// on a machine.
func golden[T Elem](m *Machine, k goldenKey) (uint64, error) {
	ops := []Op{Sum}
	if k.c.folds() && k.a != Spectral {
		ops = append(ops, Prod, Min, Max)
	}
	lengths := []int{1, 9, 300}
	if k.kind == 0 {
		lengths = append(lengths, 3000)
		if k.p < 4 {
			lengths = append(lengths, 40_000) // several segments
		}
	}
	hash := uint64(14695981039346656037)
	for _, n := range lengths {
		for _, op := range ops {
			s := step{seed: uint64(n), c: k.c, alg: k.a, op: op, n: n, root: k.p / 2, shift: 1}
			results := make([][]T, k.p)
			err := m.Run(context.Background(), func(q *Proc) error {
				r := q.Rank()
				_, dst, src := vectors[T](&s, upTo(k.p), r)
				sensitive(src, uint64(r)<<32+uint64(n))
				invoke(q, &s, dst, src)
				results[r] = dst
				return nil
			})
			if err != nil {
				return 0, err
			}
			for _, x := range results {
				for _, v := range x {
					hash = (hash ^ bitsOf(v)) * 1099511628211
				}
			}
		}
	}
	return hash, nil
}

// hashOf is golden for a key of any type.
func hashOf(m *Machine, k goldenKey) (uint64, error) {
	return [](func(*Machine, goldenKey) (uint64, error)){golden[float64], golden[float32], golden[int64], golden[int32]}[k.kind](m, k)
}

func readGolden(t *testing.T) map[string]string {
	f, err := os.Open(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		i := strings.LastIndexByte(s.Text(), ' ')
		lines[s.Text()[:i]] = s.Text()[i+1:]
	}
	return lines
}

// goldenCheck compares every key's hash on a machine with the file.
func goldenCheck(t *testing.T, m *Machine, want map[string]string) (checked int) {
	for _, k := range goldenKeys(m.cfg.P) {
		hash, err := hashOf(m, k)
		if err != nil {
			t.Fatalf("%v: %v", k, err)
		}
		if got := fmt.Sprintf("%016x", hash); got != want[k.String()] {
			t.Errorf("%v on %v, GOMAXPROCS %d, kernels %s: hash %s, want %q", k, m, runtime.GOMAXPROCS(0), asm.Variant(), got, want[k.String()])
		}
		checked++
	}
	return checked
}

// goldenSizes are those whose hashes are in the file. Those above goldenFew are of spectral only:
// 48 has a graph whose eigenvalues a solver finds.
var goldenSizes = []int{2, 3, 5, 8, 48}

const goldenFew = 8

func TestGolden(t *testing.T) {
	if *update {
		writeGolden(t)
	}
	want := readGolden(t)
	checked, conditions, under := 0, 0, 0
	slow := testing.Short() || race.Enabled // then the first condition is enough
	for _, procs := range []int{runtime.GOMAXPROCS(0), 1, 2, 4} {
		t.Run(fmt.Sprintf("procs=%d", procs), func(t *testing.T) {
			maxProcs(t, procs)
			for _, host := range modes {
				for _, cores := range [][]int{threads.Cores(), threads.Cores()[:1]} {
					conditions++
					before := checked
					for i, p := range goldenSizes {
						if race.Enabled && p != 3 {
							continue
						}
						if conditions > 1 && os.Getenv("CAYLEYCOLL_LONG") == "" && (slow || (conditions+i)%4 > 0) {
							continue // every condition with one P
						}
						checked += goldenCheck(t, machine(t, Config{P: p, Host: host, Cores: cores}), want)
					}
					if checked > before {
						under++
					}
				}
			}
		})
	}
	t.Logf("determinism: %d hashes of %d results agree under %d conditions, kernels %s", checked, len(want), under, asm.Variant())
}

func writeGolden(t *testing.T) {
	var b strings.Builder
	for _, p := range goldenSizes {
		m := machine(t, Config{P: p})
		for _, k := range goldenKeys(p) {
			hash, err := hashOf(m, k)
			if err != nil {
				t.Fatalf("%v: %v", k, err)
			}
			fmt.Fprintf(&b, "%v %016x\n", k, hash)
		}
	}
	if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestGoldenKernels runs TestGolden in a process of its own for every variant of
// the kernels that this processor has.
func TestGoldenKernels(t *testing.T) {
	if len(asm.Variants()) == 1 {
		t.Skip("no variant but generic")
	}
	if race.Enabled {
		t.Skip("kernels are no more than said to the detector")
	}
	for _, v := range asm.Variants() {
		if v == asm.Variant() {
			continue // TestGolden
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestGolden$", "-test.short", "-test.v")
		cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "CAYLEYCOLL_KERNEL=") }), "CAYLEYCOLL_KERNEL="+v)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "kernels "+v) {
			t.Errorf("CAYLEYCOLL_KERNEL=%s: %v\n%s", v, err, out)
		}
	}
}

// TestTenThousandRuns: one hash for all of them, with processors late at random.
func TestTenThousandRuns(t *testing.T) {
	runs := 10_000 // of seven calls
	if testing.Short() || race.Enabled {
		runs = 1000
	}
	for _, host := range modes {
		for _, p := range []int{2, 3} {
			m := machine(t, Config{P: p, Host: host})
			seen := map[uint64]int{}
			for k := range runs / 4 {
				hashes := make([]uint64, p)
				err := m.Run(context.Background(), func(q *Proc) error {
					rng := rand.New(rand.NewPCG(uint64(k), uint64(q.Rank())))
					hash := uint64(14695981039346656037)
					x, y := make([]float64, 11), make([]float64, 11)
					for i, a := range offered[allreduce] {
						pause(rng)
						sensitive(x, uint64(100*q.Rank()+i))
						Allreduce(q.Using(a), y, x, Sum)
						for _, v := range y {
							hash = (hash ^ math.Float64bits(v)) * 1099511628211
						}
					}
					hashes[q.Rank()] = hash
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				all := uint64(0)
				for _, h := range hashes {
					all = all*1099511628211 ^ h
				}
				seen[all]++
			}
			if len(seen) != 1 {
				t.Errorf("%v P=%d: %d different results of %d Runs", host, p, len(seen), runs/4)
			}
		}
	}
	t.Logf("one hash in %d Runs", runs)
}
