package main

// reading weakens what is done about lines that other cores have read.
func reading() []mutant {
	const anew, glimpse, room, rooms, exchange, handback, scheduledRun = "coll/anew.go", "coll/glimpse.go", "coll/direct_room.go", "coll/direct_room_team.go", "coll/exchange_anew.go", "coll/handback.go", "coll/scheduled_run.go"
	return []mutant{
		{"who has changed once is written anew", glimpse, []edit{
			{"freshAfter = 2 ", "freshAfter = 1 "}}, "TestWrittenAnew", false},
		{"who does not change any more is written anew", glimpse, []edit{
			{"\t\tc.times = 0\n", "\t\t_ = c\n"}}, "TestWrittenAnew", false},
		{"a vector is taken for the one before it", glimpse, []edit{
			{"if g.at != at {", "if g.at == 0 {"}}, "TestWrittenAnew", false},
		{"all vectors are one", glimpse, []edit{
			{"&all[hashed(at, glimpseBits)]", "&all[0]"}}, "TestWrittenAnew", false},
		{"the middle word does not count", glimpse, []edit{
			{"0, n / 2, n - 1}", "0, 0, n - 1}"}}, "TestGlimpse", false},
		{"words of 32 bits count as one", glimpse, []edit{
			{"uint64(*(*uint32)(at))", "0"}}, "TestGlimpse", false},
		{"who is not written anew is looked at in every call", glimpse, []edit{
			{"g.unseen = lookEvery - 1", "g.unseen = 0"}}, "TestSeldomLooks", false},
		{"who is written anew again is looked at seldom", glimpse, []edit{
			{"\t\tg.stale = 0\n", ""}}, "TestSeldomLooks", false},
		{"a single processor gives src before it has copied it", anew, []edit{
			{"\tasm.Copy(dst, src)\n\treturn dst\n", "\t_ = asm.Copy[T]\n\treturn dst\n"}}, "TestFreshResults", false},
		{"a single processor gives its copy to nobody", anew, []edit{
			{"\tasm.Copy(dst, src)\n\treturn dst\n", "\tasm.Copy(dst, src)\n\treturn src\n"}}, "TestWhoGivesCopies", false},
		{"a team gives src before it has copied it", anew, []edit{
			{"\t\tmove(dst[i], src[i])\n", ""}}, "TestFreshResults", false},
		{"a team gives its copies to nobody", anew, []edit{
			{"\t\tsrc[i] = dst[i]\n", ""}}, "TestWhoGivesCopies", false},
		{"the first processor of a root's team gives the root's copy", anew, []edit{
			{"dst[at.place:at.place+1], src[at.place:at.place+1]", "dst[:1], src[:1]"}}, "TestWhoGivesCopies", false},
		{"copies are given where the second cache has no room", anew, []edit{
			{"bytes*len(own.src) <= p.c.m.freshMost", "bytes <= p.c.m.freshMost"}}, "TestWhoGivesCopies", false},
		{"far teams copy no more than near ones", anew, []edit{
			{" || p.c.m.isFar && j.bytesApart() < p.c.m.spill.pieces", ""}}, "TestWhoGivesCopies", false},
		{"short vectors are copied", anew, []edit{
			{"bytes >= least && ", ""}}, "TestWhoGivesCopies", false},
		{"a single processor gives a copy where NaN is refused", anew, []edit{
			{"if m.c.m.cfg.RefuseNaN || m.g", "if m.g"}}, "TestNaNWithCopies", false},
		{"a team gives copies where NaN is refused", anew, []edit{
			{" || p.c.m.cfg.RefuseNaN || !j", " || !j"}}, "TestNaNWithCopies", false},
		{"a copy is given in a group that has ended", anew, []edit{
			{" || m.g.ended() || ", " || "}}, "TestNoCopyInAnEndedGroup", false},
		{"a message to oneself goes by the ring", exchange, []edit{
			{" && to != p.rank", ""}}, "TestSendsItself", false},
		{"threads of one core give copies", "coll/anew.go", []edit{
			{" && !m.isOne", ""}}, "TestWhoGivesCopies|TestSendsAnew|TestWhoHandsBack", false},
		{"cores are one where a message takes long", "coll/distance.go", []edit{
			{"trip > 0 && trip < oneTrip", "trip >= oneTrip"}}, "TestDistance", false},
		{"words that all change sign have not changed", glimpse, []edit{
			{"digest = digested(digest, *(*uint64)(at))", "digest = digest*0x9e3779b97f4a7c15 ^ *(*uint64)(at)"}}, "TestGlimpse", false},
		{"one team gives copies", anew, []edit{
			{" && len(m.g.teams) > 1", ""}}, "TestWhoGivesCopies", false},
		{"an exscan gives copies", "coll/direct_alone.go", []edit{
			{"if c.collective() == scan && &dst[0]", "if &dst[0]"}}, "TestWhoGivesCopies|TestFreshResults", false},
		{"an exscan of several gives copies", "coll/direct_scan.go", []edit{
			{"if j.c.collective() == scan { // exscan", "if true { // exscan"}}, "TestWhoGivesCopies|TestFreshResults", false},
		{"a message that does not change goes by the ring", exchange, []edit{
			{" && p.glances.due() &&\n\t\tp.glances.saw(p.edge(p.rank, to).gave.anew(glimpseOf(src, n, size)))", ""}}, "TestSendsAnew", false},
		{"what would not be lent is handed back", exchange, []edit{
			{"n > p.unlent(to, receives) && ", "n > 12 && "}}, "TestSendsAnew", false},
		{"what is received in place goes by the ring as if it were not", "coll/exchange.go", []edit{
			{"to >= 0 && !(same && from >= 0) && p.sendsAnew", "to >= 0 && p.sendsAnew"}}, "TestSendsAnew", false},
		{"slots are handed back on any CPU", "coll/exchange_short.go", []edit{
			{"anew && p.c.m.handing ||", "anew ||"}}, "TestSendsAnew", false},
		{"two send by rings that nobody hands back", exchange, []edit{
			{"(p.c.m.handing || !p.g.alone) && ", ""}}, "TestSendsAnew", false},
		{"a slot is handed back before it is read", "coll/exchange_short.go", []edit{
			{"\t\tcopy(dst, slot)\n\t\tif head[headWay] == inRingBack {\n\t\t\thandBytes(unsafe.Pointer(&slot[0]), len(dst)*sizeOf[T]())\n\t\t}\n", "\t\tif head[headWay] == inRingBack {\n\t\t\thandBytes(unsafe.Pointer(&slot[0]), len(dst)*sizeOf[T]())\n\t\t}\n\t\tcopy(dst, slot)\n"}}, "TestFreshMessages", false},
		{"a receiver that is late hands nothing back", "coll/exchange_move.go", []edit{
			{"x.handsBack = way == inRingBack", "x.handsBack = false"}}, "TestSendsAnew|TestFreshMessages", false},
		{"one line is handed back", handback, []edit{
			{"i += 64 {", "i += 1 << 20 {"}}, "TestSendsAnew", false},

		{"short pieces are handed back", handback, []edit{
			{"bytes >= handedBackLeast && t != m.t", "t != m.t"}}, "TestSendsAnew", false},
		{"a piece is handed back however long it is", "coll/exchange_pieces.go", []edit{
			{" && bytes <= x.p.c.m.freshMost", ""}}, "TestWhoHandsBack", false},
		{"a piece of the vector itself is handed back", "coll/exchange_pieces.go", []edit{
			{"pipe.piece, pipe.back, x.reach = x.src[x.sent:], false, len(x.src)", "pipe.piece, pipe.back, x.reach = x.src[x.sent:], true, len(x.src)"}}, "TestPiecesOfTheVector", false},
		{"what a program reads again is handed back", "internal/program/final.go", []edit{
			{"needed|twice|written)", "twice|written)"}}, "TestUses", false},
		{"what two read at a time is handed back", "internal/program/final.go", []edit{
			{"needed|twice|written)", "needed|written)"}}, "TestUses", false},
		{"what is written meanwhile is handed back", "internal/program/final.go", []edit{
			{"needed|twice|written)", "needed|twice)"}}, "TestUses", false},
		{"source by source words are read before they are written", "internal/program/final.go", []edit{
			{"step >= p.Steps-p.BySource {", "step > p.Steps {"}}, "TestUses", false},
		{"a program takes the user's results for its own", "internal/program/final.go", []edit{
			{"return needed })", "return 0 })"}}, "TestUses", false},
		{"segments of a block are one place", "internal/program/places.go", []edit{
			{"(int(segment)*p.rows+row)", "(int(segment)*0+row)"}}, "TestUses", false},
		{"a program hands back whatever it reads", scheduledRun, []edit{
			{"return f.Last && (", "return ("}}, "TestHandedBack", false},
		{"a program hands back the user's sources", scheduledRun, []edit{
			{" && (f.Vec != program.Src || r.handsKept)", ""}}, "TestHandedBack", false},
		{"a team hands back to itself", scheduledRun, []edit{
			{"r.p.handsBack(t, n*sizeOf[T]())\n", "n*sizeOf[T]() >= handedBackLeast && r.p.c.m.handsLines() && t != nil\n"}}, "TestWhoHandsBack", false},
		{"a fold hands back the operand after", scheduledRun, []edit{
			{"list[len(list)-len(from):] {", "list[:len(from)] {"}}, "TestHandedBack|TestWhoHandsBack", false},
		{"long kept copies are handed back", "coll/scheduled.go", []edit{
			{"*sizeOf[T]() <= j.p.c.m.freshMost", "*sizeOf[T]() >= 0"}}, "TestWhoHandsBack", false},
		{"a team that serves hands back what others read", "coll/direct_alltoall.go", []edit{
			{"\t\t\tserve(p, w, j.s.destinations(p), own.src, n)\n", "\t\t\tserve(p, w, j.s.destinations(p), own.src, n)\n\t\t\tj.handKeptBack(from)\n"}}, "TestHandedBack", false},
		{"what others read of a kept copy is handed back", "coll/direct_alltoall.go", []edit{
			{"handBack(span(f, lo, hi-lo))", "handBack(span(f, 0, hi))"}}, "TestHandedBack", false},

		{"a copy in a room is the whole of src that was there before", room, []edit{
			{"\tasm.Copy((*room)[hi:], src[hi:])\n", ""}}, "TestRoomResults", false},
		{"a room of the Run before is one of this", "coll/group.go", []edit{
			{"\t\tt.roomed = 0\n", ""}}, "TestRoomResults", false},
		{"a room serves again in the next call", room, []edit{
			{"rooms[m.t.roomed&1]", "rooms[0]"}}, "TestRooms", false},
		{"who gives a room says nothing of it", room, []edit{
			{"\ta.roomed = true\n", ""}}, "TestWhoGivesRooms", false},
		{"lines of a room are handed back before they are read", room, []edit{
			{"\tasm.Copy(dst, src)\n\tif m.c.m.handing {\n\t\thandBack(src)\n\t}\n", "\thandBack(src)\n\tasm.Copy(dst, src)\n"}}, "TestRoomResults", false},
		{"what is read in a room is always handed back", room, []edit{
			{"if m.c.m.handing {\n\t\thandBack", "if true {\n\t\thandBack"}}, "TestRooms", false},
		{"all give rooms that nobody hands back", room, []edit{
			{"!all && bytes <= m.pairMost", "bytes <= m.pairMost"}}, "TestWhoGivesRooms", false},
		{"rooms that nobody hands back have any length", room, []edit{
			{"!all && bytes <= m.pairMost", "!all"}}, "TestWhoGivesRooms", false},
		{"lines are handed back on any CPU", handback, []edit{
			{"return m.handing && m.copiesAnew()", "return m.copiesAnew()"}}, "TestWhoHandsBack", false},
		{"short sums by two give copies that nobody hands back", "coll/direct_alone.go", []edit{
			{"m.c.m.copiesFrom(freshFrom, keptAlone)", "freshFrom"}}, "TestWhoGivesCopies", false},
		{"short sums give no copies though nobody hands them back", "coll/anew.go", []edit{
			{"\tleast = p.c.m.copiesFrom(least, keptFrom)\n", ""}}, "TestWhoGivesCopies", false},
		{"roots of long reduces give copies that nobody hands back", "coll/anew.go", []edit{
			{" || bytes > aloneMost && !p.c.m.handing", ""}}, "TestWhoGivesCopies", false},
		{"who gives a room waits for nobody", "coll/direct_alone.go", []edit{
			{"if m.allRoomed() {\n\t\tm.leave()", "if m.roomed(m.t) {\n\t\tm.leave()"}}, "TestRoomResults", false},
		{"lines of other vectors are handed back", "coll/direct_alone.go", []edit{
			{"if o != m.t && m.roomed(o) {", "if o != m.t {"}}, "TestRoomResults|TestShortWays", false},
		{"far cores give rooms in an alltoall", "coll/direct_alone_move.go", []edit{
			{"if !(!m.distant(bytes) && m.mayRoom(bytes", "if !(m.mayRoom(bytes"}}, "TestWhoGivesRooms", false},
		{"three processors give rooms in an allgather", "coll/direct_alone_move.go", []edit{
			{"if !(m.g.size == 2 && !m.distant(bytes) && m.mayRoom(len", "if !(!m.distant(bytes) && m.mayRoom(len"}}, "TestWhoGivesRooms", false},
		{"three processors give rooms in a broadcast", "coll/direct_alone_move.go", []edit{
			{"if !(m.g.size == 2 && m.rank == root && ", "if !(m.rank == root && "}}, "TestWhoGivesRooms", false},
		{"three processors with longer vectors go the way of two", "coll/direct_alone.go", []edit{
			{"m.g.size == 2 && bytes <=", "bytes <="}}, "TestWhoGivesRooms", false},
		{"there is room for vectors of any length", "coll/direct_alone.go", []edit{
			{"bytes <= m.c.m.freshMost && m.c.m.fitsRoom", "m.c.m.freshMost > 0 && m.c.m.fitsRoom"}}, "TestWhoGivesRooms", false},
		{"pairs never go past the caches", "coll/direct_alone.go", []edit{
			{"vectors*int64(bytes) < m.c.m.spill.pieces", "vectors > 0"}}, "TestWhoGivesRooms", false},
		{"far cores have room for longer vectors", "coll/direct_alone.go", []edit{
			{"(!m.c.m.isFar || v == broadcast || v == scatter) && ", ""}}, "TestWhoGivesRooms", false},
		{"an alltoall of longer vectors in place goes the way of one with two vectors", "coll/alltoall.go", []edit{
			{"way != overwrites && p.fitsPair", "p.fitsPair"}}, "TestRoomResults|TestEveryResult", false},
		{"a team's room lacks what lies before its own part", rooms, []edit{
			{"\t\tmove(room[:lo], src[:lo])\n", "\t\t_ = lo\n"}}, "TestRoomResults", false},
		{"a team's room lacks what lies after its own part", rooms, []edit{
			{"\t\tmove(room[hi:], src[hi:])\n", "\t\t_ = hi\n"}}, "TestRoomResults", false},
		{"what teams share of a scatter is in a room by halves", rooms, []edit{
			{"d.shared(g, sizeOf[T]()) {", "d.n < 0 {"}}, "TestRoomResults", false},
		{"teams that copy to their own find a range in a room", rooms, []edit{
			{"\t\tif !j.spreadsOwn() {\n", "\t\tif true {\n"}}, "TestRoomResults", false},
		{"two teams would read a room", rooms, []edit{
			{"\tfits = len(g.teams) == 2\n", "\tfits = true\n"}}, "TestWhoGivesRooms", false},
		{"the lowest bit of an address says that it is in a room", "coll/addresses.go", []edit{
			{"int64(uintptr(unsafe.Pointer(a.src)))<<1\n", "int64(uintptr(unsafe.Pointer(a.src)))\n"},
			{"address[T](w[1] >> 1)", "address[T](w[1] &^ inRoom)"}}, "TestRoomResults", false},
		{"a scatter is in place for one team only", rooms, []edit{
			{"\t\t\tdst = room[lo:hi] // in place for others, too\n", "\t\t\t_ = hi\n"}}, "TestRoomResults", false},
		{"a team's vectors may be too long for rooms", rooms, []edit{
			{"\t\tall *= len(j.p.t.ranks)\n", ""}}, "TestWhoGivesRooms", false},
		{"teams with rooms never go past the caches", rooms, []edit{
			{" && j.bytesApart() < g.m.spill.pieces", ""}}, "TestWhoGivesRooms", false},
		{"large teams give rooms", rooms, []edit{
			{"(g.most <= roomedMost || c == gather) && ", ""}}, "TestLargeTeams", false},
		{"who gives a team's room says nothing of it", rooms, []edit{
			{"\t\tj.s.putRoom(p, place+i, addressesOf(dst, room))\n", "\t\t_ = dst\n"}}, "TestWhoGivesRooms", false},
		{"rooms of a large team are not in its list", rooms, []edit{
			{"\t\town.laid[p.seq&1][place] = a\n", "\t\t_ = own\n"}}, "TestRoomResults", false},
		{"rooms are handed back before they are read", "coll/direct_reducescatter.go", []edit{
			{"\tj.foldBlocks(j.s.inputs(p, all, in))\n\tif in == inVectors {\n\t\tj.handRoomsBack(j.spanOf(p.t))\n\t}\n", "\tif in == inVectors {\n\t\tj.handRoomsBack(j.spanOf(p.t))\n\t}\n\tj.foldBlocks(j.s.inputs(p, all, in))\n"}}, "TestRoomResults", false},
		{"a part of a room is handed back before it is read", "coll/move.go", []edit{
			{"\tcopyInto(p, w.past, dst[lo:hi], src[lo:hi])\n\tif w.hands {\n\t\thandBack(src[lo:hi])\n\t}\n", "\tif w.hands {\n\t\thandBack(src[lo:hi])\n\t}\n\tcopyInto(p, w.past, dst[lo:hi], src[lo:hi])\n"}}, "TestRoomResults", false},
		{"far teams give rooms in a gather", "coll/direct_gather.go", []edit{
			{" && !j.distant(n*p.g.size*sizeOf[T]()) {\n\t\tj.giveRooms", " {\n\t\tj.giveRooms"}}, "TestWhoGivesRooms", false},
		{"a root's team gives rooms in a gather", "coll/direct_gather.go", []edit{
			{"in == inVectors && root.t != p.t && ", "in == inVectors && "}}, "TestWhoGivesRooms", false},
		{"what a team writes to its own goes past the caches", "coll/direct_past.go", []edit{
			{"w.others && p.g.seats[r].t != p.t", "w.others"}}, "TestWhatGoesPast", false},
		{"teams write past the caches whether they are far apart or not", "coll/direct_past.go", []edit{
			{" && m.c.m.isFar && !m.c.m.spill.never()", " && !m.c.m.spill.never()"}}, "TestWhatGoesPast", false},
		{"short vectors go past the caches", "coll/direct_past.go", []edit{
			{"max(pastFrom, pastLeast*m.g.size)", "pastLeast*m.g.size"}}, "TestWhatGoesPast", false},
		{"far teams write past the caches however much the vectors are", "coll/direct_past.go", []edit{
			{" && j.bytesApart() < j.p.c.m.spill.pieces", ""}}, "TestWhatGoesPast", false},
		{"teams of many serve an allgather past the caches", "coll/direct_allgather.go", []edit{
			{"j.p.g.most <= fewGiven && ", ""}}, "TestWhatGoesPast", false},
		{"teams of many serve a broadcast past the caches", "coll/direct_broadcast.go", []edit{
			{"p.g.most <= fewGiven && ", ""}}, "TestWhatGoesPast", false},
		{"far teams write past the caches untaught", "coll/direct_broadcast.go", []edit{
			{"distant && p.t.beginWriting(j.c, size)", "distant"}}, "TestWhatGoesPast", false},
		{"a broadcast teaches nothing", "coll/direct_broadcast.go", []edit{
			{"p.t.endWriting(p.othersBut(root) * (hi - lo) * sizeOf[T]())", ""}}, "TestTaught", false},
		{"cores are far apart where a message comes soon", "coll/distance.go", []edit{
			{"trip >= farTrip", "trip < farTrip"}}, "TestDistance", false},
		{"one slow call is a lesson", "coll/lesson.go", []edit{
			{"\tcase !l.slow:\n\t\tl.slow = true\n", ""}}, "TestLessons", false},
		{"the first ordinary call after others is timed", "coll/lesson.go", []edit{
			{"l.left, l.rest = l.span, 1", "l.left, l.rest = l.span, 0"}}, "TestLessons", false},
		{"what is learned of one length goes for all", "coll/lesson.go", []edit{
			{"[min(bits.Len(uint(bytes)), 31)]", "[bits.Len(0)]"}}, "TestLessons", false},
		{"who writes nothing to others learns from it", "coll/lesson.go", []edit{
			{"\tif bytes >= pastLeast { // from fewer there is nothing to learn\n", "\tif true {\n"}}, "TestLessons", false},
		{"ordinary stores are tried ever more seldom", "coll/lesson.go", []edit{
			{"min(max(2*l.span, lessonFirst), lessonMost)", "max(2*l.span, lessonFirst)"}}, "TestLessons", false},
		{"an allgather stores to far cores by ordinary stores", "coll/direct_allgather.go", []edit{
			{" && !j.takes()", ""}}, "TestWhoServes", false},
		{"alltoalls store to far cores by ordinary stores", "coll/direct_deal.go", []edit{
			{" && !j.takes()", ""}}, "TestServesBlocks", false},
		{"far cores take what is to go past the caches", "coll/direct_past.go", []edit{
			{" && j.bytesApart() < g.m.spill.copies", ""}}, "TestServesBlocks|TestWhoServes", false},
		{"near cores take what is not to go past the caches", "coll/direct_past.go", []edit{
			{"g.m.isFar && g.most > 1 && ", "g.most > 1 && "}}, "TestServesBlocks|TestWhoServes", false},
		{"single far processors take", "coll/direct_past.go", []edit{
			{"g.m.isFar && g.most > 1 && ", "g.m.isFar && "}}, "TestServesBlocks|TestWhoServes", false},
		{"teams without others take", "coll/direct_past.go", []edit{
			{" && len(g.teams) > 1 && j.bytesApart()", " && j.bytesApart()"}}, "TestServesBlocks|TestWhoServes", false},
		{"an alltoallv writes past the caches untaught", "coll/direct_counts.go", []edit{
			{"distant && p.t.beginWriting(j.c, vector)", "distant"}}, "TestWhatGoesPast", false},
		{"teams of many write short blocks past the caches", "coll/direct_past.go", []edit{
			{"max(pastFrom, pastLeast*m.g.size)", "pastFrom"}}, "TestWhatGoesPast", false},
		{"far cores write past the caches where nothing is to go there", "coll/direct_past.go", []edit{
			{" && !m.c.m.spill.never()", ""}}, "TestWhatGoesPast", false},
		{"an alltoallv teaches nothing", "coll/direct_counts.go", []edit{
			{"p.t.endWriting(j.serveCounts(w) * sizeOf[T]())", "j.serveCounts(w)"}}, "TestTaught", false},
		{"a private v-form writes past the caches untaught", "coll/direct_private_move.go", []edit{
			{"distant && m.t.beginWriting(j.c, bytes)", "distant"}}, "TestWhatGoesPast", false},
		{"a private alltoallv has the vectors of all", "coll/direct_private_move.go", []edit{
			{"\t\tbytes /= m.g.size\n", ""}}, "TestWhatGoesPast", false},
		{"a private v-form teaches nothing", "coll/direct_private_move.go", []edit{
			{"\tm.t.endWriting((len(j.src) - (end - own)) * sizeOf[T]())\n", ""}}, "TestTaught", false},
		{"a private v-form does not measure", "coll/direct_private.go", []edit{
			{"\t\tm.measureIfDue()\n", ""}}, "TestMeasures", false},
		{"v-forms that two ranks each know do not measure", "coll/job.go", []edit{
			{"p.meetFar(inVectors)", "p.meet()"}}, "TestMeasures", false},
		{"how far apart the cores are is measured in every Run", "coll/distance.go", []edit{
			{"time.Since(m.foundAt) >= staleAfter", "true"}}, "TestMeasures", false},
		{"how far apart the cores are is measured once in a Run", "coll/distance.go", []edit{
			{"if at = measureEvery; time", "if time"}}, "TestMeasures", false},
		{"teams that have measured unlike often wait for each other", "coll/distance.go", []edit{
			{"t.measureAt, t.measured = at, latest", "t.measureAt = at"}}, "TestMeasures", false},
		{"a group of Split measures", "coll/team.go", []edit{
			{"\t\tt.measureAt = math.MaxUint64 // but for the world: see planMeasuring\n", "\t\t_ = math.MaxInt\n"}}, "TestMeasures", false},
		{"an answer comes to what was not sent", "coll/distance.go", []edit{
			{" && d.ping.Load()&over == 0", ""}}, "TestDistance", false},
	}
}
