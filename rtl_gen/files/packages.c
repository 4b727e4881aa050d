/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tools that put designs together read of this one: subcore.core (FuseSoC, CAPI2), Bender.yml (Bender) and
 * config.mk (OpenROAD-flow-scripts). Models of macros are for simulators: synthesis has the macros' libraries.
 */
#include "filelist.h"

#include <ctype.h>

#include "configs/version.h"

/* Prints the name of a package: a begin, and the configuration with nothing but letters, digits and _; around it the
 * affixes. */
static void package(const struct design *design, const char *begin, FILE *out)
{
    fprintf(out, "%s%s", design->affixes.prefix, begin);
    for (const char *c = design->config->name; *c; c++)
        fputc(isalnum((unsigned char)*c) ? *c : '_', out);
    fputs(design->affixes.suffix, out);
}

static const char *top(const struct design *design, char text[AFFIXED])
{
    return design_name(design, text, modules[module_top(design->config)].name);
}

static bool has_models(const struct design *design)
{
    for (const struct macro *m = design->macros->of; m < design->macros->of + design->macros->count; m++)
        if (m->model_count > 0)
            return true;
    return false;
}

static void describe(const struct design *design, FILE *out)
{
    fprintf(out, "description: \"Subcore %s: the %s of configuration %s\"\n", SUBCORE_VERSION,
            modules[module_top(design->config)].name, design->config->name);
}

static void core_filesets(const struct design *design, FILE *out)
{
    char name[AFFIXED];
    fputs("filesets:\n", out);
    if (has_models(design)) {
        fputs("  models:\n"
              "    files:\n", out);
        list_models(design, "      - ", "\n", out);
        fputs("    file_type: verilogSource-2005\n", out);
    }
    fputs("  rtl:\n"
          "    files:\n", out);
    list_modules(design, "      - ", "\n", out);
    fprintf(out,
            "    file_type: verilogSource-2005\n"
            "  constraints:\n"
            "    files:\n"
            "      - %s\n"
            "    file_type: SDC\n", design_name(design, name, "subcore.sdc"));
}

static void core_targets(const struct design *design, FILE *out)
{
    char name[AFFIXED];
    const char *models = has_models(design) ? "\"models? (models)\", " : "";
    top(design, name);
    fprintf(out,
            "targets:\n"
            "  default:\n"
            "    filesets: [%srtl]\n"
            "    parameters: [SUBCORE_ASSERT]\n"
            "    toplevel: %s\n"
            "  lint:\n"
            "    default_tool: verilator\n"
            "    filesets: [%srtl]\n"
            "    parameters: [SUBCORE_ASSERT]\n"
            "    tools:\n"
            "      verilator:\n"
            "        mode: lint-only\n"
            "        verilator_options: [-Wall]\n"
            "    toplevel: %s\n"
            "  synth:\n"
            "    filesets: [rtl, constraints]\n"
            "    toplevel: %s\n", models, name, models[0] ? "models, " : "", name, name);
}

void write_core(const struct design *design, FILE *out)
{
    fputs("CAPI=2:\n"
          "# SPDX-License-Identifier: Apache-2.0\n"
          "name: subcore:designs:", out);
    package(design, "", out);
    fprintf(out, ":%s\n", SUBCORE_VERSION);
    describe(design, out);
    core_filesets(design, out);
    core_targets(design, out);
    fputs("parameters:\n"
          "  SUBCORE_ASSERT:\n"
          "    datatype: bool\n"
          "    paramtype: vlogdefine\n"
          "    description: \"assertions, in simulation\"\n", out);
}

void write_bender(const struct design *design, FILE *out)
{
    fprintf(out,
            "# SPDX-License-Identifier: Apache-2.0\n"
            "# Version %s. Bender has no place for it: it takes versions from the tags of a repository.\n"
            "package:\n"
            "  name: ", SUBCORE_VERSION);
    package(design, "subcore_", out);
    fputs("\n  ", out);
    describe(design, out);
    fputs("sources:\n", out);
    if (has_models(design)) {
        fputs("  - target: any(simulation, verilator)\n"
              "    files:\n", out);
        list_models(design, "      - ", "\n", out);
    }
    fputs("  - files:\n", out);
    list_modules(design, "      - ", "\n", out);
}

void write_flow_config(const struct design *design, FILE *out)
{
    static const char folder[] = "$(dir $(abspath $(lastword $(MAKEFILE_LIST))))";
    char name[AFFIXED];
    fprintf(out,
            "# SPDX-License-Identifier: Apache-2.0\n"
            "# Subcore %s for OpenROAD-flow-scripts, from its folder flow: make DESIGN_CONFIG=<this file>\n"
            "export DESIGN_NAME := %s\n"
            "export DESIGN_NICKNAME ?= ", SUBCORE_VERSION, top(design, name));
    package(design, "subcore_", out);
    fputs("\nexport PLATFORM ?= sky130hd\n", out);
    fprintf(out, "export SDC_FILE := %s%s\n", folder, design_name(design, name, "config.sdc"));
    fprintf(out, "export VERILOG_FILES := $(addprefix %s, \\\n", folder);
    list_modules(design, "\t", " \\\n", out);
    fputs(")\n"
          "export CORE_UTILIZATION ?= 40\n", out);
    if (design->macros->count)
        fputs("# Of the macros: export ADDITIONAL_LEFS, ADDITIONAL_LIBS and ADDITIONAL_GDS.\n", out);
}
