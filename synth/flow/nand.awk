# SPDX-License-Identifier: Apache-2.0
# Area of the smallest NAND of two inputs in a liberty file, by which gates are counted; 0 if there is none.
function expression(    v) {
    v = term()
    while (substr(rest, 1, 1) ~ /[|+]/) { rest = substr(rest, 2); v = term() || v }
    return v
}
function term(    v) {
    v = factor()
    while (rest != "" && substr(rest, 1, 1) !~ /[)|+]/) {
        if (substr(rest, 1, 1) ~ /[&*]/) rest = substr(rest, 2)
        else if (substr(rest, 1, 1) == "^") { rest = substr(rest, 2); v = factor() != v; continue }
        v = factor() && v
    }
    return v
}
function factor(    v, name) {
    sub(/^ +/, "", rest)
    if (substr(rest, 1, 1) == "!") { rest = substr(rest, 2); return !factor() }
    if (substr(rest, 1, 1) == "(") { rest = substr(rest, 2); v = expression(); rest = substr(rest, 2) }
    else if (match(rest, /^[A-Za-z0-9_]+/)) {
        name = substr(rest, 1, RLENGTH)
        rest = substr(rest, RLENGTH + 1)
        v = set[name]
    } else { odd = 1; rest = ""; return 0 }
    sub(/^ +/, "", rest)
    while (substr(rest, 1, 1) == "'") { rest = substr(rest, 2); sub(/^ +/, "", rest); v = !v }
    return v
}
function is_nand(    a, b) {
    odd = 0
    for (a = 0; a < 2; a++)
        for (b = 0; b < 2; b++) {
            set[input[1]] = a
            set[input[2]] = b
            rest = f
            if (expression() != !(a && b) || odd) return 0
        }
    return 1
}
function flush_pin() {
    if (pin != "" && direction == "input") input[++inputs] = pin
    else if (pin != "" && direction == "output") { outputs++; f = function_of }
    pin = ""
}
function flush_cell() {
    flush_pin()
    if (cell != "" && inputs == 2 && outputs == 1 && f != "" && area > 0 && (!best || area < best) && is_nand())
        best = area
}

{ sub(/\r$/, "") }
/^[ \t]*cell *\(/ { flush_cell(); cell = $0; inputs = outputs = 0; area = 0; f = "" }
/^[ \t]*(pg_)?pin *\(/ {
    flush_pin()
    split($0, part, /[()]/)
    pin = $0 ~ /pg_pin/ ? "" : part[2]
    gsub(/[" \t]/, "", pin)
    direction = function_of = ""
}
cell == "" { next }
/^[ \t]*area *:/ && !area { split($0, part, /[:;]/); area = part[2] + 0 }
/^[ \t]*direction *:/ && direction == "" { direction = $0 ~ /output/ ? "output" : "input" }
/^[ \t]*function *:/ && function_of == "" { split($0, part, /["]/); function_of = part[2] }
END { flush_cell(); printf "%.6g\n", best }
