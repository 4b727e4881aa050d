/* SPDX-License-Identifier: Apache-2.0 */
/* The classes of a layout's nets, from the table that circuit_print_nets() writes. */
#ifndef SUBCORE_PLACE_NET_TABLE_H
#define SUBCORE_PLACE_NET_TABLE_H

#include "circuit.h"
#include "def.h"

/* The class of each net of a layout, in its order; to be freed. NULL if the table is refused, or lacks a net. */
enum net_class *net_table_classes(const char *path, const struct def *def, const struct sentence *);

/* The class of this name, if there is one. */
bool net_table_class(const char *name, enum net_class *class);

#endif
