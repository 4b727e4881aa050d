/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_watch.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void sm_violate(struct sm_watch *w, const char *format, ...)
{
    va_list args;
    if (w->sentence[0] || w->rst)
        return;
    int used = snprintf(w->sentence, sizeof w->sentence, "cycle %" PRIu64 ": ", w->cycle);
    va_start(args, format);
    vsnprintf(w->sentence + used, sizeof w->sentence - (size_t)used, format, args);
    va_end(args);
}
