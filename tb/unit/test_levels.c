/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The passes for register files that a compiler manages (docs/software-rf.md), on small control flow made by hand: what
 * strands, places and intervals are expected is worked out by hand beside each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/unit.h"
#include "cmodel/levels/interval.h"
#include "cmodel/levels/level_judge.h"
#include "cmodel/levels/narrow.h"
#include "cmodel/levels/place.h"
#include "cmodel/levels/strand.h"
#include "program.h"

/* --- code --------------------------------------------------------------------------------------------------------- */

/* Instructions as in program.h, of the integer unit, one behind the other; those of half the lanes are partial. */
static struct level_code code_of(const char *text)
{
    struct program p = program_of(text);
    struct level_code c = {.insns = calloc(p.count + 1, sizeof *c.insns)};
    assert_non_null(c.insns);
    for (size_t i = 0; i < p.count; i++) {
        if (p.insn[i].first_uop)
            c.insns[c.count++] = (struct level_insn){.pc = p.insn[i].pc, .opcode = strdup("OP"),
                                                     .partial = p.insn[i].mask != UINT32_MAX};
        for (unsigned s = 0; s < STREAM_MAX_SLOTS; s++)
            p.insn[i].src_pos[s] = (uint8_t)s;
        p.insn[i].unit = UNIT_INT;
        assert_true(level_insn_add(&c.insns[c.count - 1], &p.insn[i]));
    }
    for (uint32_t n = 0; n + 1 < c.count; n++)
        assert_true(level_code_edge(&c.insns[n], n + 1));
    c.insns[0].entry = true;
    assert_true(level_code_link(&c));
    return c;
}

/* Instruction `from` may lead to `to`, too; or to nothing else, unless it falls through. */
static void branch(struct level_code *c, uint32_t from, uint32_t to, bool falls)
{
    if (!falls)
        c->insns[from].next_count = 0;
    assert_true(level_code_edge(&c->insns[from], to));
    assert_true(level_code_link(c));
}

static void expect_heads(const struct level_code *c, const uint32_t *expected)
{
    uint32_t *head = strand_find(c);
    assert_non_null(head);
    for (uint32_t n = 0; n < c->count; n++)
        if (head[n] != expected[n])
            fail_msg("instruction %u is in the strand of %u, not %u", n, head[n], expected[n]);
    free(head);
}

/* --- liveness ----------------------------------------------------------------------------------------------------- */

/* R1 is read behind the loop 1, 2; R2 goes round it. */
static void what_is_read_behind_a_loop_is_live_in_it(void **unused)
{
    struct level_code c = code_of("1=; 2=2; 3=2; =1");
    (void)unused;
    branch(&c, 2, 1, true);
    struct regset *live = level_live(&c);
    assert_non_null(live);
    assert_true(regset_has(&live[2], 1) && regset_has(&live[2], 2) && !regset_has(&live[2], 3));
    assert_true(regset_has(&live[0], 2) && !regset_has(&live[0], 1) && !regset_has(&live[3], 2));
    free(live);
    level_code_free(&c);
}

static void a_write_of_some_lanes_ends_no_value(void **unused)
{
    struct level_code c = code_of("1=; /1=; =1");
    (void)unused;
    struct regset *live = level_live(&c);
    assert_non_null(live);
    assert_true(regset_has(&live[1], 1) && !regset_has(&live[0], 1));
    free(live);
    level_code_free(&c);
}

static void behind_what_is_not_known_all_is_live(void **unused)
{
    struct level_code c = code_of("1=; 2=1");
    (void)unused;
    c.insns[1].anywhere = true;
    struct regset *live = level_live(&c);
    assert_non_null(live);
    assert_int_equal(regset_count(&live[1]), REGSET_REGISTERS - 1);
    free(live);
    level_code_free(&c);
}

/* --- strands ------------------------------------------------------------------------------------------------------ */

