# SPDX-License-Identifier: Apache-2.0
# Parameters of modules: another value gives what is generated for it, or ends elaboration in every tool.
. tb/tests/lib.sh

# generate FOLDER CONFIG [key=value ...]
generate() {
    folder=$1 config=$2
    shift 2
    for setting in "$@"; do
        shift
        set -- "$@" --set "$setting"
    done
    write "$folder" "$config" "$@"
}

# Lines "MODULE PARAMETER VALUE" of a folder of modules, for the parameters whose value is in digits.
parameters_of() { # FOLDER
    awk '/^module / { module = $2 }
         /^    parameter [A-Z0-9_]+ = [0-9]+,? / { sub(/,$/, "", $4); print module, $2, $4 }' "$1"/*.v
}

# Elaborates a module of a folder with parameters at other values, NAME=VALUE each. -Wno-lint -Wno-style: a value is
# taken or refused, and a warning says neither. `make lint` has all warnings on for the values that are generated.
elaborate() { # TOOL FOLDER MODULE NAME=VALUE...
    tool=$1 folder=$2 module=$3
    shift 3
    # shellcheck disable=SC2046 # parameters are words
    case $tool in
    verilator)
        verilator --lint-only -Wno-lint -Wno-style --top-module "$module" -y "$folder" \
            $(printf -- '-G%s ' "$@") "$folder/$module.v" ;;
    icarus)
        iverilog -g2005 -t null -s "$module" -y "$folder" $(printf -- "-P$module.%s " "$@") "$folder/$module.v" ;;
    yosys)
        yosys -q -p "read_verilog $folder/$module.v; hierarchy -check -libdir $folder -top $module \
            $(printf -- '-chparam %s ' "$@" | tr '=' ' ')" ;;
    esac
}

# Says whether a module takes a parameter at another value: "taken", or "refused" by the module itself.
verdict() { # TOOL FOLDER MODULE NAME=VALUE
    if elaborate "$@" >"$T/log.$1" 2>&1; then
        echo taken
    elif grep -q "$3_does_not_take_these_parameters" "$T/log.$1"; then
        echo refused
    else
        head -n 3 "$T/log.$1" | tr '\n' ' '
    fi
}

# What the text of a module says about a parameter: it has one value, or others are taken, too.
is_fixed() { # FOLDER MODULE PARAMETER VALUE
    sed -n '/^ *if (!(/,/g_taken/p' "$1/$2.v" | grep -qE "\b$3 != $4( |\))"
}

# An unknown value is refused, and a value that is given with few bits is taken as it is.
odd_values_are_refused_or_taken() {
    generate "$T/design" tiny
    for override in "lfsr SEED 32'bx" "bank_queue COLLECTORS 32'bx" "ccu WARPS 2'bx0" "priority_encoder N 4'bz"; do
        # shellcheck disable=SC2086 # words
        set -- $override
        printf 'module odd;\n    %s #(.%s(%s)) u_odd ();\nendmodule\n' "$1" "$2" "$3" >"$T/odd.v"
        ! iverilog -g2005 -t null -s odd -y "$T/design" "$T/odd.v" >"$T/log" 2>&1 || fail "Icarus takes $override"
        ! yosys -q -p "read_verilog $T/odd.v; hierarchy -check -libdir $T/design -top odd" >"$T/log" 2>&1 ||
            fail "Yosys takes $override"
    done
    cat >"$T/odd.v" <<'VERILOG'
module odd;
    reg clk = 1'b0, rst = 1'b1;
    wire [7:0] random;
    lfsr #(.SEED(8'd5)) u_lfsr (.clk_i(clk), .rst_i(rst), .random_o(random));
    initial begin
        #1 clk = 1'b1;
        #1 $display("%b", u_lfsr.lfsr_q);
    end
endmodule
VERILOG
    iverilog -g2005 -o "$T/odd" -s odd -y "$T/design" "$T/odd.v" && "$T/odd" >"$T/state"
    [ "$(cat "$T/state")" = 0000000000000101 ] || fail "lfsr with SEED 8'd5 begins with $(cat "$T/state")"
}

# Every parameter of every module, one more than it is: the tools agree, and refuse what has one value.
other_values_end_elaboration() { # CONFIG [key=value ...]
    generate "$T/design" "$@"
    parameters_of "$T/design" >"$T/parameters"
    refused=0 taken=0
    while read -r module parameter value; do
        more="$parameter=$((value + 1))"
        all=$(for tool in verilator icarus yosys; do verdict "$tool" "$T/design" "$module" "$more"; done </dev/null |
            sort -u)
        case $all in
        refused) refused=$((refused + 1)) ;;
        taken)
            ! is_fixed "$T/design" "$module" "$parameter" "$value" ||
                fail "$module has one value of $parameter, and elaborates with $more"
            taken=$((taken + 1)) ;;
        *) fail "$module with $more: the tools say different things, or fail for another reason: $all" ;;
        esac
    done <"$T/parameters"
    echo "$*: $refused parameters with another value are refused, $taken taken"
    [ "$refused" -gt 0 ] && [ "$taken" -gt 0 ] || fail "no parameter is refused, or none is taken"
}

