/* SPDX-License-Identifier: Apache-2.0 */
/* Power by component: which instance is of which, sums against values worked out by hand, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "synth/energy/energy_inputs.h"
#include "synth/energy/energy_power.h"

static char sentence[1024];

static void assert_part(const struct energy_parts *parts, const char *instance, const char *expected)
{
    const char *got = parts->components[energy_part_of(parts, instance)];
    if (strcmp(got, expected) != 0)
        fail_msg("%s is of '%s', and not of '%s'", instance, got, expected);
}

static void instances_are_of_the_component_of_their_module(void **state)
{
    (void)state;
    const struct energy_parts *plain = energy_parts_of_subcore(ENERGY_OF_COLLECTORS);
    const struct energy_parts *caches = energy_parts_of_subcore(ENERGY_OF_CACHES);
    static const char *const of_subcore[][2] = {
        {"g_col[0].u_ccu.a_q_reg_0_", "collectors"}, {"g_bank[12].u_queue._1_", "arbiter"},
        {"g_bank[12].u_bank._1_", "banks"}, {"g_bank[x].u_bank", "rest"}, {"g_bank[].u_bank", "rest"},
        {"u_crossbar._1_", "crossbar"}, {"u_stage", "issue"}, {"u_writeback", "writeback"}, {"u_dispatch", "dispatch"},
        {"g_rfc[0].u_rfc", "caches"}, {"x.u_issue", "rest"}, {"_17_", "rest"}, {"", "rest"}
    };
    for (size_t i = 0; i < sizeof of_subcore / sizeof *of_subcore; i++)
        assert_part(plain, of_subcore[i][0], of_subcore[i][1]);
    assert_part(plain, "u_drain._1_", "collectors");
    assert_part(caches, "u_drain._1_", "caches");
    assert_part(energy_parts_of_sm(), "u_ciao.u_pair_list._1_", "pair list");
    assert_part(energy_parts_of_sm(), "u_ciao._1_", "decisions");
    assert_part(energy_parts_of_sm(), "g_sub[1].u_ciao", "sub-cores");
}

/* Registers of u_control and of a bank by what is in them, and their gates by what most of them do. */
static void without_collectors_registers_are_of_components_of_their_own(void **state)
{
    (void)state;
    const struct energy_parts *parts = energy_parts_of_subcore(ENERGY_OF_WINDOW);
    static const char *const of_window[][2] = {
        {"u_control.stage_mask_q_reg_0_", "collectors"}, {"u_control.u_gate_3.latch", "collectors"},
        {"u_control.control_warp_q_reg_0_", "issue"}, {"u_control.allocate_valid_q_reg_0_", "issue"},
        {"u_control.row_base_q_reg_0_", "arbiter"}, {"u_control.reuse_reg_q_reg_0_", "caches"},
        {"u_control._1_", "crossbar"}, {"u_queue.g_slot[0].data_q_reg_0_", "collectors"},
        {"g_bank[1].u_bank.read_row_q_reg_0_", "arbiter"}, {"g_bank[1].u_bank.reuse2_data_q_reg_0_", "caches"},
        {"g_bank[1].u_bank.value1_data_q_reg_0_", "collectors"}, {"g_bank[1].u_bank._1_", "collectors"},
        {"g_bank[1].u_bank.written_data_q_reg_0_", "writeback"},
        {"g_bank[1].u_bank.result_count_q_reg_0_", "writeback"},
        {"g_bank[1].u_bank.g_result[3].data_q_reg_0_", "writeback"}, {"u_results._1_", "writeback"},
        {"u_dependence._1_", "issue"}, {"u_readers._1_", "issue"}, {"u_scoreboard._1_", "issue"},
        {"u_inflight._1_", "issue"}, {"u_ibuffer._1_", "issue"}, {"u_issue.u_age._1_", "issue"}, {"_1_", "rest"}
    };
    for (size_t i = 0; i < sizeof of_window / sizeof *of_window; i++)
        assert_part(parts, of_window[i][0], of_window[i][1]);
}

/* The table's reader takes exactly these. */
static void components_are_those_of_the_table(void **state)
{
    (void)state;
    const struct energy_parts *parts = energy_parts_of_subcore(ENERGY_OF_WINDOW);
    for (int i = 0; i < ENERGY_COMPONENTS; i++)
        assert_string_equal(parts->components[i], energy_component_names[i]);
    assert_null(parts->components[ENERGY_COMPONENTS]);
}

enum { CUT, IDLE, ACTIVE, FILES };

/* Two volts, 10 ns, internal energy twice too high. A flip-flop of 100 fF with a share of a half, an inverter, a load
 * and a memory that do not count, and lines that are none of an instance. */