/* 0 and 1 load; 2 needs neither, 3 the first, 4 the second, which 3 has waited for with its strand. */
static void a_strand_ends_before_the_first_use_of_a_load(void **unused)
{
    struct level_code c = code_of("1=8; 2=8; 3=9; 4=1; 5=2");
    (void)unused;
    c.insns[0].slow = c.insns[1].slow = true;
    expect_heads(&c, (uint32_t[]){0, 0, 0, 3, 3});
    level_code_free(&c);
}

static void a_strand_ends_before_a_result_over_a_load(void **unused)
{
    struct level_code c = code_of("1=8; 2=9; 1=9");
    (void)unused;
    c.insns[0].slow = true;
    expect_heads(&c, (uint32_t[]){0, 0, 2});
    level_code_free(&c);
}

static void a_branch_backwards_and_its_target_end_strands(void **unused)
{
    struct level_code c = code_of("1=; 2=1; 3=2; 4=3");
    (void)unused;
    branch(&c, 2, 1, true);
    expect_heads(&c, (uint32_t[]){0, 1, 1, 1});
    level_code_free(&c);
}

/* 1 goes to 2 or 3, and both to 4: nothing is under way on either path. */
static void a_forward_hammock_stays_in_its_strand(void **unused)
{
    struct level_code c = code_of("1=; =1; 2=1; 3=1; 4=1");
    (void)unused;
    branch(&c, 1, 3, true);
    branch(&c, 2, 4, false);
    expect_heads(&c, (uint32_t[]){0, 0, 0, 0, 0});
    level_code_free(&c);
}

static void paths_with_different_loads_under_way_meet_in_a_new_strand(void **unused)
{
    struct level_code c = code_of("1=; =1; 2=1; 3=1; 4=1");
    (void)unused;
    branch(&c, 1, 3, true);
    branch(&c, 2, 4, false);
    c.insns[2].slow = true;
    expect_heads(&c, (uint32_t[]){0, 0, 0, 0, 4});
    level_code_free(&c);
}

static void both_sides_of_a_divergent_branch_begin_strands(void **unused)
{
    struct level_code c = code_of("1=; =1; 2=1; 3=1; 4=1");
    (void)unused;
    branch(&c, 1, 3, true);
    branch(&c, 2, 4, false);
    c.insns[1].switches = true;
    expect_heads(&c, (uint32_t[]){0, 0, 2, 3, 4});      /* 4: two strands meet */
    level_code_free(&c);
}

/* --- places ------------------------------------------------------------------------------------------------------- */

static const struct level_shape orf_1 = {.orf = 1, .lrf = LRF_OFF, .interval = 16},
                                one = {.orf = 1, .lrf = LRF_ONE, .interval = 16},
                                split = {.orf = 0, .lrf = LRF_SPLIT, .interval = 16};

struct placed {
    struct level_code code;
    struct places places;
    uint32_t *head;
    struct regset *live;
};

static struct placed place(struct level_code code, const struct level_shape *shape)
{
    struct placed p = {.code = code, .head = strand_find(&code), .live = level_live(&code)};
    assert_non_null(p.head);
    assert_non_null(p.live);
    assert_true(places_find(&p.places, &p.code, p.head, p.live, shape));
    return p;
}

static void release(struct placed *p)
{
    free(p->head);
    free(p->live);
    places_free(&p->places);
    level_code_free(&p->code);
}

static void expect(const char *what, uint32_t n, const struct level_place *p, const char *expected)
{
    char text[32] = "";
    if (p->level != LEVEL_MRF)
        snprintf(text, sizeof text, "%s%c%u", p->mrf ? "m+" : "", p->level == LEVEL_ORF ? 'o' : 'l', p->entry);
    else
        snprintf(text, sizeof text, "%s", p->mrf ? "m" : "-");
    if (strcmp(text, expected) != 0)
        fail_msg("%s of instruction %u is %s, not %s", what, n, text, expected);
}

static void expect_read(const struct placed *p, uint32_t n, unsigned r, const char *expected)
{
    expect("a source", n, &p->places.read[n][r], expected);
}

static void expect_write(const struct placed *p, uint32_t n, const char *expected)
{
    expect("the result", n, &p->places.write[n][0], expected);
}

