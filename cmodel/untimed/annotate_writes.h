/* SPDX-License-Identifier: Apache-2.0 */
/* cmodel annotate with boc.write: hinted: hints about where results are wanted (BOW IV-B). */
#ifndef SUBCORE_ANNOTATE_WRITES_H
#define SUBCORE_ANNOTATE_WRITES_H

#include "configs/sentence.h"
#include "annotate.h"

bool annotate_writes(const struct annotate *, const struct sentence *error);

#endif
