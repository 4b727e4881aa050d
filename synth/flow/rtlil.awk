# SPDX-License-Identifier: Apache-2.0
# Splits an elaborated design (RTLIL) into a file per module, dir/<module>.il.part, and gives derived modules, which Yosys calls
# $paramod..., readable names: the module's, and the values of its parameters if it is used with several.
# With functions=yes the wires of functions, \f$func$<file>:<line>$<number>.x, get names that depend on the module
# alone: \f$func$1.x.
# Usage: awk -v dir=DIR [-v functions=yes] -f rtlil.awk design.il design.il (it is read twice). Writes dir/instances.tsv:
# "module <tab> child module <tab> instance", dir/macros, the modules that are black boxes in the design, and
# dir/<module>.il.ports, every module as a black box.
function value(text,    bits, i, v) { # of a parameter, s32'000...101
    if (text !~ /'[01]+$/) return text
    bits = text
    sub(/.*'/, "", bits)
    for (i = 1; i <= length(bits); i++) v = 2 * v + substr(bits, i, 1)
    return v + 0
}
function base(raw,    part, n, i) { # of \name or $paramod\name\P=V or $paramod$hash\name
    n = split(raw, part, /\\/)
    return part[2]
}
function suffix(raw,    part, n, i, s) {
    n = split(raw, part, /\\/)
    if (part[1] ~ /\$paramod\$/) { sub(/.*\$/, "", part[1]); return "_" substr(part[1], 1, 6) }
    for (i = 3; i <= n; i++) { sub(/.*=/, "", part[i]); s = s "_" value(part[i]) }
    return s
}
function name_of(raw) { return raw ~ /^\$paramod/ && variants[base(raw)] > 1 ? base(raw) suffix(raw) : base(raw) }

/^ *attribute .src / { next }
# rename -enumerate makes private names public, \_12_: they would win over names of the source.
{ gsub(/\\_/, "$_") }
NR == FNR { if ($1 == "module") variants[base($2)]++; next }
functions == "yes" && inside && /\$func\$/ {
    left = ""
    while (match($0, /\$func\$[^ ]*:[0-9]+\$[0-9]+/)) {
        call = substr($0, RSTART, RLENGTH)
        if (!((module, call) in number)) number[module, call] = ++calls[module]
        left = left substr($0, 1, RSTART - 1) "$func$" number[module, call]
        $0 = substr($0, RSTART + RLENGTH)
    }
    $0 = left $0
}
$1 == "attribute" && !inside { held = held $0 "\n"; next }
$1 == "module" {
    inside = 1
    module = name_of($2)
    file = dir "/" module ".il.part"
    printf "%smodule \\%s\n", held, module >file
    if (held ~ /\\blackbox /) print module >(dir "/macros")
    held = ""
    ports = dir "/" module ".il.ports"
    printf "attribute \\blackbox 1\nmodule \\%s\n", module >ports
    next
}
inside && $1 == "wire" && $0 ~ / (input|output|inout) [0-9]/ { print >ports }
inside && $1 == "cell" && $2 !~ /^\$[^p]/ && $2 ~ /\\/ {
    child = name_of($2)
    instance = $3
    sub(/^\\/, "", instance)
    printf "%s\t%s\t%s\n", module, child, instance >(dir "/instances.tsv")
    $0 = "  cell \\" child " " $3
}
inside { print >file }
$0 == "end" { inside = 0; print >ports; close(file); close(ports) }
