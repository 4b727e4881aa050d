/* SPDX-License-Identifier: Apache-2.0 */
/* Machine code of kernels compiled for the test, and variations of it: text, operands, registers, what is refused. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "cmodel/sass/sass.h"

struct pair {
    uint64_t hi, lo;
    uint32_t pc;
    const char *text;
};

static const struct pair pairs[] = {
    /* as the compiler emits them, with scheduling */
    {0x000fe400078e00ff, 0x00000a00ff017624, 0x000, "IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28] ;"},
    {0x000fc600078e00ff, 0x000000ffff007224, 0x020, "IMAD.MOV.U32 R0, RZ, RZ, RZ ;"},
    {0x000fd80003f06270, 0x000000010a00780c, 0x030, "ISETP.GE.AND P0, PT, R10, 0x1, PT ;"},
    {0x000fea0003800000, 0x0000028000008947, 0x040, "@!P0 BRA 0x2d0 ;"},
    {0x000e220000002100, 0x00000000000e7919, 0x050, "S2R R14, SR_TID.X ;"},
    {0x040fe20007ffe0ff, 0xffffffff0a007810, 0x060, "IADD3 R0, R10.reuse, -0x1, RZ ;"},
    {0x000fe400078ec0ff, 0x000000030a0a7812, 0x080, "LOP3.LUT R10, R10, 0x3, RZ, 0xc0, !PT ;"},
    {0x000fe40007ffe0ff, 0x80005a000a107a10, 0x0f0, "IADD3 R16, R10, -c[0x0][0x168], RZ ;"},
    {0x080fe200078e0009, 0x0000580006067625, 0x160, "IMAD.WIDE.U32 R6, R6, R9.reuse, c[0x0][0x160] ;"},
    {0x000ea600001ee900, 0x0000000002037381, 0x170, "LDG.E.SYS R3, [R2] ;"},
    {0x000fca00078e020b, 0x00000001100d7824, 0x1d0, "IMAD.IADD R13, R16, 0x1, R11 ;"},
    {0x000fea000383ffff, 0xfffffed000001947, 0x220, "@P1 BRA 0x100 ;"},
    {0x000fe40000000a00, 0x0000580000047ab9, 0x2d0, "ULDC.64 UR4, c[0x0][0x160] ;"},
    {0x000fe2000c10e904, 0x00000000ff007986, 0x2e0, "STG.E.SYS [UR4], R0 ;"},
    {0x000fea0003800000, 0x000000000000794d, 0x2f0, "EXIT ;"},
    {0x000fc0000383ffff, 0xfffffff000007947, 0x300, "BRA 0x300;"},
    {0x000fc00000000000, 0x0000000000007918, 0x310, "NOP;"},
    {0x004e220000209000, 0x0000000000047306, 0x060, "I2F.U32.RP R4, R0 ;"},
    {0x001e240000001000, 0x0000000400047308, 0x0b0, "MUFU.RCP R4, R4 ;"},
    {0x000062000021f000, 0x0000000200037305, 0x0f0, "F2I.FTZ.U32.TRUNC.NTZ R3, R2 ;"},
    {0x000fc600078e0002, 0x0000000903067227, 0x180, "IMAD.HI.U32 R6, R3, R9, R2 ;"},
    {0x040fe200078e00ff, 0x0000000207087824, 0x0e0, "IMAD.SHL.U32 R8, R7.reuse, 0x2, RZ ;"},
    {0x000fe200078ff8ff, 0x0000000302027211, 0x1f0, "LEA.HI R2, R2, R3, RZ, 0x1f ;"},
    {0x000fd000000f1403, 0x0000590000037a11, 0x060, "LEA.HI.X R3, R0, c[0x0][0x164], R3, 0x2, P0 ;"},
    {0x000fd000078e33ff, 0x00000000ff06a212, 0x2c0, "@!P2 LOP3.LUT R6, RZ, R0, RZ, 0x33, !PT ;"},
    {0x0000a200001f41ff, 0x0000000b020073a8, 0x070, "ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R11 ;"},
    {0x00056200001f4506, 0x0000000408ff73a9, 0x1b0, "ATOMG.E.CAS.64.STRONG.GPU PT, RZ, [R8], R4, R6 ;"},
    {0x000fe40000100000, 0x0000000000ff7355, 0x160, "BMOV.32.CLEAR RZ, B0 ;"},
    {0x000fe20003800000, 0x000000d000007945, 0x180, "BSSY B0, 0x260 ;"},
    {0x0c6fe40000000000, 0x000000030b047416, 0x1e0, "PRMT R4, R11.reuse, R0.reuse, 0x3 ;"},
    {0x000fea0000000000, 0x000000000000731d, 0x060, "BAR.SYNC R0, R0 ;"},
    {0x000fea0000000000, 0x0042000000007b1d, 0x000, "BAR.SYNC 0x1, 0x80 ;"},
    {0x000fea0000002000, 0x0081000000007b1d, 0x000, "BAR.ARV 0x2, 0x40 ;"},
    {0x0000000000000000, 0x000180000000751d, 0x000, "BAR.SYNC R0, 0x60 ;"},
    {0x0000000000000000, 0x00c000020000791d, 0x000, "BAR.SYNC 0x3, R2 ;"},
    {0x0000000000003602, 0x0000000300007226, 0x000, "IDP.2A.HI.S16.S8 R0, R0, R3, R2 ;"},
    {0x00000000000020ff, 0x0000000300057239, 0x000, "I2IP.U16.S32.SAT R5, R0, R3, RZ ;"},
    {0x0000000000007202, 0x0000000300047239, 0x000, "I2IP.S4.S32.SAT R4, R0, R3, R2 ;"},
    {0x0000000000007302, 0x0000000300047239, 0x000, "?"},
    {0x0000000000005305, 0x00005a0000057a39, 0x000, "I2IP.S2.S32.SAT R5, R0, c[0x0][0x168], R5 ;"},
    {0x0000000000000104, 0x0000000000057239, 0x000, "I2IP.U8.S32.SAT R5, R0, R0, R4.H1 ;"},
    {0x00000000000030ff, 0xffffff9c00057839, 0x000, "I2IP.S16.S32.SAT R5, R0, -0x64, RZ ;"},
    {0x0000000008003000, 0x0000000400007c38, 0x000, "I2I.S16.S32.SAT R0, UR4 ;"},
    {0x0000000000000200, 0xfffffff90005781a, 0x000, "SGXT R5, R0, -0x7 ;"},
    {0x00000000000e0200, 0xfffffffd05057414, 0x000, "VABSDIFF R5, R5, R0, -0x3 ;"},
    {0x00000000001ee920, 0x0000040002057381, 0x000, "LDG.E.LTC128B.SYS R5, [R2+0x4] ;"},
    {0x00000000000e0000, 0x8000000400047300, 0x000, "FLO.U32 R4, ~R4 ;"},
    /* numbers */
    {0x0000000000400000, 0x7fc0000000007820, 0x000, "FMUL R0, R0, +QNAN  ;"},
    {0x0000000000400000, 0xff80000000007820, 0x000, "FMUL R0, R0, -INF  ;"},
    {0x0000000000400000, 0x4f00000000007820, 0x000, "FMUL R0, R0, 2.14748364800000000000e+09 ;"},
    {0x0000000000400000, 0x4b80000100007820, 0x000, "FMUL R0, R0, 16777218 ;"},
    {0x0000000000400000, 0x3dcccccd00007820, 0x000, "FMUL R0, R0, 0.10000000149011611938 ;"},
    {0x0000000000410000, 0x0000000100007820, 0x000, "FMUL.FTZ R0, R0, 1.4012984643248170709e-45 ;"},
    {0x0000000000000000, 0xbff8000002047429, 0x000, "DADD R4, R2, -1.5 ;"},
    {0x0000000000000000, 0x3c00c00002047430, 0x000, "HADD2 R4, R2, 1, -2 ;"},
    {0x0000000000001800, 0x41dfffff00037908, 0x000, "MUFU.RCP64H R3, 2147482624 ;"},
    {0x0000000000000f00, 0xffffffff00037802, 0x000, "MOV R3, 0xffffffff ;"},
    {0x0000000007ffe0ff, 0x8000000004027810, 0x000, "IADD3 R2, R4, -0x80000000, RZ ;"},
    /* operands */
    {0x00000000008e06ff, 0x80005b00ff157624, 0x000, "IMAD.X R21, RZ, RZ, ~c[0x0][0x16c], P1 ;"},
    {0x00000000080e02ff, 0x0000580402037a24, 0x000, "?"},
    {0x000000000f8e02ff, 0x0000580402037a24, 0x000, "IMAD R3, R2, cx[UR4][0x160], RZ ;"},
    {0x0400000000000202, 0x4000000704057221, 0x000, "?"},
    {0x0400000000000200, 0xc000000704057221, 0x000, "FADD R5, |R4|.reuse, -|R7| ;"},
    {0x1c00000000040c10, 0x300000000f137231, 0x000, "HFMA2 R19, R15.reuse.H1_H1, R0.reuse.H1_H1, R16.reuse.H0_H0 ;"},
    {0x000000000c11490a, 0x0000080510007986, 0x000, "STG.E.STRONG.GPU [R16.64+UR10+0x8], R5 ;"},
    {0x000000000811490a, 0x0000080510007986, 0x000, "STG.E.STRONG.GPU [R16.U32+UR10+0x8], R5 ;"},
    {0x000000000800cc06, 0xfffff00410007988, 0x000, "STS.128 [R16.X16+UR6+-0x10], R4 ;"},
    {0x0000000000000800, 0x00fffc00090f7b82, 0x000, "LDC R15, c[0x3][R9+-0x10] ;"},
    {0x0000000000000200, 0x000080000544783b, 0x000, "LDSM.16.M88.4 R68, [R5+0x80] ;"},
    {0x000b62000000100c, 0x0000000b0608723c, 0x1b0, "HMMA.1688.F32 R8, R6, R11, R12 ;"},
    {0x000000000045540a, 0x00000049470a7237, 0x000, "?"},
    {0x000000000004540a, 0x00000049470e7237, 0x000, "IMMA.8816.S8.S8.SAT R14, R71.ROW, R73.COL, R10 ;"},
    {0x000000000383ffff, 0xfffffb300e007949, 0x5f0, "BRX R14 -0x4d0 ;"},
    {0x0000000003c3ffff, 0xffffe62014007950, 0x19d0, "RET.REL.NODEC R20 0x0 ;"},
    {0x000fcc0000000000, 0x0000800e0000791a, 0x300, "DEPBAR.LE SB0, 0x0, {3,2,1} ;"},
    {0x0000000000007600, 0x0000000000007805, 0x000, "CS2R.32 R0, SR_SNAP_PM1 ;"},
    {0x0000000000003f00, 0x0000000000007919, 0x000, "S2R R0, SR63 ;"},
    {0x00000000019e1f0c, 0x3000580a320e7b60, 0x000, "TEX.SCR.LL.AOFFI R12, R14, R50, R10, 0x0, 0x58, 2D ;"},
    {0x0000000000110500, 0x500000071200799e, 0x000, "SUST.D.BA.1D_ARRAY.U16.STRONG.CTA.TRAP [R18], R7, R0 ;"},
    {0x0000000008110500, 0x5000100714007f9d, 0x000, "SUST.D.BA.1D_ARRAY.U16.STRONG.CTA.TRAP [R20], R7, UR16, 0x0 ;"},
    /* one PTX instruction each: floating point */
    {0x004fd00000006000, 0x0000000500057221, 0x070, "FADD.RM.SAT R5, R0, R5 ;"},
    {0x004fd00000018004, 0x0000000500057223, 0x080, "FFMA.FTZ.RP R5, R0, R5, R4 ;"},
    {0x004fd00000610000, 0x0000000500057220, 0x070, "FMUL.FTZ.M4 R5, R0, R5 ;"},
    {0x004fd00000100000, 0x0000000500057220, 0x070, "FMUL.D8 R5, R0, R5 ;"},
    {0x008fd0000400c800, 0x000000050005720a, 0x090, "FSET.BF.GTU.XOR R5, R0, R5, !P0 ;"},
    {0x008fc80000717800, 0x000000050000720b, 0x0a0, "FSETP.NUM.FTZ.XOR P0, PT, R0, R5, P0 ;"},
    {0x008fd00000118020, 0x0000000500007234, 0x0a0, "HSETP2.NAN.FTZ.OR P0, P1, R0, R5, P0 ;"},
    {0x008fd0000001b0c0, 0x0000000500057233, 0x090, "HSET2.BF.LEU.FTZ.XOR R5, R0, R5, P0 ;"},
    {0x008064000070c800, 0x000000060400722a, 0x090, "DSETP.GTU.XOR P0, PT, R4, R6, P0 ;"},
    {0x004e240000002400, 0x0000000000057308, 0x060, "MUFU.TANH R5, R0 ;"},
    {0x00321e0000002600, 0x0000000200007308, 0x1d0, "MUFU.TANH.F16 R0, R2 ;"},
    {0x000e240000000a00, 0x1000000000057308, 0x070, "MUFU.EX2.F16 R5, R0.H1 ;"},
    {0x004e240000308800, 0x0000000400057310, 0x060, "F2F.F16.F64.RP R5, R4 ;"},
    {0x004e240000309900, 0x0000000400047311, 0x060, "F2I.S64.F64.CEIL R4, R4 ;"},
    {0x004e240000005c00, 0x0000000000047312, 0x070, "I2F.F64.S8.RM R4, R0 ;"},
    {0x00321e0000104800, 0x0000000500097307, 0x3b0, "FRND.F16.FLOOR R9, R5 ;"},
    /* integers, lanes */
    {0x000fe40000001000, 0x0000000800097238, 0x100, "I2I.S8.S32.SAT R9, R8 ;"},
    {0x000fc80000701910, 0x000000070500720c, 0x0a0, "ISETP.LT.U32.XOR.EX P0, PT, R5, R7, P0, P1 ;"},
    {0x004fd00000000800, 0x000000050005721a, 0x070, "SGXT.U32.W R5, R0, R5 ;"},
    {0x004fd00000000800, 0x000000000505721b, 0x070, "BMSK.W R5, R5, R0 ;"},
    {0x003fde0000001e03, 0x0000000005067219, 0x060, "SHF.R.W.U32 R6, R5, R0, R3 ;"},
    {0x004fd00000000405, 0x0000000400057216, 0x080, "PRMT.ECL R5, R0, R4, R5 ;"},
    {0x004e2400000e0600, 0x0000000000057300, 0x060, "FLO.SH R5, R0 ;"},
    {0x003fde00000e0005, 0x0000000403077214, 0x9e0, "VABSDIFF.U32 R7, R3, R4, R5 ;"},
    {0x008e2600000e8200, 0x00000000040473a1, 0x090, "MATCH.ANY.U64 R4, R4 ;"},
    {0x00321e00000e0003, 0x0c00000200057389, 0x5e0, "SHFL.BFLY PT, R5, R0, R2, R3 ;"},
    {0x000fe400038e0100, 0x0000000000067886, 0x230, "VOTEU.ANY UR6, UPT, PT ;"},
    {0x000fe40000007200, 0x0000000000057805, 0x020, "CS2R.32 R5, SR_PM7 ;"},
    /* tensor */
    {0x00321e00003c1408, 0x0000000400087237, 0x490, "IMMA.8832.S4.U4.SAT R8, R0.ROW, R4.COL, R8 ;"},
    {0x00321e0000010408, 0x000000040008723d, 0x490, "BMMA.88128.XOR.POPC R8, R0.ROW, R4.COL, R8 ;"},
    {0x00021e000000d006, 0x0000001602067236, 0xa20, "HMMA.884.F32.F32.STEP1 R6, R2.ROW, R22.ROW, R6 ;"},
    {0x000e220000004200, 0x002180006b54783b, 0xc30, "LDSM.16.MT88.4 R84, [R107+0x2180] ;"},
    /* memory */
    {0x000ea4000030e700, 0x0000004002057980, 0x050, "LD.E.LU.S16.SYS R5, [R2+0x40] ;"},
    {0x00321e00002e6d00, 0x0000000002047381, 0x1c0, "LDG.E.EL.128.CONSTANT.SYS R4, [R2] ;"},
    {0x000ea800001f0910, 0x0000400002057381, 0x050, "LDG.E.LTC64B.STRONG.CTA R5, [R2+0x40] ;"},
    {0x0033de000011e500, 0x0000000002007386, 0x230, "STG.E.U16.MMIO.SYS [R2], R0 ;"},
    {0x00321e00041165ff, 0x000000020406738a, 0x230, "ATOM.E.EXCH.64.STRONG.SYS P0, R6, [R4], R2 ;"},
    {0x004ea400001f49ff, 0x00000005020573a8, 0x060, "ATOMG.E.ADD.F16x2.RN.STRONG.GPU PT, R5, [R2], R5 ;"},
    {0x004fe200010002ff, 0x0000000205ff738c, 0x070, "ATOMS.MAX.S32 RZ, [R5], R2 ;"},
    {0x0033de0000110d00, 0x000000020400798e, 0x210, "RED.E.ADD.F64.RN.STRONG.CTA [R4], R2 ;"},
    {0x000e700000000600, 0x00c000800d087b82, 0x300, "LDC.S16 R8, c[0x3][R13+0x2] ;"},
    {0x000fec0000005000, 0x0000000000007992, 0xd00, "MEMBAR.SC.VC ;"},
    {0x000fea0000800100, 0x000000000200798f, 0x050, "CCTL.E.PF2 [R2] ;"},
    {0x000fea0000800000, 0x0000000000007990, 0x040, "CCTLL.PF2 [R0] ;"},
    {0x00321e0000000300, 0x0000000002ff73aa, 0x180, "QSPC.E.L P0, RZ, [R2] ;"},
    /* texture and surface */
    {0x00321e00001e2f06, 0x7000600508047b60, 0xdf0, "TEX.SCR.NDV R6, R4, R8, R5, 0x0, 0x60, CUBE ;"},
    {0x00321e00019e0f06, 0x680000040c047361, 0x3f0, "TEX.B.LL R6, R4, R12, R4, CUBE ;"},
    {0x00321e00009e1f0a, 0xa800000a04047364, 0x440, "TLD4.G.B.AOFFI R10, R4, R4, R10, ARRAY_2D ;"},
    {0x004f4400009e0e07, 0x3000600500047b66, 0x070, "TLD.SCR.LZ R7, R4, R0, R5, 0x0, 0x60, 2D, 0xe ;"},
    {0x00036400001e0f0a, 0x2000580402087b6c, 0x0e0, "TXD R10, R8, R2, R4, 0x0, 0x58, 2D ;"},
    {0x004f4400000004ff, 0x00005e0000057b6f, 0x060, "TXQ RZ, R5, R0, TEX_HEADER_DIMENSION, 0x0, 0x5e, 0x4 ;"},
    {0x00321e00001f0b08, 0xb00000000402799a, 0x310, "SULD.D.BA.3D.64.STRONG.CTA.TRAP R2, [R4], R8 ;"},
    {0x0033de0000110306, 0x600000040400799c, 0x2a0, "SUST.P.2D.STRONG.CTA.RG.IGN [R4], R4, R6 ;"},
    /* control, uniform */
    {0x0033de0000004000, 0x000000020000731d, 0x410, "BAR.RED.POPC R2, R2, P0 ;"},
    {0x000e3600000e4000, 0x000000000006731c, 0x380, "B2R.RESULT R6 ;"},
    {0x003fde0003800000, 0x000000ff00007801, 0x060, "PMTRIG 0xff ;"},
    {0x000fe20003a00000, 0x000000070000735d, 0x260, "NANOSLEEP.WARP R7 ;"},
    {0x000fe20003800000, 0x0000000000022942, 0x370, "@P2 BREAK B2 ;"},
    {0x021fea0003c00000, 0x0000000008007343, 0x330, "CALL.ABS.NOINC R8 ;"},
    {0x000fe80003800000, 0x0000000900007348, 0xe70, "WARPSYNC R9 ;"},
    {0x000fe4000fffe13f, 0x0000000106078890, 0x200, "@!UP0 UIADD3 UR7, -UR6, 0x1, URZ ;"},
    {0x000fe200087fe43f, 0x0000003f3f057290, 0x100, "UIADD3.X UR5, URZ, URZ, URZ, UP0, !UPT ;"},
    {0x000fe20008010208, 0x0000000205097899, 0x140, "USHF.L.U64.HI UR9, UR5, 0x2, UR8 ;"},
    {0x000fc8000f8ff23f, 0x0000000405047291, 0x3c0, "ULEA.HI.SX32 UR4, UR5, UR4, 0x1e ;"},
};

