# SPDX-License-Identifier: Apache-2.0
# The lines of prove.sh about ciao: who is isolated or stalled, and until when. The generated module is an instance of
# the module with the properties (ciao.vh), which reads its registers, and is not changed.

# Two sub-cores of two warps, with short epochs, few bits, and one decision after the other.
ciao_settings="subcore.warps=2 vta.tags=2 ciao.counter_bits=4 ciao.high_cutoff=2 ciao.low_cutoff=3 ciao.high_epoch=4
ciao.low_epoch=4 ciao.patience=4 ciao.count=warps"

# ciao KIND STEPS TEXT FAULT POLICY [FILES [SETTING]]: a line of the table. FAULT is one of rtl_gen --list-faults, or
# the name of a module and a substitution for sed, or empty. FILES as in prove_boc.sh, ciao if there are none.
ciao() {
    k=$1 n=$2 t=$3 f=$4 policy=$5 files=${6:-ciao} setting=${7:-}
    take ciao "$k" "$n" "$t" "$f" "throttle.policy=$policy" $setting || return 0
    take_modules "ciao interference_list vta_counts cutoff_test pair_list" sm_tiny $ciao_settings \
        "throttle.policy=$policy" $setting || return 0
    {
        case $policy in ciao_t|ciao_c) echo '`define STALL_F' ;; esac
        case $policy in ciao_p|ciao_c) echo '`define SHARED_F' ;; esac
        [ "$policy" != ciao_t ] || echo '`define ALONE_F'
        echo "module proof ("
        cat "$formal/ciao_inputs.vh"
        echo ");"
        sed -n 's/^    parameter \([A-Z0-9_]* = [0-9][0-9]*\).*/localparam \1;/p' "$work/ciao.v"
        echo "localparam HIGH_F = 2, LOW_F = 3;"
        properties $files
        echo endmodule
    } >"$work/proof.v"
    decide "read_verilog -formal $work/proof.v; read_verilog $sources; hierarchy -top proof; proc; flatten;
        select -assert-none a:hierconn; check -assert; prep -top proof" \
        "opt -full; techmap; opt -full -purge; abc -g AND,XOR,MUX; opt -full -purge" "throttle.policy=$policy" $setting
}

lines_ciao() {
    echo "CIAO's decisions, with what is not said below as follows:"
    echo $ciao_settings
    printf "$format" group property parameters method s result

    [ "$tier" != large ] || return 0
    ciao induction 2 "tables name live warps; barriers and ends release; Eq. 1" "" ciao_c
    ciao induction 2 "and some live warp is never stalled" "" ciao_t
    ciao bounded 14 "a stall outlives the warp that triggered it" pair_list:2 ciao_t
    ciao bounded 14 "a warp stays stalled that others wait for at a barrier" pair_list:6 ciao_t
    ciao induction 2 "while nothing issues stalled warps go on, in bounded time" "" ciao_c "=ciao ciao_patience"
    [ "$tier" = all ] || return 0
    ciao induction 2 "tables name live warps; ends release; Eq. 1" "" ciao_p
    ciao bounded 14 "an isolation outlives the warp that triggered it" pair_list:1 ciao_p
    ciao bounded 14 "an entry outlives the warp that it names" interference_list:3 ciao_t
    ciao bounded 14 "a warp interferes with itself" ciao:1 ciao_t
    ciao bounded 14 "stalled warps are active" ciao:3 ciao_t
    ciao bounded 14 "warps below that of the last decision move, too" pair_list:3 ciao_t
    ciao within 24 "patience lets no warp go on" \
        "ciao s/[.]wake_i(reactivate | find_held)/.wake_i(reactivate)/" ciao_c "-ciao ciao_patience"
    ciao within 24 "patience does not end" "ciao s/wire too_long = .*/wire too_long = 1'b0;/" \
        ciao_c "-ciao ciao_patience"
}
