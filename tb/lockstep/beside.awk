# SPDX-License-Identifier: Apache-2.0
# Writes a module `pair` with the tops of two designs, u_design and u_beside, with one clock and the reset of the first
# one. Its other ports are those of the first, and those of the second with beside_ before their names.
#
# usage: awk -v top=NAME -v beside=NAME -f beside.awk TOP.v BESIDE.v        (what rtl_gen has written)

# Names of the second design's parameters are not those of the first one's.
function ours(text,   out) {
    if (!second) return text
    while (match(text, /[A-Za-z0-9_$']+/)) {
        word = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1) (word ~ /^[A-Z]/ ? "BESIDE_" : "") word
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

{ sub(/[ ]*\/\/.*/, "") }

FNR == 1 { second = NR > 1; inside = 0 }

$1 == "module" { inside = $2 == (second ? beside : top); part = /#\($/ ? "parameters" : "ports"; next }

$1 == "endmodule" { inside = 0 }

!inside { next }

part == "parameters" && /^\) \($/ { part = "ports"; next }

part == "parameters" {
    sub(/,$/, "")
    if (NF) parameter[++count] = ours($0)
    next
}

$1 == "input" || $1 == "output" {
    sub(/[,;]$/, "")
    range = match($0, /\[.*\]/) ? ours(substr($0, RSTART, RLENGTH)) " " : ""
    reset = $NF == "rst_i" || $NF == "rst_ni"
    common = second && ($NF == "clk_i" || reset)
    if (reset && !second) ours_reset = $NF
    name = reset && second ? ($NF == ours_reset ? "" : "~") ours_reset : (second && !common ? "beside_" : "") $NF
    if (!common) ports = ports (ports == "" ? "" : ",\n") "    " $1 " wire " range name
    connections[second] = connections[second] (connections[second] == "" ? "" : ",") "\n        ." $NF "(" name ")"
}

# Those that ports name, and that these name.
END {
    for (named = ports; count > 0; count--) {
        split(parameter[count], token)
        if (!(" " named " " ~ "[^A-Za-z0-9_]" token[2] "[^A-Za-z0-9_]")) continue
        parameters = parameter[count] (parameters == "" ? "" : ",\n") parameters
        named = named " " parameter[count]
    }
    print "module pair" (parameters == "" ? "" : " #(\n" parameters "\n)") " (\n" ports "\n);"
    print "    " top " u_design (" connections[0] "\n    );"
    print "    " beside " u_beside (" connections[1] "\n    );"
    print "endmodule"
}
