package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Run across processes ends in one of two ways. All processors return: their
// last collective, "return", is that of all processes. Or one fails: its process
// tells the others at once, they unwind, and every process tells every other what
// ended it. Of the causes that arose by themselves all choose that of the lowest
// process, so that Run returns the same everywhere.

// ending is what ended a Run in a process.
type ending struct {
	cause  error // nil: what another process told
	stands []stand
}

// stand is where a rank that an error names stood when it unwound.
type stand struct {
	rank        int
	site, trail string
}

// elsewhere is a failure of another process.
type elsewhere struct {
	text string
	is   error // what errors.Is finds
}

func (e *elsewhere) Error() string { return e.text }
func (e *elsewhere) Unwrap() error { return e.is }

// relayed marks a cause that another process told.
type relayed struct{ error }

func (r relayed) Unwrap() error { return r.error }

const (
	letterPeriod = 2 * time.Millisecond // between two looks for letters
	farewell     = 30 * time.Second     // for processes that do not answer after a failure
)

// finishing marks that every processor of this process has returned: from now on
// only another process can fail.
func (m *Machine) finishing(by *member) {
	m.mu.Lock()
	failed := m.cause != nil
	m.links.finishing.Store(!failed)
	m.mu.Unlock()
	if failed {
		by.c.unwind()
	}
}

// over says whether it is too late for a cause, be it that another process has
// told it or not. Machine.mu is held.
func (l *links) over(cause error) bool {
	if l == nil {
		return false
	}
	_, told := cause.(relayed)
	return l.settled == l.m.runs || l.finishing.Load() && !told
}

// attend looks for letters while a Run is in progress.
func (m *Machine) attend() {
	l := m.links
	if l == nil {
		return
	}
	l.told = false
	l.groups.Store(0)
	l.bound.Store(0)
	l.quit, l.done = make(chan struct{}), make(chan struct{})
	if l.broken.Load() {
		m.fail(&Error{Kind: ErrMissing, Rank: -1, Other: -1, Text: "another process was lost in an earlier Run"})
	}
	go func() {
		defer close(l.done)
		ticker := time.NewTicker(letterPeriod)
		defer ticker.Stop()
		for {
			select {
			case <-l.quit:
				return
			case <-ticker.C:
				m.collect()
				if m.hot.stop.Load() {
					m.warn()
					m.foreclose()
				}
			}
		}
	}()
}

// warn tells the other processes that this one has failed.
func (m *Machine) warn() {
	m.mu.Lock()
	cause := m.cause
	m.mu.Unlock()
	if _, told := cause.(relayed); told || cause == nil || m.links.told {
		return
	}
	m.links.told = true
	m.broadcast(letterWarning, call{}, encode(cause))
}

func (m *Machine) broadcast(kind letterKind, c call, text string) {
	l := m.links
	for p := range l.peers.Size() {
		if p != l.peers.Rank() {
			if _, err := l.peers.Post(p, header(kind, m.runs, 0, 0, 0, c), []byte(text)); err != nil {
				l.broken.Store(true)
			}
		}
	}
}

// conclude agrees with the other processes how the Run ended, if it failed.
func (m *Machine) conclude() {
	l := m.links
	if l == nil {
		return
	}
	close(l.quit)
	<-l.done
	defer func() { // letters and endings of the Runs so far
		l.finishing.Store(false)
		l.mail.Lock()
		defer l.mail.Unlock()
		l.channels = nil
		delete(l.ends, m.runs)
		delete(l.warned, m.runs)
		delete(l.begun, m.runs)
		for k := range l.letters {
			if k.run <= m.runs {
				delete(l.letters, k)
			}
		}
	}()
	m.mu.Lock()
	cause := m.cause
	if cause == nil { // all have returned, in all processes: what fails now comes too late
		l.settled = m.runs
	}
	m.mu.Unlock()
	if cause == nil {
		for _, ch := range l.channels {
			ch.Close()
		}
		m.checkLetters()
		return
	}
	me, n := l.peers.Rank(), l.peers.Size()
	m.warn()
	m.foreclose()
	own := &ending{cause: cause, stands: m.stands(cause)}
	text := encode(cause)
	if _, told := cause.(relayed); told {
		own.cause, text = nil, ""
	}
	m.broadcast(letterEnding, call{}, strings.Join(append([]string{text}, encodeStands(own.stands)...), "\x01"))
	var all []*ending
	for begun := time.Now(); ; time.Sleep(letterPeriod / 4) {
		m.collect()
		all = l.endings(m.runs, n)
		all[me] = own
		if !slices.Contains(all, nil) {
			break
		}
		if time.Since(begun) > farewell || l.broken.Load() && time.Since(begun) > time.Second {
			l.broken.Store(true)
			break
		}
	}
	first := cause
	for _, e := range all {
		if e != nil && e.cause != nil {
			first = e.cause
			break
		}
	}
	if told, ok := first.(relayed); ok {
		first = told.error
	}
	if e, ok := first.(*Error); ok {
		known := *e
		for _, other := range all {
			if other != nil {
				known.fill(other.stands)
			}
		}
		first = &known
	}
	m.mu.Lock()
	m.cause = first
	m.mu.Unlock()
	if !l.broken.Load() {
		m.renew()
	}
}

