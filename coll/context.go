package coll

import "context"

// Context returns the context of the Run. Long code of a processor's own, between two calls, can
// watch it or pass it on, to stop when another processor has failed. It has the values of the ctx
// that [Machine.Run] was given. It ends as soon as the Run fails, for whatever reason (in a machine
// of several processes, when this process has heard of it), and when the Run is over. Its
// context.Cause says why: the error that Run returns, without the call sites, last calls and counts
// that are only found out when all processors are back; the cause of ctx, if that ended; or
// context.Canceled if the Run went well. All processors have the same context, in groups too;
// outside of Runs it is one that has ended.
//
// If ctx ends, and this context with it, Run fails even if every f returns nil (in a machine of
// several processes it may not fail). A Run in which nobody calls Context pays nothing for it.
func (p *Proc) Context() context.Context {
	if l := p.c.m.lifetime.Load(); l != nil {
		return l.Context
	}
	return p.c.m.begetLifetime()
}

// lifetime is the context of a Run that processors see.
type lifetime struct {
	context.Context
	end context.CancelCauseFunc
}

// begetLifetime makes it, at the first request of a Run.
func (m *Machine) begetLifetime() context.Context {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.lifetime.Load(); l != nil {
		return l.Context
	}
	if !m.running {
		return noLifetime
	}
	ctx, end := context.WithCancelCause(m.ctx)
	if m.cause != nil {
		end(plainCause(m.cause))
	}
	m.lifetime.Store(&lifetime{ctx, end})
	return ctx
}

// heedContext fails a Run whose processors could see the end of ctx, if all returned before the
// machine heard of it: they may have done so because of it.
func (m *Machine) heedContext() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.lifetime.Load(); l != nil && l.Err() != nil {
		m.failLocked(contextCause{context.Cause(l)})
	}
}

// endLifetime ends it. The caller holds mu.
func (m *Machine) endLifetime(cause error) {
	if l := m.lifetime.Load(); l != nil {
		l.end(plainCause(cause))
	}
}

// noLifetime is for processors without a Run.
var noLifetime = func() context.Context {
	ctx, end := context.WithCancel(context.Background())
	end()
	return ctx
}()
