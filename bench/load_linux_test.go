package bench

import (
	"os/exec"
	"testing"
	"time"
)

func TestLoad(t *testing.T) {
	l := loadNow()
	soon := l
	soon.at = time.Now().Add(time.Minute)
	if got := soon.others(); got != -1 {
		t.Errorf("after no time at all: %v, want -1", got)
	}
	for start := time.Now(); time.Since(start) < 600*time.Millisecond; { // own time is not the others'
	}
	if got := l.others(); got > 1.1 {
		t.Errorf("%v of the cores' time", got)
	}
	if now := loadNow(); now.cores > 0 && now.all-l.all < (now.own-l.own)/2 {
		t.Errorf("all programs took %v, of which this one %v", now.all-l.all, now.own-l.own)
	}
	for minutes, want := range map[time.Duration]float64{0: 0, 15: 0.25, -15: 0} { // that others took on each core in an hour
		now := loadNow()
		if now.cores == 0 {
			t.Skip("the system does not say")
		}
		now.at = now.at.Add(-time.Hour)
		now.all -= minutes * time.Minute * time.Duration(now.cores)
		if got := now.others(); got < want-0.01 || got > want+0.01 {
			t.Errorf("%d minutes of 60: %v of the cores' time, want %v", minutes, got, want)
		}
	}
}

// TestLoadOfChildren: a program that this one has started is none of the others.
func TestLoadOfChildren(t *testing.T) {
	l := loadNow()
	if l.cores == 0 {
		t.Skip("the system does not say")
	}
	busy := exec.Command("sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
	if err := busy.Run(); err != nil {
		t.Fatal(err)
	}
	took := busy.ProcessState.UserTime() + busy.ProcessState.SystemTime()
	if own := loadNow().own - l.own; took <= 0 || own < took {
		t.Errorf("own time %v, and a program of ours took %v", own, took)
	}
}
