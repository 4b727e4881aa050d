# SPDX-License-Identifier: Apache-2.0
# Settings of a comparison of two configurations, for sourcing.

# settings_of_both [key=value ...]: prints those that concern the baseline, too: all but those of the scheme alone, on one
# line with blanks between them.
settings_of_both() {
    both=""
    for set in "$@"; do
        case $set in
        collector.kind=*|ccu.*|boc.*|issue.*|sthld.*|reuse.*) ;;
        *) both="$both${both:+ }$set" ;;
        esac
    done
    echo "$both"
}
