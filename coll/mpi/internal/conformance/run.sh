#!/usr/bin/env bash
# Builds the conformance program for every MPI that is installed and runs it on
# 2x1, 2x2, 4x2 and 3x3 processes x processors, over shared memory and over TCP on
# the loopback; then lets a rank fail in every way and wants mpirun to say so; then
# runs examples/logreg unchanged. Some 50 s on two cores for each. Options: names of MPIs
# (openmpi, mpich), default both, those that are there.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
ran=0

launch() { # mpi, transport, processes, program and its arguments
  local mpi=$1 over=$2 n=$3
  shift 3
  case $mpi in
  openmpi)
    local flags=(--oversubscribe)
    [ "$(id -u)" = 0 ] && flags+=(--allow-run-as-root)
    [ "$over" = tcp ] && flags+=(--mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include lo)
    timeout 60 mpirun.openmpi "${flags[@]}" -np "$n" "$@"
    ;;
  mpich)
    if [ "$over" != tcp ]; then
      UCX_LOG_LEVEL=error timeout 60 mpirun.mpich -np "$n" "$@"
      return
    fi
    # Debian's MPICH runs on UCX; one built on libfabric takes FI_PROVIDER.
    # MPI_Finalize of MPICH 4.0 often hangs there, in a program of nothing but C too:
    # so what rank 0 says when all agree decides, of a job that ends without.
    UCX_LOG_LEVEL=error UCX_TLS=tcp,self UCX_NET_DEVICES=lo FI_PROVIDER=tcp \
      timeout 60 mpirun.mpich -disable-auto-cleanup -np "$n" "$@" -stay >"$out/log" 2>&1 || true
    grep '^conformance: .* with the bits of one process' "$out/log" || { cat "$out/log"; return 1; }
    ;;
  esac
}

[ $# -gt 0 ] || set -- openmpi mpich
for mpi in "$@"; do
  command -v mpicc.$mpi >/dev/null || { echo "no mpicc.$mpi"; continue; }
  echo "== $mpi"
  CC=mpicc.$mpi go build -tags mpi -o "$out/conformance.$mpi" ./coll/mpi/internal/conformance
  CC=mpicc.$mpi go build -tags mpi -o "$out/logreg.$mpi" ./examples/logreg
  for shape in "2 1" "2 2" "4 2" "3 3"; do
    read -r n p <<<"$shape"
    # Once with MPI's own collectives even where processes share cores; the other
    # times as chosen. Where many processors share two cores a sample is enough;
    # MPICH gives no core away in its collectives.
    if [ $mpi = openmpi ]; then
      COLL_MPI_COLLECTIVES=native launch $mpi shm $n "$out/conformance.$mpi" -p $p $([ $n -gt 2 ] && echo -sample)
    else
      launch $mpi shm $n "$out/conformance.$mpi" -p $p $([ $n -gt 2 ] && echo -sample)
    fi
    echo -n "over tcp: "
    launch $mpi tcp $n "$out/conformance.$mpi" -p $p -sample
  done
  echo -n "all types and operators: "
  launch $mpi shm 2 "$out/conformance.$mpi" -p 2 -full
  for how in error panic mismatch cancel missing config exit kill; do
    code=0
    launch $mpi shm 2 "$out/conformance.$mpi" -p 2 -fail $how >"$out/log" 2>&1 || code=$?
    case $how in
    error) want="asked to fail" ;;
    panic) want="asked to panic" ;;
    mismatch) want="called allreduce of 1 int32" ;;
    cancel) want="context canceled" ;;
    missing) want="has returned" ;;
    config) want="process 0: tuning table: open /nowhere" ;;
    exit) want="" ;;
    kill) want="signal 9" ;;
    esac
    if [ $code = 0 ] || [ $code = 124 ] || [ -n "$want" ] && ! grep -q "$want" "$out/log" || grep "not finalised" "$out/log"; then
      echo "a rank that ends by $how: mpirun's code is $code, want another than 0 and \"$want\":"
      cat "$out/log"
      exit 1
    fi
  done
  echo "a rank that fails ends the job: error, panic, mismatch, cancel, missing, config, exit, kill"
  losses() { awk 'NF == 6 { print $1, $2, $3, $4 }' "$1"; } # without the times
  launch $mpi shm 2 "$out/logreg.$mpi" -p 4 >"$out/far"
  go run ./examples/logreg -p 4 >"$out/near"
  diff <(losses "$out/far") <(losses "$out/near")
  [ "$(losses "$out/far" | wc -l)" -ge 20 ]
  echo "logreg on 2 processes of 2 processors: every loss as in one process"
  CC=mpicc.$mpi go build -tags mpi -o "$out/collbench.$mpi" ./cmd/collbench
  launch $mpi shm 2 "$out/collbench.$mpi" bench --mpi --quick --procs 4 --sizes 8B,4KiB --format csv >"$out/rows" 2>"$out/log" # fails on a wrong result
  [ "$(wc -l <"$out/rows")" -ge 40 ] || { cat "$out/rows" "$out/log"; exit 1; }
  echo "bench --mpi: $(($(wc -l <"$out/rows") - 1)) cases, nothing wrong"
  ran=$((ran + 1))
done
[ $ran -gt 0 ] || { echo "no MPI found: want mpicc.openmpi or mpicc.mpich"; exit 1; }