/* Reads and writes in pJ: MRF 8 + 7.6 and 11 + 7.6, ORF of 3 entries 1.2 + 1.52 and 4.4 + 1.52, LRF 0.7 + 0.38 and
 * 2 + 0.38. */
static void the_gain_is_what_reads_and_the_write_save(void **unused)
{
    (void)unused;
    assert_int_equal(place_gain(LEVEL_ORF, 3, 1, 1, true), 12880 - 5920 + 18600);
    assert_int_equal(place_gain(LEVEL_ORF, 3, 2, 1, false), 2 * 12880 - 5920);
    assert_int_equal(place_gain(LEVEL_LRF, 3, 1, 1, true), 14520 - 2380 + 18600);
    assert_int_equal(place_gain(LEVEL_ORF, 3, 1, 0, false), 12880 - 5920);     /* a copy with one more read */
}

static void a_value_of_private_units_is_in_the_lrf(void **unused)
{
    struct placed p = place(code_of("1=; 2=1; =2"), &one);
    (void)unused;
    expect_write(&p, 0, "l0");
    expect_read(&p, 1, 0, "l0");
    expect_write(&p, 1, "l0");
    expect_read(&p, 2, 0, "l0");
    release(&p);
}

static void a_value_that_a_shared_unit_reads_is_in_the_orf(void **unused)
{
    struct level_code c = code_of("1=; =1");
    (void)unused;
    c.insns[1].unit = UNIT_SFU;
    struct placed p = place(c, &one);
    expect_write(&p, 0, "o0");
    expect_read(&p, 1, 0, "o0");
    release(&p);
}

/* R1 is read in its strand and behind the branch backwards to 2. */
static void a_value_that_is_live_behind_its_strand_is_in_the_mrf_too(void **unused)
{
    struct level_code c = code_of("1=; =1; =1");
    (void)unused;
    branch(&c, 2, 2, true);
    struct placed p = place(c, &orf_1);
    expect_write(&p, 0, "m+o0");
    expect_read(&p, 1, 0, "o0");
    expect_read(&p, 2, 0, "m");
    release(&p);
}

static void a_load_goes_to_the_mrf_only(void **unused)
{
    struct level_code c = code_of("1=8; =1");
    (void)unused;
    c.insns[0].slow = true;
    struct placed p = place(c, &one);
    expect_write(&p, 0, "m");
    expect_read(&p, 1, 0, "m");
    release(&p);
}

/* R2 gains as much as R1 in 2 instructions instead of 5 and comes first; R1 keeps the read before. */
static void a_value_without_room_keeps_its_first_reads(void **unused)
{
    struct placed p = place(code_of("1=; =1; 2=; =2; =2; =1"), &orf_1);
    (void)unused;
    expect_write(&p, 0, "m+o0");
    expect_read(&p, 1, 0, "o0");
    expect_write(&p, 2, "o0");
    expect_read(&p, 3, 0, "o0");
    expect_read(&p, 4, 0, "o0");
    expect_read(&p, 5, 0, "m");
    release(&p);
}

static void a_register_that_is_read_twice_is_copied_by_the_first_read(void **unused)
{
    struct placed p = place(code_of("=7; =7; =6"), &orf_1);
    (void)unused;
    expect_read(&p, 0, 0, "m+o0");
    expect_read(&p, 1, 0, "o0");
    expect_read(&p, 2, 0, "m");
    release(&p);
}

/* 2 may be reached without 1: its read must not count on the copy. */
static void a_copy_is_not_read_where_its_first_read_may_be_left_out(void **unused)
{
    struct level_code c = code_of("=1; =7; =7; =7");
    (void)unused;
    branch(&c, 0, 2, true);
    struct placed p = place(c, &orf_1);
    for (uint32_t n = 1; n <= 2; n++)
        expect_read(&p, n, 0, "m");
    expect_read(&p, 3, 0, "m");
    release(&p);
}