# A module of one design with the parameters of another design computes what the other one's does: Yosys proves every
# register and output equal. Prints "equal", or "refused".
compare() { # FOLDER OTHER MODULE NAME=VALUE...
    folder=$1 other=$2 module=$3
    shift 3
    flat="proc; flatten; memory -nomap; memory_map; opt_clean; rename -top"
    yosys -q -p "read_verilog $folder/$module.v
        hierarchy -check -libdir $folder -top $module $(printf -- '-chparam %s ' "$@" | tr '=' ' ')
        $flat gold; design -stash gold
        read_verilog $other/$module.v
        hierarchy -check -libdir $other -top $module
        $flat gate; design -stash gate
        design -copy-from gold gold; design -copy-from gate gate
        equiv_make gold gate equal; hierarchy -top equal; opt_clean
        equiv_struct; equiv_simple; equiv_induct; equiv_status -assert" >"$T/log" 2>&1 && { echo equal; return; }
    grep -q "$module"_does_not_take_these_parameters "$T/log" && { echo refused; return; }
    tail -n 3 "$T/log" | tr '\n' ' '
}

# The values that the parameters of a module have in another design; nothing if it has others there, or the same.
values_elsewhere() { # MODULE
    awk -v module="$1" '$1 == module { if (NR == FNR) here[$2] = $3; else there[$2] = $3 }
        END {
            for (name in here) {
                if (!(name in there)) exit
                same += here[name] == there[name]
                count++
                list = list " " name "=" there[name]
            }
            if (same < count) print list
        }' "$T/parameters" "$T/others"
}

# Two designs that differ in sizes: what a module of the first takes of the second gives what the second has. The
# modules that are named are free, and are compared.
free_parameters_give_what_is_generated() { # "MODULE ..." CONFIG "key=value ..." "key=value ..."
    modules=$1
    # shellcheck disable=SC2086 # $3 and $4 are words
    generate "$T/one" "$2" $3
    # shellcheck disable=SC2086
    generate "$T/two" "$2" $3 $4
    parameters_of "$T/one" >"$T/parameters"
    parameters_of "$T/two" >"$T/others"
    : >"$T/equal"
    for module in $(cut -d ' ' -f 1 "$T/parameters" | uniq); do
        values=$(values_elsewhere "$module")
        [ "$values" ] || continue
        # shellcheck disable=SC2086 # values are words
        result=$(compare "$T/one" "$T/two" "$module" $values)
        case $result in
        refused) ;;
        equal) echo "$module: equal with$values" >>"$T/equal" ;;
        *) fail "$module with$values is not what is generated for them: $result" ;;
        esac
    done
    cat "$T/equal"
    for module in $modules; do
        grep -q "^$module: equal" "$T/equal" || fail "$module was not compared: $(values_elsewhere "$module")"
    done
}

# rtl_gen itself says which instance gives a module of a template parameters that it does not take.
rtl_gen_refuses_other_values() {
    mkdir "$T/mine"
    sed 's/ccu_tag_check u_check/ccu_tag_check #(.SLOTS(3)) u_check/' rtl_gen/subcore/ccu.v.in >"$T/mine/ccu.v.in"
    refused "top.g_col[0].u_ccu.u_check gives ccu_tag_check parameters that it does not take" \
        "$O/rtl_gen" -c configs/tiny.yaml --template-dir "$T/mine" -o "$T/design"
    rm "$T/mine/ccu.v.in"
    sed 's/\.BITS(SLOT_BITS)/.BITS(7)/' rtl_gen/subcore/bank_queue.v.in >"$T/mine/bank_queue.v.in"
    refused "u_queue.u_lowest gives priority_encoder parameters that it does not take" \
        "$O/rtl_gen" -c configs/tiny.yaml --template-dir "$T/mine" -o "$T/design"
    sed 's/^module bank_queue/\/\/: refuse\n&/' rtl_gen/subcore/bank_queue.v.in >"$T/mine/bank_queue.v.in"
    refused "refuse has no condition" "$O/rtl_gen" -c configs/tiny.yaml --template-dir "$T/mine" -o "$T/design"
    sed 's/^module bank_queue/\/\/: refuse ROOM < 1\n&/' rtl_gen/subcore/bank_queue.v.in >"$T/mine/bank_queue.v.in"
    refused "ROOM is no parameter" "$O/rtl_gen" -c configs/tiny.yaml --template-dir "$T/mine" -o "$T/design"
}

# The page names the modules whose templates have free parameters.
free_modules_are_documented() {
    grep -l '^//: refuse ' rtl_gen/*/*.v.in | sed 's|.*/||; s|\.v\.in$||' | sort >"$T/free"
    [ -s "$T/free" ] || fail "no template has the directive refuse"
    sed -n '/^Free are parameters of/,/^$/p' docs/using.md | grep -o '`[a-z0-9_]*`' | tr -d '`' |
        sort -u >"$T/documented"
    diff "$T/free" "$T/documented" || fail "name the free modules in docs/using.md, section Parameters of modules"
}

"$@"
