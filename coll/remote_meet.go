package coll

import "unsafe"

// How the processes meet in a collective: each shares one message with all others,
// in which the call stands, and a payload that is short enough.

// A message begins with these words; lengths and a small payload follow, as far
// as they fit.
const (
	hLength = iota // of the message, in bytes
	hWord          // the call's signature
	hN             // and number of elements
	hWords         // how many lengths this process has to tell
	hBytes         // how long its payload is
	hSize
)

// meetAll is the meeting of all processes in a collective without vectors.
func (m *member) meetAll(c call) {
	if m.t.id == 0 {
		if c.collective() == finish {
			m.sent()
			m.c.m.finishing(m)
		}
		m.open(c, nil, 0)
		m.commit(c, 0)
	}
	m.step()
}

// open begins this process's message of a collective. It returns room for the
// payload, nil if that is too long to travel with the message.
func (m *member) open(c call, words []int64, bytes int) []byte {
	room := m.g.far.ch.Room()
	w := wordsOf(room)
	w[hWord], w[hN], w[hWords], w[hBytes] = c.word, c.n, uint64(len(words)), uint64(bytes)
	end := 8 * hSize
	if end+8*len(words) > len(room) {
		w[hLength] = uint64(end)
		return nil
	}
	for i, n := range words {
		w[hSize+i] = uint64(n)
	}
	end += 8 * len(words)
	if bytes > len(room)-end {
		w[hLength] = uint64(end)
		return nil
	}
	w[hLength] = uint64(end+bytes+7) &^ 7
	return room[end : end+bytes]
}

// firstPolls is how often a process looks before it lets others run: some
// microseconds, as long as the message of a process that is not late takes.
const firstPolls = 100

// fewPolls is how often it looks between two chances of others.
const fewPolls = 20

// commit shares the message and returns when those of all processes are here and
// belong to the same call. binding is what bind returned, where what follows
// may not be left. short says whether all payloads came along, told
// whether all lengths did.
func (m *member) commit(c call, binding uint64) (told, short bool) {
	f := m.g.far
	polls := firstPolls
	if len(m.c.m.fibers) == 1 { // and so no processor here that could run meanwhile
		polls *= 10
	}
	if m.c.timed() { // a look takes long where other processes keep the core
		m.c.since.Store(m.c.clock())
	}
	done, err := f.ch.Share(polls, false)
	m.c.working()
	if !done || err != nil {
		m.waitMeeting(c, binding, err)
	}
	told, short = true, true
	room := len(f.ch.Room())
	for k := range f.ranks {
		w := wordsOf(f.ch.Message(k))
		if w[hWord] != c.word || w[hN] != c.n {
			m.disagreeFar()
		}
		end := 8 * (hSize + int(w[hWords]))
		told = told && end <= room
		short = short && int(w[hBytes]) <= room-end
	}
	return told, short && told
}

// exchangeWords is open and commit of a call whose processes have numbers to
// tell: those of process k are all[at[k]:at[k+1]].
func (m *member) exchangeWords(c call, words []int64) (all []int64, at []int) {
	m.open(c, words, 0)
	told, _ := m.commit(c, m.bind())
	return m.words(told, words)
}

// words are all processes' numbers, after commit.
func (m *member) words(told bool, own []int64) (all []int64, at []int) {
	f := m.g.far
	at = make([]int, len(f.ranks)+1)
	for k := range f.ranks {
		at[k+1] = at[k] + int(wordsOf(f.ch.Message(k))[hWords])
	}
	all = grown(f.words, at[len(f.ranks)])
	f.words = all
	if told {
		for k := range f.ranks {
			for i, n := range wordsOf(f.ch.Message(k))[hSize:][:at[k+1]-at[k]] {
				all[at[k]+i] = int64(n)
			}
		}
		return all, at
	}
	copy(all[at[f.me]:], own)
	m.waitBound(f.ch.Allgather(bytesOf(all), scaled(at, 8), 8))
	return all, at
}

// wordsOf sees bytes, which begin at a multiple of 8, as words.
func wordsOf(b []byte) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}

// bytesOf sees elements as bytes.
func bytesOf[T any](x []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(*new(T))))
}

// elementsOf sees bytes as elements.
func elementsOf[T Elem](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/sizeOf[T]())
}

func scaled(at []int, by int) []int {
	to := make([]int, len(at))
	for i, n := range at {
		to[i] = n * by
	}
	return to
}
