# SPDX-License-Identifier: Apache-2.0
# What rtl_gen writes for other tools: lists of files, and packages of FuseSoC, Bender and OpenROAD-flow-scripts.
. tb/tests/lib.sh
. tb/flow/names.sh

# reads TOOL FOLDER OPTIONS: the tool finds a module in each file of the folder's list, from another folder.
reads() {
    tool=$1 folder=$2
    shift 2
    mkdir -p "$T/elsewhere"
    case $tool in
    verilator) set -- verilator --lint-only -Wall --top-module "$(top_of "$folder")" "$@" ;;
    iverilog) set -- iverilog -Wall -g2005 -t null -s "$(top_of "$folder")" "$@" ;;
    esac
    (cd "$T/elsewhere" && "$@") >"$T/log" 2>&1 && [ ! -s "$T/log" ]
}

# subcore.f is for tools that take a list relative to itself, subcore_home.f for those that know variables.
file_lists_work_from_any_folder() {
    write "$T/plain" tiny
    write "$T/named" tiny --prefix a_ --suffix _z
    write "$T/macro" tiny --sram sram_1rw=tb/macros/sram_1rw.v
    for d in plain named macro; do
        rtl=$T/$d
        reads verilator "$rtl" -F "$(file_of "$rtl" subcore.f)" || { cat "$T/log"; fail "verilator -F, $d"; }
        home=$(file_of "$rtl" subcore_home.f)
        names_of "$rtl"
        export "${prefix}SUBCORE_HOME$suffix=$rtl"
        reads verilator "$rtl" -f "$home" || { cat "$T/log"; fail "verilator -f with a variable, $d"; }
        reads iverilog "$rtl" -c "$home" || { cat "$T/log"; fail "iverilog -c with a variable, $d"; }
        unset "${prefix}SUBCORE_HOME$suffix"
        sed "s,^,\${${prefix}SUBCORE_HOME$suffix}/," "$(file_of "$rtl" subcore.f)" | cmp -s - "$home" ||
            fail "$d: the two lists have other files"
    done
    # From another folder tools do not find files as they are in a list.
    ! reads iverilog "$T/plain" -c "$T/plain/subcore.f" || fail "iverilog -c finds files that are not there"
    echo "$(verilator --version | head -n 1); $(iverilog -V 2>/dev/null | head -n 1)"
}

# follows FORMAT LINES: they are what the rules of the format in packages.tsv accept.
follows() {
    awk -v format="$1" -f tb/tests/packages.awk tb/tests/packages.tsv "$2" >"$T/wrong"
    [ ! -s "$T/wrong" ]
}

# leaves_of FORMAT FILE: in $T/leaves. The first line of a core is its own.
leaves_of() {
    case $1 in
    capi2) [ "$(head -n 1 "$2")" = CAPI=2: ] || fail "$2 does not begin with CAPI=2:"
        sed 1d "$2" >"$T/text.yaml" ;;
    *) cp "$2" "$T/text.yaml" ;;
    esac
    "$O/yaml_leaves" "$T/text.yaml" >"$T/leaves" || fail "$2 is no YAML"
}

# value_of PATTERN: the values at paths that are the pattern.
value_of() { awk -F '\t' -v path="^($1)\$" '$1 ~ path { print $2 }' "$T/leaves"; }

# What a core names is there: files, filesets, parameters, the top.
core_is_good() { # FILE RTL
    leaves_of capi2 "$1"
    follows capi2 "$T/leaves" || { cat "$T/wrong"; fail "$1 does not follow CAPI2"; }
    value_of 'name' | grep -qx "subcore:designs:[A-Za-z0-9_]*:$version" || fail "$1: $(value_of name), not $version"
    folder=$(dirname "$1")
    value_of 'filesets/[a-z]+/files/.*' | while read -r f; do
        [ -f "$folder/$f" ] || fail "$1: there is no $folder/$f"
    done || exit 1
    value_of 'filesets/(models|rtl)/files/.*' | sed 's,.*/,,' | cmp -s - "$(file_of "$2" subcore.f)" ||
        fail "$1 has other files than subcore.f, or in another order"
    [ "$(value_of 'targets/[a-z]+/toplevel' | sort -u)" = "$(top_of "$2")" ] || fail "$1 has another top"
    value_of 'targets/[a-z]+/filesets/.*' | sed 's/.*(//; s/)//' | sort -u >"$T/used"
    cut -d/ -f 2 "$T/leaves" | sort -u >"$T/there"
    [ -z "$(comm -23 "$T/used" "$T/there")" ] || fail "$1 has no fileset $(comm -23 "$T/used" "$T/there")"
    value_of 'targets/[a-z]+/parameters/.*' | sort -u | comm -23 - "$T/there" >"$T/lacking"
    [ ! -s "$T/lacking" ] || fail "$1 has no parameter $(cat "$T/lacking")"
}

