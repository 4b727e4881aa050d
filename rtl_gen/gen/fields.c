/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an instruction; see fields.h. */
#include "fields.h"

#include <stddef.h>
#include <string.h>

const struct field decoded_fields[] = {
    {"unit", "3", ALWAYS, "execution unit"},
    {"src_valid", "SLOTS", ALWAYS, "source slots in use"},
    {"src_reg", "SLOTS*REG_BITS", ALWAYS, "register of each source"},
    {"src_near", "SLOTS", WITH_NEAR, "the next read of the source is near"},
    {"src_dist", "SLOTS*DIST_BITS", WITH_DIST, "distance to the next read of the source"},
    {"dst_count", "3", ALWAYS, "result registers"},
    {"dst_base", "REG_BITS", ALWAYS, "first result register"},
    {"dst_near", "4", WITH_DST_NEAR, "the first read of the result is near"},
    {"dst_dist", "4*DIST_BITS", WITH_DST_DIST, "distance to the first read of the result"},
    {"long", "1", WITH_LONG, "the results come from far memory"},
    {"leave", "1", WITH_TWO_LEVEL, "the warp leaves the active set"},
    {"tag_src", "TAGS", WITH_TAGS, "tags that are read"},
    {"tag_dst", "TAGS", WITH_TAGS, "tags that become pending"},
    {"first", "1", WITH_BOC, "the first or only micro-operation of its instruction"},
    {"hint", "2", WITH_HINT, "where its results are wanted: bit 0 the BOC, bit 1 the bank"},
    {"src_pos", "SLOTS*3", WITH_POS, "position of each source in its instruction"},
    {"src_reuse", "SLOTS", WITH_FLAG, "reuse flags of the sources"},
    {"dst_look", "4", WITH_LOOK, "results that one of the warp's next instructions names"},
    {"src_level", "SLOTS*LEVEL_BITS", WITH_LEVELS, "place of each source: 0 its bank, or an entry"},
    {"copy", "LEVEL_BITS", WITH_COPY, "place in the ORF that a source is copied to, or 0"},
    {"copy_slot", "SLOT_BITS", WITH_COPY, "slot of that source"},
    {"dst_level", "4*LEVEL_BITS", WITH_LEVELS, "place that each result goes to, or 0"},
    {"dst_bank", "4", WITH_LEVELS, "results that go to their banks"},
    {"strand", "1", WITH_LEVELS, "the instruction begins a strand"},
    {"interval", "1", WITH_INTERVALS, "the instruction begins an interval"},
    {"work", "REGISTERS", WITH_INTERVALS, "registers of the interval that it begins"},
    {"live", "REGISTERS", WITH_LIVE_SETS, "registers that are live there"},
    {"src_pos", "SLOTS*3", WITH_REUSE_CACHE, "operand of each source: 0 to 2, A, B, C"},
    {"src_reuse", "SLOTS", WITH_REUSE_CACHE, "sources that are kept for reuse"},
    {"stall", "4", WITH_CONTROL_BITS, "cycles until the warp may issue again"},
    {"yield", "1", WITH_CONTROL_BITS, "other warps come first in the next cycle"},
    {"wait", "6", WITH_CONTROL_BITS, "dependence counters that must be 0"},
    {"write_bar", "3", WITH_CONTROL_BITS, "counter of its results; 6 and 7: none"},
    {"read_bar", "3", WITH_CONTROL_BITS, "counter of its reads; 6 and 7: none"},
    {"depbar", "3", WITH_CONTROL_BITS, "counter that is at most depbar_count; 6 and 7: none"},
    {"depbar_count", "6", WITH_CONTROL_BITS, "most of that counter"},
    {"last", "1", ALWAYS, "the warp's last instruction"},
    {"mask", "LANES", ALWAYS, "active lanes"},
    {"payload", "PAYLOAD_BITS", ALWAYS, "opaque bits"},
    {NULL, NULL, ALWAYS, NULL},
};

