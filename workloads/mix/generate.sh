#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes the bundled workload "mix": an Accel-Sim trace of two made-up kernels. No GPU ran them; register numbers,
# masks and addresses are invented so that a short run meets every feature of the reader and most of a sub-core's:
# ALU chains, loops, divergence, partial last warps, predicated-off instructions, RZ, one register read twice, 64- and
# 128-bit loads and stores, IMAD.WIDE, doubles, special functions, shared memory and barriers, shuffles and atomics
# (listed the way the tracer lists them), tensor instructions with up to ten source registers, all three address
# formats, and one opcode (XMIX) that no table knows.
#
# usage: generate.sh [directory]      (default: the directory of this script)
#
# kernel-1: 3 blocks of 120 threads, tracer version 5. kernel-2: 2 blocks of 128 threads, version 4 with source lines.
# The output is a pure function of this script.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"
out=${1:-$(dirname "$0")}

awk -v out="$out" '
# ---- numbers and masks ----------------------------------------------------------------------------------------------
function hex(v,   s, d) {                       # v as hexadecimal digits; exact below 2^53
    s = ""
    do {
        d = v % 16
        s = substr("0123456789abcdef", d + 1, 1) s
        v = (v - d) / 16
    } while (v > 0)
    return s
}
function pad(s, n) { while (length(s) < n) s = "0" s; return s }

# A mask is a string of 32 characters 0 and 1, lane 0 first.
function lanes(first, count,   i, s) {
    s = ""
    for (i = 0; i < 32; i++) s = s (i >= first && i < first + count ? "1" : "0")
    return s
}
function every(step, phase,   i, s) {
    s = ""
    for (i = 0; i < 32; i++) s = s (i % step == phase ? "1" : "0")
    return s
}
function both(a, b,   i, s) {
    s = ""
    for (i = 1; i <= 32; i++) s = s (substr(a, i, 1) == "1" && substr(b, i, 1) == "1" ? "1" : "0")
    return s
}
function without(a, b,   i, s) {
    s = ""
    for (i = 1; i <= 32; i++) s = s (substr(a, i, 1) == "1" && substr(b, i, 1) == "0" ? "1" : "0")
    return s
}
function mask_hex(m,   i, v) {
    v = 0
    for (i = 32; i >= 1; i--) v = 2 * v + substr(m, i, 1)
    return pad(hex(v), 8)
}

# ---- lines of a warp ------------------------------------------------------------------------------------------------
# op(pc, mask, destination or "", opcode, sources, memory part or "0", immediate)
function op(pc, m, dst, name, srcs, mem, imm,   n, part, s) {
    n = split(srcs, part, " ")
    s = (version == 4 ? (10 + pc) " " : "") pad(hex(pc * 16), 4) " " mask_hex(m) " "
    s = s (dst == "" ? "0 " : "1 " dst " ") name " " n " " (n > 0 ? srcs " " : "") mem " "
    if (version >= 5) s = s (imm + 0) " "
    line[count++] = s
}
# The memory part: list_all, base_stride, base_delta.
function list(m, width, base, step,   i, s) {
    s = width " 0 "
    for (i = 0; i < 32; i++)
        if (substr(m, i + 1, 1) == "1") s = s "0x" hex(base + (i * step) % 4096) " "
    return substr(s, 1, length(s) - 1)
}
function stride(width, base, step) { return width " 1 0x" hex(base) " " step }
function delta(m, width, base, step,   i, s, last, a) {
    s = width " 2 0x" hex(base)
    last = -1
    for (i = 0; i < 32; i++) {
        if (substr(m, i + 1, 1) == "0") continue
        a = (i * step * 7) % 1024
        if (last >= 0) s = s " " (a - last)
        last = a
    }
    return s
}
function header(name, id, gx, bx, shared, regs) {
    print "-kernel name = " name > file
    print "-kernel id = " id > file
    print "-grid dim = (" gx ",1,1)" > file
    print "-block dim = (" bx ",1,1)" > file
    print "-shmem = " shared > file
    print "-nregs = " regs > file
    print "-binary version = " (version == 5 ? 80 : 75) > file
    print "-cuda stream id = 0" > file
    print "-shmem base_addr = 0x00007f5a00000000" > file
    print "-local mem base_addr = 0x00007f5a02000000" > file
    print "-nvbit version = none" > file
    print "-accelsim tracer version = " version > file
    print "-enable lineinfo = " (version == 4) > file
    print "" > file
    s = "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width " \
        "[adrrescompress?] [mem_addresses]"
    print s (version == 5 ? " immediate" : "") > file
}
function begin_block(x) { print "\n#BEGIN_TB\n\nthread block = " x ",0,0" > file }
function end_block() { print "\n#END_TB" > file }
function end_warp(w,   i) {
    print "\nwarp = " w > file
    print "insts = " count > file
    for (i = 0; i < count; i++) print line[i] > file
    count = 0
}

