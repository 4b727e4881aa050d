/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Share of the stream that has been read, of its first kernel if nobody knows how many there are; else 0. */
static double share(const struct stream_place *p)
{
    uint32_t kernels = p->kernels ? p->kernels : 1;
    if (p->kernel == 0 || p->kernel > kernels || p->blocks == 0)
        return 0.0;
    double kernel = p->block < p->blocks ? (double)p->block / (double)p->blocks : 1.0;
    return (p->kernel - 1 + kernel) / kernels;
}

static void append(char *text, size_t size, const char *format, uint64_t a, uint64_t b)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, format, a, b);
}

const char *stream_place_text(const struct stream_place *p, double seconds, char *text, size_t size)
{
    double done = share(p);
    *text = '\0';
    if (p->kernels)
        append(text, size, "kernel %" PRIu64 " of %" PRIu64, p->kernel, p->kernels);
    else
        append(text, size, "kernel %" PRIu64, p->kernel, 0);
    append(text, size, ", block %" PRIu64 " of %" PRIu64, p->block, p->blocks);
    if (done > 0.05 && done < 1.0)
        append(text, size, p->kernels ? ", about %" PRIu64 " s left" : ", about %" PRIu64 " s left of this kernel",
               (uint64_t)(seconds * (1.0 - done) / done) + 1, 0);
    return text;
}
