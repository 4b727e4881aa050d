# SPDX-License-Identifier: Apache-2.0
# Libraries of measurements by their names in measurements.tsv, for sourcing: osu018, which comes with Debian, or a file
# NAME.lib.xz in the folder lib/ of SHARED.

# liberty_of TOOL NAME: prints the liberty file, and refuses one that is not here.
liberty_of() {
    case $2 in
    osu018) liberty=/usr/share/qflow/tech/osu018/osu018_stdcells.lib ;;
    *) liberty=${SHARED:-../shared}/lib/$2.lib.xz ;;
    esac
    [ -r "$liberty" ] || {
        echo "$1: there is no library $liberty; accepted is osu018 (make deps), or SHARED= a folder with" \
            "lib/$2.lib.xz" >&2
        exit 2; }
    printf '%s\n' "$liberty"
}

# titled NAME: a library as pages call it.
titled() {
    case $1 in
    asap7_*) echo ASAP7 ;;
    sky130hd_*) echo sky130hd ;;
    *) echo "${1%%_*}" ;;
    esac
}
