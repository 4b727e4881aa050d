/* SPDX-License-Identifier: Apache-2.0 */
#include "env_launch.h"

#include <inttypes.h>

#include "function.h"
#include "kernel_gate.h"

void env_launch_admit(struct env_launch *launch, uint64_t next)
{
    struct env_common *e = launch->env;
    int status;
    do
        status = frontend_admit(e->fe);
    while (status == FRONTEND_BETWEEN && kernel_gate_lets(e->opt.gate, frontend_kernels(e->fe), next)
           && (status = frontend_next_kernel(e->fe)) == 1);
    launch->waiting = status == FRONTEND_BETWEEN;
    if (status < 0)
        env_stop(e, ENV_INPUT_ERROR, NOTHING, "%s", frontend_error(e->fe));
    else if (status == 0 && e->status == ENV_RUNNING)
        e->status = ENV_DONE;
    if (frontend_kernels(e->fe) != launch->kernels) {
        launch->kernels = frontend_kernels(e->fe);
        memory_flush_l1(e->memory);
        if (e->l1)
            sector_l1_flush(e->l1);
        launch->starting = true;
    }
}

static void write_rows(struct env_launch *launch, uint32_t slot, const struct fe_warp *w)
{
    struct env_common *e = launch->env;
    uint32_t banks = (uint32_t)e->cfg->banks;
    for (uint32_t r = 0; r < w->registers; r++) {
        struct vreg value;
        function_launch(&value, w->warp, w->launch, r, (uint32_t)e->cfg->lanes);
        e->opt.write_row(e->opt.write_row_ctx, config_bank(e->cfg, slot, r), (w->base + r) / banks, &value);
    }
}

void env_launch_warp(struct env_launch *launch, uint32_t slot)
{
    struct env_common *e = launch->env;
    const struct fe_warp *w = &e->warps[slot];
    launch->starting = false;
    struct insn first_row = {.opcode = w->base / (uint32_t)e->cfg->banks};
    frontend_launched(e->fe, e->side);
    env_note(e, slot, EVENT_LAUNCH, (uint32_t)w->launch, &first_row, 0, 0);
    if (e->distances)
        distances_launch(e->distances, slot);
    if (!e->oracle)
        return;
    if (e->opt.write_row)
        write_rows(launch, slot, w);
    if (!oracle_launch(e->oracle, slot, w->warp, w->launch, w->base, w->registers))
        env_stop(e, ENV_INPUT_ERROR, NOTHING, "out of memory for %" PRIu32 " registers of the oracle", w->registers);
}

void env_launch_decode(struct env_launch *launch, uint32_t slot)
{
    struct env_common *e = launch->env;
    env_note(e, slot, EVENT_DECODE, e->warps[slot].decoded, frontend_next(e->fe, e->side, slot), 0, 0);
    frontend_decoded(e->fe, e->side, slot);
}