/* A bank for each slot: R1 is read in slots 0 and 1, R2 in slot 1 twice. */
static void a_split_lrf_has_a_bank_for_each_slot(void **unused)
{
    struct placed p = place(code_of("1=; =1,9; =9,1; 2=; =9,2; =9,2"), &split);
    (void)unused;
    expect_write(&p, 0, "m+l0");
    expect_read(&p, 1, 0, "l0");
    expect_read(&p, 2, 1, "m");
    expect_write(&p, 3, "l1");
    expect_read(&p, 4, 1, "l1");
    expect_read(&p, 5, 1, "l1");
    release(&p);
}

/* The write of some lanes and the one before are one value. */
static void a_guarded_result_shares_the_place_of_what_it_merges_with(void **unused)
{
    struct placed p = place(code_of("1=; /1=; =1"), &orf_1), q = place(code_of("/1=; =1"), &orf_1);
    (void)unused;
    expect_write(&p, 0, "o0");
    expect_write(&p, 1, "o0");
    expect_read(&p, 2, 0, "o0");
    expect_write(&q, 0, "m");       /* the other lanes are from outside */
    expect_read(&q, 1, 0, "m");
    release(&p);
    release(&q);
}

/* --- intervals ---------------------------------------------------------------------------------------------------- */

static void expect_intervals(const struct level_code *c, unsigned limit, const uint32_t *heads)
{
    struct intervals found;
    struct regset *live = level_live(c);
    assert_non_null(live);
    assert_int_equal(intervals_find(&found, c, live, limit), LEVEL_NONE);
    for (uint32_t n = 0; n < c->count; n++) {
        const struct interval *i = &found.list[found.of[n]];
        assert_true(regset_count(&i->work) <= limit);
        if (i->head != heads[n])
            fail_msg("instruction %u is in the interval of %u, not %u", n, i->head, heads[n]);
    }
    intervals_free(&found);
    free(live);
}

/* Four registers up to 1, six with 2: it is cut there. */
static void a_block_is_cut_where_its_registers_are_too_many(void **unused)
{
    struct level_code c = code_of("1=2; 3=4; 5=6; =7");
    (void)unused;
    expect_intervals(&c, 4, (uint32_t[]){0, 0, 2, 2});
    expect_intervals(&c, 6, (uint32_t[]){0, 0, 0, 3});
    expect_intervals(&c, 7, (uint32_t[]){0, 0, 0, 0});
    level_code_free(&c);
}

/* Both sides and what is behind them fit: all comes from the interval. */
static void a_hammock_is_one_interval_if_it_fits(void **unused)
{
    struct level_code c = code_of("1=; =1; 2=1; 3=1; 4=1");
    (void)unused;
    branch(&c, 1, 3, true);
    branch(&c, 2, 4, false);
    expect_intervals(&c, 4, (uint32_t[]){0, 0, 0, 0, 0});
    expect_intervals(&c, 3, (uint32_t[]){0, 0, 0, 0, 4});
    level_code_free(&c);
}

/* The first pass leaves the loop 1, 2 on its own, for 2 leads to 1, too; the second one takes it in. */
static void the_second_pass_takes_loops_in(void **unused)
{
    struct level_code c = code_of("1=; 2=1; 3=2; 4=3");
    (void)unused;
    branch(&c, 2, 1, true);
    expect_intervals(&c, 4, (uint32_t[]){0, 0, 0, 0});
    expect_intervals(&c, 3, (uint32_t[]){0, 0, 0, 3});
    expect_intervals(&c, 2, (uint32_t[]){0, 1, 2, 3});     /* two intervals lead to 1 */
    level_code_free(&c);
}

static void an_interval_begins_where_another_path_may_go_on(void **unused)
{
    struct level_code c = code_of("1=; =1; 2=1; 3=1; 4=1");
    (void)unused;
    branch(&c, 1, 3, true);
    branch(&c, 2, 4, false);
    c.insns[1].switches = true;
    expect_intervals(&c, 16, (uint32_t[]){0, 0, 2, 3, 4});
    level_code_free(&c);
}

