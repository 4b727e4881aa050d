# SPDX-License-Identifier: Apache-2.0
# Verilator writes a function for each instance of a module that is not inlined, though the modules are the same but for
# their names and for the numbers of what Verilog functions keep. Of such functions the first one stays, and the others
# call it: a file of C++ comes out that compiles sooner and is smaller in the processor's cache.
#
# usage: awk -f share.awk FILE.cpp

# A line without blanks, the function's name and those numbers. Instances whose numbers have more digits break lines
# elsewhere. Each instance has the variables of all numbers, and uses those of a function inside it only.
function plain(line,    part, n, i) {
    n = split(line, part, "__Vfunc_")
    line = part[1]
    for (i = 2; i <= n; i++) {
        sub(/__[0-9]+__/, "__#__", part[i])
        line = line "__Vfunc_" part[i]
    }
    gsub(name, "@", line)
    gsub(/ +/, "", line)
    return line
}

name == "" && /^(VL_INLINE_OPT|VL_ATTR_COLD) void V[A-Za-z0-9_]*\(V[A-Za-z0-9_]*\* vlSelf\) \{$/ {
    name = head = $0
    sub(/^[A-Z_]* void /, "", name)
    sub(/\(.*/, "", name)
    lines = 0
    text = ""
    class = head
    sub(/.*\(/, "", class)
}
name == "" { print; next }
{ line[lines++] = $0 }
lines > 1 { text = text plain($0) }
$0 == "}" {
    if ((class, text) in first) {
        print head "\n    " first[class, text] "(vlSelf);\n}"
    } else {
        first[class, text] = name
        for (i = 0; i < lines; i++)
            print line[i]
    }
    name = ""
}
