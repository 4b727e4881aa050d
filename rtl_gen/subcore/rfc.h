/* SPDX-License-Identifier: Apache-2.0 */
/* What modules beside register caches ask of them. */
#ifndef RTL_GEN_RFC_H
#define RTL_GEN_RFC_H

#include "rtl_gen/gen/emit.h"

/* Whether a fill and a result can be put into the cache in the same cycle. */
bool rfc_has_two_writes(const struct emit *e);

#endif
