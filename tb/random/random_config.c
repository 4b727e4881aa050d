/* SPDX-License-Identifier: Apache-2.0 */
/*
 * random_config: random valid configurations of few lanes, and the cases of `make regress` (tb/random/regress.sh).
 *
 * A configuration has a number, SEED * 100000 and up; what it is depends on the number only. Ten cases belong to it,
 * 10 * number + 0 to 9: of each the environment (latencies, intervals, queues, machine) and the program differ, which
 * do not change the RTL. Whatever is drawn and contradicts itself (config_check) is drawn again.
 *
 * Every option is drawn, but for those of tb/random/undrawn.tsv, which says why.
 *
 * Beside each configuration stands an invalid one, to see it refused: a value that is out of range, a word or an option
 * that does not exist, or options that contradict each other.
 */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/config.h"
#include "draw.h"
#include "configs/program.h"

/* From the number WITHOUT_COLLECTORS of a seed on collector.kind is none. */
enum { PER_SEED = 100000, PER_CONFIGURATION = 10, TRIES = 1000, TEXT = 256, WITHOUT_COLLECTORS = 90000 };

struct options {
    uint64_t seed, kase;                /* 0: not given */
    unsigned count;
    const char *kinds;
};

/* --- settings ----------------------------------------------------------------------------------------------------- */

static void set(struct config *c, const char *key, const char *value)
{
    char assignment[2 * TEXT], error[CONFIG_ERROR];
    snprintf(assignment, sizeof assignment, "%s=%s", key, value);
    if (!config_set(c, assignment, SENTENCE(error)))
        give_up("%s; change the rule in tb/random/random_config.c", error);
}

/* One of the words, which have blanks between; one that stands there twice comes twice as often. */
static const char *word(struct draw *d, const char *words, char text[TEXT])
{
    unsigned count = 1;
    for (const char *s = words; *s; s++)
        count += *s == ' ';
    for (unsigned skip = draw_below(d, count); skip > 0; skip--)
        words = strchr(words, ' ') + 1;
    snprintf(text, TEXT, "%.*s", (int)strcspn(words, " "), words);
    return text;
}

static void set_word(struct config *c, struct draw *d, const char *key, const char *words)
{
    char text[TEXT];
    set(c, key, word(d, words, text));
}

/* What an option may be, whatever the others are: words, or "low..high". */
struct rule { const char *key, *values; };

static void follow(struct config *c, struct draw *d, const struct rule *rules, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int low, high;
        char text[TEXT];
        if (sscanf(rules[i].values, "%d..%d", &low, &high) == 2)
            snprintf(text, sizeof text, "%d", draw_between(d, low, high));
        else
            word(d, rules[i].values, text);
        set(c, rules[i].key, text);
    }
}

#define FOLLOW(c, d, rules) follow(c, d, rules, sizeof rules / sizeof *rules)


/* A table of Fig. 8: six digits. */
static int digits(struct draw *d, int low, int high)
{
    int number = 0;
    for (int i = 0; i < 6; i++)
        number = 10 * number + draw_between(d, low, high);
    return number;
}

/* --- a configuration ---------------------------------------------------------------------------------------------- */

