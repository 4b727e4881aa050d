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
#   lib_unit_ns  unit of time of the file in ns; lib_unit_ff: of capacitance, in fF
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
    lib_unit_ff=$(awk -F '\t' 'NR == 1 { print $3 }' "$lib_dir/cells.tsv")
}

# library_gate TOOL: writes $lib_dir/gate, what the library has for a clock gate (build/liberty gate), if it is not
# there.
library_gate() {
    [ ! -f "$lib_dir/gate" ] || return 0
    "$O/liberty" --name "$LIB" gate "$lib_dir/library.lib" >"$lib_dir/gate.$$" || { rm -f "$lib_dir/gate.$$"; exit 2; }
    none=$(awk 'NR == FNR { area[$1] = $2; next } $2 ~ /^[a-z_]+$/ && $3 ~ /^[(]/ && !(area[$1] > 0) { print $1; exit }
        ' FS='\t' "$lib_dir/cells.tsv" FS=' ' "$lib_dir/gate.$$")
    [ -z "$none" ] || {
        rm -f "$lib_dir/gate.$$"
        echo "$1: LIB=$LIB gives $none of a clock gate no area; accepted is one above 0, or a row with it in" \
            "constraints/areas.tsv" >&2
        exit 2
    }
    mv "$lib_dir/gate.$$" "$lib_dir/gate"
}

# print_gate MODULE: the module of a clock gate, in Verilog.
print_gate() {
    printf 'module %s (\n    input  wire clk_i,\n    input  wire en_i,\n    input  wire test_en_i,\n' "$1"
    printf '    output wire clk_o\n);\n'
    cat "$lib_dir/gate"
    echo endmodule
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
    "$O/liberty" --name "$LIB" cells "$new/library.lib" >"$new/given.tsv" || { rm -r "$new"; exit 2; }
    # Areas that the file leaves at 0.
    awk -F '\t' -v OFS='\t' '
        NR == FNR { if (!/^#/) area[$1, $2] = $3; next }
        FNR == 1 { library = substr($1, 3) }
        FNR > 1 && $2 == 0 && (library, $1) in area { $2 = area[library, $1] }
        { print }' "$top/constraints/areas.tsv" "$new/given.tsv" 2>/dev/null >"$new/cells.tsv" || library_full "$1"
    rm "$new/given.tsv"
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
