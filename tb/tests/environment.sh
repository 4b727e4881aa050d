# SPDX-License-Identifier: Apache-2.0
# Results are the same whatever locale, settings and files of their own users have.
. tb/tests/lib.sh

# Every script that can be run by itself begins with tb/flow/neutral.sh, and no program asks for a locale.
scripts_begin_with_neutral() {
    count=0
    for f in $(find .ci cmodel docs synth tb workloads -type f -exec grep -lI '^#!' {} + | sort); do
        case $(head -c 2 "$f") in '#!') ;; *) continue ;; esac
        count=$((count + 1))
        want="\"\$(dirname \"\$0\")/$(realpath --relative-to="$(dirname "$f")" tb/flow/neutral.sh)\""
        first=$(awk 'NR == 1 || /^#/ || /^$/ { next } n++ < 2' "$f" | tr '\n' ' ')
        case $first in
        "set -"*" . $want ") ;;
        *) echo "$f: the line behind set is not: . $want" ;;
        esac
    done >"$T/lacking"
    for f in tb/tests/*.sh; do
        case $f in */lib.sh|*/tests.sh) continue ;; esac
        grep -qx "[.] tb/tests/lib.sh" "$f" || echo "$f does not read tb/tests/lib.sh"
    done >>"$T/lacking"
    grep -n '^[.] ' tb/tests/lib.sh | grep -q 'tb/flow/neutral.sh' ||
        echo "tb/tests/lib.sh does not read tb/flow/neutral.sh" >>"$T/lacking"
    grep -rnE '\b(setlocale|newlocale|uselocale) *\(' --include='*.c' --include='*.cpp' --include='*.h' \
        configs rtl_gen \
        cmodel synth docs tb workloads >>"$T/lacking" || :
    [ ! -s "$T/lacking" ] || { cat "$T/lacking"; fail "something depends on the locale"; }
    [ $count -gt 30 ] || fail "only $count scripts were found"
}

# A build folder with nothing but the programs of $O in it.
programs_alone() {
    mkdir "$T/o"
    for f in "$O"/*; do
        case ${f##*/} in obj) ;; *) [ -f "$f" ] && [ -x "$f" ] || continue ;; esac
        ln -s "$(realpath "$f")" "$T/o/${f##*/}"
    done
}

# measured LABEL LINES ASSIGNMENT...: what the commands of make in LINES print and write, with these variables, into
# $T/LABEL.
measured() {
    label=$1 lines=$2
    shift 2
    programs_alone
    while read -r line; do
        status=0
        # shellcheck disable=SC2086 # these are words
        env "$@" make -s O="$T/o" $line >>"$T/o/printed.txt" 2>"$T/log" <&- || status=$?
        [ $status -eq 0 ] || { cat "$T/log"; fail "exit code $status: $* make $line"; }
    done <"$lines"
    mv "$T/o" "$T/$label"
    (cd "$T/$label" && find . -type f | grep -E '[.](txt|tsv|csv|svg|md|html|v|lib)$' | sort >"../$label.names")
}

# compare LABEL LABEL WHAT: both have written the same. How fast a run was is not compared.
compare() {
    cmp "$T/$1.names" "$T/$2.names" || fail "$3: other files, $(diff "$T/$1.names" "$T/$2.names" | head -n 5)"
    [ "$(wc -l <"$T/$1.names")" -gt 30 ] || fail "only $(wc -l <"$T/$1.names") files were written"
    while read -r f; do
        for label in "$1" "$2"; do sed '/ cycles per second$/d' "$T/$label/$f" >"$T/$label.text"; done
        cmp -s "$T/$1.text" "$T/$2.text" || { diff "$T/$1.text" "$T/$2.text" | head -n 5; fail "$f depends on $3"; }
    done <"$T/$1.names"
}

# Storage, area, timing, claims, figures and runs under a locale with a decimal comma, made here.
decimal_commas_change_nothing() {
    for tool in yosys sta gnuplot; do command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"; done
    command -v localedef >/dev/null 2>&1 || skip "localedef is missing: make deps"
    mkdir "$T/locales"
    localedef -i de_DE -f UTF-8 "$T/locales/de_DE.utf8" >"$T/log" 2>&1 ||
        skip "the locale de_DE cannot be made (package locales): $(tail -n 1 "$T/log")"
    comma=$(env LOCPATH="$T/locales" LC_ALL=de_DE.utf8 bash -c 'printf "%.1f" 0,5' 2>&1 || :)
    [ "$comma" = 0,5 ] || fail "the locale has no decimal comma: $comma"
    small="CONFIG=tiny SET=subcore.lanes=1"
    printf '%s\n' "storage BASELINE=tiny $small" "area BASELINE=tiny $small" "timing $small" \
        "claims ONLY=storage LOCKSTEP=none" figures \
        "figures FIGURE=malekeh:13 WORKLOAD=saxpy SIZE=small" "run CONFIG=tiny" >"$T/lines"
    measured C "$T/lines" LC_ALL=C
    measured comma "$T/lines" LOCPATH="$T/locales" LC_ALL=de_DE.utf8 LANGUAGE=de
    compare C comma "the locale"
}