static const struct rule anywhere[] = {
    {"ibuffer.depth", "1..4"}, {"inflight.entries", "2..40"}, {"subcore.registers", "64 64 128 256"},
    {"scoreboard.tags", "0 16 17 32 32 33 64"}, {"rf.banks", "1 2 4 8 16"}, {"random.seed", "1..65535"},
    {"collector.kind", "ocu ccu boc ecu"}, {"collector.slots", "3..8"}, {"collector.count", "1..9"},
    {"collector.forward", "true false"}, {"collector.reuse_on_dispatch", "true false"},
    {"collector.payload_bits", "1..100"}, {"dispatch.order", "oldest round_robin"}, {"subcore.lanes", "1 2 3 4 8"},
    {"ccu.allocation", "random malekeh malekeh private any"}, {"ccu.write", "near near all none"},
    {"ccu.replacement", "reuse reuse lru fifo random reuse_random"}, {"ccu.shared_write", "true false false"},
    {"boc.window", "1..7"}, {"boc.write", "through back hinted hinted"}, {"ecu.waits_for", "units near all"},
    {"rfc.entries", "1 2 3 4 5 6 7 8 8 12 16"}, {"rfc.allocate", "write read read_write compiler_aided look_ahead"},
    {"rfc.replacement", "fifo lru"}, {"rfc.write", "write_back write_back write_through"},
    {"rfc.dest_map", "linear interleaved"}, {"rfc.read_ports", "1..4"}, {"rfc.write_ports", "1..2"},
    {"rfc.bypass_tensor", "true false"}, {"sthld.max", "1..20"}, {"sthld.interval", "20..200"},
    {"sthld.fraction", "1..100"}, {"reuse.bits", "2..6"}
};

/* Those of an SM. */
static const struct rule around[] = {
    {"l1d.sets", "1 1 2 2 4 8 16 32"}, {"l1d.ways", "1..9"}, {"l1d.hash", "none xor"}, {"l1d.mshrs", "1..9"},
    {"l1d.targets", "1..20"}, {"l1d.write_queue", "1..9"}, {"l1d.response_queue", "1..5"},
    {"l1d.write_hit", "update evict"}, {"vta.tags", "1..16"}, {"ccws.base", "1..200"}, {"ccws.throttle", "1..255"},
    {"throttle.window", "2..100"}, {"throttle.spare", "1..20"}, {"ciao.high_cutoff", "8 500 1000 2000 4000"},
    {"ciao.low_cutoff", "8 500 1000 2000 4000"}, {"ciao.high_epoch", "4..32"}, {"ciao.low_epoch", "4..32"},
    {"ciao.counter_bits", "4..12"}, {"ciao.patience", "16 32 64 128 256"}, {"ciao.count", "warps lanes"},
    {"shared.hash", "none xor"}, {"shared.rows", "2..16"},
    {"throttle.policy", "none ccws statpcal ciao_t ciao_p ciao_c"}
};

static void draw_sm(struct config *c, struct draw *d)
{
    c->subcores = c->sm_subcores = draw_between(d, 1, 4);
    c->warps = (7 + c->subcores) / c->subcores + draw_between(d, 0, 2);     /* a few more than the largest block has */
    FOLLOW(c, d, around);
    c->ciao_scan = draw_between(d, 1, c->subcores * c->warps);
    int least = config_shares(c) ? 8 : 4;                                   /* a line that holds a tag */
    for (c->l1d_line = least; c->l1d_line < 4 * c->lanes || (c->l1d_line < 128 && draw_below(d, 2));)
        c->l1d_line *= 2;
}

static void draw_issue(struct config *c, struct draw *d)
{
    bool ccu = c->kind == KIND_CCU, shared = c->sm_subcores && c->allocation == ALLOCATION_MALEKEH;
    set_word(c, d, "issue.scheduler", ccu ? "gto lrr malekeh malekeh two_level" : "gto lrr two_level");
    set_word(c, d, "issue.blocked", ccu ? "skip skip stall" : "skip");
    c->active = draw_between(d, 1, c->warps);
    bool none = c->throttle == THROTTLE_CCWS || config_ciao(c) ||
                (c->throttle != THROTTLE_STATPCAL && draw_below(d, 4));
    c->limit = none ? 0 : draw_between(d, 1, c->warps);
    set_word(c, d, "sthld.mode", shared ? "static own external shared shared" : "static own own external");
    c->sthld_value = draw_between(d, 0, c->sthld_max);
    if (draw_below(d, 2)) {
        c->next_small = digits(d, 1, 6);
        c->next_large = digits(d, 1, 6);
        c->step_small = digits(d, 1, 9);
        c->step_large = digits(d, 1, 9);
    }
}

