# SPDX-License-Identifier: Apache-2.0
# Gives nets of a flattened design the name of their module: reads the design before (RTLIL), then lines NET <tab>
# VALUE. Prints module, bit, value; copies with unlike values have x.
BEGIN { FS = "\t" }

function base(raw,    part) { # of \name or $paramod\name\P=V or $paramod$hash\name
    split(raw, part, /\\/)
    return part[2]
}

NR == FNR {
    n = split($0, f, " ")
    if (f[1] == "module") module = f[2]
    else if (f[1] == "cell" && f[2] ~ /\\/) {
        name = f[3]
        sub(/^\\/, "", name)
        child[module, ++children[module]] = f[2]
        instance[module, children[module]] = name
    }
    next
}

function walk(raw, path,    i) {
    of[path] = base(raw)
    for (i = 1; i <= children[raw]; i++)
        walk(child[raw, i], (path == "" ? "" : path ".") instance[raw, i])
}

FNR == 1 { walk("\\" top, "") }

# The longest beginning that is an instance; of the rest, generate blocks go, as in the names of Verilator's counters.
{
    path = $1
    sub(/\[[0-9]+\]$/, "", path)
    bit = substr($1, length(path) + 1)
    last = path
    sub(/^.*[.]/, "", last)
    while (path ~ /[.]/) {
        sub(/[.][^.]*$/, "", path)
        if (path in of)
            break
    }
    if (!(path in of))
        path = ""
    key = of[path] "\t" last bit
    if (!(key in value)) value[key] = $2
    else if (value[key] != $2) value[key] = "x"
}

END { for (key in value) print key "\t" value[key] }
