# SPDX-License-Identifier: Apache-2.0
# Names in a folder that rtl_gen has written, for sourcing: those of files have the design's prefix and suffix
# (rtl_gen --prefix, --suffix), which its manifest says.

# names_of RTL: sets $prefix and $suffix, to nothing for a folder without a manifest; one with several is refused.
names_of() {
    prefix="" suffix="" manifests=0
    for found in "$1"/*manifest*.txt; do
        [ -f "$found" ] || continue
        begin=$(sed -n 's/^prefix //p' "$found") end=$(sed -n 's/^suffix //p' "$found")
        [ "${found##*/}" = "${begin}manifest$end.txt" ] || continue
        prefix=$begin suffix=$end manifests=$((manifests + 1))
    done
    [ $manifests -le 1 ] || {
        echo "names: $1 has manifests of several designs; accepted is a folder that rtl_gen has written" >&2
        return 2; }
}

# file_of RTL NAME: prints the path of the file of that name, such as registers.tsv.
file_of() { ( names_of "$1" && printf '%s\n' "$1/$prefix${2%.*}$suffix.${2##*.}" ) }

# plain_of RTL TABLE: prints the lines of a table, which begin with the name of a module, or of one of other parameters
# (NAME_8), with the names that modules have without prefix and suffix.
plain_of() {
    ( names_of "$1"
      awk -F '\t' -v OFS='\t' -v prefix="$prefix" -v suffix="$suffix" '
        NR == FNR { sub(/[.]v$/, ""); module[$1]; next }
        {
            best = ""
            for (m in module)
                if (length(m) > length(best) && ($1 == m || index($1, m "_") == 1)) best = m
            if (best != "") {
                rest = substr($1, length(best) + 1)
                $1 = substr(best, length(prefix) + 1, length(best) - length(prefix) - length(suffix)) rest
            }
            print
        }' "$(file_of "$1" subcore.f)" "$2" )
}

# top_of RTL: prints the module of the design's top, the last of its files.
top_of() { list_of_top=$(file_of "$1" subcore.f) && sed -n '$s/[.]v$//p' "$list_of_top"; }
