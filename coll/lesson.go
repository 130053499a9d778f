package coll

import (
	"math/bits"
	"time"
)

// Whether programs write what they give and read what they get, between calls, shows in how long it takes
// to write to others. Each team of far cores (direct_past.go) learns it for each collective, and for lengths
// of vectors between two powers of two; of allgathers by schedules the first team does, for all. After two slow
// ordinary calls it makes lessonFirst calls past the caches, then two ordinary ones; if the second is slow again,
// twice as many, up to lessonMost. After a fast one it times every eighth call.

// lesson is what a team has learned.
type lesson struct {
	slow bool   // so was the latest ordinary call that was timed: two make a lesson, as one may be another program's doing
	rest uint8  // ordinary calls that are not timed before the next one that is
	left uint16 // calls that still go past the caches; the rest comes after them
	span uint16 // what left began with
}

const (
	slowLine    = 9 * time.Nanosecond // for a line of 64 bytes, between the 4 and the 28 of direct_past.go
	lessonFirst = 64
	lessonMost  = 1024
	lessonRest  = 7
)

// lessons are those of a team.
type lessons struct {
	of    [len(collectiveNames)][32]lesson // by the length of the number of bytes
	given [32]lesson                       // of allgathers by schedules: scheduled_given.go
	now   *lesson                          // of an ordinary call that is timed
	begun time.Time                        // … which began then
}

// beginWriting reports, before a team writes to others in a call whose vectors have so many bytes, whether that
// goes past the caches. endWriting comes after it.
func (t *team) beginWriting(c call, bytes int) bool {
	if t.lessons == nil {
		t.lessons = new(lessons)
	}
	all := t.lessons
	all.now = nil // a call that unwound is no lesson
	list := &all.of[c.collective()]
	if c.algorithm() != byDirect {
		list = &all.given
	}
	switch l := &list[min(bits.Len(uint(bytes)), 31)]; {
	case l.left > 0:
		l.left--
		return true
	case l.rest > 0:
		l.rest--
	default:
		all.now, all.begun = l, time.Now()
	}
	return false
}

// endWriting comes after the team has written so many bytes, to others above all. Without beginWriting before it is
// nothing.
func (t *team) endWriting(bytes int) {
	if t.lessons != nil && t.lessons.now != nil {
		t.lessons.end(bytes)
	}
}

func (l *lessons) end(bytes int) {
	if bytes >= pastLeast { // from fewer there is nothing to learn
		l.now.learn(time.Since(l.begun), bytes)
	}
	l.now = nil
}

// learn notes how long an ordinary call took that was timed. The first after calls past the caches is slow
// in any case, so it is not timed.
func (l *lesson) learn(took time.Duration, bytes int) {
	switch {
	case took < time.Duration(bytes/64)*slowLine:
		*l = lesson{rest: lessonRest}
	case !l.slow:
		l.slow = true
	default:
		l.span = min(max(2*l.span, lessonFirst), lessonMost)
		l.left, l.rest = l.span, 1
	}
}
