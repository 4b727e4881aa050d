# SPDX-License-Identifier: Apache-2.0
# Reads Yosys' RTLIL text and prints name, bits, rows, kind of what holds state. Every sequential cell counts by the
# bits of its output Q: a signal "\name", a slice "\name [7:4]" or "\name [3]", or a list "{ ... }" of these.
#
# With -v temporaries=0 only signals with names of the Verilog count, with -v temporaries=1 only those that Yosys has
# named itself (with a `$` in the name).
BEGIN { OFS = "\t" }

$1 == "wire" {
    width = 1
    for (i = 2; i < NF; i++)
        if ($i == "width")
            width = $(i + 1)
    wire_width[$NF] = width
}

$1 == "memory" {
    width = rows = 1
    for (i = 2; i < NF; i++) {
        if ($i == "width")
            width = $(i + 1)
        if ($i == "size")
            rows = $(i + 1)
    }
    if (!temporaries)
        print canonical($NF), width, rows, "memory"
}

$1 == "cell" {
    state = ""
    if ($2 ~ /^\$(s|a|al)?dff(e|ce|sr|sre)?$/ || $2 == "$ff")
        state = "flop"
    else if ($2 ~ /^\$a?dlatch(sr)?$/ || $2 == "$sr")
        state = "latch"
}

$1 == "connect" && $2 == "\\Q" && state != "" {
    for (i = 3; i <= NF; i++)
        if ($i !~ /^[[{}]/)
            held[$i SUBSEP state] += $(i + 1) ~ /^\[/ ? slice($(i + 1)) : $i in wire_width ? wire_width[$i] : 1
}

END {
    for (key in held) {
        split(key, k, SUBSEP)
        if ((index(k[1], "$") > 0) == temporaries)
            print canonical(k[1]), held[key], 1, k[2]
    }
}

function canonical(name) {
    sub(/^\\/, "", name)
    return "top." name
}

function slice(text,    bound) {
    gsub(/[][]/, "", text)
    return split(text, bound, ":") == 1 ? 1 : bound[1] - bound[2] + 1
}
