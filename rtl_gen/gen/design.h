/* SPDX-License-Identifier: Apache-2.0 */
/* A generated design: the files that make it up, and what its modules hold. */
#ifndef RTL_GEN_DESIGN_H
#define RTL_GEN_DESIGN_H

#include "configs/affixes.h"
#include "elaborate.h"
#include "fault.h"
#include "macros.h"
#include "templates.h"

enum { MAX_FILES = 80 + MAX_MACROS * MAX_MODELS };

struct file {
    char name[AFFIXED];
    char *text;
    size_t size;
};

struct design {
    const struct config *config;
    const struct fault *fault; /* planted fault, or NULL */
    const struct templates *templates;
    struct affixes affixes;
    struct macros *macros; /* in the place of generated memories; none with affixes */
    struct shape shape;
    struct verilog texts[MAX_MODULES];  /* what is read from the modules, as modules[]; empty for those that the */
    struct record records[MAX_MODULES]; /* configuration does not have; and their ports */
    struct origin *origins[MAX_MODULES]; /* of the lines of the modules, in templates */
    struct origin *used[MAX_MODULES]; /* lines of templates that are in the modules */
    int used_count[MAX_MODULES];
    char *replaced[MAX_MODULES]; /* generated texts that are no files */
    char *unnamed[MAX_MODULES]; /* texts as they were read, where files have others: with affixes, reset, gates */
    struct state state;
    struct file files[MAX_FILES];
    int file_count;
};

/* Generates everything, with the affixes around the names of modules and files. */
bool design_generate(struct design *design, const struct config *config, const struct templates *templates,
                     const struct fault *fault, const struct affixes *, struct macros *macros,
                     const struct sentence *);

/* A module's or file's name with the design's affixes. */
static inline const char *design_name(const struct design *design, char text[AFFIXED], const char *name)
{
    return affixed(text, &design->affixes, name);
}

static inline const char *design_module(const struct design *design, char text[AFFIXED], const struct verilog *module)
{
    return design_name(design, text, modules[module - design->texts].name);
}

void design_free(struct design *design);

/* The companions, one function per file. */
void write_filelist(const struct design *design, FILE *out);  /* subcore.f */
void write_home_filelist(const struct design *design, FILE *out); /* subcore_home.f */
void write_registers(const struct design *design, FILE *out); /* registers.tsv */
void write_memories(const struct design *design, FILE *out);  /* memories.tsv */
void write_macros(const struct design *design, FILE *out);    /* macros.tsv, with macros */
void write_vlt(const struct design *design, FILE *out);       /* subcore.vlt */
void write_sdc(const struct design *design, FILE *out);       /* subcore.sdc */
void write_flow_sdc(const struct design *design, FILE *out);  /* config.sdc */
void write_gtkw(const struct design *design, FILE *out);      /* subcore.gtkw */
void write_units(const struct design *design, FILE *out);     /* units.filter, for subcore.gtkw */
void write_core(const struct design *design, FILE *out);      /* subcore.core */
void write_bender(const struct design *design, FILE *out);    /* Bender.yml */
void write_flow_config(const struct design *design, FILE *out); /* config.mk */
void write_manifest(const struct design *design, FILE *out);  /* manifest.txt; last, over all the others */

/* Writes the files to a directory; see output.c. */
bool design_output(const struct design *design, const char *directory, const struct sentence *);

#endif
