/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The planted faults: they stand in templates, each beside the line that it changes, with the settings with which the
 * line is there and the fault shows. The settings go with configs/tiny.yaml.
 */
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/config.h"
#include "grow.h"

/* Settings: more warps in one sub-core, and policies. */
#define WARPS "subcore.warps=8 rf.rows=256 machine.subcores=1"
#define MALEKEH WARPS " issue.scheduler=malekeh ccu.allocation=malekeh sthld.value=3"
#define STAGE "issue.pipeline=true"
#define UNIT "writeback.order=unit"
#define BOC "collector.kind=boc"
#define LATE BOC " " STAGE
#define BACK BOC " boc.write=back"
#define HINTED BOC " boc.write=hinted"
#define ECU "collector.kind=ecu"
#define RFC "collector.kind=ocu rfc.enable=true"
#define LEVELS WARPS " collector.kind=ocu issue.scheduler=two_level levels.scheme=software"
#define INTERVALS WARPS " collector.kind=ocu issue.scheduler=two_level levels.scheme=ltrf"
#define LIVE_SETS INTERVALS " levels.dead=left"
#define FEW RFC " rfc.read_ports=1"

/* Without collectors: no tags, no pipeline, and units that take what comes. Results of INT and FP32 meet often. */
#define MODERN "collector.kind=none rf.ports=2 scoreboard.tags=0 issue.scheduler=cggty unit.int.latency=2" \
    " unit.fp32.latency=3 unit.branch.interval=1 unit.uniform.interval=1"

/* The same with scoreboards; and with several reads in a cycle. */
#define READERS MODERN " modern.dependences=scoreboard"
#define SEVERAL_READS MODERN " modern.read_ports=2"
#define KEPT_NEAR MODERN " modern.kept=near"

/* An SM with a small cache. */
#define LINE "machine.subcores=2 sm.subcores=2 l1d.line_bytes=16"
#define TABLES " l1d.mshrs=3 l1d.targets=4 l1d.write_queue=2 l1d.response_queue=2"
#define SM LINE TABLES " l1d.sets=4 l1d.ways=2"

/* What limits warps: on its own, by scores, and until bandwidth is unused. */
#define CCWS LINE " l1d.sets=2 l1d.ways=2 subcore.warps=4 rf.rows=128 throttle.policy=ccws" \
    " vta.tags=4 ccws.throttle=255 ccws.base=10"
#define SPARE LINE " l1d.sets=2 l1d.ways=2 subcore.warps=4 rf.rows=128 throttle.policy=statpcal issue.limit=1" \
    " throttle.window=16 throttle.spare=3"

/* One STHLD for two sub-cores. */
#define COMMON LINE " subcore.warps=4 rf.rows=128 issue.scheduler=malekeh ccu.allocation=malekeh sthld.value=3" \
    " sthld.mode=shared sthld.interval=20 sthld.fraction=3 sthld.max=4"

/* CIAO on a small SM: short epochs, counters that become full, few rows of shared memory. */
#define CIAO LINE " l1d.sets=2 l1d.ways=2 l1d.response_queue=2 subcore.warps=4 subcore.registers=64 rf.rows=256" \
    " vta.tags=4 ciao.high_epoch=12 ciao.low_epoch=8 ciao.scan=4 ciao.high_cutoff=32 ciao.low_cutoff=32" \
    " ciao.counter_bits=8 ciao.patience=100 shared.rows=12 throttle.policy=ciao_c ciao.count=warps"

/* Of one part each: what shows in a queue that shifts, in caches that fill, and so on. */
#define QUEUE_SHIFT "rf.queue_shift=true"
#define TWO_PORTS "collector.kind=ocu rf.ports=2"
#define TWO_READS "rf.read_ports=2"
#define SLOW "rf.cycles=3"
#define SMALL BOC " boc.entries=6"
#define SMALL_BACK BACK " boc.entries=6"
#define OWN MALEKEH " sthld.mode=own sthld.interval=20 sthld.fraction=3 sthld.max=4"
#define DOWN OWN " sthld.step_small=111111 sthld.step_large=111111"
#define ALONE "machine.blocks=1 issue.scheduler=malekeh ccu.allocation=malekeh sthld.mode=own sthld.interval=20"
#define TWO WARPS " issue.scheduler=two_level"
#define SHIFT "ibuffer.shift=true"
#define LIMIT WARPS " issue.limit=2"
#define FILL RFC " rfc.allocate=read_write"
#define CIAO_BY_LANES CIAO " ciao.count=lanes"

