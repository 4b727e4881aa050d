/* SPDX-License-Identifier: Apache-2.0 */
/* cmodel annotate --levels: hints about register files that a compiler manages (docs/software-rf.md), and their
 * judge. */
#ifndef SUBCORE_ANNOTATE_LEVELS_H
#define SUBCORE_ANNOTATE_LEVELS_H

#include "annotate.h"

bool annotate_levels(const struct annotate *, const struct sentence *error);

#endif
