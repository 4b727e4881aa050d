# SPDX-License-Identifier: Apache-2.0
# The figures of CIAO's evaluation over time, and of its comparisons; see figures.sh. Sizes are those that fill an SM
# (scheduler_inputs.sh); with SIZE=small the bundled small ones, which have few warps. WORKLOADS in the place of the
# figure's own.
ciao_figures="8 9 10 11"
. "$top/cmodel/experiments/scheduler_inputs.sh"
ciao_parts=20       # of a run, of equally many instructions

# ciao_run CONFIGURATION+SETTING... WORKLOAD: a run's series, as a file whose name is printed.
ciao_run() {
    config=${1%%+*}
    sets=$(printf '%s' "+$(echo "$scheduler_settings" | tr ' ' '+')${1#"$config"}" | sed 's/+/ --set /g')
    launch=$(launch_of "$2") || exit 2
    sizes="--size small"
    # shellcheck disable=SC2046 # these are words
    case $SIZE.$2 in
    small.*) ;;
    *.atax) sizes=$(printf ' --param %s' ${ciao_atax:-$(sizes_of atax)}) ;;
    *) sizes=$(printf ' --param %s' $(sizes_of "$2")) ;;
    esac
    # shellcheck disable=SC2086 # these are words
    key=$({ "$O/cmodel" config -q -c "$top/configs/$config.yaml" $sets; cat "$launch" "$(dirname "$launch")"/*.cubin
        echo "$program $2 $sizes"; } | sha256sum | cut -c1-24)
    if [ ! -s "$runs/$key.series" ]; then
        echo "figures: $2 under $1" >&3
        # shellcheck disable=SC2086 # these are words
        said=$("$O/cmodel" run -c "$top/configs/$config.yaml" $sets --workload "$launch" $sizes --timing-only --csv -q \
            --interval 200 --series "$runs/$key.$$.series" -o "$runs/$key.csv" 2>&1 </dev/null) || {
            rm -f "$runs/$key.$$.series" "$runs/$key.csv"
            echo "$1 does not run $2: $(printf '%s' "$said" | tail -n 1)" >&2; exit 2; }
        mv "$runs/$key.$$.series" "$runs/$key.series"
    fi
    echo "$runs/$key.series"
}

# ciao_limit WORKLOAD: the issue.limit of Best-SWL, the one with the fewest cycles.
ciao_limit() {
    warps=$("$O/cmodel" config -q -c "$top/configs/sm_gto.yaml" | sed -n 's/^  warps: *//p')
    for n in $(seq 1 "$warps"); do
        file=$(ciao_run "sm_gto+issue.limit=$n" "$1") || exit 2
        echo "$(tail -n 1 "$file" | cut -f 2) $n"
    done >"$T/limits" || exit 2
    sort -n "$T/limits" | sed -n '1s/.* //p'
}

# ciao_over_time FIGURE TITLE WORKLOADS SCHEME=CONFIGURATION...: what a run does in each of its parts. CONFIGURATION swl
# is sm_gto with the best limit. An interval with instructions of two parts counts for both, by their shares.
ciao_over_time() {
    name=ciao_$1 title=$2 list=$3
    shift 3
    # shellcheck disable=SC2086 # these are words
    have_sizes figures $list
    whole figures "$out/$name.csv" ciao_parts_of "$@"
    ciao_picture "$name" "$title" "$list" "$@"
}

# ciao_parts_of SCHEME=CONFIGURATION...: the table of ciao_over_time.
ciao_parts_of() {
    echo "workload,scheme,part,warp_instructions,cycles,ipc,live_warps,active_warps,vta_hits"
    for w in $list; do
        for pair in "$@"; do
            config=${pair#*=}
            [ "$config" != swl ] || { limit=$(ciao_limit "$w") && config=sm_gto+issue.limit=$limit; } || exit 2
            file=$(ciao_run "$config" "$w") || exit 2
            awk -F '\t' -v w="$w" -v scheme="${pair%%=*}" -v parts=$ciao_parts '
                FNR == 1 { next }
                NR == FNR { all += $4; next }
                {
                    left = $4
                    do {
                        part = int(at * parts / all + 1e-9)
                        if (part >= parts) part = parts - 1
                        end = (part + 1) * all / parts
                        take = part == parts - 1 || left < end - at ? left : end - at
                        share = $4 ? take / $4 : 1
                        n[part] += take; cycles[part] += share * $3; live[part] += share * $3 * $6
                        active[part] += share * $3 * $7; hits[part] += share * $10
                        at += take; left -= take
                    } while (left > 1e-6)
                }
                END {
                    for (p = 0; p < parts; p++)
                        printf "%s,%s,%d,%.1f,%.1f,%.4f,%.3f,%.3f,%.2f\n", w, scheme, p + 1, n[p], cycles[p],
                            n[p] / cycles[p], live[p] / cycles[p], active[p] / cycles[p], hits[p]
                }' "$file" "$file" || exit 2
        done
    done
}

# ciao_picture NAME TITLE WORKLOADS SCHEME=...: three rows, IPC, active warps, interference; a column for each workload.
ciao_picture() {
    drawn=$1 title=$2 list=$3
    shift 3
    wide=$(echo "$list" | wc -w)
    {
        cat <<END
set terminal svg size $((420 * wide)),800 font "sans,12" background rgb "white"
set datafile separator ","
set multiplot layout 3,$wide title "$title"
set grid
set yrange [0:*]
set xrange [0:100]
set key outside top center horizontal noenhanced
END
        for column in "\$6 IPC" "\$8 active warps" "\$9*1000/\$4 VTA hits per 1000 instructions"; do
            echo "set ylabel \"${column#* }\""
            case $column in
            *VTA*) echo 'set xlabel "per cent of the instructions"' ;;
            *active*) echo "unset key" ;;
            esac
            for w in $list; do
                echo "set title \"$w\" noenhanced"
                printf 'plot '
                for pair in "$@"; do
                    printf '"%s" using (strcol(1) eq "%s" && strcol(2) eq "%s" ? ($3 - 0.5) * 100 / %d : NaN):(%s) ' \
                        "$out/$drawn.csv" "$w" "${pair%%=*}" "$ciao_parts" "${column%% *}"
                    printf 'with lines lw 1.5 title "%s", ' "${pair%%=*}"
                done | sed 's/, $//'
                echo
            done
        done
        echo "unset multiplot"
    } >"$T/script"
    picture figures "$out/$drawn.svg" <"$T/script"
    echo "$out/$drawn.svg"
}

ciao_8() {
    for figure in schedulers compute; do
        (unset SIZE; "$top/cmodel/experiments/compare_schedulers.sh" "$out" $figure)
    done
}

# ATAX has two phases, Backprop computes much and misses often (V-C). As many columns as rows: both phases of ATAX have
# 16 warps.
ciao_9() {
    ciao_atax="m=512 n=512"
    ciao_over_time 9 "Warp schedulers over time (CIAO Fig. 9)" "${WORKLOADS:-atax backprop}" CCWS=sm_ccws Best-SWL=swl \
        CIAO-T=ciao_t CIAO-C=ciao_c
}

# A small and a large working set: SYRK and KMN (V-D), and one of each that is hurt by interference here.
ciao_10() {
    ciao_over_time 10 "CIAO's schemes over time (CIAO Fig. 10)" \
        "${WORKLOADS:-syrk_direct gesummv_direct kmeans mvt_direct}" CIAO-T=ciao_t CIAO-P=ciao_p CIAO-C=ciao_c
}

ciao_11() {
    for figure in cutoffs epochs; do
        (unset SIZE; "$top/cmodel/experiments/compare_schedulers.sh" "$out" $figure)
    done
}
