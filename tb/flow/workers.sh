# SPDX-License-Identifier: Apache-2.0
# Sourced by scripts whose results stay in a folder: one run at a time works in it, and what it has started ends with
# it.

# only_run FILE WHAT: ends with exit code 2 if a run that has named FILE, or a worker of it, is still at work. What is
# started inherits descriptor 9, and so holds the file, too.
only_run() {
    exec 9>>"$1"
    flock -w 3 9 || {
        echo "$2 runs already, begun by process $(cat "$1"); accepted is the same when it has ended" >&2
        exit 2
    }
    echo $$ >"$1"
}

# workers FILE ARGUMENT...: xargs with these arguments, and with the lines of FILE. A signal does not wait for its end.
workers() {
    lines=$1
    shift
    setsid xargs "$@" <"$lines" &
    crew=$!
    ended=0
    wait "$crew" || ended=$?
    crew=""
    return "$ended"
}

# What a signal does first: ends the workers and all that they have started.
dismiss() {
    trap '' INT TERM
    [ -z "${crew:-}" ] || kill -TERM "-$crew" 2>/dev/null || :
}
