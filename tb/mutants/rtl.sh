#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Mutants of generated Verilog: chosen, compiled together, run one by one, and proved where they survive. See
# docs/mutants.md. Called by tb/mutants/mutants.sh, in the top directory.
#
# usage: rtl.sh make DIR CONFIG N SEED [key=value ...]   DIR: mutants.tsv, the compiled RTL, the stimuli
#        rtl.sh run DIR K                                DIR/results/K: what becomes of mutant K
#        rtl.sh show DIR K                               runs it with the reports of cosim, proves nothing
# environment: ALONE_CYCLES, ALONE_SEEDS, ALONE_LAST (units.sh); DEPTH and others of prove.sh
#
# DIR/results/K has twelve columns: number, module; stimulus, slice and cycle in which registers or outputs differ; the
# same of outputs and memories alone; of what survives, how it was proved to be equivalent, or was not; seconds; and the
# unit that differs alone, its seed and cycle, with registers compared and without. A stimulus of "-" says that nothing
# differs, "loop" that the mutant's combinational logic does not settle; a unit of "none" that there is no bench.
set -eu
. "$(dirname "$0")/../flow/neutral.sh"
here=$(cd "$(dirname "$0")" && pwd)
O=${O:-build}
. "$here/stimuli.sh"
. "$here/units.sh"
die() { echo "mutants: $*" >&2; exit 2; }

