# SPDX-License-Identifier: Apache-2.0
# Sourced by scripts that take a trace.

# trace_paths SPEC: the paths that name a trace, one a line. Commas stand between them; \, is a comma of a path, and
# \\ a backslash.
trace_paths() { printf '%s\n' "$1" | sed 's/\\\\/\x01/g; s/\\,/\x02/g; s/,/\n/g; s/\x02/,/g; s/\x01/\\/g'; }
