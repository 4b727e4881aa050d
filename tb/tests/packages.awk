# SPDX-License-Identifier: Apache-2.0
# Compares lines of path, value and type with the rules of a format in packages.tsv: prints what is not accepted, and
# what is missing. usage: awk -v format=capi2 -f packages.awk packages.tsv LINES
BEGIN { FS = "\t" }
NR == FNR {
    if ($1 == format) {
        rules++
        need[rules] = $2 == "need"
        path[rules] = "^(" $3 ")$"
        value[rules] = "^(" $4 ")$"
        type[rules] = $5
    }
    next
}
{
    good = ""
    for (r = 1; r <= rules; r++)
        if ($1 ~ path[r]) {
            good = $2 ~ value[r] && $3 == type[r] ? "yes" : "no"
            found[r] = 1
            break
        }
    if (good == "") print $1 ": the format has no such place"
    if (good == "no") print $1 ": " $2 " (" $3 ") is not accepted there"
}
END {
    for (r = 1; r <= rules; r++)
        if (need[r] && !(r in found)) print path[r] ": there is none"
    if (!rules) print format ": there are no rules"
}
