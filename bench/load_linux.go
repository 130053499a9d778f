package bench

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// load is a moment's count of the processor time that all programs have used, and of what of
// it this one has, with those that it has started and seen end.
type load struct {
	at       time.Time
	own, all time.Duration
	cores    int // of the whole machine; 0: unknown
}

// ticks is the unit of /proc/stat on every Linux that Go runs on.
const ticks = 100

func loadNow() load {
	now := load{at: time.Now()}
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return now
	}
	line, _, _ := strings.Cut(string(b), "\n")
	// cpu user nice system idle iowait irq softirq steal …
	f := strings.Fields(line)
	if len(f) < 9 || f[0] != "cpu" {
		return now
	}
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var ru syscall.Rusage
		if syscall.Getrusage(who, &ru) != nil {
			return now
		}
		now.own += time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	}
	for _, i := range []int{1, 2, 3, 6, 7, 8} {
		n, err := strconv.ParseInt(f[i], 10, 64)
		if err != nil {
			return now
		}
		now.all += time.Duration(n) * time.Second / ticks
	}
	now.cores = strings.Count(string(b), "\ncpu")
	return now
}

// others is the share of the cores' time since then that was not idle and that neither this
// program used nor one that it has started; -1 where the system does not say, or not finely
// enough for so short a time.
func (l load) others() float64 {
	now := loadNow()
	took := now.at.Sub(l.at)
	if l.cores == 0 || now.cores == 0 || took < 50*time.Second/ticks {
		return -1
	}
	foreign := (now.all - l.all) - (now.own - l.own)
	return max(0, float64(foreign)/float64(took)/float64(now.cores))
}
