package cayley

// EntryError is an error about one entry of a list that a graph is made of: an arc of NewGraph,
// a row of NewTable, a generator of NewCayley, a permutation of NewPermGroup or NewPermCayley.
// errors.As finds it, so that who has read the list from a file can name the entry's line.
type EntryError struct {
	Entry int // from 0
	Err   error
}

func (e *EntryError) Error() string { return e.Err.Error() }

func (e *EntryError) Unwrap() error { return e.Err }

// entryErr is errf for what is wrong with entry i.
func entryErr(i int, format string, args ...any) error {
	return &EntryError{i, errf(format, args...)}
}
