/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of configs/counts.c: the conditions in options.def, and notes about options that have no effect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "configs/config.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const canned[] = {
    "ocu", "ocu_8", "ccu", "malekeh", "gto_lru", "two_level_rfc", "two_level_sw", "bow", "bow_wr_hinted",
    "rfc_2way_compiler_linear", "rfc_8way_write", "sm_tiny", "sm_gto", "sm_ccws", "sm_statpcal", "sm_malekeh", "ciao_t",
    "ciao_p", "ciao_c", "tiny",
};

static void load(struct config *config, const char *path)
{
    char error[CONFIG_ERROR] = "";
    if (!config_load(config, path, SENTENCE(error)))
        fail_msg("%s is refused: %s", path, error);
}

static void load_text(struct config *config, const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    load(config, name);
}

static void set(struct config *config, const char *assignment)
{
    char error[CONFIG_ERROR] = "";
    if (!config_set(config, assignment, SENTENCE(error)))
        fail_msg("--set %s is refused: %s", assignment, error);
}

/* A canned configuration with settings, up to a NULL. */
static void make(struct config *config, const char *name, ...)
{
    char path[CONFIG_PATH];
    va_list list;
    snprintf(path, sizeof path, "configs/%s.yaml", name);
    load(config, path);
    va_start(list, name);
    for (const char *s = va_arg(list, const char *); s; s = va_arg(list, const char *))
        set(config, s);
    va_end(list);
}

/* What is said of a configuration, a line each. */
static void assert_notes(const struct config *config, bool verilog, const char *expected)
{
    char all[8192] = "", text[CONFIG_ERROR];
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (config_note(config, i, verilog, text, sizeof text)) {
            strncat(all, text, sizeof all - strlen(all) - 2);
            strcat(all, "\n");
        }
    assert_string_equal(all, expected);
}

/* --- the conditions ----------------------------------------------------------------------------------------------- */

/* A condition on one option: it is known, its values are, and what it leads to ends. */
static void check_condition(const char *text, int depth)
{
    char key[128];
    snprintf(key, sizeof key, "%s", text);
    char *sign = key + strcspn(key, "=>"), kind = *sign;
    *sign = '\0';
    if (strcmp(text, "profile") == 0)
        return;
    int index = config_find(key);
    if (index < 0)
        fail_msg("%s: %s is no option", text, key);
    assert_in_range(depth, 0, 8);
    char error[CONFIG_ERROR], assignment[256];
    struct config config;
    if (kind == '=')
        for (char *rest = sign + 1, *word; (word = strsep(&rest, "|"));) {
            config_default(&config);
            snprintf(assignment, sizeof assignment, "%s=%s", key, word);
            if (!config_set(&config, assignment, SENTENCE(error)))
                fail_msg("%s: %s", text, error);
        }
    else if (kind == '>' && config_find(sign + 1) < 0)
        assert_int_equal(strspn(sign + 1, "0123456789"), strlen(sign + 1));
    char with[512], *rest = with;
    snprintf(with, sizeof with, "%s", config_option(index)->with);
    for (char *word; (word = strsep(&rest, " "));)
        if (*word && strcmp(word, "or") != 0)
            check_condition(word, depth + 1);
}

static void test_conditions_are_about_options_and_values_that_exist(void **state)
{
    (void)state;
    int conditions = 0;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        char with[512], *rest = with;
        snprintf(with, sizeof with, "%s", config_option(i)->with);
        for (char *word; (word = strsep(&rest, " "));)
            if (*word && strcmp(word, "or") != 0) {
                check_condition(word, 0);
                conditions++;
            }
    }
    assert_in_range(conditions, 60, 1000);
}