// renew gives the world a channel that no message of the failed Run is in.
func (m *Machine) renew() {
	l := m.links
	if err := l.peers.Renew(); err != nil {
		l.broken.Store(true)
		return
	}
	f := m.world.far
	if f == nil {
		return
	}
	processes := make([]int, l.peers.Size())
	for i := range processes {
		processes[i] = i
	}
	ch, err := l.peers.Channel(0, processes)
	if err != nil {
		l.broken.Store(true)
		return
	}
	f.ch, f.plans = ch, nil
	// What the old channel may still write to is left to it.
	forget(m.world.f64.Load())
	forget(m.world.f32.Load())
	forget(m.world.i64.Load())
	forget(m.world.i32.Load())
}

func forget[T Elem](s *typed[T]) {
	if s != nil {
		s.far = nil
	}
}

func (l *links) endings(run uint64, n int) []*ending {
	l.mail.Lock()
	defer l.mail.Unlock()
	all := make([]*ending, n)
	for p, e := range l.ends[run] {
		all[p] = e
	}
	return all
}

// stands is where the ranks that an error names stand, as far as they are here.
func (m *Machine) stands(cause error) (list []stand) {
	var e *Error
	if !errors.As(cause, &e) {
		return nil
	}
	for _, rank := range []int{e.Rank, e.Other} {
		if m.coreOf(rank) != nil {
			list = append(list, stand{rank, m.siteOf(rank), m.trail(rank)})
		}
	}
	return list
}

func (e *Error) fill(stands []stand) {
	for _, s := range stands {
		if s.rank == e.Rank {
			e.Site, e.Trail = s.site, s.trail
		}
		if s.rank == e.Other {
			e.OtherSite, e.OtherTrail = s.site, s.trail
		}
	}
	if e.Kind == ErrUsage {
		e.Trail, e.OtherTrail = "", ""
	}
}

// fillIn says in an error where the ranks that it names stand.
func (m *Machine) fillIn(e *Error) { e.fill(m.stands(e)) }

// close ends the connections.
func (l *links) close() error {
	if l == nil {
		return nil
	}
	for begun := time.Now(); time.Since(begun) < time.Second && !l.broken.Load(); time.Sleep(letterPeriod) {
		if sent, err := l.peers.Posted(0); sent || err != nil {
			break
		}
	}
	return l.peers.Close(l.broken.Load())
}

// causes are the errors that are the same in all processes.
var causes = [...]error{ErrMismatch, ErrMissing, ErrDeadlock, ErrStalled, ErrClosed, ErrUsage, context.Canceled, context.DeadlineExceeded}

// encode writes a cause for another process.
func encode(cause error) string {
	kind := slices.IndexFunc(causes[:], func(k error) bool { return errors.Is(cause, k) })
	switch e := cause.(type) {
	case *Error:
		return strings.Join([]string{"error", strconv.Itoa(kind), e.Text, e.Collective, strconv.Itoa(e.Rank), strconv.Itoa(e.Other), strconv.FormatUint(e.Seq, 10)}, "\x00")
	case Panic:
		return strings.Join([]string{"panic", strconv.Itoa(kind), fmt.Sprint(e.Value), e.Stack, strconv.Itoa(e.Rank)}, "\x00")
	}
	return strings.Join([]string{"other", strconv.Itoa(kind), cause.Error()}, "\x00")
}

func decode(text string) error {
	f := strings.Split(text, "\x00")
	number := func(i int) int { n, _ := strconv.Atoi(f[i]); return n }
	var kind error
	if len(f) > 2 && number(1) >= 0 && number(1) < len(causes) {
		kind = causes[number(1)]
	}
	switch {
	case f[0] == "error" && len(f) == 7:
		return &Error{Kind: kind, Text: f[2], Collective: f[3], Rank: number(4), Other: number(5), Seq: uint64(number(6))}
	case f[0] == "panic" && len(f) == 5:
		return Panic{Value: f[2], Stack: f[3], Rank: number(4)}
	case f[0] == "other" && len(f) == 3 && errors.Is(kind, context.Canceled) && f[2] == kind.Error(),
		f[0] == "other" && len(f) == 3 && errors.Is(kind, context.DeadlineExceeded) && f[2] == kind.Error():
		return kind
	case f[0] == "other" && len(f) == 3:
		return &elsewhere{f[2], kind}
	}
	return &elsewhere{"coll: another process failed", nil}
}

func encodeStands(stands []stand) (list []string) {
	for _, s := range stands {
		list = append(list, strconv.Itoa(s.rank)+"\x00"+s.site+"\x00"+s.trail)
	}
	return list
}

func decodeEnding(text string) *ending {
	parts := strings.Split(text, "\x01")
	e := &ending{}
	if parts[0] != "" {
		e.cause = decode(parts[0])
	}
	for _, s := range parts[1:] {
		if f := strings.SplitN(s, "\x00", 3); len(f) == 3 {
			rank, _ := strconv.Atoi(f[0])
			e.stands = append(e.stands, stand{rank, f[1], f[2]})
		}
	}
	return e
}
