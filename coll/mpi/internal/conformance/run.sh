#!/usr/bin/env bash
# The tests of the package coll whose machines may span processes, those of results,
# order and groups, as they stand; then the conformance program, which lets Runs fail:
# for every MPI that is installed on 2x1, 2x2, 4x2 and 3x3 processes x processors over
# shared memory, on 3x3 over TCP on the loopback, and on 2x3 where processes share
# the cores, so that each has several teams. Then a rank fails in every way, and mpirun is to
# say so; then examples/logreg and, on the first MPI, bench --mpi. Two to three minutes on two
# cores for each, so CI takes one, in turn. Arguments: names of MPIs (openmpi, mpich),
# default both, those that are there. CAYLEYCOLL_SWEEP=1: every call, no sample, in some 20
# minutes. CAYLEYCOLL_SAMPLE=n: one of 2x1 and 2x2, 3x3 over shared memory, and one of 3x3 over
# TCP, 4x2, and those that share cores, by n, as the calls of TestEveryResult.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
ran=0 limit=300
[ -z "${CAYLEYCOLL_SWEEP:-}" ] || limit=1800
meant='TestEveryResult TestOrderOnGraphs TestOrderOfFiles TestScheduleOfOneRoot TestSchedulesInSegments
  TestPastTheCaches TestMixture TestTuningObeyed TestBarrier TestExchange TestExchangeAtRandom TestExchangeLine
  TestSplit TestSplitInSplit TestManySplits TestSequenceNumbers'

# Transports: shm; tcp; halfway, TCP that keeps most of a letter until its receiver asks.
launch() { # mpi, transport, processes, program and its arguments
  local mpi=$1 over=$2 n=$3
  shift 3
  case $mpi in
  openmpi)
    local flags=(--oversubscribe)
    [ "$(id -u)" = 0 ] && flags+=(--allow-run-as-root)
    [[ " $* " = *" -share "* ]] && flags+=(--bind-to none)
    [ "$over" = shm ] || flags+=(--mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include lo)
    [ "$over" != halfway ] || flags+=(--mca btl_tcp_eager_limit 2048)
    timeout $limit mpirun.openmpi "${flags[@]}" -np "$n" "$@"
    ;;
  mpich)
    # Debian's MPICH runs on UCX; one built on libfabric takes FI_PROVIDER.
    local env=(UCX_LOG_LEVEL=error)
    [ "$over" = shm ] || env+=(UCX_TLS=tcp,self UCX_NET_DEVICES=lo FI_PROVIDER=tcp)
    [ "$over" != halfway ] || env+=(UCX_RNDV_THRESH=1024)
    if [ "$over" != tcp ]; then
      env "${env[@]}" timeout $limit mpirun.mpich -np "$n" "$@"
      return
    fi
    # MPI_Finalize of MPICH 4.0 often hangs there, in a program of nothing but C too:
    # so what the processes say decides, of a job that ends without.
    env "${env[@]}" timeout $limit mpirun.mpich -disable-auto-cleanup -np "$n" "$@" -stay || true
    ;;
  esac
}

tests() { # mpi, transport, processes, processors of each, options
  local mpi=$1 over=$2 n=$3 p=$4 want
  shift 4
  (cd coll && launch $mpi $over $n "$out/coll.$mpi" -test.v -test.run "^(${meant//[[:space:]]/|})$" -each $p "$@") >"$out/log" 2>&1 || true
  want=$((n * $(wc -w <<<"$meant")))
  if [ "$(grep -c '^PASS$' "$out/log")" != $n ] || [ "$(grep -c '^--- PASS' "$out/log")" != $want ] || grep -q '^ *--- \(FAIL\|SKIP\)' "$out/log"; then
    cat "$out/log"
    echo "$mpi over $over, $n processes of $p processors: not all of $meant passed in all"
    exit 1
  fi
  echo "$n processes of $p processors over $over: $(wc -w <<<"$meant") tests, $(sed -n 's/.*_test.go:[0-9]*: \([0-9]*\) calls$/\1/p' "$out/log" | awk -v n=$n '{ s += $1 } END { print s / n }') calls of those that are counted"
}

fails() { # mpi, transport, processes, processors of each, options
  local mpi=$1 over=$2 n=$3 p=$4
  shift 4
  launch $mpi $over $n "$out/$mpi/conformance" -p $p "$@" >"$out/log" 2>&1 || [ $mpi$over = mpichtcp ] || { cat "$out/log"; exit 1; }
  grep '^conformance: .* the same in all' "$out/log" || { cat "$out/log"; exit 1; }
}

