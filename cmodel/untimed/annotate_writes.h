/* SPDX-License-Identifier: Apache-2.0 */
/* cmodel annotate with boc.write: hinted: hints about where results are wanted (BOW IV-B). */
#ifndef SUBCORE_ANNOTATE_WRITES_H
#define SUBCORE_ANNOTATE_WRITES_H

#include "annotate.h"

/* Returns 0, or -1 with one sentence in `error`. */
int annotate_writes(const struct annotate *, char *error, size_t error_size);

#endif
