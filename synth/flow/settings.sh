# SPDX-License-Identifier: Apache-2.0
# Settings of a comparison of two configurations, and what a configuration's RTL is made of, for sourcing
# with $top, the checkout.

. "$top/tb/flow/names.sh"

# settings_of_both [key=value ...]: prints those that concern the baseline, too: all but those of the scheme alone, on
# one line with blanks between them.
settings_of_both() {
    both=""
    for set in "$@"; do
        case $set in
        issue.pipeline=*) both="$both${both:+ }$set" ;;
        collector.kind=*|collector.operand_muxes=*|ccu.*|boc.*|ecu.*|issue.*|sthld.*|reuse.*|rfc.*|levels.*|\
        throttle.*|vta.*|ccws.*|ciao.*) ;;
        *) both="$both${both:+ }$set" ;;
        esac
    done
    echo "$both"
}

# macro_ports RTL: prints the ports of the banks' memory, as build/sram names them: 1rw, or 1r1w with rf.ports 2.
macro_ports() {
    if [ -f "$(file_of "$1" sram_1r1w.v)" ]; then echo 1r1w; else echo 1rw; fi
}

# macros_of RTL: prints the modules of its memories, those of the registers that the memories deliver, which is what
# their instances have besides.
macros_of() {
    awk -F '\t' 'NR == FNR { if (sub(/[.]mem$/, "", $1)) memory[$1] = 1; next }
        { instance = $1; sub(/[.][^.]*$/, "", instance) } (instance in memory) && !seen[$4]++ { print $4 }' \
        "$(file_of "$1" memories.tsv)" "$(file_of "$1" registers.tsv)"
}

# same_kind TOOL BASELINE RTL SCHEME RTL: refuses an SM against a sub-core.
same_kind() {
    [ "$(top_of "$3")" = "$(top_of "$5")" ] || {
        echo "$1: one of $2 and $4 is an SM (sm.subcores), the other a sub-core; accepted are two of a kind," \
            "BASELINE=sm_gto for an SM" >&2
        exit 2; }
}

# widths_of_netlists TOOL: refuses LANES that is neither full (or nothing) nor two ascending numbers.
widths_of_netlists() {
    echo "${LANES:-full}" | awk '$0 == "full" || (NF == 2 && /^[0-9]+ +[0-9]+$/ && $1 > 0 && $2 > $1) { good = 1 }
        END { exit !good }' || {
        echo "$1: LANES=$LANES is not a width of netlists; accepted: full, or two ascending numbers of lanes" >&2
        exit 2; }
}

# gated_or_not TOOL BASELINE SCHEME [key=value ...]: sets GATED to no if it is nothing; refuses other words than yes and
# no, and with yes designs that have clock gates already. Needs names.sh.
gated_or_not() {
    for_gates=$1 one_of="$2 $3"
    shift 3
    GATED=${GATED:-no}
    case $GATED in
    no) return ;;
    yes) ;;
    *) echo "$for_gates: GATED=$GATED; accepted: yes, no" >&2; exit 2 ;;
    esac
    case " $* " in *" rtl.clock_gate=cell "*)
        echo "$for_gates: GATED=yes compares with rtl.clock_gate=cell, which is set;" \
            "accepted is GATED=yes without it" >&2
        exit 2 ;;
    esac
    for config in $one_of; do
        rtl=$("$top/tb/flow/flow.sh" rtl "$config") || exit 2
        [ ! -f "$(file_of "$rtl" clock_gate.v)" ] || {
            echo "$for_gates: GATED=yes adds clock gates, which $config has; accepted is rtl.clock_gate: none" >&2
            exit 2; }
    done
}
