# SPDX-License-Identifier: Apache-2.0
# macros.tsv of netlist.sh: the memories of a design that are macros, a line a module. Arguments: macros, instances.tsv
# (rtlil.awk), memories.tsv, and the ports of each macro, *.il.ports; variable top. Exit code 1 if a memory is no macro,
# a macro has two sizes, or its pins are not those of synth/memory/sram_liberty.c and one mask.
function fail(text) { print "netlist: " text >"/dev/stderr"; failed = 1; exit 1 }
function visit(m, path,    k, i, child, name) {
    if (m in macro) { at[path ".mem"] = m; return }
    k = split(children[m], child, "\n")
    split(names[m], name, "\n")
    for (i = 1; i <= k; i++) visit(child[i], path "." name[i])
}
BEGIN { FS = OFS = "\t" }
FNR == 1 { file = FILENAME; sub(/^.*\//, "", file); if (file == "memories.tsv") { visit(top, "top"); next } }
file == "macros" { macro[$1] = 1; next }
file == "instances.tsv" {
    children[$1] = children[$1] ($1 in children ? "\n" : "") $2
    names[$1] = names[$1] ($1 in names ? "\n" : "") $3
    next
}
file == "memories.tsv" {
    if (!($1 in at)) fail($1 " of memories.tsv is in no macro")
    m = at[$1]
    if (!instances[m]++) { order[++n] = m; rows[m] = $2; bits[m] = $3 }
    else if (rows[m] != $2 || bits[m] != $3) fail("macro " m " has two sizes")
    next
}
/^ *module / { m = $0; sub(/^.*\\/, "", m) }
/ (input|output) / {
    count = split($0, w, " ")
    pin = substr(w[count], 2)
    wide = 1
    for (i = 1; i < count; i++) if (w[i] == "width") wide = w[i + 1]
    if (pin ~ /^(read_)?row_i$/) { row_bits[m] = wide; ports[m] = pin == "row_i" ? "1rw" : "1r1w" }
    else if (pin !~ /^(clk|read|write|write_row|wdata)_i$|^rdata_o$/) {
        if (m in mask) fail("macro " m " has the pins " mask[m] " and " pin ", one of which is too many")
        mask[m] = pin
        mask_bits[m] = wide
    }
}
END {
    if (failed) exit 1
    print "module", "instances", "rows", "bits", "ports", "row_bits", "mask", "mask_bits"
    for (i = 1; i <= n; i++) {
        m = order[i]
        if (!(m in row_bits) || !(m in mask)) fail("macro " m " has no row_i, or no mask")
        print m, instances[m], rows[m], bits[m], ports[m], row_bits[m], mask[m], mask_bits[m]
    }
}