# ---- kernel 1: the ALU, memory and control flow ---------------------------------------------------------------------
function kernel1(b, w,   m, odd, even, i, a, base) {
    m = lanes(0, w == 3 ? 24 : 32)              # 120 threads: the last warp is not full
    odd = both(m, every(2, 1)); even = without(m, odd)
    base = 139990000000000 + b * 65536 + w * 4096
    op(0, m, "R1", "MOV", "", "0", 40)
    op(1, m, "R0", "S2R", "", "0")
    op(2, m, "R3", "S2R", "", "0")
    op(3, m, "R0", "IMAD", "R0 R3 R255", "0")
    op(4, m, "", "ISETP.GE.AND", "R0 R255", "0")
    op(5, lanes(0, 0), "", "EXIT", "", "0")     # predicated off
    op(6, m, "", "ULDC.64", "", "0")
    op(7, m, "R7", "HFMA2.MMA", "R255 R255", "0", 4)
    op(8, m, "R4", "IMAD.WIDE", "R0 R7", "0")
    op(9, m, "R10", "LDG.E", "R4", stride(4, base, 4))
    op(10, m, "R12", "LDG.E.64", "R4", stride(8, base, 8))
    op(11, m, "R16", "LDG.E.128.CONSTANT", "R4", stride(16, base, 16))
    op(12, m, "R8", "LDG.E.U8", "R4", delta(m, 1, base, 29))
    op(13, m, "R24", "F2F.F64.F32", "R10", "0")
    op(14, m, "R20", "MOV", "R255", "0")
    op(15, m, "R26", "CS2R", "", "0")
    for (i = 0; i < 2 + w % 2; i++) {           # a loop: reuse within and across iterations
        op(16, m, "R20", "FFMA", "R16 R10 R20", "0")
        op(17, m, "R21", "FFMA", "R17 R10 R20", "0")
        op(18, m, "R21", "FMUL", "R21 R21", "0")
        op(19, m, "R24", "DFMA", "R12 R12 R24", "0")
        op(20, m, "R22", "MUFU.RCP", "R21", "0")
        op(21, m, "R8", "IADD3", "R8 R255 R255", "0", 1)
        op(22, m, "", "ISETP.LT.AND", "R8", "0", 3)
        op(23, i < 1 + w % 2 ? m : lanes(0, 0), "", "BRA", "", "0", 256)
    }
    op(24, m, "", "BSSY", "", "0")
    op(25, odd, "", "BRA", "", "0", 464)
    op(26, even, "R23", "FADD", "R20 R22", "0") # one side
    op(27, even, "R23", "FADD", "R23 R23", "0")
    op(28, even, "", "BSYNC", "", "0")
    op(29, odd, "R23", "FADD", "R21 R22", "0")  # the other
    op(30, odd, "R28", "LDG.E", "R4", list(odd, 4, base, 52))
    op(31, odd, "R23", "FFMA", "R28 R23 R255", "0")
    op(32, odd, "", "BSYNC", "", "0")
    op(33, m, "R30", "LEA", "R3 R255", "0", 2)
    op(34, m, "", "STS", "R30 R23", stride(4, w * 128, 4))
    op(35, m, "", "BAR.SYNC.DEFER_BLOCKING", "", "0")
    op(36, m, "R32", "LDS.U.128", "R30", stride(16, 0, 0))
    op(37, m, "R31", "LDS", "R30", delta(m, 4, 0, 4))
    op(38, m, "", "SHFL.BFLY", "R29 R23 R255 R255", "0", 1)
    op(39, m, "R29", "FADD", "R29 R32", "0")
    op(40, m, "", "LOP3.LUT", "R255 R8 R255", "0", 1)
    op(41, odd, "R29", "FADD", "R29 R33", "0")  # predicated: some lanes
    op(42, lanes(0, 0), "R29", "FADD", "R29 R34", "0")
    op(43, lanes(0, 0), "R35", "LDG.E", "R4", stride(4, 0, 0))
    op(44, m, "R36", "IMAD.WIDE.U32", "R8 R3 R26", "0")
    op(45, m, "R37", "IMAD.HI.U32", "R37 R3 R36", "0")
    op(46, m, "R36", "XMIX.U32", "R36 R37", "0")
    op(47, m, "R24", "DADD", "R24 R12", "0")
    op(48, m, "R36", "F2I.U32.F64.TRUNC", "R24", "0")
    op(49, m, "R38", "POPC", "R36", "0")
    op(50, m, "", "R2UR", "R38", "0")
    op(51, m, "", "ATOMG.E.ADD.STRONG.GPU", "R39 R4 R38", stride(4, base, 0))
    op(52, m, "", "RED.E.ADD.64.STRONG.GPU", "R4 R24", stride(8, base + 2048, 0))
    op(53, m, "", "STG.E.128", "R4 R16", stride(16, base, 16))
    op(54, m, "", "STG.E.64", "R4 R24", stride(8, base, 8))
    op(55, m, "", "STG.E", "R4 R29", stride(4, base, 4))
    op(56, m, "", "EXIT", "", "0")
}