static void test_text(void **state)
{
    char text[160];
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct pair *p = &pairs[i];
        struct sass_insn insn;
        bool known = sass_decode(&insn, p->lo, p->hi, p->pc);
        size_t length = sass_text(&insn, text, sizeof text);
        assert_string_equal(text, p->text);
        assert_int_equal(length, strlen(text));
        assert_int_equal(known, strcmp(p->text, "?") != 0);
    }
}

static struct sass_insn decode(uint64_t hi, uint64_t lo)
{
    struct sass_insn insn;
    assert_true(sass_decode(&insn, lo, hi, 0x100));
    return insn;
}

/* "R4 R5 <- R2 RZ", in the order of the lists. */
static void check_registers(uint64_t hi, uint64_t lo, const char *expected)
{
    struct sass_insn i = decode(hi, lo);
    char text[160];
    size_t used = 0;
    text[0] = '\0';
    for (unsigned n = 0; n < i.write_count; n++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%u ", i.write[n]);
    used += (size_t)snprintf(text + used, sizeof text - used, "<-");
    for (unsigned n = 0; n < i.read_count; n++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %u%s", i.read[n], i.read_reuse >> n & 1 ? "r" : "");
    assert_string_equal(text, expected);
}

static void test_registers(void **state)
{
    (void)state;
    check_registers(0x080fe200078e0009, 0x0000580006067625, "6 7 <- 6 9r");         /* IMAD.WIDE, C constant */
    check_registers(0x0000000007800016, 0x0000001b14167225, "22 23 <- 20 27 22 23");
    check_registers(0x000fc600078e0002, 0x0000000903067227, "6 <- 3 9 2 3");        /* IMAD.HI: C is a pair */
    check_registers(0x0400000000000012, 0x00000000060c7229, "12 13 <- 6r 7r 18 19"); /* DADD */
    check_registers(0x00000000001eed00, 0x0000000012147381, "20 21 22 23 <- 18 19"); /* LDG.E.128 */
    check_registers(0x000000000c1eed04, 0x0000000012147981, "20 21 22 23 <- 18 19");
    check_registers(0x00000000081ee904, 0x0000000012147981, "20 <- 18");            /* .U32 */
    check_registers(0x000000000c1ee904, 0x00000004ff147981, "20 <-");
    check_registers(0x000000000010ed00, 0x0000000804007386, "<- 4 5 8 9 10 11");    /* STG.E.128 */
    check_registers(0x0000000000114416, 0x000000141004738b, "4 5 <- 16 20 21 22 23"); /* ATOM.CAS.64 */
    check_registers(0x0000000001800406, 0x000000040902738d, "2 3 <- 9 4 5 6 7");    /* ATOMS.CAST.SPIN.64 */
    check_registers(0x000b62000000100c, 0x0000000b0608723c, "8 9 10 11 <- 6 7 11 12 13 14 15");
    check_registers(0x0000000000000002, 0x000000181402723c, "2 3 <- 20 21 24 2 3");
    check_registers(0x000000000004540a, 0x00000049470a7237, "10 11 <- 71 73 10 11");
    check_registers(0x0000000000000200, 0x000080000544783b, "68 69 70 71 <- 5");    /* LDSM */
    check_registers(0x0000000000201800, 0x0000000600067310, "6 7 <- 6");            /* F2F.F64.F32 */
    check_registers(0x0000000000301000, 0x0000000200147310, "20 <- 2 3");           /* F2F.F32.F64 */
    check_registers(0x0000000000015000, 0x0000000000027805, "2 3 <-");              /* CS2R */
    check_registers(0x0000000000005000, 0x0000000000027805, "2 <-");
    check_registers(0x0000000007ffe0ff, 0x0000000f110b7210, "11 <- 17 15 255");
    check_registers(0x0000000000000000, 0x000000000000731d, "<- 0");                /* BAR.SYNC R0, R0 */
    check_registers(0x0000000000000800, 0x00fffc00090e7b82, "14 <- 9");             /* LDC */
    check_registers(0x000e240000000a00, 0x1000000000057308, "5 <- 0");              /* MUFU.EX2.F16 */
    check_registers(0x004e240000309900, 0x0000000400047311, "4 5 <- 4 5");          /* F2I.S64.F64 */
    check_registers(0x000fea0000800000, 0x0000000004007990, "<- 4");                /* CCTLL */
    check_registers(0x000fea0000800100, 0x000000000200798f, "<- 2 3");              /* CCTL.E */
    check_registers(0x0033de0000110d00, 0x000000020400798e, "<- 4 5 2 3");          /* RED.E.ADD.F64 */
    check_registers(0x00321e00041165ff, 0x000000020406738a, "6 7 <- 4 5 2 3");      /* ATOM.E.EXCH.64 */
    check_registers(0x00321e00001f0b08, 0xb00000000402799a, "2 3 <- 4 8");          /* SULD 64 */
    check_registers(0x0033de0000110d0c, 0x880000080400799e, "<- 4 8 9 10 11 12");   /* SUST 128 */
    check_registers(0x0033de0000110306, 0x600000040400799c, "<- 4 4 5 6");          /* SUST.P of two channels */
}

static void test_predicates(void **state)
{
    struct sass_insn i;
    (void)state;
    i = decode(0x00000000017e6405, 0x0000000a050a9210);     /* @!P1 IADD3.X R10, R5, R10, R5, P2, P3 */
    assert_true(i.extended && i.guard_not);
    assert_int_equal(i.guard, 1);
    assert_int_equal(i.pred_read, 1 << 1 | 1 << 2 | 1 << 3);
    assert_int_equal(i.pred_write, 0);
    assert_int_equal(i.operand_count, 8);
    assert_true(i.operand[1].hidden && i.operand[2].hidden && !i.operand[6].hidden);
    i = decode(0x000000000791e004, 0x0000000f04007210);     /* IADD3 R0, P0, P1, R4, R15, R4 */
    assert_int_equal(i.pred_write, 3);
    assert_true(i.operand[6].hidden && i.operand[6].inv);
    i = decode(0x0000000000002000, 0x0000000f14007804);     /* R2P PR, R20.B2, 0xf */
    assert_int_equal(i.pred_write, 0xf);
    assert_int_equal(i.operand[1].part, 2);
    i = decode(0x0000000000000000, 0x000000ff58007804);     /* R2P PR, R88 */
    assert_int_equal(i.pred_write, 0x7f);
    i = decode(0x0000000000000000, 0x00000040ff377803);     /* P2R R55, PR, RZ, 0x40 */
    assert_int_equal(i.pred_read, 0x40);
}

/* What the disassembly leaves out is there, hidden, and the operands behind it keep their place. */
static void test_hidden_operands(void **state)
{
    struct sass_insn i;
    (void)state;
    i = decode(0x000fc600078e0002, 0x0000000903067227);     /* IMAD.HI.U32 R6, R3, R9, R2: no carry out or in */
    assert_int_equal(i.operand_count, 6);
    assert_true(i.operand[1].hidden && i.operand[1].kind == SASS_PRED && i.operand[1].dst);
    assert_true(i.operand[5].hidden && i.operand[5].kind == SASS_PRED && i.operand[5].inv);
    assert_true(i.operand[4].kind == SASS_REG && i.operand[4].regs == 2 && !i.operand[4].hidden);
    i = decode(0x004e2400000e0600, 0x0000000000057300);     /* FLO.SH R5, R0: never a predicate */
    assert_true(i.operand[1].hidden && i.operand[1].reg == SASS_PT);
    assert_int_equal(i.operand[2].kind, SASS_REG);
    i = decode(0x000fe20003800000, 0x0000000000022942);     /* @P2 BREAK B2: no condition */
    assert_true(i.operand[0].hidden && i.operand[0].kind == SASS_PRED);
    assert_true(i.operand[1].kind == SASS_BREG && i.operand[1].reg == 2);
    i = decode(0x003fde0003800000, 0x000000ff00007801);     /* PMTRIG 0xff */
    assert_true(i.operand[0].hidden && i.operand[1].kind == SASS_IMM);
    assert_int_equal(i.operand[1].value, 0xff);
    i = decode(0x000ea800001f0910, 0x0000400002057381);     /* LDG R5, [R2+0x40]: two predicates */
    assert_int_equal(i.operand_count, 4);
    assert_true(i.operand[0].hidden && i.operand[3].hidden);
    i = decode(0x000e240000000a00, 0x1000000000057308);     /* MUFU.EX2.F16 R5, R0.H1 */
    assert_int_equal(i.mode, SASS_EX2);
    assert_int_equal(i.type, SASS_F16);
    assert_int_equal(i.operand[1].part, 1);
}

static void test_uniform(void **state)
{
    struct sass_insn i;
    (void)state;
    i = decode(0x000000000f800004, 0x00000014090472a5);   /* UIMAD.WIDE.U32 UR4, UP0, UR9, UR20, UR4 */
    assert_true(i.guard_uniform && i.wide);
    assert_int_equal(i.ureg_write, 3 << 4);
    assert_int_equal(i.ureg_read, 1 << 9 | 1 << 20 | 3 << 4);
    assert_int_equal(i.upred_write, 1);
    i = decode(0x000000000c1ee900, 0x0000000612107981);     /* LDG.E.SYS R16, [R18.64+UR6] */
    assert_int_equal(i.ureg_read, 3 << 6);
    assert_int_equal(i.address_bits, 64);
    assert_int_equal(i.operand[2].kind, SASS_ADDR);
    i = decode(0x0000000008005800, 0x0010000800107984);     /* LDS.U R16, [R0.X4+UR8+0x1000] */
    assert_int_equal(i.ureg_read, 1 << 8);
    assert_int_equal(i.scale, 4);
    assert_true(i.operand[1].scaled);
    assert_int_equal(i.operand[1].value, 0x1000);
}

static void test_control(void **state)
{
    struct sass_insn i;
    (void)state;
    i = decode(0x001e240000001000, 0x0000000400047308);     /* MUFU: waits for 0, sets 0, 2 cycles */
    assert_int_equal(i.stall, 2);
    assert_int_equal(i.wait_mask, 1);
    assert_int_equal(i.write_barrier, 0);
    assert_int_equal(i.read_barrier, 7);
    assert_false(i.yield);
    i = decode(0x000fc0000383ffff, 0xfffffff000007947);
    assert_int_equal(i.stall, 0);
    assert_int_equal(i.write_barrier, 7);
    assert_true(i.yield);
    assert_int_equal(i.operand[1].value, 0x100);            /* to itself */
    i = decode(0x000000000383ffff, 0xfffffb300c007949);     /* BRX: the label counts from the section */
    assert_int_equal(i.operand[1].kind, SASS_LABEL);
    assert_int_equal(i.operand[1].value, 0x100 + 0x10 - 0x4d0);
}

/* Every bit counts: one that is set without a known meaning, or a reserved value, makes an instruction unknown. */
static void test_refused(void **state)
{
    static const struct { uint64_t hi, lo; } unknown[] = {
        {0, 0}, {UINT64_MAX, UINT64_MAX}, {0, 0x0000000000007000},
        {0x0000000000000f01, 0x0000000300007202},   /* MOV with bit 64 */
        {0x0000000000000000, 0x0000000001007918},   /* NOP with bit 24 */
        {0x2000000000000000, 0x0000000000007918},   /* bit 125 */
        {0x0000000007ffe0ff, 0x0000000f110b7010},   /* IADD3 of form 0 */
        {0x000000000ffe00ff, 0x0000000f110b7210},   /* IADD3 without .X, with a carry-in */
        {0x0000000003f0c070, 0x000000010a00780c},   /* ISETP: reserved operation */
        {0x0000000000002800, 0x0000000400047308},   /* MUFU: function 10 */
        {0x00000000001ee900, 0x00000000fe037381},   /* LDG.E with a pair from R254 */
        {0x000000000c10e904, 0x00000000ff007386},   /* STG: form without a uniform register, with one */
        {0x000000000010e900, 0x0000000402007986},   /* the other way round */
        {0x0000000000200800, 0x0000000000007310},   /* F2F.F16.F32 under the opcode of 64 bits */
        {0x0000000000301000, 0x0000000200147304},
        {0x0000000000000600, 0x0000000000057308},   /* MUFU.SIN of half precision */
        {0x0000000000000a00, 0x2000000000057308},   /* MUFU.EX2.F16 of the third half */
        {0x0000000000000a00, 0x3c00000000057908},   /* MUFU.EX2.F16 of an immediate */
        {0x0000000002000000, 0x0000000000007990},   /* CCTLL on all lines */
        {0x0000000008000000, 0x0000000000007990},   /* CCTLL with a uniform register */
        {0x0000000000004000, 0x0000000000007992},   /* MEMBAR: scope 4 */
        {0x0000000003800000, 0x0001000000007801},   /* PMTRIG: 17 bits */
        {0x00000000000e0a02, 0x0000000400007215},   /* VABSDIFF4 of signed bytes */
        {0x00000000019e8f04, 0x30005e0004007b60},   /* TEX with bit 79 */
    };
    struct sass_insn insn;
    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_false(sass_decode(&insn, unknown[i].lo, unknown[i].hi, 0x40));
        assert_true(insn.lo == unknown[i].lo && insn.hi == unknown[i].hi && insn.pc == 0x40);
        assert_int_equal(insn.op, SASS_NONE);
    }
}

/* Whatever the bits are: a known instruction has a text that fits and lists within their bounds, and is the same when
 * it is decoded again; an unknown one leaves only what was given. */
static bool check_any(uint64_t hi, uint64_t lo, uint64_t pc)
{
    struct sass_insn insn, again;
    char text[160];
    memset(&insn, 0xa5, sizeof insn);
    memset(&again, 0x5a, sizeof again);
    bool known = sass_decode(&insn, lo, hi, pc);
    assert_int_equal(sass_decode(&again, lo, hi, pc), known);
    assert_true(insn.lo == lo && insn.hi == hi && insn.pc == pc);
    size_t length = sass_text(&insn, text, sizeof text);
    if (!known) {
        assert_true(insn.op == SASS_NONE && insn.operand_count == 0 && insn.read_count == 0 && insn.write_count == 0);
        assert_true(insn.pred_read == 0 && insn.pred_write == 0 && insn.ureg_read == 0 && insn.ureg_write == 0);
        assert_true(insn.stall == 0 && insn.wait_mask == 0 && insn.reuse == 0 && insn.guard == 0);
        return false;
    }
    assert_in_range(length, 3, sizeof text - 1);
    assert_int_equal(length, strlen(text));
    assert_int_equal(text[length - 1], ';');
    assert_in_range(insn.op, SASS_NONE + 1, SASS_OP_COUNT - 1);
    assert_in_range(insn.operand_count, 0, SASS_MAX_OPERANDS);
    assert_in_range(insn.read_count, 0, SASS_MAX_READS);
    assert_in_range(insn.write_count, 0, SASS_MAX_WRITES);
    assert_int_equal(again.operand_count, insn.operand_count);
    assert_memory_equal(again.read, insn.read, insn.read_count);
    assert_memory_equal(again.write, insn.write, insn.write_count);
    for (unsigned n = 0; n < insn.operand_count; n++) {
        const struct sass_operand *o = &insn.operand[n];
        if (o->kind != SASS_REG)
            continue;
        assert_in_range(o->position + o->regs, 0, o->dst ? insn.write_count : insn.read_count);
        for (unsigned r = 0; r < o->regs; r++)
            assert_int_equal((o->dst ? insn.write : insn.read)[o->position + r],
                             o->reg == SASS_RZ ? SASS_RZ : o->reg + r);
    }
    return true;
}

static uint64_t random_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Random bits, random bits of a known opcode, and known instructions with a few bits turned over or a field of them
 * replaced. SASS_SEED repeats a run. */
static void test_random_encodings(void **unused)
{
    enum { COUNT = 200000 };
    const char *given = getenv("SASS_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL), state = seed * 2 + 1;
    unsigned known = 0;
    (void)unused;
    print_message("SASS_SEED=%" PRIu64 "\n", seed);
    for (unsigned n = 0; n < COUNT; n++) {
        const struct pair *p = &pairs[random_bits(&state) % (sizeof pairs / sizeof *pairs)];
        uint64_t hi = p->hi, lo = p->lo, with = random_bits(&state);
        switch (n % 4) {
        case 0:
            hi = random_bits(&state);
            lo = with;
            break;
        case 1:
            hi = (hi & ~UINT64_C(0xffffff)) | (random_bits(&state) & 0xffffff);
            lo = (lo & 0xfff) | (with & ~UINT64_C(0xfff));
            break;
        case 2:
            for (unsigned bits = 1 + with % 4; bits > 0; bits--) {
                unsigned bit = random_bits(&state) % 128;
                *(bit < 64 ? &lo : &hi) ^= UINT64_C(1) << bit % 64;
            }
            break;
        default:
            lo ^= (with & 0xff) << 8 * (1 + with / 256 % 7);
            break;
        }
        known += check_any(hi, lo, 16 * (with & 0xffff));
    }
    assert_in_range(known, COUNT / 20, COUNT);
}

/* Text of any size is cut, and its length is told. */
static void test_size(void **state)
{
    struct sass_insn i = decode(0x000fe400078ec0ff, 0x000000030a0a7812);
    char text[8];
    (void)state;
    assert_int_equal(sass_text(&i, text, sizeof text), strlen("LOP3.LUT R10, R10, 0x3, RZ, 0xc0, !PT ;"));
    assert_string_equal(text, "LOP3.LU");
    assert_int_equal(sass_opcode_text(&i, text, sizeof text), strlen("LOP3.LUT"));
    assert_int_equal(sass_text(&i, NULL, 0), strlen("LOP3.LUT R10, R10, 0x3, RZ, 0xc0, !PT ;"));
    assert_string_equal(sass_op_name(SASS_LOP3), "LOP3");
    assert_string_equal(sass_op_name(SASS_NONE), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text), cmocka_unit_test(test_registers), cmocka_unit_test(test_predicates),
        cmocka_unit_test(test_hidden_operands), cmocka_unit_test(test_uniform), cmocka_unit_test(test_control),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_random_encodings), cmocka_unit_test(test_size)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
