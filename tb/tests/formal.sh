# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# The proofs of the BOC, and the controls that have to fail: small, all or large.
boc_is_proved() {
    status=0
    ONLY="" tb/formal/prove.sh "$1" >"$T/prove" 2>&1 || status=$?
    cat "$T/prove"
    [ $status -ne 77 ] || skip "$(tail -n 1 "$T/prove")"
    [ $status -eq 0 ] || fail "make prove SIZE=$1 (exit code $status)"
}

"$@"
