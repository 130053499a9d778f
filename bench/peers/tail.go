package peers

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// tail keeps the end of what a program prints.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if len(t.buf) > 4096 {
		t.buf = t.buf[len(t.buf)-4096:]
	}
	return len(b), nil
}

// last is the last line that says something, for the end of an error.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, line := range slices.Backward(bytes.Split(t.buf, []byte("\n"))) {
		if s := strings.Trim(string(line), " -\r\t"); s != "" {
			return " (" + s + ")"
		}
	}
	return ""
}
