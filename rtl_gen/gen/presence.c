/* SPDX-License-Identifier: Apache-2.0 */
/* Which configurations have a module, a field, a port or lines of a template; see presence.h. */
#include "presence.h"

#include <string.h>

bool present(enum presence presence, const struct config *config)
{
    switch (presence) {
#define PRESENCE(constant, name, condition) case constant: return condition;
#include "presence.def"
#undef PRESENCE
    case PRESENCES: break;
    }
    return false;
}

enum presence presence_named(const char *name, size_t length)
{
#define PRESENCE(constant, name, condition) [constant] = #name,
    static const char *const names[] = {
#include "presence.def"
    };
#undef PRESENCE
    int presence = 0;
    while (presence < PRESENCES && (strlen(names[presence]) != length || memcmp(names[presence], name, length) != 0))
        presence++;
    return (enum presence)presence;
}