bender_is_good() { # RTL
    leaves_of bender "$1/Bender.yml"
    follows bender "$T/leaves" || { cat "$T/wrong"; fail "$1/Bender.yml does not follow Bender's format"; }
    grep -q "^# Version ${version}[.] " "$1/Bender.yml" || fail "$1/Bender.yml is not of version $version"
    value_of 'sources/\[[0-9]+\]/files/.*' | cmp -s - "$(file_of "$1" subcore.f)" ||
        fail "$1/Bender.yml has other files than subcore.f"
}

# config.mk as the flow's makefile reads it: included, from another folder, with its variables exported.
flow_config_is_good() { # RTL
    cat >"$T/flow.mk" <<'MAKE'
before := $(.VARIABLES)
include $(DESIGN_CONFIG)
all:
	@$(foreach v,$(filter-out before,$(filter-out $(before),$(.VARIABLES))),$(if $(filter file,$(origin $v)),\
	    $(foreach w,$($v),printf '%s\t%s\tstring\n' $v $w;)))
MAKE
    config=$(file_of "$1" config.mk)
    (cd "$T/elsewhere" && make -s -f "$T/flow.mk" DESIGN_CONFIG="$config") >"$T/leaves" ||
        fail "make does not read $config"
    follows orfs "$T/leaves" || { cat "$T/wrong"; fail "$config has other variables than the flow"; }
    grep -q "^# Subcore $version for OpenROAD-flow-scripts" "$config" || fail "$config is not of version $version"
    [ "$(value_of DESIGN_NAME)" = "$(top_of "$1")" ] || fail "$config has another top"
    [ "$(value_of SDC_FILE)" = "$(file_of "$1" config.sdc)" ] || fail "$config: $(value_of SDC_FILE)"
    grep -q '^set clk_period [0-9.]*$' "$(value_of SDC_FILE)" || fail "the flow finds no period"
    value_of VERILOG_FILES >"$T/files"
    sed "s,^,$1/," "$(file_of "$1" subcore.f)" | grep -vF "${2:-no model}" | cmp -s - "$T/files" ||
        fail "$config has other files than subcore.f"
}

# files_are_good NAME [MODEL]: those of the design in $T/NAME.
files_are_good() {
    mkdir -p "$T/elsewhere"
    core_is_good "$(file_of "$T/$1" subcore.core)" "$T/$1"
    bender_is_good "$T/$1"
    flow_config_is_good "$T/$1" "${2:-}"
}

# spoiled FORMAT FILE EDIT: with the edit the file is not accepted.
spoiled() {
    sed "$3" "$2" >"$T/spoiled"
    ! cmp -s "$2" "$T/spoiled" || fail "$2 has no text for $3"
    (leaves_of "$1" "$T/spoiled" && ! follows "$1" "$T/leaves") >"$T/out" 2>&1 ||
        grep -q 'is no YAML' "$T/out" || fail "$1: $3 is accepted"
}

# FuseSoC and Bender are not in Debian: their files are compared with the formats that they publish.
packages_follow_their_formats() {
    sed -n '/^# What/,/^#.*00d8e8a/p' tb/tests/packages.tsv
    version=$(sed -n 's/^#define SUBCORE_VERSION "\(.*\)"$/\1/p' configs/version.h)
    echo "$version" | grep -qE '^(0|[1-9][0-9]*)([.](0|[1-9][0-9]*)){2}$' || fail "$version is no semantic version"
    for c in tiny ccu triple_a rfc_8way_write ciao_c; do
        write "$T/$c" "$c"
        files_are_good "$c"
    done
    for core in subcore_*.core; do
        c=${core#subcore_}
        core_is_good "$core" "verilog_out/${c%.core}"
    done
    write "$T/named" tiny --prefix a_ --suffix _z
    files_are_good named
    cp configs/tiny.yaml "$T/my-tiny.2.yaml"
    "$O/rtl_gen" -q -c "$T/my-tiny.2.yaml" --set sm.subcores=2 --set machine.subcores=2 -o "$T/other"
    files_are_good other
    write "$T/macro" tiny --sram sram_1rw=tb/macros/sram_1rw.v
    files_are_good macro sky130_sram_1kbyte_1rw_32x256_8.v
    spoiled capi2 "$T/tiny/subcore.core" 's/^targets:/tagets:/'
    spoiled capi2 "$T/tiny/subcore.core" 's/toplevel: .*/toplevel: 7/'
    spoiled capi2 "$T/tiny/subcore.core" '/toplevel: /d'
    spoiled capi2 "$T/tiny/subcore.core" 's/^\(name: .*\):[0-9.]*$/\1/'
    spoiled capi2 "$T/tiny/subcore.core" 's/^    file_type: SDC/&\n&/'
    spoiled bender "$T/tiny/Bender.yml" 's/^package:/pakage:/'
    spoiled bender "$T/tiny/Bender.yml" '/^  name:/d'
    spoiled bender "$T/macro/Bender.yml" 's/any(sim.*/any simulation/'
    ! (sed 's/^export PLATFORM/export PLATFROM/' "$T/tiny/config.mk" >"$T/macro/config.mk"
        flow_config_is_good "$T/macro" sky130) >"$T/out" 2>&1 || fail "another variable is not seen"
}

"$@"
