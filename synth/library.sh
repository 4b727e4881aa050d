# SPDX-License-Identifier: Apache-2.0
# Prepares a liberty file, for sourcing by the scripts in synth/. Needs $top and $O; LIB is a liberty file, .xz or not.
#
# library TOOL: prepares $LIB and sets, for messages of TOOL,
#   lib_dir      $O/synth/<name>-<hash>, with library.lib, cells.tsv (liberty.awk), constr (for abc), hold_area
#   lib_name     name of its recipe in constraints/libraries.tsv, or of the library in the file
#   lib_nm       node in nm, - if there is no recipe
#   lib_period   clock period of the timing report in ns
#   lib_unit_ns  unit of time of the file in ns
library() {
    LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
    [ -f "$LIB" ] || { echo "$1: LIB=$LIB does not exist; accepted is a liberty file, or one packed by xz" >&2; exit 2; }
    lib_hash=$(cat "$LIB" "$top/constraints/libraries.tsv" "$top/synth/liberty.awk" | sha256sum | cut -c1-8)
    lib_base=$(basename "$LIB" .xz)
    lib_dir=$O/synth/${lib_base%.lib}-$lib_hash
    if [ ! -f "$lib_dir/recipe" ]; then
        mkdir -p "$lib_dir"
        case $LIB in *.xz) xz -dc "$LIB" ;; *) cat "$LIB" ;; esac >"$lib_dir/library.lib" ||
            { echo "$1: LIB=$LIB cannot be unpacked; accepted is a liberty file, or one packed by xz" >&2; exit 2; }
        awk -f "$top/synth/liberty.awk" "$lib_dir/library.lib" >"$lib_dir/cells.tsv"
        for kind in flop buffer logic; do
            awk -F '\t' -v kind=$kind '$3 == kind && $2 > 0 { n++ } END { exit !n }' "$lib_dir/cells.tsv" || {
                echo "$1: LIB=$LIB has no $kind cell with an area; accepted is a liberty file of a standard cell library" >&2
                exit 2
            }
        done
        awk -F '\t' 'NR == FNR { cell[$1] = 1; next } !/^#/ && $1 in cell && !found++ { print $2, $3, $4 }' \
            "$lib_dir/cells.tsv" "$top/constraints/libraries.tsv" >"$lib_dir/recipe"
        if [ -s "$lib_dir/recipe" ]; then
            cp "$top/constraints/$(cut -d' ' -f1 "$lib_dir/recipe").constr" "$lib_dir/constr"
        else
            awk -F '\t' -v out="$lib_dir/constr" -v recipe="$lib_dir/recipe" '
                /^#/ { name = substr($1, 3); next }
                $3 == "buffer" && (best == "" || $2 < area) { best = $1; area = $2; cap = $4 }
                END { printf "set_driving_cell %s\nset_load %.4g\n", best, 4 * cap >out; print name, "-", 10 >recipe }' \
                "$lib_dir/cells.tsv"
        fi
    fi
    read -r lib_name lib_nm lib_period <"$lib_dir/recipe"
    lib_unit_ns=$(awk -F '\t' 'NR == 1 { print $2 }' "$lib_dir/cells.tsv")
}
