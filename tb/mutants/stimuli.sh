# SPDX-License-Identifier: Apache-2.0
# What mutants are run on: the bundled trace, and random programs of one slice. Sourced by rtl.sh and model.sh.

# What survives the first QUICK of them is tried to be proved equivalent before the others run.
QUICK=2

PROGRAMS=29

# stimuli DIR MEMORY CONFIG [key=value ...]: a line of cosim's arguments for each; their traces are in DIR. MEMORY says
# that the programs are full of loads and stores (memory), or that units are those of a sub-core without collectors,
# with a scoreboard (scoreboard) or control bits (control). Those behind the ninth have all kinds of instructions. Every
# third one is in an environment of its own, with latencies and intervals of units and of memory that a case of make
# regress has; a slice that runs alone has its own L2. Two of five have control bits that are changed at random: longer
# waits, and any.
stimuli() {
    option="" first=0
    to=$1 kind=$2 of="-c $3"
    shift 3
    for s in "$@"; do of="$of --set $s"; done
    case $kind in memory) option=--memory ;; control|scoreboard) first=900000 ;; esac
    echo "--trace workloads/mix --tags 1"
    i=1
    while [ $i -le $PROGRAMS ]; do
        [ $i -ne 10 ] || option="$option --mixed"
        # shellcheck disable=SC2086 # $option is words or nothing
        "$O/random_trace" -o "$to/trace-$i" -s $i -i 80 $option >/dev/null
        around=""
        [ $((i % 3)) -ne 2 ] || around=$("$O/random_config" --case $((first + i)) |
            sed -n 's/^environment //p' | tr ' ' '\n' | grep -v '^memory[.]l2=' |
            sed -n 's/^\(unit\|memory\)[.].*=.*/ --set &/p' | tr -d '\n')
        # random_trace names the lower 48 registers only.
        if [ $((i % 2)) -eq 0 ]; then
            for file in "$to/trace-$i"/*.traceg; do
                awk -f tb/mutants/raise.awk "$file" >"$file.new"
                mv "$file.new" "$file"
            done
        fi
        changed="" bits=""
        case $kind$((i % 5)) in control1) changed=legal ;; control3) changed=any ;; esac
        # shellcheck disable=SC2086 # $of and $around are words
        [ -z "$changed" ] || bits=" $(tb/random/bits.sh $changed $i "$to/trace-$i" "$to/bits-$i" $of $around)" ||
            return 2
        echo "--trace $to/trace-$i --tags $i --seed $i --slice 0.0$around$bits"
        i=$((i + 1))
    done
}

# limited SECONDS COMMAND...: exit code 152 if it takes more processor time; a busy machine takes none of it. 124 if it
# waits for an hour.
limited() {
    seconds=$1
    shift
    # shellcheck disable=SC3045 # Debian's sh has it
    (ulimit -S -t "$seconds"; exec timeout 3600 "$@")
}

# unsettled LOG: lock-step has ended since logic of the RTL does not settle (DUT_UNSETTLED in tb/lockstep/dut.h).
unsettled() { grep -q '^  the logic does not settle' "$1"; }

config_file() { if [ -f "$1" ]; then echo "$1"; else echo "configs/$1.yaml"; fi; }
