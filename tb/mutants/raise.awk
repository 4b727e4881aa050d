# SPDX-License-Identifier: Apache-2.0
# Raises the registers of a kernel in a trace, R255 left out, so that the highest is one below the 63 that a sub-core of
# 64 registers has beside RZ: programs with few registers then use the others.
# usage: awk -f raise.awk KERNEL.traceg
/^-nregs = / { raise = 62 - $3; $3 = 64 }

/^[0-9a-f]+ [0-9a-f]+ [0-9]+ / {
    for (i = 4; i <= NF; i++)
        if ($i ~ /^R[0-9]+$/ && $i != "R255")
            $i = "R" substr($i, 2) + raise
}

{ print }
