/* SPDX-License-Identifier: Apache-2.0 */
/* Instances of modules: an instance is begun, gets its pins, and is ended. */
#ifndef RTL_GEN_INSTANCE_H
#define RTL_GEN_INSTANCE_H

#include "emit.h"

struct instance {
    struct emit *e;
    const char *indent;
    bool first;
};

/* An instance in the generate block `scope` ("" for none), of which there are `count`. */
struct instance instance_begin(struct emit *e, const char *module, const char *name, const char *scope, int count);
void instance_end(struct instance *instance);

void pin(struct instance *instance, const char *port, const char *signal);

/* A pin whose signal has the port's name without its direction. */
void same_pin(struct instance *instance, const char *port);

/* Such pins, separated by blanks. */
void pins(struct instance *instance, const char *ports);

/* The same, in some configurations only. */
void pins_if(struct instance *instance, bool there, const char *ports);

/* Pins whose signals have the ports' names: ports of the top, separated by blanks. */
void top_pins(struct instance *instance, const char *ports);

/* A pin that takes an element of a vector. */
void element_pin(struct instance *instance, const char *port, const char *vector, const char *index, const char *width);

/* A wire, of a width such as "WARPS*SLOTS". */
void wire(struct emit *e, const char *name, const char *width);
void wire_if(struct emit *e, bool there, const char *name, const char *width);

#endif
