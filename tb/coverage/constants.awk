# SPDX-License-Identifier: Apache-2.0
# Gives nets of a flattened design the name of their module: reads lines INSTANCE <tab> MODULE (build/netlist paths),
# then NET <tab> VALUE. Prints module, bit, value; copies with unlike values have x.
BEGIN { FS = "\t" }

NR == FNR { of[$1] = $2; next }

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
