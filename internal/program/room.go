package program

// room deals places for blocks at ranks. One that is read in a step is free from
// the next step on, because another team may read it while this one writes.
type room struct {
	free  map[int32][]int32
	used  map[int32]int32
	freed [][2]int32
	most  int32
}

func newRoom() *room { return &room{free: map[int32][]int32{}, used: map[int32]int32{}} }

// enter is a free place of a rank.
func (r *room) enter(rank int32) int32 {
	if f := r.free[rank]; len(f) > 0 {
		r.free[rank] = f[:len(f)-1]
		return f[len(f)-1]
	}
	r.used[rank]++
	r.most = max(r.most, r.used[rank])
	return r.used[rank] - 1
}

// leave frees a place at the end of the step.
func (r *room) leave(rank, place int32) { r.freed = append(r.freed, [2]int32{rank, place}) }

func (r *room) nextStep() {
	for _, f := range r.freed {
		r.free[f[0]] = append(r.free[f[0]], f[1])
	}
	r.freed = r.freed[:0]
}

func (r *room) size() int { return int(r.most) }
