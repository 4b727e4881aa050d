# SPDX-License-Identifier: Apache-2.0
# Settings of a comparison of two configurations, and what a configuration's RTL is made of, for sourcing.

# settings_of_both [key=value ...]: prints those that concern the baseline, too: all but those of the scheme alone, on
# one line with blanks between them.
settings_of_both() {
    both=""
    for set in "$@"; do
        case $set in
        issue.pipeline=*) both="$both${both:+ }$set" ;;
        collector.kind=*|collector.operand_muxes=*|ccu.*|boc.*|issue.*|sthld.*|reuse.*|rfc.*) ;;
        *) both="$both${both:+ }$set" ;;
        esac
    done
    echo "$both"
}

# macro_ports RTL: prints the ports of the banks' memory, as build/sram names them: 1rw, or 1r1w with rf.ports 2.
macro_ports() {
    if [ -f "$1/sram_1r1w.v" ]; then echo 1r1w; else echo 1rw; fi
}
