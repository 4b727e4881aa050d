/* SPDX-License-Identifier: Apache-2.0 */
/* cmodel annotate --control: control bits for a recorded trace, as a compiler would write them. */
#ifndef SUBCORE_ANNOTATE_CONTROL_H
#define SUBCORE_ANNOTATE_CONTROL_H

#include "configs/sentence.h"
#include "annotate.h"

bool annotate_control(const struct annotate *, const struct sentence *error);

#endif
