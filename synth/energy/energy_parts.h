/* SPDX-License-Identifier: Apache-2.0 */
/* The components of a sub-core and of an SM, by the names of instances. */
#ifndef SUBCORE_ENERGY_PARTS_H
#define SUBCORE_ENERGY_PARTS_H

enum { ENERGY_MOST_PARTS = 16 };

/* Instances whose names begin so are of a component; # stands for a number. The first row that fits counts. */
struct energy_rule { const char *begin, *component; };

struct energy_parts {
    const char *const *components;          /* in the order of their lines; NULL behind the last one, which is `rest` */
    const struct energy_rule *first, *rules;    /* begin is NULL behind the last one; those of `first` come first */
};

/* Collectors; register caches before them, whose u_drain is else the BOCs'; a window of reads in their place (3.18). */
enum energy_subcore { ENERGY_OF_COLLECTORS, ENERGY_OF_CACHES, ENERGY_OF_WINDOW };

const struct energy_parts *energy_parts_of_subcore(enum energy_subcore kind);
const struct energy_parts *energy_parts_of_sm(void);

/* The number of the component of an instance. */
int energy_part_of(const struct energy_parts *parts, const char *instance);

#endif
