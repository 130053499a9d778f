package peers

import "time"

// channels is a program in which goroutines share nothing but by sending it:
// rank 0 leads where there is a sum or a signal, all send to all otherwise.
type channels struct{}

// mesh is a channel from every rank to every other.
type mesh [][]chan []float64

func newMesh(p int) mesh {
	m := make(mesh, p)
	for from := range m {
		m[from] = make([]chan []float64, p)
		for to := range m[from] {
			m[from][to] = make(chan []float64, 1)
		}
	}
	return m
}

// meet is a barrier: all tell rank 0, rank 0 tells all.
func (m mesh) meet(rank int) {
	if rank != 0 {
		m[rank][0] <- nil
		<-m[0][rank]
		return
	}
	for q := 1; q < len(m); q++ {
		<-m[q][0]
	}
	for q := 1; q < len(m); q++ {
		m[0][q] <- nil
	}
}

func (channels) run(j *job, calls int) time.Duration {
	m := newMesh(j.p)
	if j.coll == "barrier" {
		return j.ranks(calls, m.meet, repeated(m.meet))
	}
	return j.ranks(calls, m.meet, func(rank, calls int) {
		for range calls {
			j.send(m, rank)
		}
	})
}

// send is one call of rank. A vector that was sent is not touched until all have
// met.
func (j *job) send(m mesh, rank int) {
	dst := j.dst[rank]
	switch j.coll {
	case "broadcast":
		if rank == 0 {
			for q := 1; q < j.p; q++ {
				m[0][q] <- dst
			}
		} else {
			copy(dst, <-m[0][rank])
		}
	case "allreduce":
		if rank == 0 {
			copy(dst, j.src[0])
			for q := 1; q < j.p; q++ {
				add(dst, <-m[q][0])
			}
			for q := 1; q < j.p; q++ {
				m[0][q] <- dst
			}
		} else {
			m[rank][0] <- j.src[rank]
			copy(dst, <-m[0][rank])
		}
	case "allgather", "alltoall", "reducescatter":
		src := j.src[rank]
		for q := range j.p {
			if j.coll == "allgather" {
				m[rank][q] <- src
			} else {
				m[rank][q] <- j.block(src, q)
			}
		}
		for q := range j.p {
			x := <-m[q][rank]
			switch {
			case j.coll != "reducescatter":
				copy(j.block(dst, q), x)
			case q == 0:
				copy(dst, x)
			default:
				add(dst, x)
			}
		}
	}
	m.meet(rank)
}