# ---- kernel 2: tensor instructions, a call, register reuse over a distance ------------------------------------------
function kernel2(b, w,   m, i, base) {
    m = lanes(0, 32)
    base = 139990100000000 + b * 32768 + w * 2048
    op(0, m, "R1", "MOV", "", "0")
    op(1, m, "R0", "S2R", "", "0")
    op(2, m, "R2", "SHF.L.U32", "R0 R255", "0")
    op(3, m, "R4", "IMAD.WIDE", "R0 R2", "0")
    op(4, m, "", "UMOV", "", "0")
    for (i = 0; i < 8; i++)
        op(5 + i, m, "R" (16 + i), "MOV", "R255", "0")
    op(13, m, "R8", "LDSM.16.M88.4", "R2", stride(2, w * 512, 16))
    op(14, m, "R12", "LDSM.16.MT88.2", "R2", stride(2, 2048 + w * 512, 16))
    for (i = 0; i < 2 + b; i++) {
        op(15, m, "R16", "HMMA.1688.F32", "R8 R12 R16", "0")
        op(16, m, "R20", "HMMA.1688.F32", "R10 R13 R20", "0")
        op(17, m, "R16", "HMMA.16816.F32", "R8 R12 R16", "0")
        op(18, m, "R24", "IMMA.8816.S8.S8.SAT", "R8 R12 R255", "0")
        op(19, m, "R8", "LDS.128", "R2", stride(16, w * 512, 16))
        op(20, m, "R2", "IADD3", "R2 R2 R255", "0")
        op(21, i < 1 + b ? m : lanes(0, 0), "", "BRA", "", "0")
    }
    op(22, m, "R30", "MOV", "", "0")
    op(23, m, "", "CALL.REL.NOINC", "", "0")
    op(40, m, "R26", "HADD2.F32", "R255 R24", "0")
    op(41, m, "R27", "MUFU.RSQ", "R26", "0")
    op(42, m, "R27", "FMUL", "R27 R26", "0")
    op(43, m, "R30", "RET.REL.NODEC", "", "0")  # operand 0 is read: the return address
    op(24, m, "R28", "PRMT", "R27 R255 R24", "0")
    op(25, both(m, every(4, w)), "R28", "SEL", "R28 R255", "0")
    op(26, m, "", "ATOMS.ADD", "R2 R28", list(m, 4, 4096, 4))
    op(27, m, "", "BAR.SYNC", "", "0")
    op(28, m, "", "STG.E.128", "R4 R16", stride(16, base, 16))
    op(29, m, "", "STG.E.128", "R4 R20", stride(16, base + 512, 16))
    op(30, m, "", "STG.E.64", "R4 R24", stride(8, base + 1024, 8))
    op(31, m, "", "EXIT", "", "0")
}

BEGIN {
    file = out "/kernelslist.g"
    print "MemcpyHtoD,0x00007f5200000000,65536\nkernel-1.traceg\nkernel-2.traceg" > file
    close(file)

    version = 5; file = out "/kernel-1.traceg"
    header("mix_alu", 1, 3, 120, 1024, 40)
    for (b = 0; b < 3; b++) {
        begin_block(b)
        for (w = 0; w < 4; w++) { kernel1(b, w); end_warp(w) }
        end_block()
    }
    close(file)

    version = 4; file = out "/kernel-2.traceg"
    header("mix_tensor", 2, 2, 128, 8192, 32)
    for (b = 0; b < 2; b++) {
        begin_block(b)
        for (w = 0; w < 4; w++) { kernel2(b, w); end_warp(w) }
        end_block()
    }
}'