bool field_present(const struct field *field, const struct config *config)
{
    return present(field->presence, config);
}

static bool among(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* What the scoreboard and every collector see of the heads, and what only a BOC or a cache takes from its warp's. */
static const char *const seen[] = {"src_valid", "src_reg", "dst_count", "dst_base", NULL};
static const char *const boc_heads[] = {"unit", "first", "hint", "mask", "payload", NULL};

/* What a BOC takes from the head of its warp. */
static bool field_of_boc(const struct field *field, const struct config *config)
{
    return config->kind == KIND_BOC && field_present(field, config) &&
           (among(field->name, seen) || among(field->name, boc_heads));
}

/* What a register cache looks at of its warp's head, besides the sources. */
static bool field_of_cache(const struct field *field, const struct config *config)
{
    bool tensor = config_rfc_fills(config) && config->rfc_bypass_tensor;
    return field_present(field, config) &&
           (field->presence == WITH_FLAG || (tensor && strcmp(field->name, "unit") == 0));
}

/* What says without collectors whether a warp is ready: of control bits, or with scoreboards what these see. */
static const char *const waited_for[] = {"wait", "depbar", "depbar_count", NULL};

static bool field_waited_for(const struct field *field, const struct config *config)
{
    if (present(WITH_READERS, config))
        return among(field->name, seen) || field->presence == WITH_TAGS;
    return among(field->name, waited_for);
}

/* What of the heads says when a warp may leave the active set, where nothing may be on its way to its entries. */
static bool field_of_strands(const struct field *field, const struct config *config)
{
    return present(WITH_LEVELS, config) &&
           (strcmp(field->name, "strand") == 0 || strcmp(field->name, "leave") == 0);
}

/* What of the heads says which interval a warp begins. */
static bool field_of_intervals(const struct field *field)
{
    return field->presence == WITH_INTERVALS || field->presence == WITH_LIVE_SETS;
}

/* What is needed of every warp's head there. */
static bool field_of_modern_heads(const struct field *field, const struct config *config)
{
    return field_present(field, config) && (field_waited_for(field, config) || strcmp(field->name, "unit") == 0 ||
                                            strcmp(field->name, "last") == 0);
}

/*
 * What is needed of every warp's head: by the scoreboard, port R, the BOC or cache of the warp, and where some warps
 * may not load.
 */
static bool field_of_heads(const struct field *field, const struct config *config)
{
    if (present(WITH_MODERN, config))
        return field_of_modern_heads(field, config);
    return field_present(field, config) &&
           (among(field->name, seen) || strcmp(field->name, "last") == 0 || field->presence == WITH_TAGS ||
            field_of_boc(field, config) || field_of_cache(field, config) || field_of_strands(field, config) ||
            field_of_intervals(field) || (present(WITH_CCWS, config) && strcmp(field->name, "unit") == 0));
}

/* The sources of an instruction, and what is said about them. */
static bool source_present(const struct field *field, const struct config *config)
{
    return field_present(field, config) && strncmp(field->name, "src_", 4) == 0;
}

/* What is needed of the instruction that issues. */
static bool field_issued(const struct field *field, const struct config *config)
{
    return field_present(field, config) && field->presence != WITH_TAGS && field->presence != WITH_FLAG &&
           strcmp(field->name, "last") != 0 && strcmp(field->name, "strand") != 0 &&
           !among(field->name, waited_for) && !field_of_intervals(field) && !field_of_boc(field, config);
}

/* Whether the ibuffer has it of every head: what is shown, and in entries that move up what leaves. */
static bool field_at_heads(const struct field *field, const struct config *config)
{
    return field_of_heads(field, config) || (config->ib_shift && field_issued(field, config));
}

/* What of the instruction that issues comes from the heads, and what from all entries. */
static bool field_issued_of_heads(const struct field *field, const struct config *config)
{
    return field_issued(field, config) && field_at_heads(field, config);
}

static bool field_issued_of_entries(const struct field *field, const struct config *config)
{
    return field_issued(field, config) && !field_at_heads(field, config);
}

/* What a collector holds; a BOC serves one warp, and does not hold its number. */
static bool field_collected(const struct field *field, const struct config *config)
{
    return field_present(field, config) && !(config->kind == KIND_BOC && strcmp(field->name, "warp") == 0);
}

/* What a collector takes without having had a reset: a CCU compares its warp with others when it has never had one. */
static bool field_without_reset(const struct field *field, const struct config *config)
{
    return field_present(field, config) && !(config->kind == KIND_CCU && strcmp(field->name, "warp") == 0);
}

/* What goes to a unit with its instruction: not where a source is copied to. */
static bool field_dispatched(const struct field *field, const struct config *config)
{
    return field_present(field, config) && field->presence != WITH_COPY;
}

/* What a BOC takes from its warp's head. */
static bool field_carried_of_heads(const struct field *field, const struct config *config)
{
    return field_collected(field, config) && strcmp(field->name, "iid") != 0;
}

const struct field carried_fields[] = {
    {"warp", "WARP_BITS", ALWAYS, "warp"},
    {"iid", "IID_BITS", ALWAYS, "in-flight number"},
    {"unit", "3", ALWAYS, "execution unit"},
    {"mask", "LANES", ALWAYS, "active lanes"},
    {"dst_count", "3", ALWAYS, "result registers"},
    {"dst_base", "REG_BITS", ALWAYS, "first result register"},
    {"dst_near", "4", WITH_DST_NEAR, "the first read of the result is near"},
    {"dst_dist", "4*DIST_BITS", WITH_DST_DIST, "distance to the first read of the result"},
    {"dst_look", "4", WITH_LOOK, "results that one of the warp's next instructions names"},
    {"copy", "LEVEL_BITS", WITH_COPY, "place in the ORF that a source is copied to, or 0"},
    {"copy_slot", "SLOT_BITS", WITH_COPY, "slot of that source"},
    {"dst_level", "4*LEVEL_BITS", WITH_LEVELS, "place that each result goes to, or 0"},
    {"dst_bank", "4", WITH_LEVELS, "results that go to their banks"},
    {"payload", "PAYLOAD_BITS", ALWAYS, "opaque bits"},
    {NULL, NULL, ALWAYS, NULL},
};

/* What a CCU takes of a result. */
static const struct field result_fields[] = {
    {"reg", "REG_BITS", ALWAYS, "its register"},
    {"mask", "LANES", ALWAYS, "its lanes"},
    {"data", "VECTOR_BITS", ALWAYS, "its value"},
    {"dist", "DIST_BITS", WITH_DIST, "distance to its next read"},
    {"near", "1", WITH_WRITTEN_NEAR, "its next read is near"},
    {NULL, NULL, ALWAYS, NULL},
};

static const struct field_list lists[] = {
    {"decoded", decoded_fields, field_present},    {"heads", decoded_fields, field_of_heads},
    {"of_boc", decoded_fields, field_of_boc},      {"of_cache", decoded_fields, field_of_cache},
    {"issued", decoded_fields, field_issued},      {"carried", carried_fields, field_present},
    {"collected", carried_fields, field_collected}, {"sources", decoded_fields, source_present},
    {"at_heads", decoded_fields, field_at_heads},
    {"issued_heads", decoded_fields, field_issued_of_heads},
    {"issued_entries", decoded_fields, field_issued_of_entries},
    {"dispatched", carried_fields, field_dispatched},
    {"carried_heads", carried_fields, field_carried_of_heads},
    {"without_reset", carried_fields, field_without_reset},
    {"results", result_fields, field_present},
};

const struct field_list *field_list_named(const char *name, size_t length)
{
    for (const struct field_list *list = lists; list < lists + sizeof lists / sizeof *lists; list++)
        if (strlen(list->name) == length && memcmp(list->name, name, length) == 0)
            return list;
    return NULL;
}