/* Settings that faults of templates name. */
static const struct {
    const char *name, *settings;
} named_settings[] = {
    {"warps", WARPS}, {"malekeh", MALEKEH}, {"own", OWN}, {"down", DOWN}, {"alone", ALONE}, {"two", TWO},
    {"limit", LIMIT}, {"stage", STAGE}, {"unit", UNIT}, {"shift", SHIFT}, {"queue_shift", QUEUE_SHIFT},
    {"two_ports", TWO_PORTS}, {"two_reads", TWO_READS}, {"slow", SLOW}, {"boc", BOC}, {"late", LATE}, {"back", BACK},
    {"hinted", HINTED}, {"small", SMALL},
    {"small_back", SMALL_BACK}, {"rfc", RFC}, {"few", FEW}, {"fill", FILL}, {"levels", LEVELS},
    {"intervals", INTERVALS}, {"live_sets", LIVE_SETS},
    {"ecu", ECU}, {"sm", SM}, {"ccws", CCWS},
    {"modern", MODERN}, {"readers", READERS}, {"several_reads", SEVERAL_READS}, {"kept_near", KEPT_NEAR},
    {"spare", SPARE}, {"common", COMMON},
    {"ciao", CIAO}, {"ciao_by_lanes", CIAO_BY_LANES},
};

bool faults_have(const struct faults *faults, const char *module, int number)
{
    for (int i = 0; i < faults->count; i++)
        if (faults->list[i].number == number && strcmp(faults->list[i].module, module) == 0)
            return true;
    return false;
}

static bool add(struct faults *faults, struct fault fault, const struct sentence *sentence)
{
    if (faults_have(faults, fault.module, fault.number))
        return refuse(sentence, "%s has two faults %d", fault.module, fault.number);
    APPEND(faults->list, faults->count, fault);
    return true;
}

/* What a word among the settings of a fault stands for; NULL for one that is refused. */
static const char *setting(const char *word, const struct sentence *sentence)
{
    struct config config;
    for (size_t i = 0; i < sizeof named_settings / sizeof *named_settings; i++)
        if (strcmp(named_settings[i].name, word) == 0)
            return named_settings[i].settings;
    config_default(&config);
    if (strchr(word, '='))
        return config_set(&config, word, sentence) ? word : NULL;
    refuse(sentence, "there are no settings %s; accepted: key=value, or a name of rtl_gen/gen/fault.c", word);
    return NULL;
}

/* The settings with names replaced, in memory of their own. */
static char *written_out(struct part settings, const struct sentence *sentence)
{
    char *words = strndup(part_is_empty(settings) ? "" : settings.at, settings.length), *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool good = true;
    if (!words || !out)
        return refuse(sentence, "there is no memory"), NULL;
    for (char *rest = words, *word; good && (word = strsep(&rest, " "));) {
        const char *meaning = *word ? setting(word, sentence) : "";
        good = meaning;
        if (good)
            fprintf(out, "%s%s", ftell(out) > 0 && *meaning ? " " : "", meaning);
    }
    fclose(out);
    free(words);
    if (good)
        return text;
    free(text);
    return NULL;
}

bool faults_add(struct faults *faults, const char *module, int number, struct part settings, struct part description,
                const struct sentence *sentence)
{
    char *written = written_out(settings, sentence), *said = strndup(description.at, description.length);
    if (written && said && add(faults, (struct fault){module, number, written, said}, sentence))
        return true;
    free(written);
    free(said);
    return false;
}

void faults_free(struct faults *faults)
{
    for (struct fault *fault = faults->list; fault < faults->list + faults->count; fault++) {
        free(fault->settings);
        free(fault->description);
    }
    free(faults->list);
    *faults = (struct faults){.count = 0};
}

const struct fault *fault_find(const struct faults *faults, const char *name)
{
    char text[128];
    for (int i = 0; i < faults->count; i++) {
        snprintf(text, sizeof text, "%s:%d", faults->list[i].module, faults->list[i].number);
        if (strcmp(text, name) == 0)
            return &faults->list[i];
    }
    return NULL;
}

bool fault_missing(const struct fault *fault, const struct sentence *sentence)
{
    return refuse(sentence, "--fault: %s:%d is not in this configuration; accepted: configs/tiny.yaml%s%s",
                  fault->module, fault->number, fault->settings[0] ? " with " : "", fault->settings);
}
