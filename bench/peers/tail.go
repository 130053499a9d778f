package peers

import (
	"bytes"
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
	lines := bytes.Split(t.buf, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		if s := strings.Trim(string(lines[i]), " -\r\t"); s != "" {
			return " (" + s + ")"
		}
	}
	return ""
}