static char *power_of(int other, const char *text, const char *prefix)
{
    const char *texts[FILES] = {
        "u_ciao.a_q_reg_0_\t100\t0.5\t1\tflop\n",
        "@ begin\n2.0e-03 0.0e+00 1.0e-06 2.0e-03 u_ciao.a_q_reg_0_\n"
        "0.0e+00 0.0e+00 0.0e+00 0.0e+00 u_vta._1_\n@ end\n",
        "OpenSTA 2.0 is a tool\n3.0e-03 4.0e-03 1.0e-06 7.0e-03 u_ciao.a_q_reg_0_\n"
        "1.0e-03 2.0e-03 5.0e-06 3.0e-03 u_vta._1_\n9.0e+00 9.0e+00 9.0e+00 9.0e+00 load_7\n"
        "9.0e+00 9.0e+00 9.0e+00 9.0e+00 u_l1d.u_sram\n@ end\n"
    };
    char path[FILES][32], *result = NULL;
    size_t size;
    for (int i = 0; i < FILES; i++) {
        strcpy(path[i], "/tmp/power-XXXXXX");
        int fd = mkstemp(path[i]);
        assert_true(fd >= 0);
        const char *content = i == other ? text : texts[i];
        assert_int_equal(write(fd, content, strlen(content)), (int)strlen(content));
        close(fd);
    }
    const struct energy_power power = {
        .parts = energy_parts_of_sm(), .prefix = prefix, .factor = 2, .volts = 2, .period_ns = 10, .cut = path[CUT],
        .idle = path[IDLE], .active = path[ACTIVE]
    };
    FILE *out = open_memstream(&result, &size);
    bool good = energy_print_power(&power, out, SENTENCE(sentence));
    fclose(out);
    for (int i = 0; i < FILES; i++)
        unlink(path[i]);
    if (good)
        return result;
    free(result);
    return NULL;
}

static void assert_line(char *text, const char *line)
{
    if (!text)
        fail_msg("%s", sentence);
    if (!strstr(text, line))
        fail_msg("'%s' is not in\n%s", line, text);
    free(text);
}

/* Clock of the flip-flop: 100 fF * 4 V^2 = 0.4 pJ, and 2 mW / 2 * 10 ns = 10 pJ inside; half of it is left if gated.
 * Inside besides: 15 - 10 pJ. Switching: 4 mW * 10 ns. */
static void power_is_added_up_as_by_hand(void **state)
{
    (void)state;
    assert_line(power_of(-1, NULL, ""), "decisions\t5\t40\t10.4\t0.001\t1\t5.2\n");
    assert_line(power_of(-1, NULL, ""), "victim tags\t5\t20\t0\t0.005\t1\t0\n");
    assert_line(power_of(-1, NULL, ""), "rest\t0\t0\t0\t0\t0\t0\n");
    assert_line(power_of(-1, NULL, "u_shared."), "shared memory as cache\t10\t60\t10.4\t0.006\t2\t5.2\n");
}

/* With an edge in a quarter of the cycles a quarter of that is left, which a gate for each eight bits, open in half of
 * them, does not lower. A cell of a gate has its own clock in each cycle, and what it switches is counted behind it. */
static void clocks_behind_gates_take_less(void **state)
{
    (void)state;
    assert_line(power_of(CUT, "u_ciao.a_q_reg_0_\t100\t0.5\t0.25\tflop\n", ""),
                "decisions\t5\t40\t2.6\t0.001\t1\t2.6\n");
    assert_line(power_of(CUT, "u_ciao.a_q_reg_0_\t100\t1\t1\tgate\n", ""),
                "decisions\t5\t0\t10.4\t0.001\t1\t10.4\n");
}

static void assert_refused(char *text, const char *part)
{
    if (text || !strstr(sentence, part) || !strstr(sentence, "; accepted "))
        fail_msg("'%s' does not say '%s' and what is accepted", text ? text : sentence, part);
}

static void files_that_are_not_whole_are_refused(void **state)
{
    (void)state;
    assert_refused(power_of(CUT, "a\t1\t1\t1\n", ""), ":1: the line is not instance, fF, two shares");
    assert_refused(power_of(CUT, "a\tmuch\t1\t1\tflop\n", ""), ":1: the line is not instance, fF, two shares");
    assert_refused(power_of(CUT, "a\t1\tnan\t1\tflop\n", ""), ":1: the line is not instance, fF, two shares");
    assert_refused(power_of(IDLE, "1.0e+00 0.0e+00 0.0e+00 0.0e+00 a\n", ""), "has no line '@ end'");
    assert_refused(power_of(ACTIVE, "", ""), "has no line '@ end'");
    assert_refused(power_of(ACTIVE, "1.0e+00 much 0.0e+00 0.0e+00 a\n@ end\n", ""), ":1: '1.0e+00', 'much' and");
}

/* A folder can be opened, and has no lines. */
static void a_folder_in_place_of_a_file_is_refused(void **state)
{
    (void)state;
    struct energy_power power = {.factor = 2, .volts = 2, .period_ns = 10, .prefix = "", .cut = "."};
    power.parts = energy_parts_of_subcore(ENERGY_OF_CACHES);
    assert_false(energy_print_power(&power, stdout, SENTENCE(sentence)));
    assert_refused(NULL, ". cannot be read (Is a directory)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instances_are_of_the_component_of_their_module),
        cmocka_unit_test(without_collectors_registers_are_of_components_of_their_own),
        cmocka_unit_test(components_are_those_of_the_table),
        cmocka_unit_test(power_is_added_up_as_by_hand), cmocka_unit_test(clocks_behind_gates_take_less),
        cmocka_unit_test(files_that_are_not_whole_are_refused),
        cmocka_unit_test(a_folder_in_place_of_a_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
