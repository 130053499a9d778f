package bench

import (
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
}
