/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Proves that a module of the generated Verilog does what functions of the golden model do, for every value of its
 * inputs and registers within what is assumed, and in every cycle after reset.
 *
 * usage: equal -c CONFIG [--set key=value ...] NETLIST PROGRAM [EXAMPLES]
 *        equal -c CONFIG [--set key=value ...] --invariant NETLIST PROGRAM
 *        equal -c CONFIG [--set key=value ...] --mutant MUTANT NETLIST PROGRAM
 *
 * NETLIST is the module as gates (BLIF), PROGRAM a file of functions/ with the model's own C files, compiled for
 * RV64IM. Both become one and-inverter graph: the gates as they are, the program by executing it with literals
 * (machine.h). A SAT solver then looks for inputs for which they differ.
 *
 * With --invariant only the invariant is proved, for the module itself. With --mutant the module is compared with
 * another netlist of it instead of the model: equal means equal in every state that the invariant allows, which is not
 * proved again, and with the same reset.
 *
 * With EXAMPLES, files EXAMPLES.<n> get states and inputs for native.c, EXAMPLES.<n>.expected what the program has to
 * say of them, and EXAMPLES.config the configuration.
 *
 * exit code: 0 equal, 1 not, with an example on stdout, 2 usage or input
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blif.h"
#include "configs/config.h"
#include "configs/program.h"
#include "machine.h"

enum { CALL_RTL = 1, CALL_ASSUME, CALL_OUTPUT, CALL_NEXT, CALL_NOT_COMPARED, CALL_VIOLATED, CALL_ANY };
enum { NAMES = 64, CHECKS = 8192, EXAMPLES = 24 };

/* A bit that was compared: under `when` the program says `model`, or `any`thing. */
struct check { const struct blif_bit *bit; bool next, any; lit when, model; };

/* What the model finds fault with, and when. */
struct objection { lit when; char why[BLIF_NAME]; };

static struct blif module;
static struct check checks[CHECKS];
static unsigned check_count;
static char left_out[NAMES][BLIF_NAME], left_why[NAMES][BLIF_NAME];
static unsigned left_count;
static lit assumed = TRUE;
static struct objection objections[NAMES];
static unsigned objection_count;
static bool in_next_cycle;
static char checked_name[CHECKS][BLIF_NAME];
static unsigned checked_at[CHECKS];

/* --- what the program calls --------------------------------------------------------------------------------------- */

static uint64_t constant(const struct word *w, const char *what)
{
    if (w->symbolic)
        give_up("an argument depends on inputs: '%s'", what);
    return w->value;
}

static const struct blif_bit *bit_of(const char *name, unsigned at)
{
    const struct blif_bit *bit = blif_find(&module, name, at);
    if (!bit)
        give_up("the module has no such bit of a port or register: '%s'", name);
    return bit;
}

static struct word read_rtl(const char *name, unsigned at, unsigned width)
{
    struct word w = word_of(0);
    for (unsigned i = 0; i < width; i++) {
        const struct blif_bit *bit = bit_of(name, at + i);
        if (!bit->reg && !bit->input)
            give_up("an output is no input of the model: '%s'", name);
        word_put(&w, i, in_next_cycle && bit->reg ? bit->next : bit->now);
    }
    return w;
}

static void object(lit when, const char *why)
{
    unsigned i = 0;
    while (i < objection_count && strcmp(objections[i].why, why) != 0)
        i++;
    if (i == NAMES)
        give_up("too many sentences of the model, at '%s'", why);
    if (i == objection_count) {
        objections[objection_count++].when = FALSE;
        snprintf(objections[i].why, BLIF_NAME, "%s", why);
    }
    objections[i].when = aig_or(objections[i].when, when);
}

static lit objected(void)
{
    lit any = FALSE;
    for (unsigned i = 0; i < objection_count; i++)
        any = aig_or(any, objections[i].when);
    return any;
}

static void compare(const char *name, unsigned at, unsigned width, const struct word *value, lit when, bool next,
                    bool any)
{
    for (unsigned i = 0; i < width; i++) {
        const struct blif_bit *bit = bit_of(name, at + i);
        if (next ? !bit->reg : !bit->output)
            give_up("%s '%s'", next ? "no register:" : "no output:", name);
        if (check_count == CHECKS)
            give_up("too many bits are compared, at '%s'", name);
        snprintf(checked_name[check_count], BLIF_NAME, "%s", name);
        checked_at[check_count] = at + i;
        checks[check_count++] = (struct check){bit, next, any, when, word_bit(value, i)};
    }
    for (unsigned i = width; i < 64 && !any; i++)       /* what the model has beyond the width must be zero */
        object(aig_and(when, word_bit(value, i)), "a value is wider than the signal");
}

