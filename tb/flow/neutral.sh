# SPDX-License-Identifier: Apache-2.0
# What of a user's environment must not change results, for sourcing first by every script that can be run by itself.
export LC_ALL=C             # numbers, orders, ranges of characters and what tools say
unset CDPATH POSIXLY_CORRECT _POSIX2_VERSION QUOTING_STYLE GREP_OPTIONS GREP_COLOR GREP_COLORS AWKPATH BASH_ENV
# Yosys writes the name of this folder into scripts, which take no blank; /tmp stands in for it, and for one that is
# gone.
case ${TMPDIR:-} in *[[:space:]]*) unset TMPDIR ;; esac
[ -d "${TMPDIR:-/tmp}" ] || unset TMPDIR
