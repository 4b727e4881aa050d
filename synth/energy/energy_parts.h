/* SPDX-License-Identifier: Apache-2.0 */
/* The components of a sub-core and of an SM, by the names of instances. */
#ifndef SUBCORE_ENERGY_PARTS_H
#define SUBCORE_ENERGY_PARTS_H

#include <stdbool.h>

enum { ENERGY_MOST_PARTS = 16 };

/* Instances whose names begin so are of a component; # stands for a number. The first row that fits counts. */
struct energy_rule { const char *begin, *component; };

struct energy_parts {
    const char *const *components;          /* in the order of their lines; NULL behind the last one, which is `rest` */
    const struct energy_rule *first, *rules;    /* begin is NULL behind the last one; those of `first` come first */
};

/* Of a sub-core; with register caches u_drain is theirs, else the BOCs'. */
const struct energy_parts *energy_parts_of_subcore(bool caches);
const struct energy_parts *energy_parts_of_sm(void);

/* The number of the component of an instance. */
int energy_part_of(const struct energy_parts *parts, const char *instance);

#endif
