# SPDX-License-Identifier: Apache-2.0
# Reads Yosys' RTLIL text, module by module, and prints name, bits, rows, kind of what holds state in the module `top`
# and all instances in it. Every sequential cell counts by the bits of its output Q: a signal "\name", a slice "\name
# [7:4]" or "\name [3]", or a list "{ ... }" of these.
#
# With -v temporaries=0 only signals with names of the Verilog count, with -v temporaries=1 only those that Yosys has
# named itself (with a `$` in the name).
BEGIN { OFS = "\t" }

$1 == "module" { module = $2 }

$1 == "wire" {
    width = 1
    for (i = 2; i < NF; i++)
        if ($i == "width")
            width = $(i + 1)
    wire_width[module, $NF] = width
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
        hold(module, $NF, width, rows, "memory")
}

$1 == "cell" {
    state = ""
    if ($2 ~ /^\$(s|a|al)?dff(e|ce|sr|sre)?$/ || $2 == "$ff")
        state = "flop"
    else if ($2 ~ /^\$a?dlatch(sr)?$/ || $2 == "$sr")
        state = "latch"
    else {
        n = ++instances[module]
        instance[module, n] = $3
        type[module, n] = $2
    }
}

$1 == "connect" && $2 == "\\Q" && state != "" {
    for (i = 3; i <= NF; i++)
        if ($i !~ /^[[{}]/ && (index($i, "$") > 0) == temporaries)
            hold(module, $i, $(i + 1) ~ /^\[/ ? slice($(i + 1)) : \
                (module, $i) in wire_width ? wire_width[module, $i] : 1, 1, state)
}

END { print_all("\\" top, "top.") }

# Adds to what a signal of a module holds.
function hold(module, name, width, rows, kind,    key) {
    key = module SUBSEP name SUBSEP kind
    if (!(key in bits)) {
        held[module, ++signals[module]] = name
        kinds[module, signals[module]] = kind
    }
    bits[key] += width
    row_count[key] = rows
}

function print_all(module, path,    i, key) {
    for (i = 1; i <= signals[module]; i++) {
        key = module SUBSEP held[module, i] SUBSEP kinds[module, i]
        print path plain(held[module, i]), bits[key], row_count[key], kinds[module, i]
    }
    for (i = 1; i <= instances[module]; i++)
        print_all(type[module, i], path plain(instance[module, i]) ".")
}

function plain(name) {
    sub(/^\\/, "", name)
    return name
}

function slice(text,    bound) {
    gsub(/[][]/, "", text)
    return split(text, bound, ":") == 1 ? 1 : bound[1] - bound[2] + 1
}