/* What the generator and the model ask for (config.h), of canned configurations with one option changed. */
static void assert_agrees(const struct config *c)
{
    const struct { int index; bool wanted; } rows[] = {
        {OPTION_sthld_mode, config_waits(c)},
        {OPTION_sthld_max, config_waits(c)},
        {OPTION_distance, config_source_reuse(c) || config_result_reuse(c)},
        {OPTION_reuse_source, config_source_reuse(c) || config_result_reuse(c) || config_rfc_flags(c)},
        {OPTION_modern_kept, config_keeps(c)},
        {OPTION_rfc_write_ports, config_rfc_fills(c)},
        {OPTION_rfc_look_ahead, config_rfc_looks(c)},
        {OPTION_boc_write, c->kind == KIND_BOC},
        {OPTION_ciao_scan, config_ciao(c) && c->sm_subcores},
        {OPTION_ciao_patience, config_stalls(c) && c->sm_subcores},
        {OPTION_shared_rows, config_shares(c) && c->sm_subcores},
        {OPTION_vta_tags, c->sm_subcores && (config_ciao(c) || c->throttle == THROTTLE_CCWS)},
        {OPTION_active, c->scheduler == SCHEDULER_TWO_LEVEL},
        {OPTION_l1_kib, c->sm_subcores == 0},
        {OPTION_lsu_queue, c->sm_subcores != 0},
        {OPTION_warps, true},
        {OPTION_rfc_compat, false},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (config_counts(c, rows[i].index) != rows[i].wanted)
            fail_msg("%s: %s counts: %d, wanted %d", c->name, config_option(rows[i].index)->key,
                     config_counts(c, rows[i].index), rows[i].wanted);
}

static void test_options_count_where_generator_and_model_ask_for_them(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "collector.kind=ocu", "collector.kind=ccu", "collector.kind=boc", "ccu.allocation=malekeh",
        "ccu.allocation=any", "ccu.replacement=lru", "ccu.replacement=reuse_random", "ccu.write=all", "ccu.write=none",
        "ccu.write=near",
        "rfc.enable=true", "rfc.allocate=look_ahead", "rfc.allocate=write", "rfc.allocate=read", "sm.subcores=0",
        "issue.scheduler=two_level", "issue.scheduler=lrr", "throttle.policy=none", "sthld.mode=static",
    };
    struct config config, other;
    for (size_t i = 0; i < COUNT(canned); i++) {
        make(&config, canned[i], NULL);
        assert_agrees(&config);
        for (size_t a = 0; a < COUNT(changes); a++)
            for (size_t b = a; b < COUNT(changes); b++) {
                other = config;
                set(&other, changes[a]);
                set(&other, changes[b]);
                assert_agrees(&other);
            }
    }
}

/* --- notes -------------------------------------------------------------------------------------------------------- */

static void test_settings_without_effect_are_said_with_the_reason(void **state)
{
    (void)state;
    struct config config;
    make(&config, "ocu", "ccu.entries=12", NULL);
    assert_notes(&config, false, "ccu.entries=12 has no effect, for collector.kind is ocu; it counts with "
                 "collector.kind=ccu\n");
    make(&config, "ccu", "ccu.entries=12", "rf.banks=4", NULL);
    assert_notes(&config, false, "");
    make(&config, "ocu", "collector.kind=ccu", "ccu.entries=12", NULL);
    assert_notes(&config, false, "");
    make(&config, "ccu", "sthld.interval=500", "ccu.entries=8", NULL);
    assert_notes(&config, false, "sthld.interval=500 has no effect, for ccu.allocation is random; it counts with "
                 "sthld.mode=own|shared|gpu\n");
    make(&config, "malekeh", "sthld.mode=external", "sthld.interval=500", NULL);
    assert_notes(&config, false, "sthld.interval=500 has no effect, for sthld.mode is external; it counts with "
                 "sthld.mode=own|shared|gpu\n");
    make(&config, "sm_gto", "ciao.scan=2", "rfc.compat=rfc_sim", "memory.l1_kib=16", NULL);
    assert_notes(&config, false,
                 "rfc.compat=rfc_sim has no effect on runs in time; it counts in build/cmodel profile\n"
                 "ciao.scan=2 has no effect, for throttle.policy is none; it counts with "
                 "throttle.policy=ciao_t|ciao_p|ciao_c\n"
                 "memory.l1_kib=16 has no effect, for sm.subcores is 4; it counts with sm.subcores=0\n");
    make(&config, "rfc_8way_write", "rfc.dest_map=linear", NULL);
    assert_notes(&config, false, "rfc.dest_map=linear has no effect, for rfc.entries is 8; it counts with "
                 "rfc.entries>rfc.ways\n");
}