static void an_instruction_that_fits_nowhere_is_named(void **unused)
{
    struct level_code c = code_of("1=; 4x4=1,2,3");
    struct intervals found;
    struct regset *live = level_live(&c);
    (void)unused;
    assert_int_equal(intervals_find(&found, &c, live, 6), 1);
    intervals_free(&found);
    free(live);
    level_code_free(&c);
}

/* R5 is read on the other side of the divergent branch 1 only: where paths are apart, it is live on both. */
static void what_a_waiting_path_reads_is_live(void **unused)
{
    struct level_code c = code_of("1=; =1; 2=1; =5");
    struct intervals found;
    (void)unused;
    branch(&c, 1, 3, true);
    c.insns[2].next_count = 0;
    assert_true(level_code_link(&c));
    c.insns[1].switches = c.insns[2].diverged = c.insns[3].diverged = true;
    struct regset *live = level_live(&c);
    assert_int_equal(intervals_find(&found, &c, live, 16), LEVEL_NONE);
    assert_false(regset_has(&live[2], 5));
    assert_true(regset_has(&found.list[found.of[2]].live, 5));
    intervals_free(&found);
    free(live);
    level_code_free(&c);
}

/* --- the judge ---------------------------------------------------------------------------------------------------- */

static struct level_hints *hints_of(const char *text, const struct level_shape *shape)
{
    char why[400] = "";
    struct level_code c = code_of(text);
    struct level_hints *h = level_hints_create(shape);
    assert_non_null(h);
    if (!level_hints_make(h, "kernel", &c, SENTENCE(why)))
        fail_msg("%s", why);
    level_code_free(&c);
    return h;
}

/* What the judge says of one warp, "" if all is well. */
static void judge(const struct level_hints *h, const char *text, char why[400])
{
    struct program p = program_of(text);
    struct level_judge *j = level_judge_create(h);
    assert_non_null(j);
    *why = '\0';
    assert_true(level_judge_kernel(j, "kernel", &(struct sentence){why, 400}));
    for (size_t i = 0; i < p.count; i++)
        if (!level_judge_record(j, &p.insn[i], "OP", &(struct sentence){why, 400}))
            break;
    level_judge_destroy(j);
}

static void expect_wrong(const struct level_hints *h, const char *text, const char *part)
{
    char why[400];
    judge(h, text, why);
    if (!strstr(why, part))
        fail_msg("the judge says '%s', not '%s'", why, part);
}

static const char chain[] = "1=; 2=1,7; =2,7; 3=1; =3";

static void what_the_passes_write_is_right(void **unused)
{
    char why[400];
    struct level_hints *h = hints_of(chain, &one);
    (void)unused;
    judge(h, chain, why);
    assert_string_equal(why, "");
    level_hints_destroy(h);
}

static void a_source_in_another_place_is_named(void **unused)
{
    struct level_hints *h = hints_of(chain, &one);
    (void)unused;
    h->kernels[0].hints[2].read[0] = (struct level_place){.level = LEVEL_ORF, .entry = 0};
    expect_wrong(h, chain, "instruction 0x0020 (OP): source R2 is read from entry 0 of the ORF");
    h->kernels[0].hints[2].read[0] = (struct level_place){.mrf = true};
    expect_wrong(h, chain, "instruction 0x0020 (OP): source R2 is read from the MRF, which holds another value");
    level_hints_destroy(h);
}

/* A copy is there once all sources of its instruction are read. */
static void a_copy_that_its_own_instruction_reads_is_named(void **unused)
{
    static const char twice[] = "=7,7; =7; =7";
    char why[400];
    struct level_hints *h = hints_of(twice, &one);
    (void)unused;
    judge(h, twice, why);
    assert_string_equal(why, "");
    h->kernels[0].hints[0].read[0] = (struct level_place){.mrf = true, .level = LEVEL_ORF, .entry = 0};
    h->kernels[0].hints[0].read[1] = (struct level_place){.level = LEVEL_ORF, .entry = 0};
    expect_wrong(h, twice, "instruction 0x0000 (OP): source R7 is read from entry 0 of the ORF, which holds nothing");
    level_hints_destroy(h);
}

