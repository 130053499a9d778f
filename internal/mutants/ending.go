package main

// ending weakens how a Run ends and how the next one begins.
func ending() []mutant {
	const run, sleep, host, coroutines, group = "coll/run.go", "coll/sleep.go", "coll/host.go", "coll/coroutines.go", "coll/group.go"
	const watch, times, splits, again = "coll/watch.go", "coll/times.go", "coll/splits.go", "TestTogether"
	const procs = "internal/threads/gomaxprocs.go"
	return []mutant{
		{"a failure stops nobody", "coll/fail.go", []edit{
			{"\tm.cause, m.failed = cause, time.Now()\n\tm.hot.stop.Store(true)\n", "\tm.cause, m.failed = cause, time.Now()\n"}}, "TestFailures", false},
		{"a failure wakes nobody", "coll/fail.go", []edit{
			{"\tm.cause, m.failed = cause, time.Now()\n\tm.hot.stop.Store(true)\n\tm.wake()\n", "\tm.cause, m.failed = cause, time.Now()\n\tm.hot.stop.Store(true)\n"}}, "TestStoreThenWake", false},
		{"a failure wakes before it stops", "coll/fail.go", []edit{
			{"\tm.cause, m.failed = cause, time.Now()\n\tm.hot.stop.Store(true)\n\tm.wake()\n", "\tm.cause, m.failed = cause, time.Now()\n\tm.wake()\n\tm.hot.stop.Store(true)\n"}}, "TestStoreThenWake", false},
		{"a later cause replaces the first", "coll/fail.go", []edit{
			{"if !m.running || m.cause != nil || m.links", "if !m.running || m.links"}}, "TestFirstCauseStays", false},
		{"who cancels an earlier Run ends this one", "coll/fail.go", []edit{
			{"if m.running && m.runs == run {", "if m.running && m.runs >= run {"}}, "TestFirstCauseStays", false},
		{"nobody hears that the context has ended", run, []edit{
			{"func() { m.cancel(run) }", "func() { _ = run }"}}, "TestCancelInTheMiddle", false},
		{"wake believes that nobody sleeps", sleep, []edit{
			{"if m.hot.sleepers.Load() != 0 {", "if m.hot.sleepers.Load() < 0 {"}}, "TestStoreThenWake", false},
		{"wake forgets the last host", sleep, []edit{
			{"\tfor _, h := range m.hosts {\n\t\th.park.Wake()", "\tfor _, h := range m.hosts[:len(m.hosts)-1] {\n\t\th.park.Wake()"}}, "TestStoreThenWake", false},
		{"collectives go on after the Run", run, []edit{
			{"\tm.hot.stop.Store(true) // for a Proc that is kept beyond its Run\n", ""}}, "TestProcBeyondRun", false},
		{"messages that nobody received are forgotten", run, []edit{
			{"earlier(m.world.lost(), m.splits.end())", "m.splits.end()"}}, "TestDeadlock", false},
		{"messages in a group that nobody holds are forgotten", splits, []edit{
			{"\t\ts.lost = earlier(s.lost, lost)\n", "\t\t_ = lost\n"}}, "TestLostInASplit", false},
		{"what was sent in a group that nobody holds is kept", splits, []edit{
			{"\t\tdelete(s.held, t)\n", ""}}, "TestSplitsInALoop", false},
		{"a group that somebody holds keeps its rings", splits, []edit{
			{"\t\t\tg.close()\n", "\t\t\t_ = g\n"}}, "TestLostInASplit", false},

		{"who unwinds writes to a bank that others read", "coll/direct_bank.go", []edit{
			{"\tp.look() // who unwinds", "\t// who unwinds"}}, "TestLatePayload", false},

		{"who returns does not say so", host, []edit{
			{"\t\tp.finish()\n", ""}}, "TestFailures", false},
		{"who ends by Goexit does not say so", host, []edit{
			{"\t\tc.m.fail(&Error{Kind: ErrMissing, Rank: -1, Other: c.rank, Text: text})", "\t\t_ = text"}}, "TestFailures|TestEveryoneGoexits", false},
		{"who panics does not say so", host, []edit{
			{"\t\tc.m.fail(Panic{Rank: c.rank, Value: explained(v), Stack: string(debug.Stack())})", "\t\t_ = Panic{Rank: c.rank, Value: explained(v), Stack: string(debug.Stack())}"}}, "TestPanic", false},
		{"who uses another machine's processor does not say so", host, []edit{
			{"if v.m != c.m || !c.m.hot.stop.Load() {", "if false {"}}, "TestForeignProc", false},
		{"who returns an error does not say so", host, []edit{
			{"\t\tc.m.fail(fmt.Errorf(\"coll: rank", "\t\t_ = error(fmt.Errorf(\"coll: rank"}}, "TestFailures", false},
		{"who panics stays busy", host, []edit{
			{"\t\tc.release()\n\t\tc.leave()\n", "\t\tc.leave()\n"}}, "TestPanicWhileBusy", false},
		{"an operator whose panic is recovered does not say so", times, []edit{
			{"\t\tc.endedBy(v)\n", ""}}, "TestOperatorFails", false},
		{"who calls an operator that panics stays busy", times, []edit{
			{"\t\tc.release()\n", ""}}, "TestOperatorFails", false},
		{"who gives way is in f", times, []edit{
			{"\tif c.timed() {\n\t\tdefer c.endWait(exchange, c.beginWait(exchange))\n\t}\n", ""}}, "TestGivingWayIsWaiting", false},
		{"who was at work is late at once", watch, []edit{
			{"now-max(since, -since, from) >= int64(m.cfg.Stall)", "(since <= 0 || now-max(since, from) >= int64(m.cfg.Stall))"}}, "TestWorkIsNotLate", false},
		{"an idle host never sleeps", "coll/idler.go", []edit{
			{"\th.sleep()\n", ""}}, "TestDeadlock", false},
		{"a host spins on a core that another is on", "coll/whereabouts.go", []edit{
			{"if m.hot.shared.Load() {", "if false {"}}, "TestSharedCore", false},
		{"nobody looks where its thread is", "coll/idler.go", []edit{
			{"\th.whereabouts()\n", ""}}, "TestSharedCore", false},
		{"a coroutine that waits is taken for one that has ended", coroutines, []edit{
			{"if _, ok := c.next(); !ok {", "if _, ok := c.next(); ok || true {"}}, "TestHold|TestSleepers", false},
		{"a coroutine whose processor has returned is taken for one that waits", coroutines, []edit{
			{"\t\t\t\tc.ended, c.live = true, false\n", ""}}, "TestTogether", false},
		{"a host leaves its coroutines behind", host, []edit{
			{"\th.dismiss()\n", ""}}, "TestLeavesNoMark|TestGoexitIsItsOwn", false},
		{"whoever has resumed it ends with who calls Goexit", host, []edit{
			{"\t\t\tc.live = false\n\t\t\tc.yield(struct{}{})\n", "\t\t\tc.live = false\n"}}, "TestGoexitIsItsOwn", false},
		{"two neighbours keep the thread to themselves", coroutines, []edit{
			{"\treturn c.turns != 0\n", "\treturn true\n"}}, "TestNeighboursTakeTurns", false},

		{"who is at work in a collective is late", times, []edit{
			{"\t\tc.since.Store(atWork)\n", "\t\tc.since.Store(0)\n"}}, "TestWorkIsNotLate", false},
		{"who waits for a schedule is late", "coll/making.go", []edit{
			{"c.since.Store(atWork)", "c.since.Store(0)"}}, "TestWorkIsNotLate", false},
		{"the program's own number of threads is raised", procs, []edit{
			{"if now >= n || r.before != 0 && now != r.before && !r.made(now) {", "if now >= n {"}}, "TestProgramsOwnNumber", false},
		{"a method of the program's errors may panic", "coll/fail.go", []edit{
			{"\tdefer func() { _ = recover() }()\n\treturn question()\n", "\treturn question()\n"}}, "TestErrorsThatPanic", false},
		{"a context whose method panics leaves a Run", "coll/run.go", []edit{
			{"\t\t\tm.running, m.cause, m.ctx = false, nil, nil\n", ""}}, "TestContextThatPanics", false},
		{"who closes takes the room of those that run", procs, []edit{
			{"\tif s.hosts > 0 {\n", "\tif s.hosts < 0 {\n"}}, "TestOpen", false},
		{"a number that is enough is raised all the same where the program has set less", procs, []edit{
			{"\t\ts.asked = false\n", ""}}, "TestOpenAndOwnNumber", false},
		{"a number that was put back is not raised again", procs, []edit{
			{"runtime.GOMAXPROCS(0) == s.standing.before {", "runtime.GOMAXPROCS(0) < 0 {"}}, "TestOpenAndOwnNumber", false},
		{"what machines that stay ask for is the program's number", procs, []edit{
			{"\t\tr.set(most)\n", "\t\truntime.GOMAXPROCS(most)\n"}}, "TestOpen", false},
		{"nobody watches for who is late", watch, []edit{
			{"\t\t\t\tm.checkLate(m.started.Add(time.Duration(m.resumed.Load())))\n", ""}}, "TestStall", false},
		{"the messages of the last Run are still there", group, []edit{
			{"\t\tt.line.Reset()\n", ""}}, again, false},
		{"the steps of two in the last Run count", group, []edit{
			{"\t\tg.both.Store(0)\n", ""}}, again, false},
		{"the steps of the last Run count", group, []edit{
			{"\t\tt.progress.Store(0)\n", ""}}, again, false},
		{"the collectives of the last Run count as done", group, []edit{
			{"\t\tt.epoch.Store(0)\n", ""}}, again, false},
		{"the arrivals of a failed Run count", group, []edit{
			{"\t\tt.arrived = 0\n", ""}}, again, false},
		{"the racing arrivals of a failed Run count", group, []edit{
			{"\t\tt.racing.Store(0)\n", ""}}, again, false},
		{"the messages of a failed exchange are received by the next", run, []edit{
			{"\t\tm.world.edges.reset()\n", ""}}, "TestDeadlock", false},

		{"a panic after the failure is lost", "coll/fail.go", []edit{
			{"\t\tm.panicked = &p\n", "\t\t_ = p\n"}}, "TestPanicAfterFailure", false},
		{"what f panics with again is a panic of its own", "coll/fail.go", []edit{
			{"errors.As(p, new(unwinding)) || errors.Is(p, plainCause(m.cause))", "errors.As(p, new(contextCause))"}}, "TestPanicAfterFailure", false},
		{"the function of AllreduceFunc may make calls", times, []edit{
			{"if c.at != at || at.seq", "if false && at.seq"}, {"|| c.exchanged != exchanged", "&& c.exchanged != exchanged"}}, "TestOperatorMakesCalls", false},
		{"who waits for a program does not look for the end of the Run", "coll/making.go", []edit{
			{"\t\t\tby.look()\n", ""}}, "TestMakingIsLeft", false},
		{"Close does not wait for what is made", "coll/machine.go", []edit{
			{"\tm.makers.Wait()\n", ""}}, "TestMakingIsLeft", false},
		{"a deadlock is told by rank, whoever is in the circle", "coll/deadlock.go", []edit{
			{"range m.inOrder(circle)", "range m.fibers"}}, "TestDeadlockFarAway", false},
		{"who waits for one that has returned is in a deadlock", "coll/deadlock.go", []edit{
			{"\tcase peer.c.finished():\n\t\tkind = ErrMissing\n", ""}}, "TestDeadlock", false},
		{"who has returned is missing though nobody waits for it", "coll/deadlock.go", []edit{
			{"\tcase peer.c.finished():\n", "\tcase len(g.gone()) > 0:\n"}}, "TestDeadlockBesides", false},
		{"the runtime's GOMAXPROCS is put back as it was", procs, []edit{
			{"|| !automatic(now)", "|| !automatic(now) || true"}}, "TestShareChangesMeanwhile", false},
		{"GOMAXPROCS is put back only from what it was raised to last", procs, []edit{
			{"slices.Contains(r.to, now) }", "r.to[len(r.to)-1] == now }"}}, "TestElbowUnderTest", false},
	}
}
