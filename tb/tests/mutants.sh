# SPDX-License-Identifier: Apache-2.0
# Mutation analysis (docs/mutants.md), with few mutants of a small configuration.
. tb/tests/lib.sh
export VERILATE_OPT=-O0         # few cycles: what takes the time is the C++ compiler

# mutants NAME=VALUE...: make mutants of tiny. Sets $status, in which make says 2 if a bar is missed; what has not
# come to its end has failed.
mutants() {
    status=0
    make -s --no-print-directory mutants CONFIG=tiny O="$O" SEED=1 "$@" >"$T/out" 2>&1 || status=$?
    cat "$T/out"
    ! grep '^mutants: skipped' "$T/out" >"$T/skipped" || skip "$(cat "$T/skipped")"
    grep -q '^every mutant: ' "$T/out" || fail "make mutants CONFIG=tiny $* has not come to its end"
}

# sum COLUMN: of the last line of the table.
sum() { awk -v column="$1" '$1 == "all" { print $column }' "$T/out"; }

# gates NAME SED: $T/NAME.blif, module issue of tiny with a change.
gates() {
    mkdir -p "$T/$1"
    cp "$rtl"/*.v "$T/$1"
    sed "$2" "$rtl/issue.v" >"$T/$1/issue.v"
    ! cmp -s "$rtl/issue.v" "$T/$1/issue.v" || [ -z "$2" ] || fail "$2 changes nothing in issue.v"
    yosys -q -p "read_verilog $T/$1/issue.v; hierarchy -libdir $T/$1 -top issue; proc; flatten
        $equal_gates; write_blif $T/$1.blif"
}

# What a proof with invariants says of five versions of a module: the same, one that is the same in reached states only
# (who issued last is live), one that is not, one without a reset, and one with a register that is never set.
invariants_prove_what_is_equivalent() {
    [ -x "$O/equal" ] && command -v riscv64-linux-gnu-gcc >/dev/null ||
        skip "$O/equal or riscv64-linux-gnu-gcc is missing; .ci/deps --formal installs what they need"
    rtl=$(tb/flow/flow.sh rtl tiny) work=$T formal=tb/formal
    . tb/formal/prove_equal.sh
    equal_program issue || { cat "$T/cc.log"; fail "the model of issue does not compile"; }
    gates gold ""
    gates live 's/last_valid_q & (last_warp_q == w)/& \& row[w*WARPS + w]/'
    gates other 's/last_valid_q & (last_warp_q == w)/last_valid_q/'
    gates reset '0,/last_valid_q <= .*/s//last_valid_q <= last_valid_q;/'
    gates still 's/last_valid_q <= .*/last_valid_q <= 0;/; s/else if (|(ending & last))/else/'
    "$O/equal" -c configs/tiny.yaml --invariant "$T/gold.blif" "$T/program" ||
        fail "the invariant of issue does not last"
    for c in "gold 0 equal:" "live 0 equal:" "other 1 DIFFERENT" "reset 1 RESET" "still 1 DIFFERENT"; do
        set -- $c
        status=0
        "$O/equal" -c configs/tiny.yaml --mutant "$T/$1.blif" "$T/gold.blif" "$T/program" >"$T/said" || status=$?
        [ "$status" -eq "$2" ] && grep -q "^$3" "$T/said" ||
            { cat "$T/said"; fail "$1: exit code $status instead of $2"; }
        echo "$1: $(head -n 1 "$T/said")"
    done
}

