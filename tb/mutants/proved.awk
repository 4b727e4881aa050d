# SPDX-License-Identifier: Apache-2.0
# What an answer of prove.sh says: that the mutant is equivalent, or (bounded_N, unproved, none) not.
function proved(answer)
{
    return answer ~ /^(module|contract|invariant|parents|design|property|induction_module|induction_top)$/
}