static void draw_collectors(struct config *c, struct draw *d)
{
    bool ccu = c->kind == KIND_CCU, boc = c->kind == KIND_BOC, plain = c->kind == KIND_OCU, ecu = c->kind == KIND_ECU;
    if (boc || (ccu && c->allocation == ALLOCATION_PRIVATE))
        c->collectors = c->warps = c->sm_subcores ? c->warps : draw_between(d, 2, 9);
    c->entries = draw_between(d, c->slots, 20);
    static const int largest[] = {8, 16, 64};
    c->boc_entries = draw_between(d, c->slots, largest[draw_below(d, 3)]);
    c->ports_d = c->shared_write ? 1 : draw_between(d, 1, 5);
    c->rfc_enable = plain && draw_below(d, 3);
    c->ports = plain ? draw_between(d, 1, 2) : 1;
    do c->rfc_ways = draw_between(d, 1, c->rfc_entries); while (c->rfc_entries % c->rfc_ways);
    c->beats = !boc && c->lanes % 2 == 0 && !c->sm_subcores ? draw_between(d, 1, 2) : 1;
    set_word(c, d, "collector.operand_muxes", (ccu || boc) && c->beats == 1 ? "own shared" : "own");
    set_word(c, d, "issue.pipeline", c->rfc_enable || ecu ? "false" : "true false");
    bool binary = c->replacement == REPLACEMENT_REUSE_RANDOM;
    set_word(c, d, "reuse.distance", binary ? "binary" : "binary binary exact decremented");
    c->near_below = draw_between(d, 1, (1 << c->distance_bits) - 1);
}

/* Gives the options of a group their defaults. */
static void forget(struct config *c, const char *group)
{
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (strncmp(config_option(i)->key, group, strlen(group)) == 0)
            set(c, config_option(i)->key, config_option(i)->initial);
}

/* Options of what is not there do nothing, and are left out to shorten what is printed, but now and then. */
static void forget_what_is_absent(struct config *c, struct draw *d)
{
    if (draw_below(d, 8) == 0)
        return;
    if (c->kind != KIND_CCU) {
        forget(c, "ccu.");
        forget(c, "sthld.");
        forget(c, "reuse.");
    }
    if (c->kind != KIND_BOC)
        forget(c, "boc.");
    if (c->kind != KIND_ECU)
        forget(c, "ecu.");
    if (!c->rfc_enable)
        forget(c, "rfc.");
    if (c->throttle != THROTTLE_CCWS)
        forget(c, "ccws.");
    if (!config_ciao(c))
        forget(c, "ciao.");
    if (!config_shares(c))
        forget(c, "shared.");
}

static void draw_configuration(struct config *c, struct draw *d)
{
    config_default(c);
    FOLLOW(c, d, anywhere);
    c->warps = draw_between(d, 2, 20);
    if (draw_below(d, 3) == 0)
        draw_sm(c, d);
    draw_collectors(c, d);
    draw_issue(c, d);
    int rows = (c->warps * 64 + c->banks - 1) / c->banks + draw_between(d, 0, 9);
    c->rows = rows < 64 ? 64 : rows;
    forget_what_is_absent(c, d);
    if (c->sthld_mode == STHLD_EXTERNAL && draw_below(d, 2))    /* an input as well, that of the whole GPU */
        set(c, "sthld.mode", "gpu");
}

static const struct rule in_levels[] = {
    {"levels.orf", "0 1 2 3 3 3 4 5 6 7 8"}, {"levels.lrf", "one one split"}
};

static const struct rule in_intervals[] = {
    {"levels.interval", "14 16 16 16 17 24 32"}, {"levels.dead", "left moved left"}
};

/* Of these some get a register cache in their place, with room for what any instruction of a random program names. */
static void draw_intervals(struct config *c, struct draw *d)
{
    if (draw_below(d, 3) == 0)
        return;
    forget(c, "levels.");
    forget(c, "rf.ports");
    forget(c, "rf.read_ports");
    c->levels = LEVELS_LTRF;
    FOLLOW(c, d, in_intervals);
}

