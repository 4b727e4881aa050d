# SPDX-License-Identifier: Apache-2.0
# Prepares a liberty file, for sourcing by the scripts in synth/. Needs $top and $O; LIB is a liberty file, .xz or not;
# STRATEGY is what abc maps for: area (default), or delay, which takes the best of several scripts for each module.
#
# library TOOL: prepares $LIB and sets, for messages of TOOL,
#   lib_dir      $O/synth/<file>-<hash of file, recipes and Yosys>, with library.lib, cells.tsv (build/liberty), constr
#   lib_name     name of its recipe in constraints/libraries.tsv, or of the library in the file; "-delay" follows if
#                that is the strategy
#   lib_nm       node in nm, - if there is no recipe
#   lib_period   clock period of the timing report in ns
#   lib_unit_ns  unit of time of the file in ns
#   lib_scripts  abc's scripts, of which the one that gives the shortest longest path of a module is taken
library() {
    LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
    [ -f "$LIB" ] || {
        echo "$1: LIB=$LIB does not exist as a file; accepted is a liberty file, or one packed by xz" >&2; exit 2; }
    case ${STRATEGY:-area} in
    area|delay) ;;
    *) echo "$1: STRATEGY=$STRATEGY is not known; accepted: area, delay" >&2; exit 2 ;;
    esac
    case $O$top in
    *[[:space:]]*)
        echo "$1: O=$O or $top has a blank, which Yosys' scripts do not take; accepted are paths without" >&2; exit 2 ;;
    esac
    lib_hash=$({ cat "$LIB" "$top"/constraints/* "$top"/synth/flow/liberty* "$top/synth/flow/library.sh"; yosys -V
               } 2>/dev/null | sha256sum | cut -c1-8)
    lib_base=$(basename "$LIB" .xz | tr -c 'A-Za-z0-9_.\n-' _)
    lib_dir=$O/synth/${lib_base%.lib}-$lib_hash
    [ -f "$lib_dir/recipe" ] || library_new "$1"
    read -r lib_name lib_nm lib_period <"$lib_dir/recipe"
    [ "${STRATEGY:-area}" = area ] || lib_name=$lib_name-$STRATEGY
    lib_scripts=$top/synth/flow/abc_area.script
    [ "${STRATEGY:-area}" = area ] || lib_scripts="$lib_scripts $(echo "$top/synth/flow/abc_$STRATEGY"_*.script)"
    lib_unit_ns=$(awk -F '\t' 'NR == 1 { print $2 }' "$lib_dir/cells.tsv")
}

# Ends library_new on a full disk.
library_full() {
    rm -r "$new"
    echo "$1: $lib_dir cannot be written; is the disk full?" >&2
    exit 2
}

# Fills $lib_dir at once, so that nobody sees a part of it.
library_new() {
    new=$lib_dir.tmp.$$
    mkdir -p "$new"
    case $LIB in *.xz) xz -t "$LIB" 2>/dev/null ;; esac || {
        rm -r "$new"
        echo "$1: LIB=$LIB cannot be unpacked; accepted is a liberty file, or one packed by xz" >&2; exit 2; }
    case $LIB in *.xz) xz -dc "$LIB" ;; *) cat "$LIB" ;; esac 2>/dev/null >"$new/library.lib" || library_full "$1"
    # It refuses a file that ends within a group, from which Yosys 0.23 does not come back.
    "$O/liberty" --name "$LIB" cells "$new/library.lib" >"$new/cells.tsv" || { rm -r "$new"; exit 2; }
    for kind in flop buffer logic; do
        awk -F '\t' -v kind=$kind '$3 == kind && $2 > 0 { n++ } END { exit !n }' "$new/cells.tsv" || {
            rm -r "$new"
            echo "$1: LIB=$LIB has no $kind cell with an area; accepted is a liberty file of standard cells" >&2
            exit 2
        }
    done
    grep -Eq 'timing *[(]' "$new/library.lib" || {
        rm -r "$new"
        echo "$1: LIB=$LIB has no timing() of any cell; accepted is a liberty file with delays" >&2
        exit 2
    }
    awk -F '\t' 'NR == FNR { cell[$1] = 1; next } !/^#/ && $1 in cell && !found++ { print $2, $3, $4 }' \
        "$new/cells.tsv" "$top/constraints/libraries.tsv" 2>/dev/null >"$new/recipe" || library_full "$1"
    if [ -s "$new/recipe" ]; then
        cp "$top/constraints/$(cut -d' ' -f1 "$new/recipe").constr" "$new/constr" 2>/dev/null || library_full "$1"
    else
        awk -F '\t' -v out="$new/constr" -v recipe="$new/recipe" '
            /^#/ { name = substr($1, 3); next }
            $3 == "buffer" && (best == "" || $2 < area) { best = $1; area = $2; cap = $4 }
            END { printf "set_driving_cell %s\nset_load %.4g\n", best, 4 * cap >out; print name, "-", 10 >recipe }' \
            "$new/cells.tsv" 2>/dev/null || library_full "$1"
    fi
    mkdir -p "$(dirname "$lib_dir")"
    mv -T "$new" "$lib_dir" 2>/dev/null || rm -rf "$new" # another run was quicker
}
