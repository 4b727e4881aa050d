# SPDX-License-Identifier: Apache-2.0
# A trace of one warp for a row of latencies.tsv: a load brings the lines into the L1, a long time passes, and then
# comes the memory instruction with its address in R4. Behind it is a writer of R4 (what=war) or a reader of its result
# R20 (raw).
#
# usage: awk -v row=NAME -v what=war|raw -f latencies.awk latencies.tsv
BEGIN { FS = "\t" }
function line(text) { body[++n] = sprintf("%04x ffffffff %s", 16 * (n - 1), text) }
$1 == row {
    line("1 R8 LDG.E.128 1 R2 16 1 0x1000 16")
    for (i = 0; i < 4; i++) line("1 R4 IADD3 2 R" (i ? 4 : 8) " R8 0")
    line($2)
    line(what == "war" ? "1 R4 IADD3 2 R8 R9 0" : "1 R60 IADD3 2 R20 R8 0")
    line("0 EXIT 0 0")
}
END {
    if (!n) { print "latencies: " FILENAME " has no row " row "; accepted are its names" > "/dev/stderr"; exit 2 }
    print "-kernel name = row\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 4096\n-nregs = 64"
    print "-shmem base_addr = 0x0\n-local mem base_addr = 0x0\n-accelsim tracer version = 5\n-enable lineinfo = 0\n"
    print "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = " n
    for (i = 1; i <= n; i++) print body[i]
    print "#END_TB"
}
