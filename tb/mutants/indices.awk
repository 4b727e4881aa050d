# SPDX-License-Identifier: Apache-2.0
# From RTLIL text: cells that choose bits of a signal by an index, and the bits of an index within it. The others are
# always 0; with one of them inverted the hardware would choose nothing, but Verilator leaves them out. So it is with
# sums and products that are nothing but such an index: their higher bits make no lower ones.
# usage: awk -f indices.awk FILE.il     prints module, cell, ports (a word of letters), bits
# The one signal that a connection is, from its bit 0 on and with zeros above, or an empty string.
function signal(i,   name, n, at) {
    for (at = i; at <= NF; at++) {
        if ($at ~ /^[{}]$/ || $at ~ /^[0-9]+'0*$/)
            continue
        if ($at ~ /^\[/) {
            if ($at !~ /^\[[0-9]+:0\]$/)
                return ""
            continue
        }
        name = $at
        n++
    }
    return n == 1 ? name : ""
}

# The cells that make nothing but MADE, of which `bits` bits count.
function upstream(made, bits,   c) {
    c = maker[made]
    if (c == "" || uses[made] != 1)
        return
    print module "\t" c "\tABY\t" bits
    upstream(from[c, "A"], bits)
    upstream(from[c, "B"], bits)
}

function finish(   c) {
    for (c in index_bits) {
        print module "\t" c "\tB\t" index_bits[c]
        upstream(from[c, "B"], index_bits[c])
    }
    split("", index_bits)
    split("", maker)
    split("", uses)
    split("", from)
}

$1 == "module" { finish(); module = substr($2, 2) }
$1 == "cell" { type = $2; cell = $3 }
$1 == "end" { cell = "" }

$1 == "parameter" && $2 == "\\A_WIDTH" && cell != "" && type == "$shiftx" {
    bits = 0
    while (2 ^ bits < $3)
        bits++
    index_bits[cell] = bits
}

# What reads a signal, in whatever part of it; a zero above it is none of it.
$1 == "connect" {
    output = cell == "" || $2 == "\\Y"
    for (i = cell == "" ? 2 : 3; i <= NF; i++)
        if ($i ~ /^[$\\]/ && !(output && i == (cell == "" ? 2 : 3)))
            uses[$i]++
    if (cell != "") {
        name = signal(3)
        if ($2 == "\\Y" && (type == "$add" || type == "$mul"))
            maker[name] = cell
        else
            from[cell, substr($2, 2)] = name
    }
}

END { finish() }
