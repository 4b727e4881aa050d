# SPDX-License-Identifier: Apache-2.0
. tb/tests/lib.sh

# checked FILES: what shellcheck says of scripts; those that others read have no first line that names a shell.
checked() {
    status=0
    for f in "$@"; do
        case $(head -n 1 "$f") in "#!"*) echo "$f" >>"$T/run" ;; *) echo "$f" >>"$T/read" ;; esac
    done
    [ ! -s "$T/run" ] || xargs shellcheck -S warning -f gcc <"$T/run" || status=1
    [ ! -s "$T/read" ] || xargs shellcheck -s sh -S warning -f gcc <"$T/read" || status=1
    rm -f "$T/run" "$T/read"
    return $status
}

scripts_pass_shellcheck() {
    command -v shellcheck >/dev/null 2>&1 || skip "shellcheck is missing: make deps"
    # A script with a mistake of each kind is found, or the rest says nothing.
    cp .shellcheckrc "$T"
    printf '#!/bin/sh\ncd /nowhere\n' >"$T/run.sh"
    printf 'x=${PIPESTATUS[0]}\n' >"$T/read.sh"
    checked "$T/run.sh" "$T/read.sh" >"$T/found" && fail "shellcheck finds nothing in scripts with mistakes"
    grep -q 'run.sh:2:.*SC2164' "$T/found" || fail "cd that may fail is not found: $(cat "$T/found")"
    grep -q 'read.sh:1:.*SC3054' "$T/found" || fail "what sh does not have is not found: $(cat "$T/found")"
    find .ci cmodel configs constraints docs rtl_gen synth tb workloads -type f -name '*.sh' >"$T/scripts"
    find .ci -type f >>"$T/scripts"
    [ "$(wc -l <"$T/scripts")" -gt 50 ] || fail "only $(wc -l <"$T/scripts") scripts are found"
    # shellcheck disable=SC2046 # paths without blanks
    checked $(sort -u "$T/scripts") || fail "shellcheck has warnings"
    echo "$(sort -u "$T/scripts" | wc -l) scripts"
}

"$@"
