# SPDX-License-Identifier: Apache-2.0
# Tools beside those of `make lint`: newer than Debian's where a package registry has them, or other readers of Verilog.
. tb/tests/lib.sh
. synth/second/npm_yosys.sh

# yosys_takes RTL TOP: reads the design in both languages, checks and synthesizes it, and says nothing about it.
yosys_takes() {
    for language in "" -sv; do
        # shellcheck disable=SC2046 # the files are words
        timeout 1800 node synth/second/npm_yosys.mjs "$package" "$T" \
            "read_verilog $language @FILES@; hierarchy -check -top $2; proc; check -assert;
            select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr${language:+; synth -top $2; check -assert; stat}" \
            $(sed "s|^|$1/|" "$1/subcore.f") >"$T/log" 2>&1 || { tail -n 8 "$T/log"; return 1; }
        ! grep -i '^warning' "$T/log" || return 1
    done
}

newest_yosys_takes_checked_in_designs() { # latest|any DESIGN ...
    npm_yosys "$1" "$T/npm" || skip "$why"
    shift
    for c in "$@"; do
        begin=$(date +%s)
        yosys_takes "verilog_out/$c" "$(sed -n '$s/[.]v$//p' "verilog_out/$c/subcore.f")" ||
            fail "Yosys $version does not take verilog_out/$c"
        echo "Yosys $version: $c, $(awk '/[0-9] *cells$|Number of cells:/ { n = $1 + 0 ? $1 : $NF } END { print n }' \
            "$T/log") cells, $(($(date +%s) - begin)) s"
    done
    # It sees a wire that nothing drives, and a module that is not there.
    mkdir "$T/broken"
    cp verilog_out/tiny/*.v verilog_out/tiny/subcore.f "$T/broken"
    sed -i 's/^endmodule/wire gap; wire other = ~gap; lacking u_lacking (.o(other));\n&/' "$T/broken/subcore.v"
    ! (yosys_takes "$T/broken" subcore) >/dev/null || fail "a module that is not there is not seen"
}

# links RTL: Verilog::Perl reads the design in both languages and finds every module, and says nothing. It does not
# elaborate, and so has to be given the modules that do not exist, which end elaboration.
links() {
    top=$(sed -n '$s/[.]v$//p' "$1/subcore.f")
    sed -n 's/^ *\([a-z0-9_]*_does_not_take_these_parameters\) .*/module \1; endmodule/p' "$1"/*.v >"$T/refused.v"
    for language in 1364-2005 1800-2012; do
        # shellcheck disable=SC2046 # the files are words
        (cd "$1" && timeout 120 vhier --language $language --top-module "$top" --module-files $(cat subcore.f) \
            "$T/refused.v") >"$T/files" 2>"$T/log" || { head -n 4 "$T/log"; return 1; }
        [ ! -s "$T/log" ] && [ "$(grep -cv refused "$T/files")" -eq "$(wc -l <"$1/subcore.f")" ] || {
            head -n 4 "$T/log"
            return 1; }
    done
}

verilog_perl_links_checked_in_designs() {
    .ci/deps --readers >"$T/deps" 2>&1 || skip "libverilog-perl cannot be installed here: $(tail -n 1 "$T/deps")"
    for rtl in verilog_out/*/; do links "$rtl" || fail "vhier ($(vhier --version 2>&1 | head -n 1)) on $rtl"; done
    # It sees a module that is not there, and a token that is none.
    for broken in 'lacking u_lacking ();' 'assign = ;'; do
        rm -rf "$T/broken"
        cp -r verilog_out/tiny "$T/broken"
        sed -i "s/^endmodule/$broken\n&/" "$T/broken/subcore.v"
        ! (links "$T/broken") >"$T/out" || fail "this is not seen: $broken"
    done
}

"$@"
