package coll

import (
	"fmt"
	"time"
)

// A processor that is in code of the program's own when the Run fails cannot be
// ended. With Config.Stall, Run does not wait for it for ever: it returns the cause,
// and what is left of the Run ends when the processor has come back.

// grace is how long after a failure Run waits, at least.
const grace = time.Second

// allBack returns true when all hosts have left the Run, and false if late comes
// before; back is closed when they have.
func (m *Machine) allBack(late <-chan struct{}) (back chan struct{}, all bool) {
	if late == nil {
		m.left.Wait()
		return nil, true
	}
	back = make(chan struct{})
	go func() {
		m.left.Wait()
		close(back)
	}()
	select {
	case <-back:
		return back, true
	case <-late:
		return back, false
	}
}

// abandon is the cause of a Run that ends before all its hosts have left it.
func (m *Machine) abandon() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.abandoned = true
	if c, ok := m.cause.(contextCause); ok {
		m.cause = m.overdue(c, false)
	}
	const stuck = "not all have come back from f, and until then this machine can neither Run nor Close"
	switch c := m.cause.(type) {
	case *Error:
		e := m.filledIn(c)
		e.Text += "; " + stuck
		m.cause = e
	case Panic: // Run panics with it
	default:
		m.cause = fmt.Errorf("%w; %s", c, stuck)
	}
	return m.withPanic(m.cause)
}

// inUse is the error of a call that needs the machine to itself, during a Run. The caller holds mu.
func (m *Machine) inUse(call string) error {
	if m.abandoned {
		return usage("%s while processors have not come back from a Run that failed: they are in the program's own code, or in a call with a Proc of another processor; try again when they are back", call)
	}
	return usage("%s while a Run of this machine is in progress", call)
}