# What the proofs say of mutants of a small design, whose module `leaf` has one place for each: what nobody reads, in
# the module or around it; what another gate makes up for; a register that is never set after reset; a difference that
# takes more cycles than are looked at, and ones that are seen at once, for one value of 65,536, and after three cycles;
# a register without reset that is written in reset, too, if an input is 1, and one that is not reset for an input of 1.
# An enable of the register file's rows, which whole-design questions leave closed, is not called equivalent by them.
# Modules `rules` and `room` have what contract.awk knows of BOCs, of a bank's queue, of the order of results and of an
# ibuffer, each beside what it does not say; odd_q is a register that is not reset in a state that no property allows.
proofs_say_what_is_equivalent() {
    command -v yosys >/dev/null || skip "yosys is not installed; make deps installs it"
    cat >"$T/design.v" <<'V'
module leaf #(parameter WARPS = 5, COLLECTORS = 3)(input clk_i, input rst_i, input [7:0] a_i, b_i,
            output [7:0] y_o, n_o, output [3:0] turn_o, input end_valid_i, input [2:0] end_warp_i, output last_o,
            input [1:0] rd_valid_i, input [3:0] rd_col_i, output from_o);
    wire [7:0] unread = a_i | b_i;
    wire [7:0] covered = (a_i & b_i) | (a_i & b_i & {8{rare}});
    wire rare = {a_i, b_i} == 16'h1234;
    reg never_q;
    always @(posedge clk_i) never_q <= ~rst_i & never_q;
    wire set = never_q & ~rst_i;
    reg [3:0] age_q;
    always @(posedge clk_i) age_q <= rst_i ? 4'd0 : age_q + {3'd0, ~&age_q};
    wire late = age_q == 4'd9;
    wire soon = age_q == 4'd2;
    assign n_o = a_i ^ b_i;
    reg [1:0] one;
    always @*
        case (a_i[1:0])
            2'd0: one = b_i[1:0];
            2'd1: one = b_i[3:2];
            2'd2: one = b_i[5:4];
            default: one = b_i[7:6];
        endcase
    wire [3:0] turn;
    counter u_counter(.clk_i(clk_i), .rst_i(rst_i), .value_o(turn));
    wire read = turn == 4'd3;
    assign turn_o = turn;
    assign last_o = end_valid_i & (end_warp_i == WARPS - 1);
    reg kept_q;
    always @(posedge clk_i) if (a_i[0] & ~rst_i) kept_q <= b_i[0];
    reg flag_q;
    always @(posedge clk_i) flag_q <= ~rst_i & (flag_q | b_i[1]);
    assign y_o = {one[1] ^ late, one[0] ^ soon, set ^ read, rare, covered[0] ^ covered[1], unread[2:0]};
    assign from_o = rd_valid_i[1] & (rd_col_i[2 +: 2] == 2'd1);
endmodule
module counter(input clk_i, input rst_i, output [3:0] value_o);
    reg [3:0] value_q;
    always @(posedge clk_i) value_q <= rst_i ? 4'd0 : {1'b0, value_q[2:0] + 3'd1};
    assign value_o = value_q;
endmodule
module above(input clk_i, input rst_i, input [7:0] a_i, b_i, output [7:0] y_o, output [6:0] n_o, output [3:0] turn_o,
             input end_valid_i, input [2:0] end_warp_i, output last_o,
             input [1:0] rd_valid_i, input [3:0] rd_col_i, output from_o, output z_o,
             input push_valid_i, grant_i, output [4:0] rule_o, output [1:0] room_o, output row_o);
    wire [7:0] n;
    sram_1rw u_rows(.clk_i(clk_i), .write_i(push_valid_i), .row_i(a_i[0]), .value_i(b_i[0]), .value_o(row_o));
    rules u_rules(.clk_i(clk_i), .rst_i(rst_i), .a_i(a_i), .push_valid_i(push_valid_i), .grant_i(grant_i),
        .wb_valid_i(rd_valid_i), .older_i(rd_col_i), .rule_o(rule_o));
    room u_room(.clk_i(clk_i), .rst_i(rst_i), .dec_valid_i(push_valid_i), .dec_warp_i(a_i[0]), .grant_i(rd_valid_i),
        .room_o(room_o));
    pick u_pick(.which_i(a_i[1:0]), .z_o(z_o));
    leaf u_leaf(.clk_i(clk_i), .rst_i(rst_i), .a_i(a_i), .b_i(b_i), .y_o(y_o), .n_o(n), .turn_o(turn_o),
        .end_valid_i(end_valid_i), .end_warp_i(end_warp_i), .last_o(last_o),
        .rd_valid_i(rd_valid_i), .rd_col_i(rd_col_i), .from_o(from_o));
    assign n_o = n[6:0];
endmodule
module pick(input [1:0] which_i, output z_o);
    assign z_o = which_i == 2'd1;
endmodule
module rules #(parameter ENTRIES = 2, COLLECTORS = 2)(input clk_i, input rst_i, input [7:0] a_i,
             input push_valid_i, grant_i, input [1:0] wb_valid_i, input [3:0] older_i, output [4:0] rule_o);
    reg [1:0] valid_q, life_q;
    reg [3:0] tag_q;
    always @(posedge clk_i) {valid_q, life_q, tag_q} <= rst_i ? 8'd0 : a_i;
    wire same_tag = tag_q[3:2] == tag_q[1:0];
    reg [1:0] count_q;
    always @(posedge clk_i) count_q <= rst_i ? 2'd0 : count_q + {1'b0, push_valid_i} - {1'b0, grant_i};
    assign rule_o[0] = (&{valid_q, life_q}) & same_tag;
    assign rule_o[1] = (&{valid_q, life_q[1]}) & same_tag;
    assign rule_o[2] = push_valid_i & (count_q == 2'd2);
    assign rule_o[3] = push_valid_i & (count_q == 2'd1);
    assign rule_o[4] = (&wb_valid_i) & older_i[1] & older_i[2];
    wire none = ~|{a_i, push_valid_i, grant_i, wb_valid_i, older_i};
    wire odd = none & rule_o[0];
    reg odd_q;
    always @(posedge clk_i) odd_q <= ~rst_i & odd;
endmodule
module room #(parameter WARPS = 2, DEPTH = 2)(input clk_i, input rst_i, input dec_valid_i, input dec_warp_i,
             input [1:0] grant_i, output [1:0] room_o);
    reg [3:0] count_q;
    always @(posedge clk_i) count_q <= rst_i ? 4'd0 : count_q + {dec_valid_i, 2'd0} - {2'd0, grant_i};
    assign room_o[0] = dec_valid_i & dec_warp_i & (count_q[3:2] == 2'd2);
    assign room_o[1] = grant_i[0] & (count_q[3:2] == 2'd0);
endmodule
module sram_1rw(input clk_i, input write_i, input row_i, input value_i, output value_o);
    reg [1:0] row_q;
    wire [1:0] mask = 2'd1 << row_i;
    always @(posedge clk_i) row_q <= (row_q & ~(mask & {2{write_i}})) | (mask & {2{write_i & value_i}});
    assign value_o = row_q[row_i];
endmodule
V
    yosys -q -p "read_verilog -noopt $T/design.v; hierarchy -check -top above; proc
        setattr -set keep 1 w:*_q; opt_clean; write_rtlil $T/base.il"
    mkdir "$T/rtl"
    echo above.v >"$T/rtl/subcore.f"
    printf '%s\n' 'name width reset module' 'top.u_leaf.never_q 1 yes leaf' 'top.u_leaf.age_q 4 yes leaf' \
        'top.u_leaf.kept_q 1 no leaf' 'top.u_leaf.flag_q 1 yes leaf' \
        'top.u_leaf.u_counter.value_q 4 yes counter' 'top.u_rules.valid_q 2 yes rules' \
        'top.u_rules.life_q 2 yes rules' 'top.u_rules.tag_q 4 yes rules' 'top.u_rules.count_q 2 yes rules' \
        'top.u_rules.odd_q 1 yes rules' 'top.u_room.count_q 4 yes room' \
        'top.u_rows.row_q 2 no sram_1rw' | tr ' ' '\t' >"$T/rtl/registers.tsv"
    echo tiny >"$T/config"
    : >"$T/sets"
    : >"$T/mutants.tsv"
    k=0
    # Type of a cell and what its name holds, mode, port and bit of the mutation, and what is expected.
    while read -r cell part mode port bit expected module; do
        k=$((k + 1))
        name=$(awk -v type="$cell" -v part="$part" '$1 == "cell" && substr($2, 2) == type && index($3, part) {
            print $3; exit }' "$T/base.il")
        [ -n "$name" ] || fail "design.v has no cell $cell with $part in its name"
        module=${module:-leaf}
        printf '%d\t%s\t-mode %s -module %s -cell %s -port %s -portbit %d\n' $k "$module" "$mode" "$module" "$name" \
            "$port" "$bit" >>"$T/mutants.tsv"
        for command in module comb deep; do
            said=$(DEEP=top DEPTH=4 tb/mutants/prove.sh $command "$T" $k "$module")
            [ "$said" = unproved ] || break
        done
        echo "$cell $part, bit $bit of $port, $mode: $said"
        [ "$said" = "$expected" ] || fail "$expected is expected"
    done <<'M'
or .v:4$ inv Y 5 module
or .v:4$ inv Y 2 unproved
or .v:5$ const0 B 0 module
xor .v:14$ inv Y 7 parents
xor .v:14$ inv Y 6 unproved
logic_not procmux const0 A 1 module
eq procmux const1 Y 0 unproved
and .v:9$ const0 A 0 induction_module
eq .v:6$ inv A 0 unproved
eq .v:6$ const0 Y 0 unproved
eq .v:13$ const0 Y 0 unproved
eq .v:12$ const0 Y 0 bounded_4
counter u_counter const0 value_o 3 induction_top
counter u_counter const0 value_o 0 unproved
eq .v:27$ const0 A 0 contract
eq .v:27$ const0 A 2 unproved
eq .v:33$ const0 A 1 contract
eq .v:33$ const0 A 0 unproved
and .v:29$ const1 B 0 contract
and .v:29$ inv B 0 unproved
and .v:31$ const1 A 0 unproved
eq .v:57$ inv A 0 unproved pick
and .v:67$ const0 Y 0 property rules
and .v:68$ const0 Y 0 unproved rules
and .v:69$ const0 Y 0 contract rules
and .v:70$ const0 Y 0 unproved rules
and .v:71$ const0 Y 0 contract rules
and .v:71$ const1 A 0 unproved rules
and .v:75$ const1 A 0 unproved rules
and .v:81$ const0 Y 0 contract room
and .v:82$ const0 Y 0 unproved room
and .v:87$ const0 B 0 unproved sram_1rw
M
}

# Mutants of dispatch and of the age matrix in it, in the benches of both: the one that is no mutation passes, and most
# of the others differ. A bench that stops for another reason is not a difference.
mutants_die_alone() {
    command -v yosys >/dev/null && command -v iverilog >/dev/null || skip "yosys or iverilog is missing"
    die() { fail "$*"; }
    rtl=$(tb/flow/flow.sh rtl tiny) here=tb/mutants work=$T dir=$T config=tiny log=$T/log.alone
    . tb/mutants/stimuli.sh
    ALONE_CYCLES=1000 ALONE_SEEDS=2
    . tb/mutants/units.sh
    mkdir "$T/rtl" "$T/design"
    cp "$rtl"/dispatch.v "$rtl"/age_matrix.v "$T/design"
    printf '%s\n' age_matrix.v dispatch.v >"$T/design/subcore.f"
    rtl=$T/design
    yosys -q -p "read_verilog $rtl/age_matrix.v $rtl/dispatch.v; hierarchy -check -top dispatch; proc; opt_clean
        write_rtlil $T/read.il"
    awk -f tb/mutants/rename.awk "$T/read.il" "$T/read.il" >"$T/base.il"
    yosys -q -p "read_rtlil $T/base.il; mutate -list 40 -seed 1 -o $T/list"
    awk -v OFS="\t" -v unwanted="$unwanted" '$0 !~ unwanted && n < 12 {
        n++
        for (i = 1; i < NF; i++) if ($i == "-module") print n, $(i + 1), substr($0, 8) }' "$T/list" >"$T/mutants.tsv"
    { echo "read_rtlil $T/base.il"
      awk -F "\t" '{ print "mutate -ctrl mutant_i 4", $1, $3 }' "$T/mutants.tsv"
      echo "write_verilog -noattr $T/rtl/dispatch.v"
      echo "write_rtlil $T/mutants.il"; } >"$T/insert.ys"
    yosys -q "$T/insert.ys"
    echo dispatch.v >"$T/rtl/subcore.f"
    echo mutants >"$T/rtl/manifest.txt"
    echo tiny >"$T/config"
    : >"$T/sets"
    echo "$T/dut" >"$T/dut"
    insert_units
    tb/lockstep/icarus/icarus.sh "$T/units" "$T/dut-alone"
    units_fit
    units_agree
    died=0 survived=0
    while IFS="	" read -r k module what; do
        units_differ "1 2"
        case $differs in
        -:*) survived=$((survived + 1)) ;;
        none:*) fail "no unit has module $module of mutant $k" ;;
        *) died=$((died + 1)) ;;
        esac
        echo "$k $module $differs"
    done <"$T/mutants.tsv"
    [ $died -ge 6 ] || fail "$died of 12 mutants die in the benches"
    refused "holds no such mutant; accepted is 0 to 15" alone 16 1 dispatch
    ALONE_CYCLES=1
    k=0 module=dispatch
    units_differ "1 2"
    [ "$differs" = -:-:- ] || fail "a bench with cover points that are not reached counts as a difference: $differs"
    sed -i "s/assign row_o = row_q;/assign row_o = ~row_q;/" "$T/units/dispatch.v"
    echo "$T/other" >"$T/dut"
    tb/lockstep/icarus/icarus.sh "$T/units" "$T/other-alone"
    ALONE_CYCLES=1000
    ! (units_agree) >"$T/out" 2>&1 || fail "a text that differs without a mutation was not refused"
    grep -q "^FAILED: without a mutation" "$T/out" || { cat "$T/out"; fail "it was refused for another reason"; }
}

