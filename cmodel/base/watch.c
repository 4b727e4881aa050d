/* SPDX-License-Identifier: Apache-2.0 */
#include "watch.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void violate(struct watch *w, const char *format, ...)
{
    va_list args;
    if (w->sentence[0] || w->rst)
        return;
    int used = snprintf(w->sentence, sizeof w->sentence, "cycle %" PRIu64 ": ", w->cycle);
    va_start(args, format);
    vsnprintf(w->sentence + used, sizeof w->sentence - (size_t)used, format, args);
    va_end(args);
}