/* Of plain collectors some get LRF and ORF in front of the banks, and what these need. */
static void draw_levels(struct config *c, struct draw *d)
{
    if (c->kind != KIND_OCU || c->throttle == THROTTLE_STATPCAL || config_stalls(c) || draw_below(d, 8))
        return;
    forget(c, "rfc.");
    forget(c, "issue.");
    c->scheduler = SCHEDULER_TWO_LEVEL;
    c->active = draw_between(d, 1, c->warps < 6 ? c->warps : 6);
    c->beats = 1;
    c->result_order = RESULT_ORDER_OLDEST;
    c->levels = LEVELS_SOFTWARE;
    FOLLOW(c, d, in_levels);
    if (c->levels_orf > 0 && draw_below(d, 4) == 0)
        c->levels_lrf = LEVELS_LRF_OFF;
    draw_intervals(c, d);
}

/* Slow banks, where everything else allows them. */
static void draw_slow(struct config *c, struct draw *d)
{
    bool plain = (c->kind == KIND_OCU || c->kind == KIND_CCU) && !c->rfc_enable;
    if (plain && c->ports == 1 && c->read_ports == 1)
        set_word(c, d, "rf.cycles", "1 1 1 1 1 1 1 2 3 4 8");
}

/* What came later than the other rules: from numbers of its own, so that configurations are otherwise what they
 * were. */
static void draw_further(struct config *c, uint64_t number)
{
    struct draw d = {~number};
    set_word(c, &d, "ibuffer.shift", "true false");
    set_word(c, &d, "writeback.order", c->rfc_enable ? "oldest" : "oldest unit");
    set_word(c, &d, "rf.queue_shift", "true false");
    set_word(c, &d, "rtl.reset", "sync_high sync_high async_low");
    set_word(c, &d, "rtl.clock_gate", "none none cell");
    c->rtl_clock_gate_bits = draw_between(&d, 1, 40);
    if (c->rtl_clock_gate == RTL_CLOCK_GATE_NONE)
        forget(c, "rtl.clock_gate_bits");
    set_word(c, &d, "rf.read_ports", "1 1 2");
    set_word(c, &d, "rf.swizzle", "warp warp none");
    draw_levels(c, &d);
    draw_slow(c, &d);
}

static const struct rule without_collectors[] = {
    {"rf.banks", "2 2 4 8 16"}, {"issue.scheduler", "cggty cggty gto"}, {"modern.reuse_cache", "true true false"},
    {"modern.queue", "1..8"}, {"modern.result_queue", "2..8"}, {"modern.int_interval", "2..4"},
    {"modern.fp32_interval", "1..4"}, {"modern.dependences", "control_bits control_bits scoreboard"},
    {"modern.consumers", "1 1 2 3 4 63"}, {"modern.read_ports", "1 1 2 3"}, {"modern.kept", "reuse reuse near"}
};

static bool is_without_collectors(uint64_t number)
{
    return number % PER_SEED >= WITHOUT_COLLECTORS;
}

/* Units of a fixed latency take every instruction, their results do not pile up, and stall counts can wait for them. */
static void suit_units(struct config *c, struct draw *d)
{
    int apart = draw_between(d, 0, c->modern_results - 2);
    c->branch_interval = c->uniform_interval = 1;
    c->int_interval = draw_between(d, 1, c->modern_int);
    c->fp32_interval = draw_between(d, 1, c->modern_fp32);
    c->int_latency = draw_between(d, 2, 6);
    c->fp32_latency = c->int_latency + apart;
}

