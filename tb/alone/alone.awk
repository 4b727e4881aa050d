# SPDX-License-Identifier: Apache-2.0
# Writes a module `unit` with one instance of each chosen module, named u_<module>, all with one clock and one reset.
# Its other ports are those of the modules, with the module's name and _0_ before theirs, as wide as by default.
#
# usage: awk -v modules="issue ccu ..." -f alone.awk MODULE.v ...        (what rtl_gen has written)

# Names of parameters within an expression are those of the module's parameters in `unit`.
function ours(text,   out) {
    out = ""
    while (match(text, /[A-Za-z0-9_$']+/)) {
        word = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1) (word ~ /^[A-Z]/ ? module "_" word : word)
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

BEGIN {
    n = split(modules, list, " ")
    for (i = 1; i <= n; i++) chosen[list[i]] = 1
}

{ sub(/[ ]*\/\/.*/, "") }

/^module / {
    module = $2
    wanted = module in chosen
    if (wanted) found[module] = 1
    part = $0 ~ /#\($/ ? "parameters" : "ports"
    connections = ""
    next
}

!wanted { next }

part == "parameters" && /^\) \($/ { part = "ports"; next }

part == "parameters" && /parameter/ {
    sub(/^ *parameter */, "")
    sub(/,$/, "")
    equals = index($0, "=")
    range = substr($0, 1, equals - 1)
    name = range
    sub(/ *$/, "", name)
    sub(/.* /, "", name)
    sub(name " *$", "", range)
    parameters = parameters (parameters == "" ? "" : ",\n") "    parameter " ours(range) module "_" name " = " \
        ours(substr($0, equals + 1))
    next
}

part == "ports" && /^\);$/ {
    instances = instances "    " module " u_" module " (\n" connections "\n    );\n"
    part = ""
    next
}

part == "ports" && /^ *(input|output)/ {
    sub(/,$/, "")
    direction = $1
    name = $NF
    range = match($0, /\[.*\]/) ? ours(substr($0, RSTART, RLENGTH)) " " : ""
    to = module "_0_" name
    if (name == "clk_i" || name == "rst_i") to = name
    else ports = ports ",\n    " direction " wire " range to
    connections = connections (connections == "" ? "" : ",\n") "        ." name "(" to ")"
}

END {
    for (m in chosen)
        if (!(m in found)) { print "alone.awk: no module " m | "cat >&2"; bad = 1 }
    if (bad) exit 1
    print "`default_nettype none"
    print "module unit" (parameters == "" ? "" : " #(\n" parameters "\n)") " ("
    print "    input wire clk_i,\n    input wire rst_i" ports "\n);"
    printf "%s", instances
    print "endmodule\n`default_nettype wire"
}
