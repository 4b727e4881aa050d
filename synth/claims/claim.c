/* SPDX-License-Identifier: Apache-2.0 */
#include "claim.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "configs/program.h"

/* --- arithmetic --------------------------------------------------------------------------------------------------- */

typedef bool term(const char **at, double *value);
static term sum;

static bool factor(const char **at, double *value)
{
    char *end;
    if (**at == '(') {
        ++*at;
        return sum(at, value) && *(*at)++ == ')';
    }
    if (**at < '0' || **at > '9')
        return false;
    *value = strtod(*at, &end);
    *at = end;
    return true;
}

/* Operands with the operators of one rank between them, from left to right. */
static bool chain(const char **at, double *value, const char *operators, term *operand)
{
    double right;
    if (!operand(at, value))
        return false;
    while (**at && strchr(operators, **at)) {
        char operator = *(*at)++;
        if (!operand(at, &right))
            return false;
        switch (operator) {
        case '*': *value *= right; break;
        case '/': *value /= right; break;
        case '+': *value += right; break;
        default: *value -= right;
        }
    }
    return true;
}

static bool product(const char **at, double *value) { return chain(at, value, "*/", factor); }
static bool sum(const char **at, double *value) { return chain(at, value, "+-", product); }

bool claim_evaluate(const char *text, double *value)
{
    return sum(&text, value) && *text == '\0' && isfinite(*value);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

/* Cuts a line at its tabs. Returns the number of fields, counting beyond `limit` without storing. */
static unsigned split(char *line, const char **field, unsigned limit)
{
    unsigned count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (;;) {
        if (count < limit)
            field[count] = line;
        count++;
        line = strchr(line, '\t');
        if (!line)
            return count;
        *line++ = '\0';
    }
}

static bool number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

/* "5%" of the value, or a number in the claim's unit. */
static bool tolerance(const char *text, double value, double *result)
{
    char *end;
    *result = strtod(text, &end);
    if (end == text || !isfinite(*result) || *result < 0)
        return false;
    if (strcmp(end, "%") == 0)
        *result *= fabs(value) / 100;
    else if (*end)
        return false;
    return true;
}

static int find(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static bool is_name(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.-") == strlen(text) && strcmp(text, "-") != 0;
}

static const char *const relations[] = {"is", "at-most", "at-least", "uncounted"};
static const char *const papers[] = {"malekeh", "bow", "rfc-sim", "ciao", "triple-a", "modern",
                                     "software-rf", "uncounted", "consistency"};
static const char *const kinds[] = {"storage", "area", "timing", "energy", "power", "ipc", "count"};
static const char *const statuses[] = {"ok", "failed", "missing", "later"};

#define COUNT(array) ((int)(sizeof (array) / sizeof *(array)))

/* What is wrong with a row, or NULL. */
static const char *take_measure(struct claim *c)
{
    double value;
    c->source = strcmp(c->measure, "cannot") == 0 ? SOURCE_CANNOT
                : strcmp(c->measure, "later") == 0 ? SOURCE_LATER
                : *c->measure == '=' ? SOURCE_EXPRESSION : SOURCE_MEASURE;
    if (c->source == SOURCE_EXPRESSION && !claim_evaluate(c->measure + 1, &value))
        return "after '=' numbers, + - * / and parentheses without blanks are accepted as the measure";
    if (c->source == SOURCE_MEASURE && !is_name(c->measure))
        return "the measure is a name of a-z 0-9 _ . -, an expression after '=', 'cannot' or 'later'";
    if ((c->source == SOURCE_CANNOT || c->source == SOURCE_LATER) && strcmp(c->remark, "-") == 0)
        return "the remark must say why a claim cannot be checked or is not measured yet";
    return NULL;
}

static const char *take_value(struct claim *c, const char *value, const char *within)
{
    if (c->relation == RELATION_UNCOUNTED)
        return strcmp(value, "-") == 0 && strcmp(within, "-") == 0
               ? NULL : "what a paper does not count has neither value nor tolerance: '-' is accepted";
    if (!number(value, &c->value))
        return "the claimed value is a number";
    if (c->relation == RELATION_IS && !tolerance(within, c->value, &c->tolerance))
        return "the tolerance of 'is' is a number, or one with % for a part of the claimed value";
    if (c->relation != RELATION_IS && strcmp(within, "-"))
        return "only 'is' has a tolerance: '-' is accepted";
    return NULL;
}

static const char *take_claim(struct claim *c, char *line)
{
    const char *field[11];
    if (split(line, field, 11) != 11)
        return "11 columns with tabs between them are accepted: id, paper, where, kind, claim, relation, value, unit, "
               "tolerance, measure, remark";
    for (unsigned i = 0; i < 11; i++)
        if (!*field[i])
            return "a column is empty; '-' is accepted for nothing";
    *c = (struct claim){.id = field[0], .paper = field[1], .where = field[2], .kind = field[3], .text = field[4],
                        .unit = field[7], .measure = field[9], .remark = field[10]};
    int relation = find(field[5], relations, COUNT(relations));
    if (!is_name(c->id))
        return "the id is a name of a-z 0-9 _ . -";
    if (find(c->paper, papers, COUNT(papers)) < 0)
        return "the paper is malekeh, bow, rfc-sim, ciao, triple-a, modern, uncounted or consistency";
    if (find(c->kind, kinds, COUNT(kinds)) < 0)
        return "the kind is storage, area, timing, energy, power, ipc or count";
    if (relation < 0)
        return "the relation is 'is', 'at-most', 'at-least' or 'uncounted'";
    c->relation = (enum relation)relation;
    const char *wrong = take_measure(c);
    return wrong ? wrong : take_value(c, field[6], field[8]);
}

static const char *take_measured(struct measure *m, char *line)
{
    const char *field[11];
    if (split(line, field, 11) != 11)
        return "11 columns with tabs between them are accepted: measure, status, value, unit, configuration, library, "
               "workloads, rtl, command, raw, message";
    *m = (struct measure){.name = field[0], .unit = field[3], .configuration = field[4], .library = field[5],
                          .workloads = field[6], .rtl = field[7], .command = field[8], .raw = field[9],
                          .message = field[10]};
    int status = find(field[1], statuses, COUNT(statuses));
    if (!is_name(m->name))
        return "the measure is a name of a-z 0-9 _ . -";
    if (status < 0)
        return "the status is ok, failed, missing or later";
    m->status = (enum measure_status)status;
    if (m->status == MEASURE_OK && !number(field[2], &m->value))
        return "the value of a measure that is ok is a number";
    return NULL;
}

/* Grows a list by one element of `size` bytes. */
static void *grow(void *list, size_t count, size_t size)
{
    void *larger = realloc(list, (count + 1) * size);
    if (!larger) {
        give_up("no memory is left");
    }
    return larger;
}

static bool unique(const struct claims *claims, const char *path, const struct sentence *error)
{
    const struct claim *last = &claims->list[claims->count - 1];
    for (size_t i = 0; i + 1 < claims->count; i++)
        if (strcmp(claims->list[i].id, last->id) == 0)
            return refuse(error, "%s:%u: the id %.100s is also that of line %u; every claim has its own", path,
                          last->line, last->id, claims->list[i].line);
    return true;
}

/* Takes a row of a table, which owns its text from then on. */
typedef bool take_row(void *table, char *row, const char *path, unsigned line, const struct sentence *error);

static bool claim_row(void *table, char *row, const char *path, unsigned line, const struct sentence *error)
{
    struct claims *claims = table;
    claims->list = grow(claims->list, claims->count, sizeof *claims->list);
    struct claim *c = &claims->list[claims->count++];
    const char *wrong = take_claim(c, row);
    c->row = row;
    c->line = line;
    return wrong ? refuse(error, "%s:%u: %s", path, line, wrong) : unique(claims, path, error);
}

static bool measure_row(void *table, char *row, const char *path, unsigned line, const struct sentence *error)
{
    struct measures *measures = table;
    measures->list = grow(measures->list, measures->count, sizeof *measures->list);
    struct measure *m = &measures->list[measures->count++];
    const char *wrong = take_measured(m, row);
    m->row = row;
    return !wrong || refuse(error, "%s:%u: %s", path, line, wrong);
}

/* Gives every row of a file that is no comment to `take`, until it refuses one. */
static bool read_rows(void *table, take_row *take, const char *path, const struct sentence *error)
{
    char *row = NULL;
    size_t room = 0;
    bool fine = true;
    FILE *file = fopen(path, "r");
    if (!file)
        return refuse(error, "%s cannot be read: %s", path, strerror(errno));
    for (unsigned line = 1; fine && getline(&row, &room, file) >= 0; line++) {
        if (*row == '#' || *row == '\n')
            continue;
        fine = take(table, row, path, line, error);
        row = NULL;
        room = 0;
    }
    if (fine && ferror(file))
        fine = refuse(error, "%s cannot be read: %s", path, strerror(errno));
    free(row);
    fclose(file);
    return fine;
}

bool claims_read(struct claims *claims, const char *path, const struct sentence *error)
{
    *claims = (struct claims){NULL, 0};
    return read_rows(claims, claim_row, path, error)
        && (claims->count > 0 || refuse(error, "%s has no claim", path));
}

bool measures_read(struct measures *measures, const char *path, const struct sentence *error)
{
    *measures = (struct measures){NULL, 0};
    return read_rows(measures, measure_row, path, error);
}

void claims_free(struct claims *claims)
{
    for (size_t i = 0; i < claims->count; i++)
        free(claims->list[i].row);
    free(claims->list);
}

void measures_free(struct measures *measures)
{
    for (size_t i = 0; i < measures->count; i++)
        free(measures->list[i].row);
    free(measures->list);
}

const struct measure *measure_find(const struct measures *measures, const char *name)
{
    for (size_t i = 0; i < measures->count; i++)
        if (strcmp(measures->list[i].name, name) == 0)
            return &measures->list[i];
    return NULL;
}

/* --- verdict ------------------------------------------------------------------------------------------------------ */

static enum verdict compare(const struct claim *c, double value)
{
    bool holds = true;
    switch (c->relation) {
    case RELATION_UNCOUNTED: return VERDICT_COUNTED;
    case RELATION_IS: holds = fabs(value - c->value) <= c->tolerance * (1 + 1e-9); break;
    case RELATION_AT_MOST: holds = value <= c->value; break;
    case RELATION_AT_LEAST: holds = value >= c->value; break;
    }
    return holds ? VERDICT_HOLDS : VERDICT_DIFFERS;
}

bool claim_judge(const struct claim *claim, const struct measure *m, enum verdict *verdict, double *value,
                 const struct sentence *error)
{
    *value = 0;
    if (claim->source == SOURCE_CANNOT || claim->source == SOURCE_LATER) {
        *verdict = claim->source == SOURCE_CANNOT ? VERDICT_CANNOT : VERDICT_LATER;
        return true;
    }
    if (claim->source == SOURCE_EXPRESSION) {
        if (!claim_evaluate(claim->measure + 1, value))
            return refuse(error, "claim %.100s: %.200s is not an expression", claim->id, claim->measure);
        *verdict = compare(claim, *value);
        return true;
    }
    if (!m || m->status == MEASURE_LATER) {
        *verdict = VERDICT_LATER;
        return true;
    }
    if (m->status != MEASURE_OK) {
        *verdict = m->status == MEASURE_MISSING ? VERDICT_CANNOT : VERDICT_FAILED;
        return true;
    }
    if (strcmp(m->unit, claim->unit))
        return refuse(error, "claim %.100s (line %u) is in %.40s and its measure %.100s in %.40s; the same unit is "
                      "accepted", claim->id, claim->line, claim->unit, m->name, m->unit);
    *value = m->value;
    *verdict = compare(claim, *value);
    return true;
}

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[VERDICTS] = {"holds", "differs", "not in the paper", "cannot be checked",
                                                "not measured yet", "not measured: failed"};
    return names[verdict];
}

void claim_difference(const struct claim *claim, double value, char *text, size_t size)
{
    double difference = value - claim->value;
    *text = '\0';
    if (claim->relation == RELATION_UNCOUNTED)
        return;
    if (strcmp(claim->unit, "%") == 0)
        snprintf(text, size, "%.*f percentage points %s", fabs(difference) < 1 ? 2 : 1, fabs(difference),
                 difference < 0 ? "less" : "more");
    else if (claim->value != 0 && value / claim->value > 0)
        snprintf(text, size, "%.3g times the claim", value / claim->value);
    else
        snprintf(text, size, "%.4g %s %s", fabs(difference), claim->unit, difference < 0 ? "less" : "more");
}