/* What is drawn for collectors does not count: options have their defaults, but for these. */
static void draw_without_collectors(struct config *c, struct draw *d)
{
    struct config any;
    config_default(&any);
    FOLLOW(&any, d, anywhere);
    config_default(c);
    c->kind = KIND_NONE;
    c->ports = 2;
    c->tags = 0;
    c->ib_depth = any.ib_depth;
    c->inflight = any.inflight;
    c->registers = any.registers;
    c->slots = any.slots;
    c->payload_bits = any.payload_bits;
    c->lanes = any.lanes;
    c->warps = draw_between(d, 2, 20);
    FOLLOW(c, d, without_collectors);
    if (config_counts_readers(c))
        c->tags = any.tags;
    else
        forget(c, "modern.consumers");
    if (!c->modern_cache)
        forget(c, "modern.kept");
    suit_units(c, d);
    if (draw_below(d, 4) == 0) {
        draw_sm(c, d);
        c->throttle = THROTTLE_NONE;
    }
    int rows = (c->warps * 64 + c->banks - 1) / c->banks + draw_between(d, 0, 9);
    c->rows = rows < 64 ? 64 : rows;
}

/* Of those that came later what goes with any kind. */
static void draw_rtl_only(struct config *c, uint64_t number)
{
    draw_further(c, number);
    set(c, "writeback.order", "oldest");
    set(c, "rf.read_ports", "1");
    set(c, "rf.swizzle", "warp");
}

/* Configuration `number`. */
static void configuration(struct config *c, uint64_t number)
{
    struct draw d = {number};
    char error[CONFIG_ERROR] = "";
    for (int i = 0; i < TRIES; i++) {
        if (is_without_collectors(number)) {
            draw_without_collectors(c, &d);
            draw_rtl_only(c, number);
        } else {
            draw_configuration(c, &d);
            draw_further(c, number);
        }
        if (config_check(c, SENTENCE(error)))
            return;
    }
    give_up("configuration %" PRIu64 ": none of %d draws is valid (%s); change the rules in tb/random/random_config.c",
            number, (int)TRIES, error);
}

/* --- a case ------------------------------------------------------------------------------------------------------- */

/* Short ones, so that a program takes few cycles, and now and then a long one. */
#define LATENCY  "1 1 2 2 3 4 5 7 9 16 40"
#define INTERVAL "1 1 1 2 3 4 8 19"

static const struct rule environment[] = {
    {"unit.int.latency", LATENCY}, {"unit.fp32.latency", LATENCY}, {"unit.fp64.latency", LATENCY},
    {"unit.sfu.latency", LATENCY}, {"unit.tensor.latency", LATENCY}, {"unit.branch.latency", LATENCY},
    {"unit.uniform.latency", LATENCY}, {"unit.int.interval", INTERVAL}, {"unit.fp32.interval", INTERVAL},
    {"unit.fp64.interval", INTERVAL}, {"unit.sfu.interval", INTERVAL}, {"unit.tensor.interval", INTERVAL},
    {"unit.branch.interval", INTERVAL}, {"unit.uniform.interval", INTERVAL}, {"memory.shared_latency", LATENCY},
    {"memory.l1_latency", LATENCY}, {"memory.l2_latency", "0 1 3 10 30 160"},
    {"memory.dram_latency", "0 1 5 25 100"}, {"memory.l1_kib", "1 2 4 64"}, {"memory.l2_kib", "2 4 16 1024"},
    {"memory.l2_ways", "1 2 4 16"}, {"memory.lsu_queue", "1..6"}, {"memory.queue", "1..16"},
    {"memory.l2_interval", "1 1 2 5"}, {"memory.dram_interval", "1..20"}, {"issue.strands", "true false"},
    {"rfc.look_ahead", "0..8"}, {"machine.blocks", "1 2 3 16"}, {"machine.sms", "1 1 1 2"},
    {"operand.expand", "true true true false"}, {"reuse.source", "lookahead profile"},
    {"reuse.profile_ppm", "1 500000 1000000"}, {"reuse.rthld", "1 3 12 40"}
};

