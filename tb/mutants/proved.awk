# SPDX-License-Identifier: Apache-2.0
# What both lists of the RTL's mutants ask of results/ (rtl.sh).

# What an answer of prove.sh says: that the mutant is equivalent, or (bounded_N, unproved, none) not.
function proved(answer)
{
    return answer ~ /^(module|contract|invariant|parents|design|property|induction_module|induction_top)$/
}

# The bench in which it dies, as MODULE:SEED:CYCLE, is one.
function dies_alone(bench) { return bench != "" && bench !~ /^(-|none):/ }
