/* SPDX-License-Identifier: Apache-2.0 */
/* Which configurations have a module, a field, a port or lines of a template: the table is presence.def. */
#ifndef RTL_GEN_PRESENCE_H
#define RTL_GEN_PRESENCE_H

#include "configs/config.h"

#define PRESENCE(constant, name, condition) constant,
enum presence {
#include "presence.def"
    PRESENCES
};
#undef PRESENCE

bool present(enum presence presence, const struct config *config);

/* The one that templates call so; PRESENCES if there is none. `name` has `length` bytes. */
enum presence presence_named(const char *name, size_t length);

#endif