# The netlist in which mutations are placed: cells as Yosys reads them, so that names of registers stay.
netlist() {
    sed -n 's/[.]v$/&/p' "$rtl/subcore.f" | tr '\n' ' ' >"$work/files"
    ( cd "$rtl" && yosys -q -p "read_verilog $(cat "$work/files"); hierarchy -check -top $top; proc -norom -noopt;
        setattr -set keep 1 w:*_q; opt_expr -keepdc; wreduce t:* t:*dff* %d; opt_expr -keepdc; opt_clean
        write_rtlil $work/read.il" )
    awk -f "$here/rename.awk" "$work/read.il" "$work/read.il" >"$work/base.il"
    rm "$work/read.il"
}

# mutants.tsv: number, module, arguments of `mutate`. More are drawn than are needed, for some are unwanted.
choose() {
    awk -v n="$n" -f "$here/shares.awk" "$work/base.il" >"$work/shares.tsv"
    { echo "read_rtlil $work/base.il"
      awk -F '\t' -v seed="$seed" -v out="$work" '$3 { printf "mutate -list %d -seed %d -o %s/list.%s %s\n", 2 * $3 + 8,
          seed, out, $1, $1 }' "$work/shares.tsv"; } >"$work/list.ys"
    yosys -q "$work/list.ys"
    awk -f "$here/indices.awk" "$work/base.il" >"$work/indices.tsv"
    while IFS='	' read -r module cells share; do
        [ "$share" -eq 0 ] || awk -v unwanted="$unwanted" -v most="$share" -v module="$module" -v OFS='\t' '
            NR == FNR { if ($1 == module) { ports[$2] = $3; bits[$2] = $4 }; next }
            { cell = port = bit = ""
              for (i = 1; i < NF; i++) {
                  if ($i == "-cell") cell = $(i + 1)
                  if ($i == "-port") port = $(i + 1)
                  if ($i == "-portbit") bit = $(i + 1) } }
            cell in bits && index(ports[cell], port) && bit >= bits[cell] { next }
            /^mutate / && $0 !~ unwanted && n < most { print module, substr($0, 8); n++ }' \
            "$work/indices.tsv" "$work/list.$module"
    done <"$work/shares.tsv" | awk -v OFS='\t' '{ print NR, $0 }' >"$work/mutants.tsv"
    rm -f "$work"/list.*
    [ -s "$work/mutants.tsv" ] || die "no mutant of $config with N=$n; accepted: 1 to 100000"
}

# All mutants in one text: input mutant_i, which goes to every module with a mutant, chooses one.
insert() {
    width=$(awk -v n="$(wc -l <"$work/mutants.tsv")" 'BEGIN { while (2 ^ ++w <= n); print w }')
    mkdir -p "$work/rtl"
    { echo "read_rtlil $work/base.il"
      awk -F '\t' -v w="$width" '{ print "mutate -ctrl mutant_i", w, $1, $3 }' "$work/mutants.tsv"
      echo "write_verilog -noattr $work/rtl/$top.v"
      echo "write_rtlil $work/mutants.il"; } >"$work/insert.ys"
    yosys -q "$work/insert.ys"
    cp "$rtl/registers.tsv" "$rtl/memories.tsv" "$work/rtl/"
    echo "$top.v" >"$work/rtl/subcore.f"
    { cat "$rtl/manifest.txt"; echo "mutants $n seed $seed"; } >"$work/rtl/manifest.txt"
    # Modules and registers in generate blocks have other names now; what is visible is the same.
    { sed -n '1,/^`verilator_config/p' "$rtl/subcore.vlt"
      sed -n 's/.* -var "\([^"]*\)"/\1/p' "$rtl/subcore.vlt" | sed 's/.*_q$/*_q/' | sort -u |
          sed 's/.*/public_flat_rd -module "*" -var "&"/'; } >"$work/rtl/subcore.vlt"
}

# compile RTL DEVICE OPTIMISATION
# With its optimisation of data flow, Verilator 5.006 gets some texts that Yosys has written wrong: of 1,000 mutants of
# bow_wr_hinted, number 0 then loses a fourth result's register in the BOC.
compile() {
    VERILATE_FLAGS=-fno-dfg VERILATE_OPT=$3 tb/lockstep/verilator/verilate.sh "$1" "$2" >"$dir/verilate.log" 2>&1 || {
        tail -n 5 "$dir/verilate.log" >&2
        die "Verilator failed on $1; its messages are in $dir/verilate.log"; }
}

# forget: with other proofs than before, what they have said is not known any more; what was killed stays so.
forget() {
    # shellcheck disable=SC2046 # these are words
    proofs=$(cat "$here/prove.sh" "$here/parents.awk" "$here/bench.awk" "$here/contract.awk" tb/formal/prove_equal.sh \
        tb/formal/equal/*.[ch] tb/formal/equal/functions/* $(find cmodel -name "*.[ch]") | sha256sum | cut -c1-16)
    [ ! -f "$dir/proofs" ] || [ "$(cat "$dir/proofs")" != "$proofs" ] || return 0
    rm -f "$dir"/invariant.*
    for result in "$dir/results"/*; do
        [ ! -f "$result" ] || [ "$(cut -f 9 "$result")" = - ] || rm "$result"
    done
    echo "$proofs" >"$dir/proofs"
}

make_all() {
    dir=$1 config=$2 n=$3 seed=$4
    shift 4
    rtl=$(tb/flow/flow.sh rtl "$config" "$@")
    rtl=$(cd "$rtl" && pwd)
    key=$({ echo "$n $seed"; cat "$rtl/manifest.txt" "$here/rtl.sh" "$here/stimuli.sh" "$here/rename.awk" \
        "$here/shares.awk" "$here/indices.awk" "$here/raise.awk" "$here/settings.tsv" configs/config.[ch] \
        tb/lockstep/verilator/verilate.sh tb/random/*.c tb/random/bits.sh \
        "$here"/unit* tb/lockstep/verilator/dut_verilator.cpp workloads/mix/*
        sha256sum "$O/cosim" "$O/alone" "$O/random_trace" "$O/random_config"; } | sha256sum | cut -c1-16)
    if [ -f "$dir/key" ] && [ "$(cat "$dir/key")" = "$key" ]; then forget; return 0; fi
    rm -rf "$dir"
    mkdir -p "$dir/results" || die "$dir cannot be written; set O= to a directory that can"
    work=$(cd "$dir" && pwd)
    top=$(sed -n '$s/[.]v$//p' "$rtl/subcore.f")
    flops=$(tb/flow/flow.sh flops "$config" "$@")
    cp "$flops" "$dir/flops.tsv"
    netlist
    choose
    insert
    for s in "$@"; do printf -- '--set %s ' "$s"; done >"$dir/sets"
    echo "$config" >"$dir/config"
    insert_units
    rm "$work/mutants.il"
    stimuli "$dir" "$memory" "$(config_file "$config")" "$@" >"$dir/stimuli" || exit 2
    echo "mutants: compiling $(wc -l <"$dir/mutants.tsv") mutants of $config (seed $seed) into one device" >&2
    echo "$O/dut/mutants-$key" >"$dir/dut"
    compile "$dir/rtl" "$(cat "$dir/dut")" "${VERILATE_OPT:--O1}"
    compile "$dir/units" "$(cat "$dir/dut")-alone" -O0
    # Number 0 is no mutation: the text that Yosys has written must be what the generator has written.
    while read -r stimulus; do
        cosim 0 "$stimulus" >"$dir/log" 2>&1 || { cat "$dir/log" >&2
            die "without a mutation $dir/rtl is not equal to the model on $stimulus"; }
    done <"$dir/stimuli"
    units_fit
    units_agree
    echo "$key" >"$dir/key"
    forget
}

cosim() { # cosim K STIMULUS [ARGUMENT ...]
    k=$1 stimulus=$2
    shift 2
    # shellcheck disable=SC2046,SC2086 # these are words
    limited 300 "$O/cosim" -c "$(config_file "$(cat "$dir/config")")" $(cat "$dir/sets") --rtl "$dir/rtl" \
        --dut "$(cat "$dir/dut")/libdut.so" --yosys "$dir/flops.tsv" $stimulus --mutant "$k" -q "$@" </dev/null
}

# rung "NUMBERS" ARGUMENT...: runs these stimuli until one kills mutant $k. Sets $killed to stimulus, slice and cycle.
rung() {
    numbers=$1
    shift
    killed="-	-	-"
    for i in $numbers; do
        status=0
        cosim "$k" "$(sed -n "${i}p" "$dir/stimuli")" "$@" >"$log" 2>&1 || status=$?
        [ -z "${SHOW:-}" ] || { echo "stimulus $i: $(sed -n "${i}p" "$dir/stimuli") $*"; cat "$log"; }
        case $status in
        0) continue ;;
        1|3|4) ;;
        5) ! unsettled "$log" || { killed="loop	-	-"; return 0; } ;;
        *) cat "$log" >&2; die "mutant $k of $dir: cosim exits with $status" ;;
        esac
        killed=$i$(sed -n 's/^lock-step: .* cycle \([0-9]*\).*(slice \([0-9.]*\)).*/	\2	\1/p' "$log" | head -n 1)
        case $killed in *"	"*) ;; *) killed="$i	-	-" ;; esac
        return 0
    done
}