struct word machine_call(unsigned number, lit when, const struct word *argument)
{
    char name[BLIF_NAME] = "";
    if (number != CALL_ASSUME)
        machine_text(constant(argument, "a name"), name, sizeof name);
    switch (number) {
    case CALL_RTL:
        return read_rtl(name, (unsigned)constant(argument + 1, name), (unsigned)constant(argument + 2, name));
    case CALL_ASSUME:
        assumed = aig_and(assumed, aig_or(aig_not(when), word_bit(argument, 0)));
        break;
    case CALL_OUTPUT:
    case CALL_NEXT:
    case CALL_ANY:
        compare(name, (unsigned)constant(argument + 1, name), (unsigned)constant(argument + 2, name), argument + 3,
                when, number == CALL_NEXT, number == CALL_ANY);
        break;
    case CALL_NOT_COMPARED:
        if (left_count == NAMES)
            give_up("too many names are left out, at '%s'", name);
        strcpy(left_out[left_count], name);
        machine_text(constant(argument + 1, name), left_why[left_count++], BLIF_NAME);
        break;
    case CALL_VIOLATED:
        object(when, name);
        break;
    default:
        give_up("a call that is not known, with '%s'", name);
    }
    return word_of(0);
}

/* --- what is proved ----------------------------------------------------------------------------------------------- */

static bool asked(lit a, lit b)
{
    lit both[2] = {a, b};
    return aig_possible(both, 2);
}

/* Whether a fact follows from what is assumed. Of a conjunction one part is proved after the other. */
static bool follows(lit fact)
{
    lit part[2];
    if (aig_both(fact, part))
        return follows(part[0]) && follows(part[1]);
    if (asked(aig_not(fact), assumed))
        return false;
    if (fact != TRUE)
        aig_learn(fact, aig_not(assumed));
    return true;
}

/* The signal of a bit, without its number. */
static size_t stem(const char *name)
{
    const char *bracket = strrchr(name, '[');
    return bracket && name[strlen(name) - 1] == ']' ? (size_t)(bracket - name) : strlen(name);
}

static bool is_left_out(const char *name)
{
    for (unsigned i = 0; i < left_count; i++)
        if (strlen(left_out[i]) == stem(name) && !strncmp(left_out[i], name, stem(name)))
            return true;
    return false;
}

/* A signal's value, in the example that the solver has found, as hexadecimal digits. */
static void print_signal(const struct blif_bit *first, bool next)
{
    size_t length = stem(first->name);
    char digits[1024] = "";
    unsigned width = 0, used = 0;
    for (unsigned i = 0; i < 4 * sizeof digits; i++) {
        char name[BLIF_NAME + 16];
        snprintf(name, sizeof name, "%.*s", (int)length, first->name);
        if (!blif_find(&module, name, i))
            break;
        width++;
        if (length == strlen(first->name))
            break;
    }
    for (unsigned top = (width + 3) / 4; top-- > 0 && used + 1 < sizeof digits;) {
        unsigned digit = 0;
        for (unsigned i = 0; i < 4 && 4 * top + i < width; i++) {
            char name[BLIF_NAME + 16];
            snprintf(name, sizeof name, "%.*s", (int)length, first->name);
            const struct blif_bit *bit = blif_find(&module, name, 4 * top + i);
            digit |= (unsigned)aig_evaluated(next ? bit->next : bit->now) << i;
        }
        digits[used++] = "0123456789abcdef"[digit];
        digits[used] = 0;
    }
    printf("    %.*s = %u'h%s\n", (int)length, first->name, width, digits);
}

static bool is_first(unsigned k)
{
    const char *name = module.bit[k].name;
    for (unsigned i = 0; i < k; i++)
        if (stem(module.bit[i].name) == stem(name) && !strncmp(module.bit[i].name, name, stem(name)))
            return false;
    return true;
}

/* Inputs and registers of the example. */
static void print_example(void)
{
    for (unsigned k = 0; k < module.bits; k++)
        if (module.bit[k].input || module.bit[k].reg)
            aig_set(module.bit[k].now, aig_value(module.bit[k].now));
    aig_evaluate();
    for (unsigned k = 0; k < module.bits; k++)
        if ((module.bit[k].input || module.bit[k].reg) && is_first(k))
            print_signal(&module.bit[k], false);
}