static void test_several_values_of_a_setting_are_said(void **state)
{
    (void)state;
    struct config config;
    make(&config, "ocu", "rf.banks=4", "rf.banks=8", NULL);
    assert_notes(&config, false, "rf.banks=8 is the last of several values of it; no other counts\n");
    make(&config, "ocu", "rf.banks=4", "rf.banks=0x4", NULL);
    assert_notes(&config, false, "");
}

static void test_settings_that_change_no_verilog_are_said_where_verilog_is_made(void **state)
{
    (void)state;
    struct config config;
    make(&config, "ocu", "memory.l2_kib=512", "machine.sms=2", NULL);
    assert_notes(&config, false, "");
    assert_notes(&config, true, "machine.sms=2 has no effect on Verilog; it is about how a workload is laid out\n"
                 "memory.l2_kib=512 has no effect on Verilog; it is about what surrounds the sub-core\n");
    make(&config, "sm_gto", "sm.subcores=2", "machine.subcores=2", NULL);     /* one asks for the other */
    assert_notes(&config, true, "");
}

static void test_lines_of_a_file_without_effect_are_said(void **state)
{
    (void)state;
    struct config config;
    load_text(&config, "mine.yaml", "collector: {kind: ocu}\nccu: {entries: 12, ports_d: 1}\n");
    assert_notes(&config, false, "mine.yaml:2: ccu.entries=12 has no effect, for collector.kind is ocu; it counts with "
                 "collector.kind=ccu\n");
    set(&config, "collector.kind=ccu");         /* they have, now */
    assert_notes(&config, false, "");
    load_text(&config, "mine.yaml", "collector: {kind: ccu}\nccu: {entries: 12}\n");
    set(&config, "collector.kind=ocu");         /* what --set turns off is not the file's mistake */
    assert_notes(&config, false, "");
    load_text(&config, "other.yaml", "extends: mine.yaml\ncollector.kind: ocu\n");
    assert_notes(&config, false, "");           /* nor is what is taken from another file */
}

static void test_canned_configurations_have_no_line_without_effect(void **state)
{
    (void)state;
    struct config config;
    for (size_t i = 0; i < COUNT(canned); i++) {
        make(&config, canned[i], NULL);
        assert_notes(&config, true, "");
    }
}

static void assert_effectively(bool same, const struct config *a, const struct config *b)
{
    char x[CONFIG_HASH], y[CONFIG_HASH];
    config_effective_hash(a, x);
    config_effective_hash(b, y);
    assert_int_equal(strcmp(x, y) == 0, same);
}

static void test_the_effective_hash_is_of_what_counts(void **state)
{
    (void)state;
    struct config a, b;
    make(&a, "ocu", NULL);
    make(&b, "ocu", "ccu.entries=12", "sthld.interval=7", NULL);
    assert_effectively(true, &a, &b);
    set(&b, "rf.banks=4");
    assert_effectively(false, &a, &b);
    make(&a, "ccu", "ccu.entries=12", NULL);
    make(&b, "ccu", NULL);
    assert_effectively(false, &a, &b);
    make(&a, "malekeh", "collector.kind=ocu", "issue.scheduler=gto", "issue.blocked=skip", NULL);
    make(&b, "ocu", NULL);
    assert_effectively(true, &a, &b);           /* nothing of Malekeh is left */
}

static char scratch[] = "/tmp/test_counts.XXXXXX";

static int enter_scratch(void **state)
{
    (void)state;
    char configs[4096];
    return !realpath("configs", configs) || !mkdtemp(scratch) || chdir(scratch) != 0 ||
           symlink(configs, "configs") != 0;
}

static int leave_scratch(void **state)
{
    (void)state;
    remove("mine.yaml");
    remove("other.yaml");
    remove("configs");
    return chdir("/") != 0 || rmdir(scratch) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions_are_about_options_and_values_that_exist),
        cmocka_unit_test(test_options_count_where_generator_and_model_ask_for_them),
        cmocka_unit_test(test_settings_without_effect_are_said_with_the_reason),
        cmocka_unit_test(test_several_values_of_a_setting_are_said),
        cmocka_unit_test(test_settings_that_change_no_verilog_are_said_where_verilog_is_made),
        cmocka_unit_test(test_lines_of_a_file_without_effect_are_said),
        cmocka_unit_test(test_canned_configurations_have_no_line_without_effect),
        cmocka_unit_test(test_the_effective_hash_is_of_what_counts),
    };
    return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
