# SPDX-License-Identifier: Apache-2.0
# Names the flip-flops of a mapped module (synth/flow/module.ys.in) after their registers, \count_q[3]$_SDFFE_PP0P_
# becomes count_q_reg_3_, and lists them in the file `flops`: cell, library cell, register, bit, type before mapping.
# `text` is the module's elaborated text: a register that has the name of an output gets its own back.
function plain(name) { gsub(/[^A-Za-z0-9_]/, "_", name); return name }
BEGIN {
    # What names stand for, bit by bit: connect \other [7:4] \register_q, and likewise with { } of several.
    while ((getline line < text) > 0) {
        n = split(line, word, " ")
        if (word[1] == "wire") width_of[word[n]] = word[2] == "width" ? word[3] : 1
        if (line !~ /^  connect /) continue # those of cells, further to the right, name ports
        at = 2
        to = expand(other)
        from = expand(meant)
        for (i = 1; i <= to && to == from; i++)
            if (other[i] != "" && meant[i] != "") stands_for[other[i]] = meant[i]
    }
    close(text)
    while ((getline line < cells) > 0) { split(line, w, "\t"); if (w[3] == "flop") flop[w[1]] = 1 }
    close(cells)
    printf "" >flops
}
# The bits of a signal in the words of a line from `at` on, highest first, "" for constants; returns how many.
function expand(out,    count, name, span, last, j) {
    last = word[at] != "{"
    if (!last) at++
    while (at <= n && word[at] != "}") {
        name = word[at++]
        if (name !~ /^[\\$]/) for (j = name ~ /'/ ? name + 0 : 32; j > 0; j--) out[++count] = "" # a bare integer has 32
        else if (word[at] ~ /^\[/) {
            split(substr(word[at++], 2), span, /[]:]/)
            if (span[2] == "") span[2] = span[1]
            for (j = span[1] + 0; j >= span[2] + 0; j--) out[++count] = name SUBSEP j
        } else for (j = width_of[name] - 1; j >= 0; j--) out[++count] = name SUBSEP j
        if (last) return count
    }
    at++
    return count
}
# Sets register and bit of the net that the flip-flop drives: what its name stands for in the end, if that is a register.
function resolve(net,    key, part, hops) {
    register = net; bit = 0
    if (match(net, /\[[0-9]+\]$/)) { register = substr(net, 1, RSTART - 1); bit = substr(net, RSTART + 1, RLENGTH - 2) + 0 }
    key = "\\" register SUBSEP bit
    while (key in stands_for && hops++ < 64) key = stands_for[key]
    split(key, part, SUBSEP)
    if (register ~ /_q$/ || part[1] !~ /_q$/) return
    register = substr(part[1], 2)
    bit = part[2]
}
# Bits of a name, slice, constant or concatenation of them, highest first; returns how many.
function bits(text, out,    part, n, i, j, k, count, name, from, to, value, size, digit) {
    gsub(/[{}]/, "", text)
    n = split(text, part, /, */)
    for (i = 1; i <= n; i++) {
        gsub(/^ +| +$/, "", part[i])
        name = part[i]
        if (name ~ /'h/) {
            size = name + 0
            value = name
            sub(/.*'h/, "", value)
            for (j = size - 1; j >= 0; j--) {
                k = length(value) - int(j / 4)
                digit = k > 0 ? index("0123456789abcdef", substr(value, k, 1)) - 1 : 0
                out[++count] = "1'b" int(digit / 2 ^ (j % 4)) % 2
            }
        } else if (name ~ /\[[0-9]+:[0-9]+\]$/) {
            from = to = name
            sub(/.*\[/, "", from); from += 0
            sub(/.*:/, "", to); to += 0
            sub(/ *\[[0-9]+:[0-9]+\]$/, "", name)
            for (j = from; j >= to; j--) out[++count] = name "[" j "]"
        } else if ((name in width) && !scalar[name]) {
            for (j = width[name] - 1; j >= 0; j--) out[++count] = name "[" lowest[name] + j "]"
        } else out[++count] = name
    }
    return count
}
$2 ~ /^\\.*\$_[A-Z]*DFF/ && NF == 3 {
    net = type = substr($2, 2)
    sub(/\$_[A-Z]*DFF.*/, "", net)
    sub(/^.*\$_/, "$_", type)
    resolve(net)
    cell = plain(register) "_reg_" bit "_"
    printf "%s\t%s\t%s\t%d\t%s\n", cell, $1, register, bit, type >flops
    print "  " $1 " " cell " ("
    next
}
# A flip-flop without a name: none is expected.
($1 in flop) && NF == 3 { printf "%s\t%s\t-\t0\t-\n", $2, $1 >flops }
# OpenSTA reads no concatenation on the left: one assignment a bit.
/^  (input|output|wire) / {
    name = $NF
    sub(/;$/, "", name)
    span = $0 ~ /\[[0-9]+:[0-9]+\]/ ? $2 : "[0:0]"
    gsub(/[][]/, "", span)
    split(span, w, ":")
    width[name] = w[1] - w[2] + 1
    lowest[name] = w[2] + 0
    scalar[name] = $0 !~ /\[[0-9]+:[0-9]+\]/
}
/^  assign \{/ {
    split($0, side, / = /)
    sub(/^  assign /, "", side[1])
    sub(/;$/, "", side[2])
    n = bits(side[1], left)
    k = bits(side[2], right)
    if (n != k) { print "names: line " FNR " of " FILENAME " assigns " k " bits to " n >"/dev/stderr"; exit 1 }
    for (i = 1; i <= n; i++) print "  assign " left[i] " = " right[i] ";"
    next
}
{ print }