/* Below which no latency may be. */
static void lift(struct config *c, int least)
{
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *o = config_option(i);
        int *field = (int *)((char *)c + o->offset);
        bool latency = o->scope == CONFIG_ENV && o->type == CONFIG_INT && strstr(o->key, "latency");
        if (latency && !strstr(o->key, "l2_") && !strstr(o->key, "dram_") && *field < least)
            *field = least;
    }
}

static void draw_environment(struct config *c, struct draw *d)
{
    FOLLOW(c, d, environment);
    int least = (8 + c->warps - 1) / c->warps;      /* sub-cores that a block of eight warps fits into */
    if (!c->sm_subcores)
        c->subcores = draw_between(d, least, least > 4 ? least : 4);
    lift(c, c->beats == 2 ? 2 : 1);
    if (c->kind == KIND_NONE)
        suit_units(c, d);
}

static const struct rule whole_gpu[] = {
    {"unit.branch.holds", "true true false"}, {"machine.shared_kib", "64 64 96"},
    {"machine.kernels", "own own gpu"}, {"memory.l2", "private private shared"},
};

static const struct rule one_l2[] = {
    {"memory.l2_slices", "1 2 4 16"}, {"memory.dram_channels", "1 2 4 8"},
    {"memory.dram_bandwidth", "8 32 100 246"}, {"memory.icnt_latency", "0 1 7 40"}, {"memory.icnt_packets", "1..4"},
};

/* What came later than the other rules, as in draw_further(). */
static void draw_further_environment(struct config *c, struct draw *d)
{
    FOLLOW(c, d, whole_gpu);
    if (c->l2 == L2_SHARED)
        FOLLOW(c, d, one_l2);
    if (c->sm_subcores)
        c->shared_interval = draw_between(d, 1, 5);
}

/* Adds the environment of a case to its configuration. */
static void case_environment(struct config *c, uint64_t kase)
{
    struct draw d = {~kase};
    char error[CONFIG_ERROR] = "";
    const struct config bare = *c;
    for (int i = 0; i < TRIES; i++) {
        *c = bare;
        draw_environment(c, &d);
        if (config_check(c, SENTENCE(error)))
            break;
    }
    const struct config drawn = *c;
    struct draw further = {kase ^ UINT64_C(0x3333333333333333)};
    for (int i = 0; i < TRIES; i++) {
        *c = drawn;
        draw_further_environment(c, &further);
        if (config_check(c, SENTENCE(error)))
            return;
    }
    give_up("case %" PRIu64 ": none of %d environments is valid (%s); change the rules in tb/random/random_config.c",
            kase, (int)TRIES, error);
}

/* The arguments of random_trace. Where there is a cache, programs are full of loads, stores and atomics. */
static void print_program(const struct config *c, uint64_t kase)
{
    struct draw d = {kase ^ UINT64_C(0x5555555555555555)};
    bool mixed = draw_below(&d, 4) != 0, memory = c->sm_subcores && draw_below(&d, 4) != 0;
    printf("program -s %" PRIu64 " -i %d%s%s\n", kase, draw_between(&d, 10, mixed ? 120 : 80),
           mixed ? " --mixed" : "", memory ? " --memory" : "");
}

/* --- an invalid one ----------------------------------------------------------------------------------------------- */

