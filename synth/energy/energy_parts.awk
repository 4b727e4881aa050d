# SPDX-License-Identifier: Apache-2.0
# The components of a sub-core, for energy_power.awk. Variable: caches (register caches of the design: u_drain is
# theirs, if there are any, else the BOCs').
BEGIN { parts = "arbiter\tcrossbar\tbanks\tcaches\tcollectors\tdispatch\tissue\twriteback\trest" }
function component(name) {
    if (name ~ /^g_rfc\[|^u_read|^u_result|^u_fill/ || (caches > 0 && name ~ /^u_drain/)) return "caches"
    if (name ~ /^g_col\[|^u_operand|^u_drain/) return "collectors"
    if (name ~ /^u_crossbar/) return "crossbar"
    if (name ~ /^u_arbiter|^g_bank\[[0-9]+\]\.u_queue/) return "arbiter"
    if (name ~ /^g_bank\[[0-9]+\]\.u_bank/) return "banks"
    if (name ~ /^u_dispatch/) return "dispatch"
    if (name ~ /^u_ibuffer|^u_scoreboard|^u_inflight|^u_issue|^u_stage|^u_sthld|^u_active/) return "issue"
    if (name ~ /^u_writeback/) return "writeback"
    return "rest"
}