# Of ten mutants of the RTL most die in lock-step, and most in modules alone; each of the others is proved equivalent or
# named. What survives because the programs end after one cycle dies in modules alone, and without these it is called
# unexplained: no proof finds it equivalent.
rtl_mutants_die_or_are_named() {
    mutants KIND=rtl N=10 DEEP=no
    [ "$(sum 2)" -eq 10 ] || fail "the table does not have 10 mutants"
    [ "$(sum 7)" -ge 5 ] || fail "fewer than 5 of 10 mutants die in lock-step"
    [ "$(sum 9)" -ge 5 ] || fail "fewer than 5 of 10 mutants die in modules alone"
    [ $(($(sum 3) + $(sum 4) + $(sum 7) + $(sum 11) + $(sum 12) + $(sum 13))) -eq 10 ] ||
        fail "the columns do not add up to 10"
    [ "$(grep -c '^unexplained: ' "$T/out")" -eq "$(sum 13)" ] || fail "not every unexplained mutant is named"
    killed=$(sum 7) dir=$O/mutants/tiny-10-1
    cp -r "$dir" "$T/whole"
    sed -i 's/$/ --max-cycles 1/' "$dir/stimuli"
    for rung in alone none; do
        rm -rf "$dir/results" && mkdir "$dir/results"
        (mutants KIND=rtl N=10 DEEP=no) >"$T/short" 2>&1 || { cat "$T/short"; fail "programs of one cycle"; }
        [ "$(sum 7)" -lt "$killed" ] || fail "programs of one cycle kill as many mutants as long ones"
        [ $rung = none ] || [ "$(sum 11)" -ge 5 ] || fail "survivors of programs of one cycle do not die alone"
        sed -i "s/	.*/	/" "$dir/units.tsv"
    done
    rm -rf "$dir" && mv "$T/whole" "$dir"
    [ "$(sum 11)" -eq 0 ] || fail "modules without a bench have died alone"
    [ "$(sum 13)" -ge 5 ] || fail "survivors of programs of one cycle are not called unexplained"
}

