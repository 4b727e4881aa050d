# SPDX-License-Identifier: Apache-2.0
# What warp schedulers are compared on, for sourcing: workloads by the classes of CIAO's Table II, sizes, settings.

# What cache and bandwidth bound, what CIAO calls compute-intensive, all eight of it, and what CIAO runs of both.
memory_bound="atax bicg_direct mvt_direct gesummv_direct syrk_direct syr2k bicg mvt gesummv syrk kmeans bfs hgemm"
compute_bound="gaussian conv2d corr backprop hotspot lud nn nw"
of_variants="atax bicg_direct mvt_direct gesummv_direct syrk_direct syr2k bfs kmeans"
in_paper="atax bicg_direct mvt_direct gesummv_direct syrk_direct syr2k kmeans $compute_bound"

# A fifteenth of a GTX 480's L2 and of its DRAM, 177 GB/s at 1.4 GHz: a line of 128 bytes every 15.2 cycles (CIAO Table
# I, V-E). These kernels have smaller blocks than the paper's: with more of them at a time they fill the 48 warps.
# As with the defaults, memory counts as unused while it takes less than half of what DRAM can deliver.
scheduler_settings="machine.blocks=48 memory.l2_kib=64 memory.l2_ways=8 memory.dram_interval=16 throttle.spare=8"

# Sizes that fill the SM with warps and take seconds. The bundled small ones have few warps: there is little to limit.
sizes_of() {
    case $1 in
    atax) echo m=1536 n=96 ;;
    bicg) echo m=192 n=1536 ;;
    bicg_direct) echo m=1536 n=96 ;;
    mvt_direct) echo n=512 ;;
    gesummv_direct) echo m=1536 n=96 ;;
    syrk_direct) echo n=96 m=48 ;;
    mvt) echo n=512 ;;
    gesummv) echo m=192 n=768 ;;
    syrk) echo n=160 m=64 ;;
    syr2k) echo n=96 m=48 ;;
    kmeans) echo points=3072 feature_count=8 clusters=6 iterations=2 ;;
    bfs) echo nodes=6144 levels=8 ;;
    hgemm) echo m=384 n=256 k=96 ;;
    gaussian) echo n=64 ;;
    conv2d) echo height=240 width=320 ;;
    corr) echo samples=64 variables=96 ;;
    backprop) echo inputs=1000 units=40 ;;
    hotspot) echo rows=160 columns=200 ;;
    lud) echo n=160 ;;
    nn) echo records=16384 ;;
    nw) echo rows=200 columns=200 ;;
    esac
}

# have_sizes TOOL WORKLOAD...: refuses those that have none.
have_sizes() {
    tool=$1
    shift
    for w in "$@"; do
        [ -n "$(sizes_of "$w")" ] || {
            echo "$tool: WORKLOADS=$w: accepted are $memory_bound $compute_bound" >&2; exit 2; }
    done
}
