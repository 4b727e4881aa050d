# SPDX-License-Identifier: Apache-2.0
# From the RTLIL text of the design and of a miter of one of its modules, a Verilog module `contract`: its output `kept`
# says whether inputs of the miter are such as the module gets. A number of a warp or a collector is one of those that
# there are, where it says something (X_warp_i or X_col_i, with X_valid_i or X_i; as in docs/unit.md), one warp at most
# gets the grant to issue, an instruction has four results at most, of two results one is the older one (bit p N + q of
# older_i, N ports: that of port q is older than that of p), a request comes to a bank's queue only if that has room and
# a read is granted only if it has a request, a warp's instructions likewise in its ibuffer, and a warp that is isolated
# or stalled is there and not its own trigger.
# With `property` the state also is such as `make formal` proves it to be: no two entries of a BOC that are in have the
# same tag. Prints nothing if ROOT has no such input, or with `property` no such state.
# usage: awk -v root=ROOT [-v property=yes] -f contract.awk BASE.il MITER.il
function id(name) { return "\\" name " " }

function bits_for(n,   bits) {
    for (bits = 1; 2 ^ bits < n; bits++)
        ;
    return bits
}

# Each of the `count` fields of an input is below `there`, if the module has that, where that bit of `valid` is 1.
function numbers(number, valid, there, count,   f, bits) {
    if (!there)
        return
    bits = width[number] / count
    if (bits != bits_for(there) || 2 ^ bits == there)
        return
    for (f = 0; f < count; f++)
        assumed[++rules] = "!" id(valid) (count > 1 ? "[" f "]" : "") " || " \
            id(number) "[" bits * f " +: " bits "] < " there
}

# Entry e of a BOC is in: the window has not passed it, or it owes its value to the bank (3.14).
function is_in(e,   life, owes) {
    life = width["life_q.q"] / parameter["ENTRIES"]
    owes = !("dirty_q.q" in width) ? "1'b0" : id("dirty_q.q") "[" e "]" \
        ("transient_q.q" in width ? " && !" id("transient_q.q") "[" e "]" : "")
    return "(" id("valid_q.q") "[" e "] && (|" id("life_q.q") "[" life * e " +: " life "] || (" owes ")))"
}

function tags_differ(   e, f, bits) {
    bits = width["tag_q.q"] / parameter["ENTRIES"]
    for (e = 0; e < parameter["ENTRIES"]; e++)
        for (f = 0; f < e; f++)
            assumed[++rules] = "!" is_in(e) " || !" is_in(f) " || " id("tag_q.q") "[" bits * e " +: " bits "] != " \
                id("tag_q.q") "[" bits * f " +: " bits "]"
}

NR == FNR && $1 == "module" { inside = substr($2, 2) == root }
NR == FNR && inside && $1 == "parameter" && NF == 3 { parameter[substr($2, 2)] = $3 }
NR == FNR { next }

$1 == "module" { inside = $2 == "\\miter" }

inside && $1 == "wire" && / input / && $NF ~ /^[\\]in_/ {
    name = substr($NF, 5)
    width[name] = 1
    for (i = 2; i < NF; i++)
        if ($i == "width")
            width[name] = $(i + 1)
    input[++inputs] = name
}

END {
    if (property && "life_q.q" in width && "ENTRIES" in parameter)
        tags_differ()
    if (property && !rules)
        exit
    requests = "REQUESTS" in parameter ? parameter["REQUESTS"] : parameter["COLLECTORS"]
    if ("push_valid_i" in width && "count_q.q" in width && requests) {
        assumed[++rules] = "!" id("push_valid_i") " || " id("count_q.q") " < " requests
        assumed[++rules] = "!" id("grant_i") " || " id("count_q.q") " != 0"
    }
    if ("dec_warp_i" in width && "count_q.q" in width && "grant_i" in width)
        for (w = 0; w < parameter["WARPS"]; w++) {
            bits = width["count_q.q"] / parameter["WARPS"]
            count = id("count_q.q") "[" bits * w " +: " bits "]"
            assumed[++rules] = "!" id("dec_valid_i") " || " id("dec_warp_i") " != " w " || " \
                count " < " parameter["DEPTH"]
            assumed[++rules] = "!" id("grant_i") "[" w "] || " count " != 0"
        }
    for (i = 1; i <= inputs; i++) {
        stem = input[i]
        if (stem == "grant_i" && width[stem] > 1 && width[stem] == parameter["WARPS"])
            assumed[++rules] = "(" id(stem) " & (" id(stem) " - 1'b1)) == 0"
        if (stem ~ /_dst_count_i$/ && width[stem] % 3 == 0)
            for (f = 0; f < width[stem]; f += 3)
                assumed[++rules] = id(stem) "[" f " +: 3] <= 4"
        if (stem == "older_i" && width[stem] == width["wb_valid_i"] ^ 2)
            for (f = 0; f < width["wb_valid_i"]; f++)
                for (g = 0; g < f; g++)
                    assumed[++rules] = "!" id("wb_valid_i") "[" f "] || !" id("wb_valid_i") "[" g "] || " \
                        id(stem) "[" f * width["wb_valid_i"] + g "] != " id(stem) "[" g * width["wb_valid_i"] + f "]"
        if (stem == "warp_i" && "trigger_i" in width) {
            numbers("warp_i", "isolate_i", parameter["SM_WARPS"], 1)
            numbers("warp_i", "stall_i", parameter["SM_WARPS"], 1)
            assumed[++rules] = "!(" id("isolate_i") "|| " id("stall_i") ") || " id("warp_i") "!= " id("trigger_i")
        }
        collector = stem ~ /_col_i$/
        if (!sub(/_(warp|col)_i$/, "", stem))
            continue
        valid = stem "_valid_i" in width ? stem "_valid_i" : stem "_i"
        if (!(valid in width))
            continue
        if (collector) {
            numbers(input[i], valid, parameter["COLLECTORS"], width[valid])
            continue
        }
        numbers(input[i], valid, parameter["WARPS"], width[valid])
        numbers(input[i], valid, parameter["SM_WARPS"], width[valid])
    }
    if (!rules)
        exit
    print "module contract("
    for (i = 1; i <= inputs; i++)
        printf "    input [%d:0] %s,\n", width[input[i]] - 1, id(input[i])
    print "    output kept\n);\n    assign kept ="
    for (i = 1; i <= rules; i++)
        print "        (" assumed[i] ")" (i < rules ? " &" : ";")
    print "endmodule"
}