/* Wrong whatever the other options are. */
static const char *const contradictions[] = {
    "rf.banks=3", "scoreboard.tags=5", "subcore.registers=100", "l1d.sets=3", "l1d.line_bytes=24", "memory.l1_kib=3",
    "sthld.max=3 sthld.value=9", "sthld.next_small=171111", "sthld.step_large=660666", "rfc.entries=8 rfc.ways=3",
    "collector.kind=boc subcore.warps=4 collector.count=5", "collector.kind=boc subcore.warps=40 collector.count=32",
    "collector.kind=ocu issue.scheduler=malekeh", "collector.kind=boc issue.blocked=stall",
    "collector.kind=ccu collector.slots=8 ccu.entries=4", "collector.kind=boc collector.slots=8 boc.entries=7",
    "collector.kind=ccu ccu.allocation=private subcore.warps=4 collector.count=3", "collector.kind=ccu rf.ports=2",
    "collector.kind=ccu rfc.enable=true", "collector.kind=ocu rfc.enable=true issue.pipeline=true",
    "collector.kind=ocu rfc.enable=true writeback.order=unit",
    "collector.kind=ocu collector.operand_muxes=shared", "collector.kind=ocu collector.beats=2 subcore.lanes=3",
    "collector.kind=ccu ccu.shared_write=true ccu.ports_d=2",
    "issue.scheduler=two_level subcore.warps=4 issue.active=5",
    "collector.kind=ccu issue.scheduler=two_level levels.scheme=software",
    "collector.kind=ocu issue.scheduler=gto levels.scheme=software",
    "collector.kind=ocu issue.scheduler=two_level rfc.enable=false issue.pipeline=false rf.ports=2 levels.scheme=ltrf",
    "collector.kind=ocu issue.scheduler=two_level rfc.enable=false issue.pipeline=true levels.scheme=software",
    "collector.kind=none rf.ports=2 issue.scheduler=cggty scoreboard.tags=0 sm.subcores=4 throttle.policy=ciao_t",
    "sm.subcores=0 throttle.policy=ccws", "sm.subcores=0 sthld.mode=shared", "sm.subcores=2 machine.subcores=3",
    "sm.subcores=2 machine.subcores=2 throttle.policy=statpcal issue.limit=0",
    "sm.subcores=2 machine.subcores=2 throttle.policy=ciao_t issue.limit=1",
    "sm.subcores=2 machine.subcores=2 subcore.lanes=8 l1d.line_bytes=16"
};

/* The wrong setting beside configuration `number`. */
static void print_invalid(uint64_t number)
{
    struct draw d = {number ^ UINT64_C(0x3333333333333333)};
    const struct config_option *o = config_option((int)draw_below(&d, CONFIG_OPTIONS));
    bool integer = o->type == CONFIG_INT;
    switch (draw_below(&d, 6)) {
    case 0: printf("%s=%lld", o->key, integer ? (long long)o->max + 1 : 7LL); break;
    case 1: printf("%s=%lld", o->key, integer ? (long long)o->min - 1 : -1LL); break;
    case 2: printf("%s=%s", o->key, integer ? "many" : "perhaps"); break;
    case 3: printf("%sx=1", o->key); break;
    default: printf("%s", contradictions[draw_below(&d, sizeof contradictions / sizeof *contradictions)]); break;
    }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* What differs from `base`, as assignments with blanks before them. */
static void print_settings(const struct config *c, const struct config *base)
{
    char text[CONFIG_TEXT];
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (config_get(c, i) != config_get(base, i))
            printf(" %s=%s", config_option(i)->key, config_text(c, i, text));
}

static void print_case(uint64_t kase)
{
    struct config c, bare, defaults;
    config_default(&defaults);
    configuration(&bare, kase / PER_CONFIGURATION);
    c = bare;
    case_environment(&c, kase);
    printf("configuration");
    print_settings(&bare, &defaults);
    printf("\nenvironment");
    print_settings(&c, &bare);
    putchar('\n');
    print_program(&c, kase);
    printf("invalid");
    print_settings(&bare, &defaults);
    putchar(' ');
    print_invalid(kase / PER_CONFIGURATION);
    putchar('\n');
}

static const char *const kind_words = "ocu ccu boc ecu none modern rfc levels sm ccws statpcal ciao_t ciao_p ciao_c";

static bool among(const char *word_at, size_t length, const char *words)
{
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        if (n == length && memcmp(words, word_at, n) == 0)
            return true;
    }
    return false;
}

