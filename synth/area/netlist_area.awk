# SPDX-License-Identifier: Apache-2.0
# What all instances of a netlist have: argument modules.tsv of netlist.sh; variables module (of that one alone), digits
# (of the area; 9). Prints "area flip-flops" in um2, without memories.
BEGIN { FS = "\t" }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
module != "" && $1 != module { next }
{ area += $at["instances"] * $at["area_um2"]; flops += $at["instances"] * $at["flops"] }
END { printf "%.*g %d\n", digits ? digits : 9, area, flops }
