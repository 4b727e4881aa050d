# SPDX-License-Identifier: Apache-2.0
# Another design beside the one that is compiled, in one top, for sourcing behind tb/flow/names.sh.

# beside_check RTL BESIDE: refuses a folder that rtl_gen has not written, one that lists of files cannot name, and a
# module of both.
beside_check() {
    names_of "$2" || return 2
    [ -f "$(file_of "$2" manifest.txt)" ] || {
        echo "beside: $2 has no manifest.txt; accepted is a folder that rtl_gen has written" >&2; return 2; }
    case $(cd "$2" && pwd) in
    *[[:space:]\"\'\$\#\&\|\\]*)
        printf 'beside: %s has a blank, a quote or one of $#&|\\ in its whole path, %s\n' "$2" \
            "which lists of files do not take; accepted is a path without" >&2
        return 2 ;;
    esac
    both=$(cat "$(file_of "$1" subcore.f)" "$(file_of "$2" subcore.f)" | sort | uniq -d | sed 's/[.]v$//' | head -n 1)
    [ -z "$both" ] || {
        echo "beside: $both is a module of $1 and of $2; accepted are designs with names of their own (PREFIX=)" >&2
        return 2; }
}

# beside_of RTL BESIDE WORK: writes WORK/pair.v, WORK/beside.f and WORK/beside.vlt: a top for both, and files of the
# second by their whole paths.
beside_of() {
    folder=$(cd "$2" && pwd)
    sed "s|^|$folder/|" "$(file_of "$folder" subcore.f)" >"$3/beside.f"
    cp "$(file_of "$folder" subcore.vlt)" "$3/beside.vlt"
    awk -v top="$(top_of "$1")" -v beside="$(top_of "$2")" -f "$tb/lockstep/beside.awk" \
        "$1/$(top_of "$1").v" "$2/$(top_of "$2").v" >"$3/pair.v"
}