/* Whether KINDS names something that the configuration has. */
static bool wanted(const struct config *c, const char *kinds)
{
    char kind[CONFIG_TEXT], policy[CONFIG_TEXT];
    config_text(c, OPTION_kind, kind);
    config_text(c, OPTION_throttle, policy);
    return !kinds || !*kinds || among(kind, strlen(kind), kinds) || (c->rfc_enable && among("rfc", 3, kinds)) ||
           (c->kind == KIND_NONE && among("modern", 6, kinds)) || (config_frames(c) && among("levels", 6, kinds)) ||
           (c->sm_subcores && (among("sm", 2, kinds) || among(policy, strlen(policy), kinds)));
}

static void print_list(const struct options *o)
{
    struct config c, defaults;
    config_default(&defaults);
    unsigned found = 0;
    bool none = o->kinds && (among("none", 4, o->kinds) || among("modern", 6, o->kinds));
    if (none && strcmp(o->kinds, "none") != 0 && strcmp(o->kinds, "modern") != 0)
        give_up("--kinds \"%s\": none and modern, which are the same, stand alone", o->kinds);
    for (unsigned i = none ? WITHOUT_COLLECTORS : 0; i < PER_SEED && found < o->count; i++) {
        uint64_t number = o->seed * PER_SEED + i;
        configuration(&c, number);
        if (!wanted(&c, o->kinds))
            continue;
        found++;
        printf("%" PRIu64, number);
        print_settings(&c, &defaults);
        putchar('\n');
    }
    if (found < o->count)
        give_up("seed %" PRIu64 " has only %u configurations of these kinds; take another seed, too", o->seed, found);
}

/* --- command line ------------------------------------------------------------------------------------------------- */

static uint64_t number(const char *name, const char *text, uint64_t most)
{
    char *end;
    uint64_t n = strtoull(text, &end, 10);
    if (*text >= '1' && *text <= '9' && !*end && strlen(text) < 18 && n <= most)
        return n;
    give_up("--%s %s: accepted are 1 to %" PRIu64, name, text, most);
}

static const char *kinds(const char *text)
{
    for (size_t at = 0, n; text[at]; at += n + (text[at + n] == ' ')) {
        n = strcspn(text + at, " ");
        if (!among(text + at, n, kind_words))
            give_up("--kinds \"%s\": accepted are, with blanks between, %s", text, kind_words);
    }
    return text;
}

static error_t parse(int key, char *arg, struct argp_state *argp)
{
    struct options *o = argp->input;
    switch (key) {
    case 's': o->seed = number("seed", arg, 4000000000); break;
    case 'n': o->count = (unsigned)number("count", arg, PER_SEED); break;
    case 'c': o->kase = number("case", arg, UINT64_C(9000000000000000)); break;
    case 'k': o->kinds = kinds(arg); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct argp_option list[] = {
        {"seed", 's', "N", 0, "lists configurations from N * 100000 on: number and settings", 0},
        {"count", 'n', "N", 0, "how many of them (1)", 0},
        {"kinds", 'k', "WORDS", 0,
         "only those with one of: ocu ccu boc ecu none modern rfc levels sm ccws statpcal ciao_t ciao_p ciao_c", 0},
        {"case", 'c', "N", 0, "prints configuration, environment and program of a case, and an invalid configuration",
         0},
        {0}
    };
    static const char about[] = "Draws random valid configurations, and the cases of make regress.";
    static const struct argp argp = {list, parse, NULL, about, NULL, NULL, NULL};
    struct options o = {.count = 0};
    program_begin();
    program_arguments(&argp, argc, argv, 0, &o);
    if (!o.seed == !o.kase)
        return complain("one of --seed N and --case N is needed");
    if (o.kase && (o.count || o.kinds))
        return complain("--count and --kinds are of a list, and --case is one case; accepted with --seed");
    o.count = o.count ? o.count : 1;
    if (o.kase)
        print_case(o.kase);
    else
        print_list(&o);
    return 0;
}
