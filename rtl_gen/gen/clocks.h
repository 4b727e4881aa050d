/* SPDX-License-Identifier: Apache-2.0 */
/* What rtl.reset and rtl.clock_gate make of the text of a module, which is of a synchronous reset and one clock. */
#ifndef RTL_GEN_CLOCKS_H
#define RTL_GEN_CLOCKS_H

#include "configs/config.h"
#include "verilog.h"

/* Whether the configuration asks for another text. */
static inline bool clocks_change(const struct config *config)
{
    return config->rtl_reset != RTL_RESET_SYNC_HIGH || config->rtl_clock_gate != RTL_CLOCK_GATE_NONE;
}

/* The name of a port with the configuration's reset. */
const char *clocks_port(const struct config *, const char *name);

/* The text of a module with the configuration's reset, and gates of a module of that name; NULL: refused. */
char *clocks_put(const struct config *, const char *gate, const char *text, const struct verilog *, size_t *size,
                 const struct sentence *);

#endif