static void a_result_in_another_place_is_named_where_it_is_read(void **unused)
{
    struct level_hints *h = hints_of(chain, &one);
    (void)unused;
    h->kernels[0].hints[3].write[0] = (struct level_place){.mrf = true};
    expect_wrong(h, chain, "instruction 0x0040 (OP): source R3");
    level_hints_destroy(h);
}

/* The strand begins anew at 4, where R3 would be read from the LRF. */
static void a_value_that_its_strand_loses_is_named(void **unused)
{
    struct level_hints *h = hints_of(chain, &one);
    (void)unused;
    h->kernels[0].hints[4].begins_strand = true;
    h->kernels[0].hints[4].strand = 1;
    expect_wrong(h, chain, "instruction 0x0040 (OP): source R3 is read from entry 0 of the LRF, which holds nothing");
    level_hints_destroy(h);
}

static void a_load_that_is_used_in_its_strand_is_named(void **unused)
{
    struct level_hints *h = hints_of(chain, &one);
    (void)unused;
    h->kernels[0].hints[0].slow = true;
    expect_wrong(h, chain, "instruction 0x0010 (OP): R1 has a long latency");
    level_hints_destroy(h);
}

static void a_register_that_an_interval_lacks_is_named(void **unused)
{
    struct level_hints *h = hints_of(chain, &one);
    (void)unused;
    h->kernels[0].hints[0].work.word[0] &= ~(UINT64_C(1) << 7);
    expect_wrong(h, chain, "instruction 0x0010 (OP): source R7 is not among the registers of interval 0");
    level_hints_destroy(h);
}

/* R7 is read from outside; without it among the live ones nobody fetches it. */
static void a_live_register_that_is_not_fetched_is_named(void **unused)
{
    struct level_hints *h = hints_of(chain, &one);
    (void)unused;
    h->kernels[0].hints[0].live = (struct regset){{0}};
    expect_wrong(h, chain, "instruction 0x0010 (OP): source R7 of interval 0 has no value in the register cache");
    level_hints_destroy(h);
}

/* Lanes by themselves: the upper half still has R1 from outside. */
static void lanes_are_followed_one_by_one(void **unused)
{
    struct level_hints *h = hints_of("1=; /1=; =1", &orf_1);
    (void)unused;
    expect_wrong(h, "1=; /1=; =1", "");
    h->kernels[0].hints[0].write[0] = (struct level_place){.mrf = true};
    expect_wrong(h, "1=; /1=; =1", "instruction 0x0020 (OP): source R1 is read from entry 0 of the ORF, which holds "
                 "nothing in lane 16");
    level_hints_destroy(h);
}

static void instructions_that_hints_lack_are_named(void **unused)
{
    struct level_hints *h = hints_of("1=; =1", &one);
    (void)unused;
    expect_wrong(h, "1=; =1; =1", "has nothing about kernel kernel, instruction 0x0020 (OP)");
    level_hints_destroy(h);
}

/* --- states, regions and narrow registers ------------------------------------------------------------------------- */

/* Before 0 the next three name R1 to R3 and R9; R8 sleeps until 4. The block ends where the branch of 3 leads to 2. */
static void states_and_blocks_are_those_by_hand(void **unused)
{
    struct level_code c = code_of("1=9; 2=1; 3=2; =3; =8");
    (void)unused;
    branch(&c, 3, 2, true);
    struct regset *live = level_live(&c);
    struct level_states *s = level_states_find(&c, live);
    assert_non_null(s);
    assert_int_equal(s[0].on, 4);
    assert_int_equal(s[0].sleep, 1);
    assert_int_equal(s[2].on, 3);       /* R2, R3 and, behind the branch, R8 */
    assert_int_equal(s[2].sleep, 0);
    assert_true(s[0].begins_block && !s[1].begins_block && s[2].begins_block && s[4].begins_block);
    assert_int_equal(s[0].block, 3);
    assert_int_equal(s[2].block, 2);
    free(s);
    free(live);
    level_code_free(&c);
}

