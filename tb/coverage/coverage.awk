# SPDX-License-Identifier: Apache-2.0
# Reads what tb/coverage/coverage.sh has run: rtl (lines NAME <tab> RTL), OUT/NAME.merged and NAME.start
# (verilator_coverage --write) for each, and as files the cover points; complete: all designs are there. Writes
# OUT/holes.tsv, prints the table.
#
# OUT/NAME.alone, if it is there, has the counters of the modules in their benches. What programs do not reach and a
# bench does is not counted as reached, but has its own column, and its own reason in the list.
#
# A line is the same in two configurations if its module, its text and the kind of branch are; a bit if its module and
# its name are. What one of them has reached is reached. Lines count from reset on, toggles from the first cycle behind
# it. OUT/NAME.constants (tb/coverage/constants.sh), if it is there, has the bits that never change; one of these that
# toggled is an error, exit code 1.
BEGIN {
    FS = "\t"
    while ((getline line < reasons) > 0) {
        if (line ~ /^#/ || line == "")
            continue
        if (split(line, f, "\t") != 4) {
            print reasons ": a line has not four fields: module, kind, pattern, reason: " line > "/dev/stderr"
            failed = 2
            exit 2
        }
        reason_module[++reason_count] = "^(" f[1] ")$"
        reason_kind[reason_count] = f[2]
        reason_pattern[reason_count] = "^(" f[3] ")$"
        reason[reason_count] = f[4]
    }
    while ((getline line < rtl) > 0) {
        split(line, f, "\t")
        design = f[1]
        if (!(design in listed)) {
            listed[design] = 1
            list_of_designs[++designs] = design
        }
        read_constants(design)
        read_counters(out "/" f[1] ".start", f[2], "line")
        read_counters(out "/" f[1] ".merged", f[2], "line toggle")
        read_counters(out "/" f[1] ".alone", f[2], "alone")
    }
}

# The text of a line of a file of this RTL.
function text_of(folder, file, number,    path, n, line) {
    path = folder "/" file
    if (!(path in loaded)) {
        for (n = 1; (getline line < path) > 0; n++) {
            gsub(/[ \t]+/, " ", line)
            sub(/^ /, "", line)
            text[path, n] = line
        }
        close(path)
        loaded[path] = 1
    }
    return text[path, number]
}

# A line of the merged file: C '<1>key<2>value<1>key<2>value...' count
function read_counters(path, folder, kinds,    line, n, i, part, file, number, page, object, count, kind, module, key,
    what) {
    while ((getline line < path) > 0) {
        if (line !~ /^C /)
            continue
        count = line
        sub(/^.*' /, "", count)
        sub(/^C '/, "", line)
        sub(/' [0-9]+$/, "", line)
        n = split(line, part, "\001")
        file = number = page = object = ""
        for (i = 1; i <= n; i++) {
            if (part[i] ~ /^f\002/) file = substr(part[i], 3)
            else if (part[i] ~ /^l\002/) number = substr(part[i], 3)
            else if (part[i] ~ /^page\002/) page = substr(part[i], 6)
            else if (part[i] ~ /^o\002/) object = substr(part[i], 3)
        }
        kind = page ~ /^v_toggle/ ? "toggle" : "line"
        module = page
        sub(/^.*\//, "", module)
        sub(/__[A-Z][A-Za-z0-9_]*$/, "", module)        # Verilator's name of one set of parameters
        what = kind == "toggle" ? object : object ": " text_of(folder, file, number)
        key = module SUBSEP kind SUBSEP what
        if (kinds == "alone") {
            alone[key] += count
            continue
        }
        if (!(key in place)) {
            place[key] = folder "/" file ":" number
            order[++keys] = key
            hits[key] = 0
        }
        if (!((key, design) in is_in)) {
            is_in[key, design] = 1
            designs_of[key] = designs_of[key] " " design
        }
        if (index(kinds, kind)) {
            if (kind == "toggle") {
                if (!never_changes(module, what))
                    changes[key] = 1
                else if (count > 0 && miscounted(module, what))
                    count = 0
                else if (count > 0) {
                    print "coverage: " design ": " module "." what " toggles, and" \
                        " tb/coverage/constants.sh says that it" \
                        " never does; one of both is wrong" > "/dev/stderr"
                    failed = 1
                }
            }
            hits[key] += count
        }
    }
    close(path)
}

# The points of a run.
$1 == "point" || $1 == "event" {
    key = "(model)" SUBSEP $1 SUBSEP $2
    if (!(key in place)) {
        place[key] = $5
        order[++keys] = key
        hits[key] = 0
    }
    hits[key] += $3
    found[key] += $4
}
$1 == "cycles" { cycles += $2; runs++ }

function why(module, kind, what,    i) {
    for (i = 1; i <= reason_count; i++)
        if (module ~ reason_module[i] && (reason_kind[i] == kind || reason_kind[i] == "any") &&
            what ~ reason_pattern[i]) {
            used[i]++
            return reason[i]
        }
    return ""
}

# The list of bits of this design that never change behind reset (tb/coverage/constants.sh), if it is there.
function read_constants(name,    path, line, f) {
    path = out "/" name ".constants"
    delete constant
    while ((getline line < path) > 0) {
        split(line, f, "\t")
        constant[f[1], f[2]] = f[3]
    }
    close(path)
}

# Whether Verilator counts toggles of a bit that has none: rows of the reasons that say miscount. Only for proved bits.
function miscounted(module, bit,    i) {
    for (i = 1; i <= reason_count; i++)
        if (reason_kind[i] == "miscount" && module ~ reason_module[i] && bit ~ reason_pattern[i])
            return used[i] = 1
    return 0
}

# Whether a bit is there without change in the design that read_constants has read.
function never_changes(module, bit) {
    if (!((module, bit) in constant))
        sub(/\[0\]$/, "", bit)                          # Yosys' name of a vector of one bit
    return (module, bit) in constant && constant[module, bit] != "x"
}

function share(hit, all) { return all ? sprintf("%d/%d", hit, all) : "-" }

END {
    if (failed)
        exit failed
    holes = out "/holes.tsv"
    print "# where\tkind\tmodule\twhat\treason" >holes
    for (i = 1; i <= keys; i++) {
        split(order[i], f, SUBSEP)
        if (!(f[1] in known)) {
            known[f[1]] = 1
            list[++modules] = f[1]
        }
        all[f[1], f[2]]++
        total[f[2]]++
        if (hits[order[i]] > 0) {
            hit[f[1], f[2]]++
            total_hit[f[2]]++
            continue
        }
        if (f[2] == "toggle" && !changes[order[i]]) {
            r = "proved: constant behind reset"
            proved++
        } else if (alone[order[i]] > 0) {
            r = "alone: the bench of its module reaches it"
            beside++
            hit_alone[f[1], f[2]]++
        } else {
            r = why(f[1], f[2], f[3])
        }
        if (r == "" && !complete && (f[2] == "event" || (f[2] == "point" && !found[order[i]])))
            r = "not all designs of the table were run"
        state = r == "" ? "unexplained" : r ~ /^proved:/ ? "proved" : r ~ /^alone:/ ? "alone" : "by hand"
        n = split(designs_of[order[i]], d, " ")
        for (j = 1; j <= n; j++)
            holes_of[d[j], state]++
        print place[order[i]] "\t" f[2] "\t" f[1] "\t" f[3] "\t" (r == "" ? "unexplained" : r) >holes
        if (r != "")
            explained++
        else {
            open[f[1]]++
            unexplained++
        }
    }
    close(holes)
    printf "%-20s %12s %14s %12s %14s %12s\n", "module", "lines", "toggles", "points", "and alone", "unexplained"
    for (i = 1; i <= modules; i++) {
        m = list[i]
        printf "%-20s %12s %14s %12s %14s %12d\n", m, share(hit[m, "line"], all[m, "line"]),
            share(hit[m, "toggle"], all[m, "toggle"]),
            share(hit[m, "point"] + hit[m, "event"], all[m, "point"] + all[m, "event"]),
            hit_alone[m, "line"] + 0 " + " hit_alone[m, "toggle"] + 0, open[m]
    }
    printf "coverage: %d runs, %d cycles in lock-step: lines %s, toggles %s, cover points %s\n", runs, cycles,
        share(total_hit["line"], total["line"]), share(total_hit["toggle"], total["toggle"]),
        share(total_hit["point"] + total_hit["event"], total["point"] + total["event"])
    for (i = 1; i <= reason_count; i++)
        if (!used[i])
            printf "coverage: note: nothing lacks this reason: %s %s\n", reason_module[i], reason_pattern[i]
    for (i = 1; i <= designs; i++)
        printf "coverage: %s: holes in its modules: %d reached alone, %d proved constant, %d with a reason by hand, " \
            "%d unexplained\n", list_of_designs[i], holes_of[list_of_designs[i], "alone"],
            holes_of[list_of_designs[i], "proved"], holes_of[list_of_designs[i], "by hand"],
            holes_of[list_of_designs[i], "unexplained"]
    printf "coverage: %d holes with a reason (%d reached alone, %d proved constant, %d by hand), %d unexplained; " \
        "%s lists them\n", explained, beside, proved, explained - beside - proved, unexplained, holes
}