ends() { # mpi, how a rank ends: mpirun's code is not 0, and it is said why
  local mpi=$1 how=$2 code=0 over=shm log="$out/log.$2" want=
  [ $how != stop ] || over=halfway
  launch $mpi $over 2 "$out/$mpi/conformance" -p 2 -fail $how >"$log" 2>&1 || code=$?
  case $how in
  error) want="asked to fail" ;;
  panic) want="asked to panic" ;;
  mismatch) want="called allreduce of 1 int32" ;;
  cancel) want="context canceled" ;;
  missing) want="has returned" ;;
  stop) want="has waited" ;; # 1s or, if some of the words are there, 31
  config) want="process 0: CAYLEYCOLL_TUNING: tuning table: open /nowhere" ;;
  exit) want="" ;;
  kill) want="signal 9" ;;
  esac
  if [ $code = 0 ] || [ $code = 124 ] || [ -n "$want" ] && ! grep -q "$want" "$log" || grep "not finalised" "$log"; then
    echo "a rank that ends by $how: mpirun's code is $code, want another than 0 and \"$want\":"
    cat "$log"
    exit 1
  fi
}

[ $# -gt 0 ] || set -- openmpi mpich
for mpi in "$@"; do
  command -v mpicc.$mpi >/dev/null || { echo "no mpicc.$mpi"; continue; }
  echo "== $mpi"
  programs="./coll/mpi/internal/conformance ./examples/logreg" # linked beside each other
  [ $ran != 0 ] || programs+=" ./cmd/collbench"
  CC=mpicc.$mpi go build -tags mpi -o "$out/$mpi/" $programs
  CC=mpicc.$mpi go test -vet=off -tags mpi -c -o "$out/coll.$mpi" ./coll
  CC=mpicc.$mpi go test -vet=off -tags mpi -count=1 ./coll/mpi # in one process, and nothing else at work yet
  ends $mpi stop & # a minute, mostly of sleep
  stopped=$!
  shapes=("2 1" "2 2" "3 3" "4 2") turn=
  if [ -n "${CAYLEYCOLL_SAMPLE:-}" ]; then # each MPI has each in turn
    turn=$((CAYLEYCOLL_SAMPLE / 2 % 3))
    shapes=("2 $((1 + CAYLEYCOLL_SAMPLE / 2 % 2))" "3 3")
    [ $turn != 1 ] || shapes+=("4 2")
  fi
  for shape in "${shapes[@]}"; do # the last when the one that is stopped is over
    read -r n p <<<"$shape"
    # With MPI's own collectives even where processes share cores (MPICH gives no core
    # away in its own); over TCP as chosen.
    hosts=threads
    [ $n != 4 ] || hosts=goroutines
    [ $mpi != openmpi ] || export COLL_MPI_COLLECTIVES=native
    tests $mpi shm $n $p -hosts $hosts
    fails $mpi shm $n $p -tries $((16 / n / p))
    unset COLL_MPI_COLLECTIVES
    [ $n = 3 ] && [ "${turn:-2}" = 2 ] || continue
    tests $mpi tcp $n $p -hosts goroutines
    fails $mpi tcp $n $p -tries 1
  done
  # Fewer threads than cores, as in a container: on two cores that takes one process.
  GOMAXPROCS=1 launch $mpi shm 1 "$out/$mpi/conformance"
  # And with several teams in each process: two processes, and each has all cores.
  if [ "$(nproc)" -gt 1 ] && [ "${turn:-0}" = 0 ]; then
    tests $mpi shm 2 3 -share -hosts threads
    [ $mpi != mpich ] || export COLL_MPI_COLLECTIVES=own # beside busy programs its own take seconds each
    fails $mpi shm 2 3 -share -tries 2
    unset COLL_MPI_COLLECTIVES
  fi
  for some in "error panic mismatch cancel" "missing config exit kill"; do # mostly they wait for mpirun
    pids=()
    for how in $some; do
      ends $mpi $how &
      pids+=($!)
    done
    for pid in "${pids[@]}"; do wait $pid; done
  done
  wait $stopped
  echo "a rank that fails ends the job: error, panic, mismatch, cancel, missing, config, exit, kill, stop"
  losses() { awk 'NF == 6 { print $1, $2, $3, $4 }' "$1"; } # without the times
  launch $mpi shm 2 "$out/$mpi/logreg" -p 4 >"$out/far"
  go run ./examples/logreg -p 4 >"$out/near"
  diff <(losses "$out/far") <(losses "$out/near")
  [ "$(losses "$out/far" | wc -l)" -ge 20 ]
  echo "logreg on 2 processes of 2 processors: every loss as in one process"
  if [ $ran = 0 ]; then # it sees no more of an MPI than the tests do
    launch $mpi shm 2 "$out/$mpi/collbench" bench --mpi --quick --procs 7 --sizes 8B,4KiB --format csv >"$out/rows" 2>"$out/log" # fails on a wrong result
    [ "$(wc -l <"$out/rows")" -ge 40 ] || { cat "$out/rows" "$out/log"; exit 1; }
    echo "bench --mpi: $(($(wc -l <"$out/rows") - 1)) cases, nothing wrong"
  fi
  ran=$((ran + 1))
done
[ $ran -gt 0 ] || { echo "no MPI found: want mpicc.openmpi or mpicc.mpich"; exit 1; }
