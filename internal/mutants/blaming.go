package main

// blaming weakens what an error says: who was late, for whom somebody waited, which side is the odd
// one, where a processor is, what its context is.
func blaming() []mutant {
	const overdue, watch, times, unwind, host = "coll/overdue.go", "coll/watch.go", "coll/times.go", "coll/unwind.go", "coll/host.go"
	const sighting, sides, hearing, ctx, splits = "coll/sighting.go", "coll/sides.go", "coll/hearing.go", "coll/context.go", "coll/splits.go"
	const own = "TestContext|TestEchoes"
	return []mutant{
		{"an *Error that a context was ended with says who was late", overdue, []edit{
			{"!errors.As(c.error, new(*Error))", "!errors.As(nil, new(*Error))"}}, "TestOverdueCame", false},
		{"who came from f when the context had ended has waited", overdue, []edit{
			{" || f.met.Load() != metWaiting ||", " ||"}}, "TestOverdueStays", false},
		{"who has returned has waited in a call", overdue, []edit{
			{" != metWaiting || f.finished() {", " != metWaiting {"}}, "TestOverdueWho", false},
		{"who is not back is nowhere", overdue, []edit{
			{"\tif !all {\n\t\tother", "\tif false {\n\t\tother"}}, "TestOverdueStays", false},
		{"who waits in an exchange waits in the collective before", overdue, []edit{
			{"\tcase c.inExchange():\n", "\tcase c.inExchange() && seq > 99:\n"}}, "TestOverdueWho", false},
		{"the other of an exchange is late", overdue, []edit{
			{"if peer.isLate(all) && !", "if !"}}, "TestOverdueWho", false},
		{"who had come to the call is late", overdue, []edit{
			{" && !m.t.came(seq) {", " {"}}, "TestOverdueCame", false},
		{"who came at once is late", overdue, []edit{
			{"return c.met.Load() == metLate", "return c.met.Load() >= metSoon"}}, "TestOverdueWho", false},
		{"who waited is late, too", overdue, []edit{
			{"return c.met.Load() == metLate", "return c.met.Load() != metSoon"}}, "TestOverdue", false},
		{"who has left the call and stays is late for it", overdue, []edit{
			{"return c.met.Load() == notYet && c.stays()", "return c.stays()"}}, "TestOverdueStays", false},
		{"who is back stays", overdue, []edit{
			{"return !c.h.back.Load() && since", "return since"}}, "TestOverdueNobody", false},
		{"who has left f stays with its host", overdue, []edit{
			{"since <= 0 && since != atWork", "since <= 0"}}, "TestOverdueStays", false},
		{"who leaves f before its host is still in it", host, []edit{
			{"\t\tc.since.Store(atWork)\n", ""}}, "TestOverdueStays", false},
		{"when who makes no further call came is not noted", host, []edit{
			{"\t\tc.meets()\n", ""}}, "TestOverdueWho", false},
		{"that it waited when the Run failed is not noted", unwind, []edit{
			{"\tc.met.CompareAndSwap(notYet, metWaiting)\n", ""}}, "TestOverdue", false},
		{"who is at work when the Run fails comes late", unwind, []edit{
			{"if c.holds || time.Since", "if time.Since"}}, "TestOverdueWho", false},
		{"who leaves f late has met the failure late", unwind, []edit{
			{"\tif c.met.Load() != notYet {\n\t\treturn\n\t}\n", ""}}, "TestOverdueWho", false},
		{"when the Run before was met counts", "coll/fiber.go", []edit{
			{"\tc.met.Store(notYet)\n", ""}}, "TestOverdueWho", false},
		{"where only the other is known is not said", "coll/errors.go", []edit{
			{"(e.Site != \"\" || e.doing != \"\")", "e.Site != \"\""}}, "TestOverdueStays", false},

		{"who waits elsewhere waits for whoever is late", watch, []edit{
			{"if o != nil && a.are[o.c] {\n\t\t\t\t\tof", "if o != nil {\n\t\t\t\t\tof"}}, "TestWhoIsAwaited", false},
		{"who waits in an exchange waits for all of the group", watch, []edit{
			{"case peer >= 0:", "case peer > 99:"}}, "TestWhoIsAwaited", false},
		{"the other of an exchange is late, whatever it does", watch, []edit{
			{"o != nil && a.are[o.c] {\n\t\t\tlist", "o != nil {\n\t\t\tlist"}}, "TestWhoIsAwaited", false},
		{"who keeps somebody's thread is not late", watch, []edit{
			{"list := a.at[c.h]\n", "list := a.at[nil]\n"}}, "TestWhoIsAwaited|TestNeighbourKeepsTheThread", false},
		{"for whom another wait was is asked", watch, []edit{
			{"if c.since.Load() != since {", "if false {"}}, "TestWhoIsAwaited", false},
		{"who has returned is named before who waits in a call", watch, []edit{
			{" && (late == nil || late.over.Load() && !c.over.Load())", " && late == nil"}}, "TestWhoWaits", false},
		{"one that nobody waits for is late", watch, []edit{
			{"\tif late == nil {\n\t\treturn\n", "\tif late == nil {\n\t\tlate, lacked = m.fibers[0], []int{0}\n"}}, "TestWhoIsAwaited", false},
		{"a wait has no group", times, []edit{
			{"\tc.in.Store(g)\n", ""}}, "TestSaysForWhomItWaits", false},
		{"a wait in an exchange is for all", times, []edit{
			{"\t\tpeer = c.at.peer\n", ""}}, "TestSaysForWhomItWaits", false},
		{"a wait that is over has a group", times, []edit{
			{"\tc.in.Store(nil)\n", ""}}, "TestSaysForWhomItWaits", false},
		{"who gives way waits for whom it waited for before", "coll/exchange_lend.go", []edit{
			{"\t\tx.p.peer, x.p.gives = x.to, true\n", ""}}, "TestGivingWayIsWaiting", false},

		{"another goroutine is seen whose number begins alike", sighting, []edit{
			{"strconv.FormatUint(id, 10)+\" \")", "strconv.FormatUint(id, 10))"}}, "TestPlaceIn", false},
		{"who asks is seen", sighting, []edit{
			{"\"\\ngoroutine \"+", "\"goroutine \"+"}}, "TestPlaceIn", false},
		{"the next stack is read on", sighting, []edit{
			{"\tstack, _, _ = strings.Cut(stack, \"\\n\\n\")\n", ""}}, "TestPlaceIn", false},
		{"labels are what a goroutine does", sighting, []edit{
			{", \" labels:\"}", "}"}}, "TestPlaceIn", false},
		{"every other line of a stack is a function", sighting, []edit{
			{"i+1 < len(lines); i++ {", "i+1 < len(lines); i += 2 {"}}, "TestPlaceIn", false},
		{"who has made a goroutine is in it", sighting, []edit{
			{"\t\t\tbreak\n", "\t\t\tcontinue\n"}}, "TestPlaceIn", false},
		{"a path has no spaces", sighting, []edit{
			{"strings.Cut(place, \" +0x\")", "strings.Cut(place, \" \")"}}, "TestPlaceIn", false},
		{"a late processor is seen in the standard library", sighting, []edit{
			{"!inPackage(function) && !ofStandardLibrary(function)", "!inPackage(function)"}}, "TestPlaceIn", false},
		{"a late processor is seen in a call", sighting, []edit{
			{"!inPackage(function) && !ofStandardLibrary(function)", "!ofStandardLibrary(function)"}}, "TestPlaceIn|TestSighting", false},
		{"a late processor is seen in what a call is made of", "coll/callsite.go", []edit{
			{"strings.HasPrefix(function, module+\"internal/\")", "false"}}, "TestPlaceIn", false},
		{"a module without a dot is of the standard library", sighting, []edit{
			{" && first != ownModule()", ""}}, "TestPlaceIn", false},
		{"few stacks are looked at", sighting, []edit{
			{"if n < len(buf) || len(buf) >= 64<<20 {", "if true {"}}, "TestStacksOfAll", false},
		{"which goroutine a processor has is not noted", sighting, []edit{
			{"\tc.goroutine.Store(id)\n", "\t_ = id\n"}}, "TestSighting", false},

		{"who has come first is the odd one", sides, []edit{
			{"if len(first) > len(second) {", "if false {"}}, "TestOddOne", false},
		{"the later of two disputes is settled", sides, []edit{
			{"if m.failLocked(d.error); m.cause == error(d.error) {", "if m.failLocked(d.error); true {"}}, "TestOddOne", false},
		{"no dispute is settled", sides, []edit{
			{"if d.error != nil && m.cause == error(d.error) {", "if false {"}}, "TestOddOne", false},
		{"who comes when the Run has failed has not come", sides, []edit{
			{"\t\treturn m.missed\n", "\t\treturn call{}\n"}}, "TestSidesOfLatecomers", false},
		{"who is on the lesser side is not told", sides, []edit{
			{"\tif len(first) > 1 {", "\tif len(first) > 99 {"}}, "TestSides", false},
		{"a third side is the second", sides, []edit{
			{"\t\tdefault:\n\t\t\tothers = append(others, r)\n\t\t\tcalls[c] = true\n", "\t\tdefault:\n\t\t\tsecond = append(second, r)\n"}}, "TestSides", false},
		{"one that has returned is told of several", sides, []edit{
			{"haveReturned(d.g.worlds(second))", "haveReturned(d.g.worlds(second[:1]))"}}, "TestAllMissing", false},
		{"sides are told by ranks of the group", "coll/ranks.go", []edit{
			{"\t\tworld[i] = g.world(r)\n", "\t\tworld[i] = r\n"}}, "TestOddOne|TestAllMissing|TestSides", false},
		{"deferred calls take sides", hearing, []edit{
			{"m.c.met.Load() == notYet && ", ""}}, "TestSidesOfLatecomers", false},
		{"the sides of the Run before count", "coll/group.go", []edit{
			{"\t\tm.missed = call{}\n", ""}}, "TestSidesOfLatecomers", false},

		{"a context that ended unheard has not failed the Run", "coll/run.go", []edit{
			{"\tm.heedContext()\n", ""}}, own, false},
		{"the context of a Run that has failed goes on", "coll/fail.go", []edit{
			{"\tm.wake()\n\tm.endLifetime(cause)\n", "\tm.wake()\n"}}, own, false},
		{"the context of a Run goes on after it", "coll/run.go", []edit{
			{"\tm.endLifetime(m.cause)\n", ""}}, own, false},
		{"the context of a Run is the next one's", "coll/run.go", []edit{
			{"\tm.lifetime.Store(nil)\n", ""}}, own, false},
		{"who asks for its context too late gets one that goes on", ctx, []edit{
			{"\tif m.cause != nil {\n\t\tend(", "\tif false {\n\t\tend("}}, own, false},
		{"there is a context outside of Runs", ctx, []edit{
			{"\tif !m.running {\n\t\treturn noLifetime\n\t}\n", "\tif m.ctx == nil {\n\t\treturn context.Background()\n\t}\n"}}, own, false},
		{"processors see how the machine keeps a cause", "coll/fail.go", []edit{
			{"\tcase contextCause:\n\t\treturn c.error\n", ""}}, own, false},
		{"who asks again gets another context", ctx, []edit{
			{"\tif l := m.lifetime.Load(); l != nil {\n\t\treturn l.Context\n\t}\n\tif !m", "\tif !m"}, {"\tif l := p.c.m.lifetime.Load(); l != nil {", "\tif l := p.c.m.lifetime.Load(); l != nil && p.c.rank > 99 {"}}, own, false},
		{"what follows from the end of ctx is a failure of its own", "coll/fail.go", []edit{
			{"if echoes(cause, m.ctx) {", "if false {"}}, own, false},
		{"what the machine finds after the end of ctx is a failure of its own", "coll/fail.go", []edit{
			{"return e.Kind != ErrUsage", "return e == nil"}}, own, false},
		{"misuse after the end of ctx is its end", "coll/fail.go", []edit{
			{"return e.Kind != ErrUsage", "return e != nil"}}, own, false},
		{"whatever f returns after the end of ctx is its end", "coll/fail.go", []edit{
			{"return errors.Is(cause, why) || errors.Is(cause, ctx.Err())", "return true"}}, own, false},
		{"the cause of ctx that f returns is a failure of its own", "coll/fail.go", []edit{
			{"errors.Is(cause, why) || ", ""}}, own, false},
		{"the error of ctx that f returns is a failure of its own", "coll/fail.go", []edit{
			{"errors.Is(cause, why) || errors.Is(cause, ctx.Err())", "errors.Is(cause, why)"}}, own, false},

		{"a call is counted for the next one", "coll/tally.go", []edit{
			{" += by\n", " = by\n"}}, "TestCounters", false},

		{"what was lost in a group that is held is forgotten", splits, []edit{
			{"\t\tlost = earlier(lost, t.lost())\n", "\t\t_ = t\n"}}, "TestLostInASplit", false},
		{"what was lost in a group is lost in the next Run", splits, []edit{
			{"\ts.held, s.lost = nil, nil\n", "\ts.held = nil\n"}}, "TestLostInASplit", false},
		{"the groups of a Run are those of the next", splits, []edit{
			{"\ts.held, s.lost = nil, nil\n", "\ts.lost = nil\n"}}, "TestLostInASplit", false},
		{"a group that is gone after its Run loses for the next", splits, []edit{
			{"if _, ok := s.held[t]; ok {\n\t\tdelete", "if true {\n\t\tdelete"}}, "TestLostInASplit", false},
		{"of two lost messages the later one is told", "coll/edges.go", []edit{
			{"return b\n\t}\n\treturn a\n", "return a\n\t}\n\treturn b\n"}}, "TestLostInASplit", false},
		{"a group that only exchanges is not kept", "coll/edges.go", []edit{
			{"\t\tif g.run != 0 {", "\t\tif g.run > 99999 {"}}, "TestLostInASplit", false},
	}
}
