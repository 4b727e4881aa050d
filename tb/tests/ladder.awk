# SPDX-License-Identifier: Apache-2.0
# The state of each rung of the verification ladder for each scheme, as a page (Markdown), from what tests.sh leaves.
# Arguments: ladder.tsv, then the files of a tier: tests (name, hint, the words of the command) and their .result files
# (passed failed skipped seconds name). Variables: tier, logs.
BEGIN { FS = "\t" }
FILENAME ~ /ladder[.]tsv$/ {
    if (/^#/ || NF != 3) next
    if ($1 == "rung") { rung[++rungs] = $2; of_rung[rungs] = $3 }
    else { scheme[++schemes] = $2; of_scheme[schemes] = $3 }
    next
}
FILENAME ~ /[.]result$/ {
    split($0, part, " "); passed[part[5]] = part[1]; failed[part[5]] = part[2]; skipped[part[5]] = part[3]
    next
}
FNR == 1 { name = $0; order[++tests] = name; words[name] = name; next }
FNR == 2 { hint[name] = $0; next }
{ words[name] = words[name] "\n" $0 }

function rung_of(name,    i) {
    for (i = 1; i <= rungs; i++) if (name ~ of_rung[i]) return i
    return 0
}
function scheme_of(name,    i, j, n, word) {
    n = split(words[name], word, "\n")
    for (i = 1; i <= schemes; i++)
        for (j = 1; j <= n; j++)
            if (word[j] !~ /^tb\/tests/ && word[j] ~ of_scheme[i]) return i
    return schemes + 1
}
function cell(s, r,    text) {
    if (!((s, r) in all)) return "-"
    if (bad[s, r]) text = "**" bad[s, r] " failed**"
    if (good[s, r]) text = text (text == "" ? "" : ", ") good[s, r] " passed"
    if (none[s, r]) text = text (text == "" ? "" : ", ") none[s, r] " skipped"
    if (lost[s, r]) text = text (text == "" ? "" : ", ") lost[s, r] " not run"
    return text
}
END {
    scheme[schemes + 1] = "all of them"
    for (t = 1; t <= tests; t++) {
        name = order[t]
        r = rung_of(name)
        if (!r) { others++; if (failed[name]) others_bad++; continue }
        s = scheme_of(name)
        all[s, r]++
        if (!(name in passed)) { lost[s, r]++; continue }
        good[s, r] += passed[name]; bad[s, r] += failed[name]; none[s, r] += skipped[name]
    }
    print "# State of the verification ladder\n"
    print "Written by `make " tier "`. Rungs are those of docs/verification.md; every lock-step compares every flop in"
    print "every cycle and is judged by the oracle. A unit-test program counts with all its tests. Tests of other things"
    print "(tools, numbers, figures): " others + 0 ", of which " others_bad + 0 " failed.\n"
    line = "| scheme |"; rule = "|---|"
    for (r = 1; r <= rungs; r++) { line = line " " rung[r] " |"; rule = rule "---|" }
    print line; print rule
    for (s = 1; s <= schemes + 1; s++) {
        line = "| " scheme[s] " |"
        for (r = 1; r <= rungs; r++) line = line " " cell(s, r) " |"
        print line
    }
    for (t = 1; t <= tests; t++) {
        name = order[t]
        if (!(name in passed)) say = "left no result"
        else if (failed[name]) say = "failed: " hint[name]
        else if (skipped[name]) say = "skipped, or a part of it"
        else continue
        if (!said++) print "\nNot passed:\n"
        print "* `" name "` " say "; output: " logs "/" name ".log; again: `make " tier " ONLY=" name "`"
    }
}