# Variables that tools listen to, and the files in a user's home that they read. IFS is that of every shell.
users_settings_change_nothing() {
    for tool in yosys sta gnuplot parallel sqlite3 iverilog; do
        command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"
    done
    mkdir -p "$T/home/.parallel" "$T/home/.config/sqlite3" "$T/two words" "$T/dirs/tb" "$T/dirs/synth"
    printf 'set decimalsign ","\nset terminal dumb\nset samples 3\nset xtics 7\n' >"$T/home/.gnuplot"
    echo 'puts stderr settings; exit 1' >"$T/home/.sta"
    printf '.mode box\n.echo on\n.bail on\nselect nothing;\n' >"$T/home/.sqliterc"
    cp "$T/home/.sqliterc" "$T/home/.config/sqlite3/sqliterc"
    echo '--dry-run' >"$T/home/.parallel/config"
    printf 'configs: tiny\noptions: {ccu.entries: [6, 8]}\nworkloads: saxpy\n' >"$T/cells.yaml"
    printf '%s\n' "storage CONFIG=ccu" "timing CONFIG=tiny SET=subcore.lanes=1" \
        "sweep SWEEP=$T/cells.yaml" "lint CONFIG=tiny" \
        "figures FIGURE=malekeh:7 WORKLOAD=saxpy SIZE=small" "verilog CONFIG=tiny" "run CONFIG=tiny" \
        "cosim CONFIG=tiny SIM=icarus SLICE=0.0 ARGS=--max-cycles=20" >"$T/lines"
    measured plain "$T/lines" LC_ALL=C
    (umask 077
     measured settings "$T/lines" -u LC_ALL HOME="$T/home" TMPDIR="$T/two words" CDPATH="$T/dirs" POSIXLY_CORRECT=1 \
         _POSIX2_VERSION=199209 GREP_OPTIONS=-v GREP_COLOR='1;32' GREP_COLORS='mt=1;31' QUOTING_STYLE=shell-always \
         IFS=aeiou/ AWKPATH=/nowhere TZ=Asia/Kathmandu XZ_OPT=-9 PARALLEL=--dry-run LANGUAGE=de MAKEFLAGS=-k) ||
        exit 1
    compare plain settings "a user's settings"
    grep -vE '^(timing|figures|lint)' "$T/lines" >"$T/short"
    rm -rf "$T/plain"
    measured plain "$T/short" LC_ALL=C
    measured homeless "$T/short" -u HOME -u TMPDIR -u USER -u LOGNAME -u XDG_CACHE_HOME
    compare plain homeless "HOME and TMPDIR"
    POSIXLY_CORRECT=1 "$O/storage" verilog_out/ocu verilog_out/ccu --subcores 4 >"$T/behind" ||
        fail "an option behind folders"
}

# copy_of_the_checkout FOLDER: without what is built; with links to the programs in $O.
copy_of_the_checkout() {
    mkdir -p "$1/build"
    tar cf - --exclude=./build --exclude=./.git . | tar xf - -C "$1"
    programs_alone
    mv "$T/o"/* "$1/build/"
    rmdir "$T/o"
}

# A folder whose name has letters that are not of ASCII is one like another; one with a blank is, or is refused.
folders_of_any_name() {
    for tool in yosys sta gnuplot parallel sqlite3 iverilog; do
        command -v $tool >/dev/null 2>&1 || skip "$tool is missing: make deps"
    done
    copy_of_the_checkout "$T/Prüfstand_Δ"
    copy_of_the_checkout "$T/two words"
    printf 'configs: tiny\nworkloads: saxpy\n' | tee "$T/Prüfstand_Δ/zelle_ß.yaml" >"$T/two words/a cell.yaml"
    (cd "$T/Prüfstand_Δ"
     for line in "run CONFIG=tiny" "verilog CONFIG=tiny" "lint CONFIG=tiny" "cosim CONFIG=tiny SIM=icarus SLICE=0.0 \
         ARGS=--max-cycles=20" "timing CONFIG=tiny SET=subcore.lanes=1" "workloads WORKLOAD=saxpy" \
         "sweep SWEEP=zelle_ß.yaml" \
         "figures FIGURE=malekeh:7 WORKLOAD=saxpy SIZE=small FIGURES=Bilder_é" "storage CONFIG=ccu"; do
         # shellcheck disable=SC2086 # these are words
         O=$PWD/build make -s $line >"$T/log" 2>&1 || { cat "$T/log"; fail "in Prüfstand_Δ: make $line"; }
     done
     [ -s Bilder_é/malekeh_7.svg ] || fail "no picture in Bilder_é") || exit 1
    (cd "$T/two words"
     unset O
     for line in "run CONFIG=tiny" "lint CONFIG=tiny" "workloads WORKLOAD=saxpy" "storage CONFIG=ccu"; do
         # shellcheck disable=SC2086 # these are words
         make -s $line >"$T/log" 2>&1 || { cat "$T/log"; fail "in 'two words': make $line"; }
     done
     make -s sweep SWEEP="a cell.yaml" >"$T/log" 2>&1 || { cat "$T/log"; fail "a sweep in 'a cell.yaml'"; }
     O=build
     refused "has a blank" tb/flow/flow.sh cosim tiny workloads/mix
     refused "has a blank" env SIM=icarus tb/flow/flow.sh cosim tiny workloads/mix
     for script in "area/area.sh tiny tiny" "timing/timing.sh tiny" "energy/energy.sh tiny tiny workloads/mix"; do
         # shellcheck disable=SC2086 # these are words
         refused "has a blank" synth/$script
     done
     refused "has a blank" tb/flow/demo.sh) || exit 1
}

"$@"