static uint32_t given[STREAM_MAX_DSTS][STREAM_MAX_LANES];

static const uint32_t (*results(const struct warp *w, uint32_t index))[STREAM_MAX_LANES]
{
    (void)w;
    (void)index;
    return (const uint32_t (*)[STREAM_MAX_LANES])given;
}

/* R1 has 16 bits in one lane, R2 8 bits; R9 is from outside and taken to be wide. */
static void two_narrow_sources_are_a_pair(void **unused)
{
    struct program p = program_of("1x2=; =1,2; =1,1; =1,9; /1=; =1,2");
    const struct warp_values values = {.results = results};
    const struct warp w = {.insns = p.insn, .insn_count = (uint32_t)p.count, .values = &values};
    static struct narrow n;
    static const uint64_t reads[] = {0, 2, 3, 5, 5, 7}, pairs[] = {0, 1, 1, 1, 1, 1};
    (void)unused;
    for (uint32_t i = 0; i < p.count; i++) {
        given[0][5] = i < 4 ? 0xffff : 0x1000000;
        given[1][7] = 0xff;
        narrow_add(&n, &w, i);
        assert_int_equal(n.reads, reads[i]);
        assert_int_equal(n.pairs, pairs[i]);
    }
}

/* --- random code -------------------------------------------------------------------------------------------------- */

static uint32_t state = 1;