# What survives is equivalent by every answer of a proof but three: nothing, a bound, and none. The words are those that
# prove.sh says it prints.
every_answer_of_a_proof_is_counted() {
    words=$(sed -n '/^# Prints one word: /,/[.]$/p' tb/mutants/prove.sh | sed 's/.*: //' | tr -d '#.,\n')
    k=0
    for word in - $words; do
        k=$((k + 1))
        printf '%d\tboc\t-\t-\t-\t-\t-\t-\t%s\t1\t-:-:-\t-:-:-\n' $k "$word"
    done >"$T/results.tsv"
    awk -v n=$k 'BEGIN { for (k = 1; k <= n; k++) printf "%d\tboc\tmutation %d\n", k, k }' >"$T/mutants.tsv"
    [ $k -ge 11 ] || fail "only $k answers are found in tb/mutants/prove.sh: $words"
    status=0
    awk -F '\t' -f tb/mutants/proved.awk -f tb/mutants/table.awk "$T/results.tsv" >"$T/table" || status=$?
    [ $status -eq 1 ] || fail "exit code $status with what is unexplained"
    awk -v n=$k '$1 == "all" { exit !($2 == n && $4 == n - 3 && $5 == 3 && $12 == 1 && $13 == 2) }' "$T/table" ||
        { cat "$T/table"; fail "an answer of $words is not counted as what it is"; }
    awk -F '\t' -v again=again -f tb/mutants/proved.awk -f tb/mutants/list.awk "$T/mutants.tsv" "$T/results.tsv" \
        >"$T/list"
    [ "$(grep -c '^unexplained: ' "$T/list")-$(grep -c '^bounded_' "$T/list")-$(wc -l <"$T/list")" = 2-1-6 ] ||
        { cat "$T/list"; fail "what survives is not listed as what it is"; }
}

# Every mutant of the model that changes behaviour dies without RTL.
model_mutants_die_without_rtl() {
    mutants KIND=model N=10 MODEL=6
    [ "$status" -eq 0 ] || fail "one of them only dies in lock-step"
    grep -q '^mutants that change behaviour and die without the RTL: \([1-9][0-9]*\) of \1$' "$T/out" ||
        fail "none changes behaviour"
}

# Input errors are one sentence and exit code 2.
broken_mutants() {
    refused N=x env N=x tb/mutants/mutants.sh tiny
    refused KIND=all env KIND=all tb/mutants/mutants.sh tiny
    refused MUTANT= env MUTANT=3 tb/mutants/mutants.sh tiny
    refused DEEP=x env DEEP=x tb/mutants/mutants.sh tiny
    refused nosuch env KIND=rtl tb/mutants/mutants.sh nosuch
    refused none.c "$O/mutate" list 3 1 cmodel/none.c
    refused "no such place" "$O/mutate" apply cmodel/subcore/ocu.c 999999 1 x
}

"$@"