static int differ(void)
{
    print_example();
    for (unsigned i = 0; i < check_count; i++) {
        const struct check *c = &checks[i];
        lit has = c->next ? c->bit->next : c->bit->now;
        if (!c->any && aig_evaluated(c->when) && aig_evaluated(has) != aig_evaluated(c->model))
            printf("  %s%s: RTL %d, C %d\n", c->bit->name, c->next ? " in the next cycle" : "", aig_evaluated(has),
                   aig_evaluated(c->model));
    }
    if (aig_evaluated(machine_lost))
        printf("  the program goes wrong: %s\n", machine_why);
    for (unsigned i = 0; i < objection_count; i++)
        if (aig_evaluated(objections[i].when))
            printf("  the model objects: %s\n", objections[i].why);
    return 1;
}

/* Bits of one kind that are not compared, or not in every case. */
static unsigned uncovered(bool registers, unsigned *total)
{
    unsigned missing = 0;
    *total = 0;
    for (unsigned k = 0; k < module.bits; k++) {
        const struct blif_bit *bit = &module.bit[k];
        lit covered = FALSE;
        if (registers ? !bit->reg : !bit->output)
            continue;
        ++*total;
        if (is_left_out(bit->name)) {
            missing++;
            continue;
        }
        for (unsigned i = 0; i < check_count; i++)
            if (checks[i].bit == bit && checks[i].next == registers)
                covered = aig_or(covered, checks[i].when);
        if (asked(aig_not(covered), assumed))
            give_up("%s is not compared in every case; same_%s() or not_compared() has to name it",
                    bit->name, registers ? "next" : "output");
    }
    return missing;
}

/* Writes what the program says in a pattern, and the pattern. */
static void write_example(const char *path, unsigned index)
{
    char expected[4096];
    snprintf(expected, sizeof expected, "%s.expected", path);
    FILE *in = fopen(path, "w"), *out = fopen(expected, "w");
    if (!in || !out)
        give_up("an example cannot be written to '%s'", path);
    for (unsigned k = 0; k < module.bits; k++)
        if (module.bit[k].input || module.bit[k].reg)
            fprintf(in, "= %s %d\n", module.bit[k].name, aig_in_pattern(module.bit[k].now, index));
    fputs("?\n", in);
    for (unsigned i = 0; i < check_count; i++)
        if (!checks[i].any && aig_in_pattern(checks[i].when, index))
            fprintf(out, "%s %s %u %d\n", checks[i].next ? "next" : "now", checked_name[i], checked_at[i],
                    aig_in_pattern(checks[i].model, index));
    if (fclose(in) || fclose(out))
        give_up("an example cannot be written to '%s'", path);
}

/* As many of the patterns as are within what is assumed, up to EXAMPLES; some are looked for. */
static unsigned write_examples(const char *path)
{
    char name[4000];
    unsigned count = 0;
    for (unsigned k = 0; k < module.bits; k++)      /* every input and register at 0 and at 1 */
        for (lit value = 0; value < 2 && (module.bit[k].input || module.bit[k].reg); value++)
            asked(module.bit[k].now ^ value, assumed);
    for (unsigned i = 0; i < aig_patterns() && count < EXAMPLES; i++)
        if (aig_in_pattern(assumed, i)) {
            snprintf(name, sizeof name, "%s.%u", path, count++);
            write_example(name, i);
        }
    return count;
}

/* What the environment and the invariant allow; without a reset: `running`. */
static lit assume_all(void)
{
    const struct blif_bit *reset = blif_find(&module, "rst_i", 0);
    lit running = reset ? aig_not(reset->now) : TRUE;
    machine_run("environment");
    struct word now = machine_run("invariant");
    assumed = aig_and(running, aig_and(assumed, word_bit(&now, 0)));
    if (!asked(assumed, TRUE))
        give_up("what is assumed is never true of 'the module'");
    return running;
}

/* Whether the invariant holds in the next cycle, and after reset. */
static bool prove_invariant(lit running)
{
    in_next_cycle = true;
    struct word next = machine_run("invariant");
    lit lasts = aig_and(aig_not(machine_lost), word_bit(&next, 0));
    if (!follows(lasts)) {
        puts("THE INVARIANT DOES NOT LAST, with");
        print_example();
        return false;
    }
    bool registers = false;
    for (unsigned k = 0; k < module.bits; k++)
        registers |= module.bit[k].reg;
    if (registers && asked(aig_not(lasts), aig_not(running))) {
        puts("THE INVARIANT DOES NOT HOLD AFTER RESET, with");
        print_example();
        return false;
    }
    return true;
}

/* Whether a register bit has a reset that the mutant lacks: what takes one value in every reset has to take it there,
 * too. What other registers hold after reset is arbitrary. */