# numbers FROM TO: the stimuli between, without number $first.
numbers() {
    awk -v from="$1" -v to="$2" -v first="${first:-0}" 'NR >= from && (!to || NR <= to) && NR != first { print NR }' \
        "$dir/stimuli"
}

begin() {
    dir=$1 k=$2 log=$1/log.$2 first=0 proof=-
    module=$(awk -F '\t' -v k="$k" '$1 == k { print $2 }' "$dir/mutants.tsv")
    [ -n "$module" ] || die "MUTANT=$k is not in $dir/mutants.tsv; accepted: 1 to $(wc -l <"$dir/mutants.tsv")"
}

# The outputs alone, which see less than all registers: those that the registers have killed only.
outputs_alone() {
    outputs=$flops first=${flops%%	*}
    case $first in
    -|loop) ;;
    *) rung "$first $(numbers 1 "")" --no-flops
       outputs=$killed ;;
    esac
}

# both_alone FIRST LAST: both columns of the modules alone, with these seeds. Registers left uncompared see less, and
# nothing with a seed that has shown no difference before.
both_alone() {
    units_differ "$(seq "$1" "$2")"
    unit=$differs
    case $unit in
    -:*|none:*) ;;
    *) from=${unit#*:}
       units_differ "$(seq "${from%:*}" "$(($2 > ALONE_SEEDS ? $2 : ALONE_SEEDS))")" --no-flops ;;
    esac
    unit_outputs=$differs
}

prove() { # module|comb|deep
    "$here/prove.sh" "$1" "$dir" "$k" "$module" >"$log"
    proof=$(cat "$log")
}

run() {
    begin "$@"
    start=$(date +%s)
    rung "$(numbers 1 $QUICK)"
    both_alone 1 1
    # What is alive in the programs and alone is tried to be proved; a module that is the same in every state, whatever
    # its inputs, is so with every seed and program.
    case $killed:$unit in -*:-:-:-|-*:none:-:-) prove module ;; esac
    case $proof:$unit in module:*|*:none:*) ;; *:-:*) both_alone 2 "$ALONE_SEEDS" ;; esac
    case $proof:$unit in contract:-:*|contract:none:*) ;; contract:*) proof=- ;; esac
    case $proof:$unit in unproved:-:*|unproved:none:*) prove comb ;; esac
    case $killed:$proof in -*:-) proof=unproved ;; esac
    if [ "$proof" = unproved ]; then
        rung "$(numbers $((QUICK + 1)) "")"
        case $killed:$unit in
        -*:-:-:-|-*:none:-:-) prove deep ;;
        *) proof=- ;;
        esac
        # Nothing is known of it: rare cases need more seeds.
        case $proof:$unit in unproved:-:*|bounded*:-:*)
            both_alone $((ALONE_SEEDS + 1)) "$ALONE_LAST"
            case $unit in -:*) ;; *) proof=- ;; esac ;;
        esac
    else
        # A proof that knows something of inputs or states is wrong if a program kills the mutant.
        case $proof in contract|invariant|parents)
            rung "$(numbers $((QUICK + 1)) "")"
            case $killed in -*|loop*) ;; *)
                die "mutant $k of $dir is proved equivalent ($proof) and dies; a rule of contract.awk or an invariant" \
                    "is not what the design does" ;;
            esac ;;
        esac
    fi
    flops=$killed
    outputs_alone
    rm -f "$log"
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$k" "$module" "$flops" "$outputs" "$proof" $(($(date +%s) - start)) \
        "$unit" "$unit_outputs" >"$dir/results/.$k"
    mv "$dir/results/.$k" "$dir/results/$k"
}

show() {
    begin "$@"
    awk -F '\t' -v k="$k" '$1 == k { print "mutant " $1 " of module " $2 ": mutate " $3 }' "$dir/mutants.tsv"
    SHOW=yes
    both_alone 1 "$ALONE_LAST"
    rung "$(numbers 1 "")"
    flops=$killed
    outputs_alone
    rm -f "$log"
    printf 'stimulus, slice, cycle, with registers: %s\n' "$flops"
    printf 'stimulus, slice, cycle, outputs alone:  %s\n' "$outputs"
    printf 'unit:seed:cycle alone, with registers: %s, outputs alone: %s\n' "$unit" "$unit_outputs"
    [ ! -f "$dir/results/$k" ] || printf 'proof: %s\n' "$(cut -f 9 "$dir/results/$k")"
}

command=$1
shift
case $command in
make) make_all "$@" ;;
run) run "$@" ;;
show) show "$@" ;;
*) die "'$command' is not a command of rtl.sh; accepted: make, run, show" ;;
esac
