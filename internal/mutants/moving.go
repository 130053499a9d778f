package main

// moving weakens how words are moved: exchanges, lines, rings, direct.
func moving() []mutant {
	const portioned, whichPortioned = "coll/direct_portions.go", "coll/direct_portions_chosen.go"
	const exchange, wait, move, lend, trade = "coll/exchange.go", "coll/exchange_wait.go", "coll/exchange_move.go", "coll/exchange_lend.go", "coll/exchange_swap.go"
	const borrow, aside, pieces, short = "coll/exchange_borrow.go", "coll/exchange_aside.go", "coll/exchange_pieces.go", "coll/exchange_short.go"
	const direct, line, ring = "coll/direct.go", "buffers/line.go", "buffers/ring.go"
	const stream = "TestStream|TestExchange|TestSleepers"
	const rings = "coll/spectral_rings.go"
	return []mutant{
		{"who puts a vector into a ring does not say that it waits for room", rings, []edit{
			{"\t\tto.edge.full.Store(true)\n", ""}}, "TestFullRing", false},
		{"who takes a vector out of a ring does not tell that there is room", rings, []edit{
			{"\tif from.edge.full.Load() {\n", "\tif false {\n"}}, "TestFullRing", false},
		{"an exchange does not look for the end of the Run", exchange, []edit{
			{"\tp.look()\n\tif p.g.ended() {\n", "\tif p.g.ended() {\n"}}, "TestEveryCallLooksForTheEnd", false},
		{"a sender does not say that it waits for room", move, []edit{
			{"\t\tif !ok {\n\t\t\tx.out.full.Store(true)\n\t\t\tif s, ok = x.outRing", "\t\tif !ok {\n\t\t\tif s, ok = x.outRing"}}, stream, false},
		{"a receiver knocks before it clears the sender's word", wait, []edit{
			{"\t\tin.full.Store(false)\n\t\tm.knock(from)\n", "\t\tm.knock(from)\n\t\tin.full.Store(false)\n"}}, "TestKnocks", false},
		{"a receiver does not knock", move, []edit{
			{"\t\tx.p.tellRoom(x.in, x.from)\n", ""}}, stream, false},
		{"a sender does not knock", move, []edit{
			{"\t\tx.p.knock(x.to)\n", ""}}, stream, false},
		{"a knock rings no bell", wait, []edit{
			{".bell.Add(1)", ".bell.Add(0)"}}, stream, false},
		{"a knock wakes nobody", wait, []edit{
			{"\t\tto.c.h.park.Wake() //", "\t\t//"}}, "TestStoreThenWake", false},
		{"a sender that says it waits does not look again", move, []edit{
			{"if s, ok = x.outRing.Acquire(); !ok {", "if !ok {"}}, "TestKnocks", false},
		{"an exchange looks at its bell after looking for messages", wait, []edit{
			{"\tbell := p.bell.Load()\n", ""}, {"p.c.await(&p.bell, bell+1)", "p.c.await(&p.bell, p.bell.Load()+1)"}, {"p.c.block(&p.bell, bell+1)", "p.c.block(&p.bell, p.bell.Load()+1)"}}, "TestRendezvous", false},
		{"nobody says that it listens", wait, []edit{
			{"\t\tp.listens.Store(true)\n", ""}}, stream + "|TestRendezvous", false},
		{"who listens is not told", wait, []edit{
			{"if m.g.alone && !to.listens.Load() {", "if m.g.alone {"}}, stream, false},
		{"who listens says so after looking for messages", wait, []edit{
			{"\t\tp.listens.Store(true)\n", ""}, {"\t\tif p.c.yield == nil || p.c.slow {\n", "\t\tp.listens.Store(p.g.alone)\n\t\tif p.c.yield == nil || p.c.slow {\n"}}, "TestRendezvous", false},
		{"a message of another length or type is taken", move, []edit{
			{"if head[headWord] != x.word || head[headElems] != uint64(len(x.dst)) {", "if false {"}}, "TestDeadlock", false},
		{"an exchange in place receives over what it has not sent", move, []edit{
			{"\t\tmost = x.sent\n", ""}}, "TestExchange", false},
		{"a message in its head is received in part", move, []edit{
			{"\tif most < len(x.dst) {\n", "\tif false {\n"}}, "TestBoxed", false},
		{"a message in its head is given back before it is read", move, []edit{
			{"\t\tx.boxed = true\n\t\treturn // see unbox\n", "\t\tx.boxed = true\n"}}, "TestExchange", false},
		{"a short message of another length or type is taken", short, []edit{
			{"if head[headWord] != word || head[headElems] != uint64(len(dst)) {", "if false {"}}, "TestDeadlock|TestMismatch", false},
		{"a short message is given back before it is read", short, []edit{
			{"\tcase inHead:\n", "\tcase inHead:\n\t\tin.heads.Release()\n"}, {"\t\treturn true, false\n\t}\n\tin.heads.Release()\n", "\t\treturn true, false\n\t}\n\tif head[headWay] != inHead {\n\t\tin.heads.Release()\n\t}\n"}}, "TestShortMessages", true},
		{"who sends a short message does not knock", short, []edit{
			{"\t\tp.knock(to)\n", ""}}, stream, false},
		{"who receives a short message does not tell that there is room", short, []edit{
			{"\tp.tellRoom(in, from)\n", ""}}, stream + "|TestManyEmptyMessages", false},
		{"a slot with a short message is given back before it is read", short, []edit{
			{"\t\tcopy(dst, slot)\n\t\tif head[headWay] == inRingBack {\n", "\t\tdefer copy(dst, slot)\n\t\tif head[headWay] == inRingBack {\n"}}, "TestShortMessages", true},
		{"a short message in a slot is announced before it is there", short, []edit{
			{"\t\t\tring.Publish()\n", "\t\t\tdefer ring.Publish()\n"}}, stream + "|TestShortMessages", false},
		{"a slot that is not there yet is not waited for", short, []edit{
			{"\t\tif !ok {\n\t\t\treturn true, false\n\t\t}\n\t\tcopy(dst", "\t\t_ = ok\n\t\tcopy(dst"}}, stream, false},
		{"what may be offered goes as a short message", short, []edit{
			{"return n <= aloneLeast || n <= slotLength && from != to", "return n <= slotLength"}}, "TestShortMessages", false},
		{"a short message that does not come soon is not waited for", short, []edit{
			{"\t\t\treturn true, false\n\t\t}\n\t}\n\tif", "\t\t\treturn true, true\n\t\t}\n\t}\n\tif"}}, "TestShortMessages|TestExchange", false},
		{"who shares a host waits for a short message by a transfer", short, []edit{
			{"if p.g.alone || p.c.yield == nil || p.c.slow {", "if p.c != nil {"}}, "TestShortMessages", false},
		{"who looks for itself waits for a bell that nobody rings", short, []edit{
			{"if p.g.alone || p.c.yield == nil || p.c.slow {", "if p.c.yield == nil || p.c.slow {"}}, "TestShortMessageOfAGroup", false},
		{"who waits for a short message does not say for whose", short, []edit{
			{"p.peer, p.gives, p.withholds, p.recalls = from, false, false, false", "p.gives, p.withholds, p.recalls = false, false, false"}}, "TestDeadlock|TestCircle|TestHostile", false},
		{"a sender does not wait for what it has lent", lend, []edit{
			{"x.lent == 0 || x.out.over.Load() < x.lent {", "x.lent == 0 {"}}, "TestLent", false},
		{"what is lent in place is no copy", pieces, []edit{
			{"pipeOf[T](x.out).piece, x.sent = stage, x.reach\n", "x.sent = x.reach\n"}}, "TestLent", false},
		{"what is lent is given back and copied then", borrow, []edit{
			{"\tx.p.c.hold()\n", "\tx.in.over.Store(x.coming)\n\tx.p.c.hold()\n"}}, "TestExchange", true},
		{"who borrows is not at work", borrow, []edit{
			{"\tx.p.c.hold()\n", ""}}, "TestBorrowerHolds", false},
		{"who copies a piece is not at work", pieces, []edit{
			{"\t\tx.p.c.hold()\n", ""}}, "TestBorrowerHolds", false},
		{"who borrows does not knock", borrow, []edit{
			{"\tx.in.over.Store(x.coming)\n\tx.p.knock(x.from)\n", "\tx.in.over.Store(x.coming)\n"}}, "TestExchange", false},
		{"who copies a piece does not knock", pieces, []edit{
			{"\t\t\tx.p.knock(x.from)\n", ""}}, "TestExchange", false},
		{"who refuses a loan does not knock", borrow, []edit{
			{"\tin.refused.Store(x.coming)\n\tx.p.knock(x.from)\n", "\tin.refused.Store(x.coming)\n"}}, "TestRefusalKnocks", false},
		{"a loan is taken back whatever the receiver does", lend, []edit{
			{"yes = out.begun.Load() < x.lent", "yes = true"}}, "TestTakeBack", false},
		{"a loan is taken back though it may be copied", lend, []edit{
			{"yes = out.refused.Load() == x.lent", "yes = true"}}, "TestTakeBack", false},
		{"a loan that was withdrawn is copied", borrow, []edit{
			{"if in.withdrawn.Load() != x.coming {", "if true {"}}, "TestTakeBack", false},
		{"who refuses a loan does not say so", borrow, []edit{
			{"\tin.refused.Store(x.coming)\n", ""}}, "TestTakeBack", false},
		{"a short vector is lent over the last loan", lend, []edit{
			{"x.out.over.Load() >= x.out.loan && len", "len"}}, "TestTakeBack", false},
		{"no loan is taken back", lend, []edit{
			{"\tcase !x.revocable():\n", "\tcase true:\n"}}, "TestTakeBack|TestExchangeAtRandom", false},
		{"an idle host does not recall loans", "coll/idler.go", []edit{
			{"if idle >= min(loanFor, spinFor) && h.recall() {", "if false {"}}, "TestRecall", false},
		{"who is recalled is not told", lend, []edit{
			{"\t\t\tc.at.bell.Add(1)\n", ""}}, "TestRecall", false},
		{"who is recalled does not take its loan back", wait, []edit{
			{"\t\tx.recalled = x.recalled || loan && !p.recalls\n", ""}}, "TestRecall", false},
		{"a loan that was taken back is never over", borrow, []edit{
			{"if x.refused && x.got == len(x.dst) {", "if false {"}}, "TestTakeBack", false},
		{"an offer that is over says that nobody swaps", trade, []edit{
			{"if !x.offers || !x.head {", "if !x.offers {"}}, "TestSwap", false},
		{"two offers are taken for each other's", move, []edit{
			{"way == offeredFor+x.lent-1", "way >= offeredFor"}}, "TestSwap", false},
		{"who has swapped its half does not wait for the other", trade, []edit{
			{"\tcase x.repaid(): //", "\tcase x.repaid() || x.swaps: //"}, {"\t\t\tx.got = len(x.dst)\n", "\t\t\tx.sent, x.got, x.lent = len(x.src), len(x.dst), 0\n"}}, "TestSwap", false},
		{"an offer is never withdrawn", trade, []edit{
			{"case x.swaps || !x.withdraw():", "case true:"}}, "TestSwapStepByStep", false},
		{"two of one thread swap all twice", trade, []edit{
			{"\t\tif x.out.over.Load() >= x.lent {\n", "\t\tif false {\n"}}, "TestSwap", false},
		{"who swaps is not at work", trade, []edit{
			{"\tp.c.hold()\n", ""}}, "TestBorrowerHolds", false},
		{"who swaps does not say so", trade, []edit{
			{"\t}\n\tx.settled()\n", "\t}\n"}}, "TestSwapStepByStep", false},
		{"a vector is offered over the last loan", trade, []edit{
			{" && x.out.over.Load() >= x.out.loan\n", "\n"}}, "TestSwap", false},
		{"what is offered is taken in part", borrow, []edit{
			{"if (x.offered || !long) && most < len(x.dst) && in.withdrawn.Load() != x.coming {", "if !x.offered && !long && most < len(x.dst) && in.withdrawn.Load() != x.coming {"}}, "TestOfferIsTakenWhole", false},
		{"a short loan is begun without room for it", borrow, []edit{
			{"(x.offered || !long) &&", "x.offered &&"}}, "TestLoanWithoutRoom", false},
		{"an offer is made when the head of another message has been read", trade, []edit{
			{"return !x.head && x.covers()", "return x.covers()"}}, "TestLateOffer", false},
		{"all that is lent in place is put aside at once", pieces, []edit{
			{"if !x.p.onThread(x.to) {", "if true {"}}, "TestShiftsInPlace", false},
		{"what is lent in place to another thread is not put aside", pieces, []edit{
			{"if !x.p.onThread(x.to) {", "if x.p.c.yield == nil {"}}, "TestShiftsInPlace", false},
		{"a circle in place waits until its hosts would sleep", pieces, []edit{
			{"\t\t\treturn true\n", "\t\t\treturn false\n"}}, "TestShiftsInPlace", false},
		{"who can go on closes a circle", pieces, []edit{
			{" || c.ready():", ":"}}, "TestLentInPlaceToWhoComes", false},
		{"what is lent of a vector that is put aside is received over", aside, []edit{
			{"if x.lendsItself() {", "if false {"}}, "TestPutAsideWhatIsLent", false},
		{"loans are recalled by idle hosts only", "coll/coroutines.go", []edit{
			{"&busyRounds == 0 {", "&busyRounds < 0 {"}}, "TestRecallBesideBusy", false},
		{"nobody is relieved", aside, []edit{
			{"c.waitOn == &c.at.bell && c.at.withholds", "false"}}, "TestPutAside|TestSwapAtRandom", false},
		{"whoever waits in an exchange is relieved, for nothing", aside, []edit{
			{" && c.at.withholds", ""}}, "TestDeadlock|TestFailures", false},
		{"who is relieved is not woken", aside, []edit{
			{"\t\t\tc.at.knock(c.at.rank)\n", ""}}, "TestPutAside", false},
		{"who is relieved is so again for nothing", aside, []edit{
			{"\t\t\tc.at.withholds = false\n", ""}}, "TestPutAside", false},
		{"what is put aside is no copy", aside, []edit{
			{"x.src, x.same = aside, false", "x.same = false"}}, "TestPutAside|TestSwapStepByStep", false},
		{"who puts aside does not hold", aside, []edit{
			{"\tx.p.c.hold()\n", ""}, {"carry(x.p, passage{}, aside[x.sent:], x.src[x.sent:])", "move(aside[x.sent:], x.src[x.sent:])"}}, "TestPutAside", false},
		{"who may not receive all of an offer waits for its sender", wait, []edit{
			{" || x.borrows && !x.begun", ""}}, "TestRefusedOffer", false},
		{"who waits in a column keeps the thread for long", "coll/wait.go", []edit{
			{"\tcase len(c.at.t.ranks) < len(c.h.fibers):\n\t\treturn c.m.groupLooks\n", ""}}, "TestLooksOfAGroup", false},
		{"who looks keeps the thread", "coll/wait.go", []edit{
			{"\t\t\tc.takeTurns()\n", ""}}, "TestLookersTakeTurns", false},
		{"parts that go back begin anywhere", "coll/share.go", []edit{
			{"n := (hi-lo-1)%step + 1", "n := min(step, hi-lo)"}}, "TestFoldInParts", false},
		{"parts that go back leave the first out", "coll/share.go", []edit{
			{"/16&^(turnLeast-1))); lo < hi; {", "/16&^(turnLeast-1))); lo+turnLeast < hi; {"}}, "TestFoldInParts|TestTurning", false},
		{"a copy that goes back leaves the first part out", "coll/move.go", []edit{
			{"lo >= 0; lo -= chunk", "lo > 0; lo -= chunk"}}, "TestPassages|TestPassageOrder", false},
		{"copies that go back go forth", "coll/direct_turn.go", []edit{
			{"\tif w.back {\n\t\treturn n - 1 - i\n\t}\n", ""}}, "TestPassageOrder", false},
		{"teams copy a block that stays where it is", "coll/gathering.go", []edit{
			{"if d.stays && r == d.root {", "if false {"}}, "TestSharedGatherings", false},
		{"a team waits for one that copies more", "coll/gathering.go", []edit{
			{"return fullest-all/len(g.teams) >= least", "return false"}}, "TestSharedGatherings", false},
		{"where a part ends none begins", "coll/gathering.go", []edit{
			{"from, to = from-n, to-n", "from, to = from-n, to"}}, "TestSharedGatherings|TestGatherings", false},
		{"who gave way is late", "coll/times.go", []edit{
			{"\tc.goesOn()", "\t_ = c.goesOn"}}, "TestOverdueGaveWay", false},
		{"a long piece is not ended with its blocks", "coll/direct_spread.go", []edit{
			{"\t\tranks = ranks[some:]\n", "\t\tranks = ranks[max(1, some-1):]\n"}}, "TestFarPieces|TestTeamsAgree", false},
		{"a piece is put aside with what was lent before", pieces, []edit{
			{"true, x.reach\n", "true, len(x.src)\n"}}, "TestPutAside|TestSwapStepByStep", false},
		{"two ends that meet for the first time make an edge each", "coll/edges.go", []edit{
			{"\ts.made[[2]int{from, to}] = e\n", "\tif len(s.made) == 0 || from > to {\n\t\ts.made[[2]int{from, to}] = e\n\t}\n"}}, stream, false},

		{"a broadcast takes the far generators whenever it can", "hypercube/near.go", []edit{
			{"; g < d && far > 0; g++", "; g < d; g++"}}, "TestNearBroadcast", false},
		{"a vertex is served by one that is served in the same step", "hypercube/near.go", []edit{
			{"(at == 0 || at == now)", "at == 0"}}, "TestNearBroadcast", false},

		{"a team takes early what comes from another", "internal/program/cayley_broadcast.go", []edit{
			{"\t\tif !leaves[s.gen] {\n", "\t\tif true {\n"}}, "TestHastened", false},
		{"a process that goes rank by rank takes words early", "internal/program/cayley_broadcast.go", []edit{
			{"c.g.Process != nil || ", ""}}, "TestHastened", false},
		{"a team takes a copy before its parent's", "internal/program/cayley_broadcast.go", []edit{
			{"cmp.Compare(a.known, b.known), ", ""}}, "TestHastened", false},

		{"what comes from another team is read from the own team's copy", "coll/scheduled_bysource.go", []edit{
			{"if near == nil || n.t != r.p.t {", "if near == nil {"}}, "TestCrossing", false},
		{"a word within a team waits for its step", "internal/program/cayley_course.go", []edit{
			{"step = max(1, here[s.tail])", "_ = here[s.tail]"}}, "TestCourse", false},
		{"a word to another team goes early", "internal/program/cayley_course.go", []edit{
			{"case team(int(s.v)) == team(int(s.tail)):", "case team(0) >= 0:"}}, "TestCourse", false},
		{"a word that is given goes on in its step", "internal/program/cayley_course.go", []edit{
			{"comes++", "comes += 0"}}, "TestCourse", false},
		{"every team decides for itself whether it gives", "coll/scheduled.go", []edit{
			{"r.given = r.s.teams[0].given", "r.given = r.s.teams[p.t.id].given"}}, "TestWhatIsGiven", false},
		{"the source's team gives all", "coll/scheduled_bysource.go", []edit{
			{"by = prog.Labels.Product(x, int(prog.From[o.A].Rank))", "by = source"}}, "TestWhatIsGiven", false},
		{"what is given stays in the caches", "coll/scheduled_bysource.go", []edit{
			{"r.past || m.t != r.p.t, to", "r.past, to"}}, "TestWhatIsGiven", false},
		{"between near cores a team gives", "coll/scheduled_given.go", []edit{
			{"p.distant(r.bytes()) &&", "r.n > 0 &&"}}, "TestWhatIsGiven", false},
		{"sums are given only where calls are slow", "coll/scheduled_given.go", []edit{
			{"(c.collective() == allreduce || ", "(r.n < 0 || "}}, "TestWhatIsGiven", false},
		{"what another team gives is handed back before", "coll/scheduled_given.go", []edit{
			{"if !r.given || f.Vec != program.Dst {", "if r.n > 0 || f.Vec != program.Dst {"}}, "TestGivenSums", false},
		{"a sum is not handed back where its own team writes", "coll/scheduled_given.go", []edit{
			{"l.Product(x, int(f.Rank))].t != seats", "l.Product(x, int(f.Rank))].t == seats"}}, "TestGivenSums", false},
		{"the giver is that of the source's neighbour", "internal/program/cayley_course.go", []edit{
			{"v := group.Mul(group.Inv(source), int(f.Rank))", "v := int(f.Rank)"}}, "TestGivers", false},
		{"direct learns what schedules do", "coll/lesson.go", []edit{
			{"if c.algorithm() != byDirect {", "if false {"}}, "TestTaughtToGive", false},
		{"one team serves though another has less", "coll/direct_allgather.go", []edit{
			{"if 4*own*g.size > 5*offsets[g.size]*len(t.ranks) {", "if false {"}}, "TestWhoServes", false},
		{"a team of one does not say what others do", "coll/direct_allgather.go", []edit{
			{"return g.most > 1 &&", "return len(j.s.teams[j.p.t.id].dst) > 1 &&"}}, "TestTeamsAgree", false},
		{"teams serve by what is in place on one of them", "coll/direct_allgather.go", []edit{
			{"j.p.g, j.bytesApart()", "j.p.g, j.bytes()"}}, "TestTeamsAgree", false},
		{"a sum is copied to the team's own vectors only", "coll/direct_apart.go", []edit{
			{"if p.g.seats[r].t != p.t {", "if p.g.seats[r].t == p.t {"}}, "TestApart", false},
		{"who serves blocks of any length checks those that it gets", "coll/direct_counts.go", []edit{
			{"p.compareCounts(sent)", "p.compareCounts(received)"}}, "TestServedMismatch", false},
		{"counts that were alike once are alike for ever", "coll/direct_counts.go", []edit{
			{"if t.compared[side] == now {", "if t.compared[side] > 0 {"}}, "TestComparedAgain", false},
		{"counts are compared at every call", "coll/direct_counts.go", []edit{
			{"\tt.compared[side] = now\n", ""}}, "TestComparedAgain", false},
		{"who serves goes by where the blocks of those that it gets begin", "coll/direct_counts.go", []edit{
			{"p.t.beginsOf(sent, i, len(to))", "p.t.beginsOf(received, i, len(to))"}}, "TestServedCounts", false},
		{"counts that were refused leave others' offsets", "coll/layout.go", []edit{
			{"\tp.given[side] = p.given[side][:0] // their offsets are written over now, and these may be refused\n", ""},
			{"append(p.given[side], counts...)", "append(p.given[side][:0], counts...)"}}, "TestCountsOfTheLastCall", false},
		{"counts are those of the last call whatever they are", "coll/layout.go", []edit{
			{"if bytes.Equal(bytesOf(p.given[side]), bytesOf(counts)) {", "if bytes.Equal(nil, nil) && len(p.given[side]) > 0 {"}}, "TestCountsOfTheLastCall", false},
		{"counts change unnoticed", "coll/layout.go", []edit{
			{"\tp.changes++\n", "\tp.changes = 1\n"}}, "TestComparedAgain", false},
		{"private lengths go the way of one", "coll/direct_private.go", []edit{
			{"way = max(way, lengthsIn(t, m.seq, m.g.size).way(r))", "_ = r"}}, "TestPrivateWays", false},
		{"what an operator of the caller's makes is not waited for", "coll/allreducefunc.go", []edit{
			{"\t\tp.c.await(first.stage.Flag(p.t.staged), p.t.staged)\n", ""}}, "TestFuncAfterFunc", false},
		{"an operator of the caller's does not wait for the others' words", "coll/allreducefunc.go", []edit{
			{"\t\tp.meetAt(in)\n", ""}}, "TestFuncAfterFunc", false},
		{"an alltoallv in place gives what it has got", "coll/alltoall.go", []edit{
			{"\t\tsrc = e.keep(p, src)\n", ""}}, "TestPrivate", false},
		{"a v-form on vectors does not make busy", "coll/direct_private.go", []edit{
			{"\tif way >= inVectors {\n\t\tm.c.hold()\n", "\tif way >= inVectors {\n"}}, "TestHoldOnPrivate", false},
		{"a v-form does not wait for the others' lengths", "coll/direct_private.go", []edit{
			{"\thearLines(m, j.c)\n", ""}}, "TestPrivate", false},
		{"who receives compares no lengths", "coll/direct_private_move.go", []edit{
			{"sent, want := their.sends(m.rank), asLength(in.length(r)); sent != want", "sent, want := their.sends(m.rank), asLength(in.length(r)); false"}}, "TestPrivateMismatch", false},
		{"who sends compares no lengths", "coll/direct_private_move.go", []edit{
			{"sent, want := asLength(out.length(r)), their.receives(m.rank); sent != want", "sent, want := asLength(out.length(r)), their.receives(m.rank); false"}}, "TestPrivateMismatch", false},
		{"a private block lies behind its owner's own", "coll/direct_private_move.go", []edit{
			{"\t\tif r < m.rank { // its line", "\t\tif false { // its line"}}, "TestPrivate", false},
		{"what stands in the place of a length to itself is one", "coll/direct_private_lengths.go", []edit{
			{"\t\tif q == rank {\n", "\t\tif false {\n"}}, "TestPrivate", false},
		{"blocks that are dealt in turn are served", "coll/direct_deal.go", []edit{
			{" && !g.dealsInTurn(bytes)", ""}}, "TestServesBlocks", false},
		{"blocks of any length are dealt in turn", "coll/direct_deal.go", []edit{
			{" && bytes <= inTurnMost }", " }"}}, "TestServesBlocks", false},
		{"many deal in turn", "coll/direct_deal.go", []edit{
			{"g.size <= g.m.dealMost && ", ""}}, "TestServesBlocks", false},
		{"a turn's blocks are those of the team's first", "coll/direct_deal.go", []edit{
			{"to, at := dst[k], p.t.ranks[k]*n", "to, at := dst[k], p.t.ranks[0]*n"}}, "TestShortBlocks", false},
		{"blocks are dealt in turn forth while their processors go back", "coll/direct_deal.go", []edit{
			{"			q := w.nth(y, len(from))\n			dealBlock(p, w, to[q*n:(q+1)*n], span(from[q], at, n))", "			q := w.nth(y, len(from))\n			dealBlock(p, w, to[y*n:(y+1)*n], span(from[q], at, n))"}}, "TestPassages", false},
		{"a team serves blocks that lie in a bank", "coll/direct_alltoall.go", []edit{
			{"\tcase in != inVectors:\n\t\tdeal(p, passage{}, own.dst, from, n)\n", ""}}, "TestShortBlocks", false},

		{"a long allreduce leaves while others read its vectors", direct, []edit{
			{"foldInto(p, past, j.c.op(), to, from, lo, n) })\n\t\t}\n\t}\n\tp.leaveFrom(in)\n", "foldInto(p, past, j.c.op(), to, from, lo, n) })\n\t\t}\n\t}\n\tp.leave()\n"}}, "TestLongVectors|TestTogether", false},
		{"a short call on vectors does not wait for the others' addresses", "coll/direct_alone.go", []edit{
			{"\tto, from := own.to[:1], own.from\n\thearLines(m, c)\n\tfor r, o := range m.g.teams {\n\t\tfrom[r] = aloneSrc(", "\tto, from := own.to[:1], own.from\n\tfor r, o := range m.g.teams {\n\t\tfrom[r] = aloneSrc("}}, "TestTogether|TestEveryResult", false},
		{"a short call on vectors does not make busy", "coll/direct_alone.go", []edit{
			{"\tm.c.hold()\n", ""}}, "TestHoldOnVectors", false},
		{"a short alltoall in place does not wait for the others' addresses", "coll/direct_alone_move.go", []edit{
			{"\topenAlone(m, c, dst, dst)\n\thearLines(m, c)\n\tfor r, o := range m.g.teams {\n\t\tif lo", "\topenAlone(m, c, dst, dst)\n\tfor r, o := range m.g.teams {\n\t\tif lo"}}, "TestTogether|TestEveryResult|TestShortWays", false},
		{"a short alltoall in place swaps another half than the other's", "coll/direct_alone_move.go", []edit{
			{"span(aloneDst(m, o, dst), m.rank*n+lo, hi-lo)", "span(aloneDst(m, o, dst), m.rank*n, hi-lo)"}}, "TestShortWays", false},
		{"a scan is of one tile", "coll/direct_scan.go", []edit{
			{"for ; lo < hi; lo += scanTile {", "for ; lo < hi; lo = hi {"}}, "TestLongestShortWays", false},
		{"an exscan in place overwrites what it has yet to add", "coll/direct_scan.go", []edit{
			{"to[r+1] == from[r+1]", "false"}}, "TestShortWays", false},
		{"a short call in banks does not wait for the others", "coll/direct_bank.go", []edit{
			{"\thandBank(p.member, bank[:len(x)+len(y)], 0)\n\thearLines(p.member, c)\n", "\thandBank(p.member, bank[:len(x)+len(y)], 0)\n"}}, "TestTogether", false},
		{"a bank is the same for all calls", "coll/payload.go", []edit{
			{"&t.wide[seq&1]", "&t.wide[0]"}}, "TestBanks", false},
		{"a team looks for words where those of the call before lay", "coll/payload.go", []edit{
			{" || own.sources[k][p.t.ranks[0]] != unsafe.SliceData(own.words)", ""}}, "TestNear", false},
		{"words that a team reads near do not go out", "coll/pack.go", []edit{
			{"\tasm.Copy(s.packed(p, p.t.id, in, len(own.words)), own.words)\n", ""}}, "TestNear", false},
		{"words for single processors are always near", "coll/pack.go", []edit{
			{"sizeOf[T]() < line", "sizeOf[T]() < 1<<20"}}, "TestNear", false},
		{"a team that has its own words near looks elsewhere", "coll/payload.go", []edit{
			{"SliceData(s.wordsOf(", "SliceData(s.packed("}}, "TestNear", false},
		{"teams keep their sums", "coll/direct_apart.go", []edit{
			{"if p.g.seats[r].t != p.t {", "if p.g.seats[r].t == nil {"}}, "TestApart", false},
		{"banks of a team have room for one processor's words", "coll/payload.go", []edit{
			{"room := p.g.bankElems()", "room := wideElems"}}, "TestNear", false},
		{"banks of small teams are as long as others'", "coll/payload.go", []edit{
			{"max(wideElems, g.most*g.m.bankEach)", "max(wideElems, g.m.bankElems)"}}, "TestSignals", false},
		{"banks of large teams have no bound", "coll/payload.go", []edit{
			{"return min(g.m.bankElems, max(wideElems, g.most*g.m.bankEach))", "return max(wideElems, g.most*g.m.bankEach)"}}, "TestSignals", false},
		{"long banks are claimed", "coll/claim.go", []edit{
			{"bytes <= p.c.m.claimMost", "bytes <= 1<<20"}}, "TestClaims", false},
		{"lines are claimed where there are three teams", "coll/claim.go", []edit{
			{"m.c.m.claimMost > 0 && m.g.both != nil", "m.c.m.claimMost > 0"}}, "TestClaims", false},
		{"the wrong bank is claimed", "coll/claim.go", []edit{
			{"last.banks[seq&1], last.bytes", "last.banks[(seq+1)&1], last.bytes"}}, "TestWants", false},
		{"own words are near on any CPU", "coll/ways.go", []edit{
			{"bankElems: wideElems,", "bankElems: wideElems, packsNear: true, claimMost: 512,"}, {"w.claimMost, w.packsNear, w.bankElems, w.bankEach = 512, true, 2*wideElems, wideElems", "w.packsNear, w.bankElems, w.bankEach = false, wideElems, 0"}, {"w.claimMost, w.packsNear, w.bankElems, w.bankEach = 512, true, 4*wideElems, wideElems/2", "w.packsNear, w.bankElems, w.bankEach = false, wideElems, 0"}}, "TestWaysOf", false},
		{"a step's words that a team reads near do not go out", "coll/stages.go", []edit{
			{"\t\tcopyWords(buffers.Payload[T](&p.t.stage, seq, n), v.nearAt(k, n))\n", "\t\t_ = n\n"}}, "TestNear", false},
		{"a step's words overwrite what is yet read near", "coll/stages.go", []edit{
			{".near[k%3*buffers.LineWords:]", ".near[k%2*buffers.LineWords:]"}}, "TestSpectralOnGraphs", false},
		{"words of 32 bits that a team brings are read as if of 64", "coll/direct_one.go", []edit{
			{"if sizeOf[T]() < 8 {", "if false {"}}, "TestOnesOfUnlikeTypes", false},
		{"a short allreduce does not wait for the others' words", "coll/direct_one.go", []edit{
			{"\tp.publish()\n\tp.greet()\n\treturn in\n", "\tp.publish()\n\treturn in\n"}}, "TestTogether|TestSleepers", false},
		{"a broadcast of one element does not wait for it", "coll/direct_one.go", []edit{
			{"\tp.publish()\n\tp.greet()\n\t*oneOf", "\tp.publish()\n\t*oneOf"}}, "TestOnes|TestTogether", false},
		{"a broadcast of one element is of another than the root's", "coll/direct_one.go", []edit{
			{"broughtTo[T](p.t, from.place)", "broughtTo[T](p.t, 0)"}}, "TestOnes", false},
		{"a team of one processor does not bring its element", "coll/allreduce.go", []edit{
			{"a == byDirect && p.g.brings", "a == byDirect && p.g.brings && len(p.t.ranks) > 1"}}, "TestSameBits", false},
		{"of two NaNs each of two processors takes its own", "coll/direct_line.go", []edit{
			{"\t\tif t.id != 0 {\n\t\t\ta, b = x, src\n\t\t}\n", ""}}, "TestSameBits", false},
		{"a scan of one element begins anew in every team", "coll/direct_one.go", []edit{
			{"overTeams[T](p, op, in, p.t.id)", "overTeams[T](p, op, in, 0)"}}, "TestOnes", false},
		{"an exclusive scan of one element is an inclusive one", "coll/direct_one.go", []edit{
			{"if *own = acc; c == exscan {", "if *own = acc; false {"}}, "TestOnes", false},
		{"where one element is brought depends on its type", "coll/direct_one.go", []edit{
			{"unsafe.Pointer(&t.brought[place])", "unsafe.Add(unsafe.Pointer(&t.brought), place*sizeOf[T]())"}}, "TestOnesOfUnlikeTypes", false},
		{"an operator of one element is a sum", "internal/asm/add.go", []edit{
			{"\t\t\tacc = max(acc, v)\n", "\t\t\tacc += v\n"}}, "TestOver", false},

		{"a sum that goes onward is not waited for", "coll/direct_onward.go", []edit{
			{"\t\t\tp.c.await(second.stage.Flag(p.t.staged), p.t.staged)\n", "\t\t\t_ = second\n"}}, "TestOnward", false},
		{"a sum goes onward before it has come", "coll/direct_onward.go", []edit{
			{"\t\tp.publish()\n\t\tp.greet()\n\t\tinto :=", "\t\tp.publish()\n\t\tinto :="}}, "TestOnward", false},
		{"a sum goes onward in a bank that is being read", "coll/direct_onward.go", []edit{
			{"\t\treturn &s.packed(p, team, inBank, n)[0]\n", "\t\treturn &s.bankAt(p, team, 0)[0]\n"}}, "TestOnward", false},

		{"a portion is added to before it is there", portioned, []edit{
			{"\t\t\tp.c.await(teams[0].stage.Flag(seq), seq)\n", ""}}, "TestPortions", false},
		{"the sum of a portion is taken before it is there", portioned, []edit{
			{"\t\t\tp.c.await(teams[1].stage.Flag(seq), seq)\n", ""}}, "TestPortions", false},
		{"one team's word for what is written anew is enough", whichPortioned, []edit{
			{" && *m.g.teams[1-m.t.id].saidAnew(m.seq) != 0 {", " {"}}, "TestWhichPortions", false},
		{"a team hears its own word only", whichPortioned, []edit{
			{"m.g.teams[1-m.t.id].saidAnew", "m.g.teams[m.t.id].saidAnew"}}, "TestWhichPortions", false},
		{"what was written anew is so for ever", whichPortioned, []edit{
			{"o.both[o.of] &^= o.bit; o.anew", "o.anew"}}, "TestWhichPortions", false},
		{"what one length does all do", whichPortioned, []edit{
			{"1<<bits.Len(uint(bytes))", "1<<bits.Len(uint(bytes)*0)"}}, "TestPortionsByLength", false},
		{"what one collective does all do", whichPortioned, []edit{
			{"p.seq, j.c.collective(), 1<<", "p.seq, 0, 1<<"}}, "TestPortionsByLength", false},
		{"whether a vector is written anew stands where an address does", whichPortioned, []edit{
			{"\tat := 2 * len(t.ranks)\n", "\tat := 0\n"}}, "TestWhichPortions", false},
		{"a block begins anew in every portion", portioned, []edit{
			{"dst[from-begin:to-begin]", "dst[:to-from]"}}, "TestPortions", false},
		{"allreduces of small teams go in portions", whichPortioned, []edit{
			{"return 6\n", "return 2\n"}}, "TestWhichPortions", false},
		{"a second team's scan begins anew", "coll/direct_scan.go", []edit{
			{"if e.before == nil {", "if len(to) > 0 {"}}, "TestPortions", false},
		{"an exscan hands on what its last rank gets", "coll/direct_scan.go", []edit{
			{"\t\tacc = next\n\t}\n", "\t\tacc = next\n\t}\n\tif e.after != nil {\n\t\tmove(span(e.after, lo, n), span(to[len(to)-1], lo, n))\n\t}\n"}}, "TestPortions", false},
		{"after a Run that failed each team goes by what it knows", "coll/group.go", []edit{
			{"passing{both: g.teams[0].passing.both}", "passing{both: t.passing.both}"}}, "TestPortionsByLength", false},
		{"copies are given of what is shorter, as the call may go in portions", whichPortioned, []edit{
			{"o.anew == j.p.seq && bytes >= least", "o.anew == j.p.seq"}}, "TestWhoGivesCopies", false},

		{"no team copies its own blocks first", "coll/direct_spread.go", []edit{
			{"i = (i + t.id) % len(g.teams)", "i %= len(g.teams)"}}, "TestOwnFirst", false},

		{"a line has one bank", line, []edit{
			{"LineBanks = 4", "LineBanks = 1"}, {"const _ = uint(LineBanks - 3)", "const _ = LineBanks"}}, "TestLine", false},
		{"a line's number is stored before its message", line, []edit{
			{"\tb.word, b.n = word, n\n\tb.seq.Store(seq)\n", "\tb.seq.Store(seq)\n\tb.word, b.n = word, n\n"}}, "TestLine", true},
		{"a message is read before it is there", line, []edit{
			{"\t\treturn 0, 0, false\n", ""}}, "TestLine", false},
		{"a message that was overwritten is read", line, []edit{
			{"\t\tif at > seq {", "\t\tif false {"}}, "TestLine", false},
		{"a reset forgets the line's later banks", line, []edit{
			{"for i := range uint64(LineBanks) {", "for i := range uint64(1) {"}}, "TestLine", false},

		{"a full ring has room", ring, []edit{
			{"\t\tif r.produced-r.seenHead > r.mask {\n\t\t\treturn nil, false", "\t\tif r.produced-r.seenHead > r.mask+1 {\n\t\t\treturn nil, false"}}, "TestRing", false},
		{"a producer does not look at head again", ring, []edit{
			{"\t\tr.seenHead = r.head.Load()\n", ""}}, "TestRing", false},
		{"a consumer does not look at tail again", ring, []edit{
			{"\t\tr.seenTail = r.tail.Load()\n", ""}}, "TestRing", false},
		{"a producer believes that head is further", ring, []edit{
			{"\t\tr.seenHead = r.head.Load()\n", "\t\tr.seenHead = r.head.Load() + 1\n"}}, "TestRing", false},
		{"a consumer believes that tail is further", ring, []edit{
			{"\t\tr.seenTail = r.tail.Load()\n", "\t\tr.seenTail = r.tail.Load() + 1\n"}}, "TestRing", false},
		{"what is produced is not published", ring, []edit{
			{"\tr.tail.Store(r.produced)\n", ""}}, "TestRing", false},
		{"tail is stored before the slot is counted", ring, []edit{
			{"\tr.produced++\n\tr.tail.Store(r.produced)\n", "\tr.tail.Store(r.produced)\n\tr.produced++\n"}}, "TestRing", false},
		{"what is released is not given back", ring, []edit{
			{"\tr.head.Store(r.consumed)\n", ""}}, "TestRing", false},
		{"a slot is given back that was not read", ring, []edit{
			{"\tr.head.Store(r.consumed)\n", "\tr.head.Store(r.consumed + 1)\n"}}, "TestRing", false},
		{"Publish overwrites a full ring", ring, []edit{
			{"\tif r.produced-r.seenHead > r.mask {\n\t\tpanic", "\tif false {\n\t\tpanic"}}, "TestRing", false},
		{"Release gives back what is not there", ring, []edit{
			{"\tif r.consumed == r.seenTail {\n\t\tpanic", "\tif false {\n\t\tpanic"}}, "TestRing", false},
		{"a reset keeps the consumer's copy of tail", ring, []edit{
			{"r.consumed, r.seenTail = 0, 0, 0, 0", "r.consumed, _ = 0, 0, 0, 0"}}, "TestRing", false},
	}
}