static bool resets_otherwise(const struct blif_bit *a, const struct blif_bit *b, lit running)
{
    bool resets = !asked(a->next, aig_not(running)) || !asked(aig_not(a->next), aig_not(running));
    return resets && asked(aig_xor(a->next, b->next), aig_not(running));
}

/* Whether another netlist of the module has the same outputs and next states in what is assumed, and the same reset. */
static int compare_mutant(const char *path, lit running)
{
    struct blif mutant = blif_read(path, &module, false);
    lit different = FALSE;
    for (unsigned k = 0; k < module.bits; k++) {
        const struct blif_bit *a = &module.bit[k], *b = blif_named(&mutant, a->name);
        if (!a->output && !a->reg)
            continue;
        if (!b || a->reg != b->reg)
            give_up("the mutant has no such bit: '%s'", a->name);
        if (running != TRUE && a->reg && a->next != b->next && resets_otherwise(a, b, running)) {
            printf("RESET IS DIFFERENT: %s\n", a->name);
            return 1;
        }
        different = aig_or(different, aig_or(aig_xor(a->now, b->now), aig_xor(a->next, b->next)));
    }
    if (!asked(different, assumed)) {
        printf("equal: %u nodes, %llu questions\n", aig_nodes(), (unsigned long long)aig_questions);
        return 0;
    }
    puts("DIFFERENT, with");
    print_example();
    return 1;
}

static int prove(const char *examples)
{
    lit running = assume_all();
    machine_granted = assumed;
    machine_run("step");
    lit different = aig_or(objected(), machine_lost);
    for (unsigned i = 0; i < check_count; i++) {
        const struct check *c = &checks[i];
        if (!c->any)
            different = aig_or(different, aig_and(c->when, aig_xor(c->next ? c->bit->next : c->bit->now, c->model)));
    }
    if (asked(different, assumed)) {
        puts("DIFFERENT, with");
        return differ();
    }
    unsigned outputs, registers;
    unsigned no_output = uncovered(false, &outputs), no_register = uncovered(true, &registers);
    machine_granted = TRUE;
    if (!prove_invariant(running))
        return 1;
    if (examples)
        printf("examples: %u\n", write_examples(examples));
    for (unsigned i = 0; i < left_count; i++)
        printf("not compared: %s, %s\n", left_out[i], left_why[i]);
    printf("equal: %u of %u output bits, %u of %u register bits; %u nodes, %llu instructions, %llu questions\n",
           outputs - no_output, outputs, registers - no_register, registers, aig_nodes(),
           (unsigned long long)machine_steps, (unsigned long long)aig_questions);
    return 0;
}

int main(int argc, char **argv)
{
    static struct config config;
    char error[CONFIG_ERROR];
    uint64_t size = 0;
    int i = 1;
    program_begin();
    program_version(argc, argv);
    if (argc < 5 || strcmp(argv[1], "-c") != 0)
        return complain("usage: equal -c CONFIG [--set key=value ...] [--invariant | --mutant MUTANT] NETLIST PROGRAM");
    if (!config_load(&config, argv[2], SENTENCE(error)))
        return complain("%s", error);
    for (i = 3; i + 1 < argc && !strcmp(argv[i], "--set"); i += 2)
        if (!config_set(&config, argv[i + 1], SENTENCE(error)))
            return complain("%s", error);
    const char *mutant = NULL;
    bool invariant_only = i < argc && !strcmp(argv[i], "--invariant");
    if (i + 1 < argc && !strcmp(argv[i], "--mutant"))
        mutant = argv[i + 1];
    i += mutant ? 2 : invariant_only;
    if ((argc - i != 2 && (argc - i != 3 || mutant || invariant_only)) || !config_check(&config, SENTENCE(error)))
        return complain("%s", argc - i < 2 || argc - i > 3 ? "a netlist and a program are needed" : error);
    machine_load(argv[i + 1]);
    module = blif_read(argv[i], NULL, false);
    uint64_t at = machine_symbol("equal_config", &size);
    if (!at || size != sizeof config)
        give_up("the program was built for another struct config: '%s'", argv[i + 1]);
    machine_write(at, &config, sizeof config);
    if (invariant_only) {
        lit running = assume_all();
        return prove_invariant(running) ? puts("equal: the invariant lasts"), 0 : 1;
    }
    if (mutant) {
        lit running = assume_all();
        return compare_mutant(mutant, running);
    }
    if (argc - i == 2)
        return prove(NULL);
    char path[4096];
    snprintf(path, sizeof path, "%s.config", argv[i + 2]);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(&config, sizeof config, 1, f) != 1 || fclose(f))
        give_up("the configuration cannot be written to '%s'", path);
    return prove(argv[i + 2]);
}
