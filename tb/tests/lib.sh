# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts in this directory; they run in the top directory with $O set and are called with a function
# name.
set -eu
. tb/flow/neutral.sh
unset MAKEFLAGS MFLAGS MAKELEVEL        # of the make that runs the tests: those that a test calls are a user's
O=${O:-build}
SHARED=${SHARED:-../shared}
mkdir -p "$O/test-tmp/$$"
T=$(cd "$O/test-tmp/$$" && pwd)
trap 'rm -rf "$T"' EXIT
# No test writes to the user's folders.
export XDG_CACHE_HOME="$T/cache"

fail() { echo "FAILED: $*"; exit 1; }
skip() { echo "$*"; exit 77; }

# refused SUBSTRING COMMAND...: the command exits 2, prints one line on stderr and nothing that looks like a crash.
refused() {
    want=$1
    shift
    status=0
    "$@" >"$T/out" 2>"$T/err" || status=$?
    [ "$status" -eq 2 ] || fail "exit code $status instead of 2: $* ($(head -c 300 "$T/err"))"
    [ "$(wc -l <"$T/err")" -eq 1 ] || fail "not one sentence on stderr: $*: $(cat "$T/err")"
    grep -qF -- "$want" "$T/err" || fail "'$want' is not in the message of: $*: $(cat "$T/err")"
}

# Writes the design of a configuration into a folder.
# write FOLDER CONFIG [rtl_gen arguments]
write() {
    out=$1 config=$2
    shift 2
    "$O/rtl_gen" -q -c "configs/$config.yaml" "$@" -o "$out" || fail "rtl_gen -c configs/$config.yaml $*"
}