static uint32_t below(uint32_t n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* A random instruction of few registers, so that many values meet. */
static struct insn random_insn(uint32_t n)
{
    struct insn i = {.pc = 16 * (uint64_t)n, .mask = UINT32_MAX, .first_uop = true, .last_uop = true};
    i.unit = (uint8_t)(below(4) ? UNIT_INT : UNIT_LDST);
    for (unsigned s = 0, count = below(4); s < count; s++) {
        i.src[s] = (uint8_t)below(9);
        i.src_pos[s] = (uint8_t)s;
        i.src_valid |= (uint8_t)(1u << s);
    }
    i.dst_count = (uint8_t)below(3);
    i.dst_base = i.dst_count ? (uint8_t)below(9) : 0;
    return i;
}

enum { RANDOM_CODE = 40, RANDOM_STEPS = 300 };

static void random_code(struct level_code *c, struct insn *insns)
{
    *c = (struct level_code){.insns = calloc(RANDOM_CODE + 1, sizeof *c->insns), .count = RANDOM_CODE};
    assert_non_null(c->insns);
    for (uint32_t n = 0; n < RANDOM_CODE; n++) {
        insns[n] = random_insn(n);
        c->insns[n] = (struct level_insn){.pc = insns[n].pc, .opcode = strdup("OP"), .partial = below(6) == 0,
                                          .slow = below(8) == 0 && insns[n].unit == UNIT_LDST};
        assert_true(level_insn_add(&c->insns[n], &insns[n]));
        bool jumps = below(5) == 0, back = below(3) == 0;
        if (n + 1 < RANDOM_CODE && !(jumps && below(2)))
            assert_true(level_code_edge(&c->insns[n], n + 1));
        if (jumps)
            assert_true(level_code_edge(&c->insns[n], back ? below(RANDOM_CODE) : n + below(RANDOM_CODE - n)));
        c->insns[n].switches = c->insns[n].next_count > 1 && below(2);
    }
    c->insns[0].entry = true;
    assert_true(level_code_link(c));
}

/* One random way through the code. */
static void walk_at_random(const struct level_code *c, const struct insn *insns, struct level_judge *j)
{
    char why[400] = "";
    for (uint32_t n = 0, k = 0; k < RANDOM_STEPS; k++) {
        struct insn i = insns[n];
        i.mask = c->insns[n].partial ? below(UINT32_MAX) : UINT32_MAX;
        i.last = c->insns[n].next_count == 0 || k + 1 == RANDOM_STEPS;
        if (!level_judge_record(j, &i, "OP", SENTENCE(why)))
            fail_msg("%s", why);
        if (i.last)
            return;
        n = c->insns[n].next[below((uint32_t)c->insns[n].next_count)];
    }
}

static void every_way_through_random_code_finds_its_values(void **unused)
{
    static struct insn insns[RANDOM_CODE];
    char why[400] = "";
    (void)unused;
    for (unsigned round = 0; round < 1000; round++) {
        const struct level_shape shape = {.orf = (int)below(9), .lrf = (int)below(3), .interval = 8 + (int)below(9)};
        struct level_code c;
        struct level_hints *h = level_hints_create(&shape);
        struct level_judge *j = level_judge_create(h);
        random_code(&c, insns);
        if (!level_hints_make(h, "kernel", &c, SENTENCE(why)) || !level_judge_kernel(j, "kernel", SENTENCE(why)))
            fail_msg("%s", why);
        for (unsigned warp = 0; warp < 20; warp++)
            walk_at_random(&c, insns, j);
        level_judge_destroy(j);
        level_hints_destroy(h);
        level_code_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_behind_a_loop_is_live_in_it),
        cmocka_unit_test(a_write_of_some_lanes_ends_no_value),
        cmocka_unit_test(behind_what_is_not_known_all_is_live),
        cmocka_unit_test(a_strand_ends_before_the_first_use_of_a_load),
        cmocka_unit_test(a_strand_ends_before_a_result_over_a_load),
        cmocka_unit_test(a_branch_backwards_and_its_target_end_strands),
        cmocka_unit_test(a_forward_hammock_stays_in_its_strand),
        cmocka_unit_test(paths_with_different_loads_under_way_meet_in_a_new_strand),
        cmocka_unit_test(both_sides_of_a_divergent_branch_begin_strands),
        cmocka_unit_test(the_gain_is_what_reads_and_the_write_save),
        cmocka_unit_test(a_value_of_private_units_is_in_the_lrf),
        cmocka_unit_test(a_value_that_a_shared_unit_reads_is_in_the_orf),
        cmocka_unit_test(a_value_that_is_live_behind_its_strand_is_in_the_mrf_too),
        cmocka_unit_test(a_load_goes_to_the_mrf_only),
        cmocka_unit_test(a_value_without_room_keeps_its_first_reads),
        cmocka_unit_test(a_register_that_is_read_twice_is_copied_by_the_first_read),
        cmocka_unit_test(a_copy_is_not_read_where_its_first_read_may_be_left_out),
        cmocka_unit_test(a_split_lrf_has_a_bank_for_each_slot),
        cmocka_unit_test(a_guarded_result_shares_the_place_of_what_it_merges_with),
        cmocka_unit_test(a_block_is_cut_where_its_registers_are_too_many),
        cmocka_unit_test(a_hammock_is_one_interval_if_it_fits),
        cmocka_unit_test(the_second_pass_takes_loops_in),
        cmocka_unit_test(an_interval_begins_where_another_path_may_go_on),
        cmocka_unit_test(an_instruction_that_fits_nowhere_is_named),
        cmocka_unit_test(what_a_waiting_path_reads_is_live),
        cmocka_unit_test(what_the_passes_write_is_right),
        cmocka_unit_test(a_source_in_another_place_is_named),
        cmocka_unit_test(a_copy_that_its_own_instruction_reads_is_named),
        cmocka_unit_test(a_result_in_another_place_is_named_where_it_is_read),
        cmocka_unit_test(a_value_that_its_strand_loses_is_named),
        cmocka_unit_test(a_load_that_is_used_in_its_strand_is_named),
        cmocka_unit_test(a_register_that_an_interval_lacks_is_named),
        cmocka_unit_test(a_live_register_that_is_not_fetched_is_named),
        cmocka_unit_test(lanes_are_followed_one_by_one),
        cmocka_unit_test(instructions_that_hints_lack_are_named),
        cmocka_unit_test(states_and_blocks_are_those_by_hand),
        cmocka_unit_test(two_narrow_sources_are_a_pair),
        cmocka_unit_test(every_way_through_random_code_finds_its_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
