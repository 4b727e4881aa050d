# SPDX-License-Identifier: Apache-2.0
# Rewrites the C++ of Verilator's toggle coverage, six lines for each bit, as one call for each run of bits of a
# variable: otherwise most of the time of make coverage goes into compiling it. What does not look as expected stays as
# it is.
#
#     if ((1U & (VL_BITSEL_IIII(12, X, 1U) ^ VL_BITSEL_IIII(12, T, 1U)))) {
#         vlSymsp->__Vcoverage[8785].fetch_add(1, std::memory_order_relaxed);
#         VL_ASSIGNBIT_II(1U, T, (1U & VL_BITSEL_IIII(12, X, 1U)));
#     }
BEGIN {
    select_ = "VL_BITSEL_I[IQW]II\\([0-9]+, [^,]*, [0-9a-fx]+U\\)"
    shape = "^ if \\(\\(1U & \\(" select_ " \\^ " select_ "\\)\\)\\) \\{ vlSymsp->__Vcoverage\\[[0-9]+\\][.]" \
        "fetch_add\\(1, std::memory_order_relaxed\\); VL_ASSIGNBIT_[IQW]I\\([0-9a-fx]+U, [^,]*, " \
        "\\(1U & " select_ "\\)\\); \\}$"
}
NR == 1 {
    print "#include <atomic>"
    print "#include <cstdint>"
    print "__attribute__((optimize(\"O2\"))) static void cover_toggles(const void *now, void *before, unsigned bit,"
    print "    unsigned count, std::atomic<uint32_t> *counters)"
    print "{"
    print "    const uint8_t *a = static_cast<const uint8_t *>(now);"
    print "    uint8_t *b = static_cast<uint8_t *>(before);"
    print "    for (unsigned i = 0; i < count; i++, bit++)"
    print "        if ((a[bit >> 3] ^ b[bit >> 3]) >> (bit & 7) & 1) {"
    print "            counters[i].fetch_add(1, std::memory_order_relaxed);"
    print "            b[bit >> 3] ^= static_cast<uint8_t>(1U << (bit & 7));"
    print "        }"
    print "}"
}

function flush_run() {
    if (count)
        printf "    cover_toggles(&%s, &%s, %d, %d, &vlSymsp->__Vcoverage[%d]);\n", now, before, bit, count, counter
    count = 0
}

function flush_block(    i) {
    for (i = 1; i <= lines; i++)
        print block[i]
    lines = 0
}

# An operand without its cast and blanks, or "" if it is no variable.
function variable(text) {
    sub(/^\(IData\)\(/, "", text)
    sub(/\)$/, "", text)
    gsub(/[ \t]/, "", text)
    return text ~ /^(vlSelf->)?[A-Za-z_][A-Za-z0-9_.\[\]]+$/ ? text : ""
}

# Takes the block if it is one of those; sets x, t, b, n.
function is_toggle(    text, i, f) {
    text = ""
    for (i = 1; i <= lines; i++)
        text = text " " block[i]
    gsub(/[ \t]+/, " ", text)
    if (text !~ shape)
        return 0
    split(text, f, ", ")
    x = variable(f[2])
    t = variable(f[4])
    b = f[3]
    sub(/U\).*/, "", b)
    b = number(b)
    n = text
    sub(/^.*__Vcoverage\[/, "", n)
    sub(/\].*$/, "", n)
    n += 0
    return x != "" && t != ""
}

# Decimal, or hexadecimal with 0x.
function number(text,    i, value) {
    if (text !~ /^0x/)
        return text + 0
    for (i = 3; i <= length(text); i++)
        value = 16 * value + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}

lines == 0 && /^    if \(\(1U & \(VL_BITSEL/ { block[lines = 1] = $0; next }
lines > 0 {
    block[++lines] = $0
    if ($0 != "    }" && lines < 20)
        next
    if ($0 == "    }" && is_toggle()) {
        if (!count || now != x || before != t || b != bit + count || n != counter + count) {
            flush_run()
            now = x; before = t; bit = b; counter = n
        }
        count++
        lines = 0
    } else {
        flush_run()
        flush_block()
    }
    next
}
{ flush_run(); print }
END { flush_run(); flush_block() }
