/* SPDX-License-Identifier: Apache-2.0 */
/*
 * claims_page: joins the papers' claims with what was measured and with the records of lock-step, and writes the page
 * of verdicts as Markdown and HTML. No verdict is in any table: they are computed here, by claim.c. In Markdown a paper
 * has a narrow table, and below it a list of the same claims with everything else.
 *
 * usage: claims_page --measures CLAIMS                            the names of the measures that claims need
 *        claims_page --csv CLAIMS MEASURED                        id, paper, kind, unit, verdict, claimed, measured
 *        claims_page --page DIR CLAIMS MEASURED LOCKSTEP ABOUT    DIR/claims.md and DIR/claims.html, with the pictures
 *                                                                 DIR/NAME.svg that are there
 * Exit codes: 0 written; 1 written, but a measure failed or a lock-step run differed; 2 a table was refused.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "configs/fold.h"
#include "configs/program.h"
#include "configs/whole.h"

enum { TEXT = 4096, MAX_RECORDS = 100000, WIDTH = 120 };

/* What stands between two of these in a text is code. */
enum { CODE = '\x1e' };

/* A line of the lock-step records: so many cycles of RTL `rtl` on `input`, equal or not. */
struct record {
    char rtl[24], input[256];
    uint64_t cycles;
    int status;
};

struct page {
    struct claims claims;
    struct measures measures;
    struct record *records;
    size_t record_count;
    FILE *out;
    bool html, failed;
};

/* A claim's row in words. */
struct cells {
    enum verdict verdict;
    double value;
    bool has_value;
    char claimed[128], measured[128], why[TEXT], behind[TEXT];
};

/* --- records of lock-step ----------------------------------------------------------------------------------------- */

/* The same input counts once, however often it was run; a run that differed is kept. */
static void add_record(struct page *p, const struct record *r)
{
    for (size_t i = 0; i < p->record_count; i++) {
        struct record *old = &p->records[i];
        if (strcmp(old->rtl, r->rtl) || strcmp(old->input, r->input))
            continue;
        if (r->cycles > old->cycles)
            old->cycles = r->cycles;
        old->status = r->status;
        return;
    }
    if (p->record_count < MAX_RECORDS)
        p->records[p->record_count++] = *r;
}

/* A configuration's settings may make a line of any length. */
static bool read_records(struct page *p, const char *path, const struct sentence *error)
{
    char *line = NULL;
    size_t room = 0;
    bool fine = true;
    FILE *file = fopen(path, "r");
    p->records = calloc(MAX_RECORDS, sizeof *p->records);
    if (!p->records)
        return refuse(error, "no memory is left");
    if (!file)
        return true;               /* nothing has run in lock-step yet */
    for (unsigned n = 1; fine && getline(&line, &room, file) >= 0; n++) {
        struct record r;
        if (*line == '#')
            continue;
        if (sscanf(line, "%23[0-9a-f]\t%*[^\t]\t%255[^\t]\t%" SCNu64 "\t%d", r.rtl, r.input, &r.cycles,
                   &r.status) != 4)
            fine = refuse_at(error, path, n, "five columns are accepted: RTL, configuration, input, cycles, exit code");
        else
            add_record(p, &r);
    }
    free(line);
    fclose(file);
    return fine;
}

/* Cycles of an RTL that were equal. Notes whether a run was not. */
static uint64_t cycles_of(const struct page *p, const char *rtl, bool *differed)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < p->record_count; i++)
        if (strcmp(p->records[i].rtl, rtl) == 0) {
            *differed |= p->records[i].status != 0;
            cycles += p->records[i].status == 0 ? p->records[i].cycles : 0;
        }
    return cycles;
}

/* --- cells -------------------------------------------------------------------------------------------------------- */

static void append(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

static void append_code(char *text, size_t size, const char *code)
{
    const char mark[2] = {CODE, '\0'};
    append(text, size, mark);
    append(text, size, code);
    append(text, size, mark);
}

/* A sentence or phrase more, after a semicolon. */
static void also(char *text, size_t size, const char *name, const char *more)
{
    if (strcmp(more, "-") == 0 || !*more)
        return;
    if (*text)
        append(text, size, "; ");
    append(text, size, name);
    append(text, size, more);
}

/* The same of words, or with no separators of a whole, as code. */
static void also_code(char *text, size_t size, const char *name, const char *more, const char *separators)
{
    if (strcmp(more, "-") == 0 || strchr(more, '`')) {
        also(text, size, name, more);
        return;
    }
    append(text, size, *text ? "; " : "");
    append(text, size, name);
    while (*more) {
        size_t used = strlen(text);
        int word = (int)strcspn(more, separators), gap = (int)strspn(more + word, separators);
        snprintf(text + used, size - used, "%c%.*s%c%.*s", CODE, word, more, CODE, gap, more + word);
        more += word + gap;
    }
}

/* "COMMAND, less what": the command is code, and what is, if it is one, too. */
static void also_command(char *text, size_t size, const char *command)
{
    const char *less = strstr(command, ", less ");
    char first[TEXT];
    snprintf(first, sizeof first, "%.*s", (int)(less ? (size_t)(less - command) : strlen(command)), command);
    also_code(text, size, "command: ", first, "");
    if (!less)
        return;
    append(text, size, ", less ");
    (strncmp(less + 7, "make ", 5) == 0 ? append_code : append)(text, size, less + 7);
}

/* Four significant digits, never an exponent. */
static void number(double x, char *text, size_t size)
{
    double a = fabs(x);
    int digits = a >= 1000 ? 0 : a >= 100 ? 1 : a >= 10 ? 2 : a >= 1 ? 3 : a >= 0.01 ? 4 : 6;
    snprintf(text, size, "%.*f", digits, x);
    if (strchr(text, '.')) {
        char *end = text + strlen(text) - 1;
        while (*end == '0')
            *end-- = '\0';
        if (*end == '.')
            *end = '\0';
    }
    if (strcmp(text, "-0") == 0)
        strcpy(text, "0");
}

static void quantity(double x, const char *unit, char *text, size_t size)
{
    char digits[64];
    number(x, digits, sizeof digits);
    snprintf(text, size, "%s %s", digits, unit);
}

static void claimed(const struct claim *c, char *text, size_t size)
{
    char value[96];
    quantity(c->value, c->unit, value, sizeof value);
    if (c->relation == RELATION_UNCOUNTED)
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%s%s", c->relation == RELATION_AT_MOST ? "at most " :
                 c->relation == RELATION_AT_LEAST ? "at least " : "", value);
}

/* "ocu 31,346 cycles" for each RTL that the measure names as name=hash. */
static void lockstep_cells(struct page *p, const struct measure *m, char *text, size_t size)
{
    char list[TEXT], *state = NULL, part[64];
    snprintf(list, sizeof list, "%s", m->rtl);
    if (strcmp(list, "-") == 0)
        return;
    append(text, size, *text ? "; lock-step: " : "lock-step: ");
    const char *separator = "";
    for (char *word = strtok_r(list, " ", &state); word; word = strtok_r(NULL, " ", &state), separator = ", ") {
        bool differed = false;
        char *hash = strrchr(word, '=');
        if (!hash)
            continue;
        *hash++ = '\0';
        uint64_t cycles = cycles_of(p, hash, &differed);
        append(text, size, separator);
        append_code(text, size, word);
        snprintf(part, sizeof part, " %" PRIu64 " cycles", cycles);
        append(text, size, differed ? " DIFFERED" : cycles ? part : " no cycle yet");
        p->failed |= differed;
    }
}

static void behind(struct page *p, const struct claim *c, const struct measure *m, struct cells *cells)
{
    char *text = cells->behind;
    *text = '\0';
    if (c->source == SOURCE_EXPRESSION) {
        also_code(text, TEXT, "arithmetic: ", c->measure + 1, "");
        return;
    }
    if (!m)
        return;
    if (m->status == MEASURE_OK) {
        also_code(text, TEXT, "", m->configuration, " ");
        also(text, TEXT, "library: ", m->library);
        also(text, TEXT, "workloads: ", m->workloads);
        lockstep_cells(p, m, text, TEXT);
    }
    also_command(text, TEXT, m->command);
    if (m->status == MEASURE_OK)
        also_code(text, TEXT, "raw: ", m->raw, " ");
}

static void why(const struct claim *c, const struct measure *m, struct cells *cells)
{
    char difference[128];
    *cells->why = '\0';
    if (cells->verdict == VERDICT_DIFFERS) {
        claim_difference(c, cells->value, difference, sizeof difference);
        also(cells->why, TEXT, "", difference);
    }
    if (!cells->has_value && c->source == SOURCE_MEASURE)
        also(cells->why, TEXT, "", m ? m->message : "not in this run; see the measures that it was restricted to");
    if (cells->has_value || c->source != SOURCE_MEASURE)
        also(cells->why, TEXT, "", c->remark);
    if (cells->verdict == VERDICT_DIFFERS && strcmp(c->remark, "-") == 0 && c->source == SOURCE_MEASURE)
        also(cells->why, TEXT, "", "why is not known yet");
}

static bool fill(struct page *p, const struct claim *c, struct cells *cells, const struct sentence *error)
{
    const struct measure *m = c->source == SOURCE_MEASURE ? measure_find(&p->measures, c->measure) : NULL;
    if (!claim_judge(c, m, &cells->verdict, &cells->value, error))
        return false;
    cells->has_value = cells->verdict <= VERDICT_COUNTED;
    p->failed |= cells->verdict == VERDICT_FAILED;
    claimed(c, cells->claimed, sizeof cells->claimed);
    if (cells->has_value)
        quantity(cells->value, c->unit, cells->measured, sizeof cells->measured);
    else
        snprintf(cells->measured, sizeof cells->measured, "-");
    why(c, m, cells);
    behind(p, c, m, cells);
    return true;
}

/* --- the two formats ---------------------------------------------------------------------------------------------- */

/* Whether Markdown would take a character for something else. Within a word `_` is none of its marks. */
static bool is_mark(const char *text, const char *at)
{
    if (*at == '_')
        return at == text || !isalnum((unsigned char)at[-1]) || !isalnum((unsigned char)at[1]);
    return strchr("\\`*<>|[]&#", *at) != NULL;
}

/* Text as it is to be read, whatever is in it. */
static void put(struct page *p, const char *text)
{
    bool code = false;
    for (const char *at = text; *at; at++) {
        if (*at == CODE) {
            code = !code;
            fputs(p->html ? "" : "`", p->out);
        } else if (p->html && strchr("&<>\"'", *at)) {
            fprintf(p->out, "&#%d;", *at);
        } else if (!p->html && !code && is_mark(text, at)) {
            fprintf(p->out, "\\%c", *at);
        } else {
            fputc(*at, p->out);
        }
    }
}

/* Whether a word would begin a list or a comment, if it stood first in a line. */
static bool begins_block(const char *word)
{
    size_t length = strcspn(word, " "), digits = strspn(word, "0123456789");
    return *word == '%' || (length == 1 && strchr("-+", *word))
        || (digits > 0 && digits + 1 == length && strchr(".)", word[digits]));
}

/* Writes Markdown in lines of WIDTH characters. */
static void put_folded(struct page *p, const char *first, const char *next, char *text)
{
    for (char *blank = text; (blank = strchr(blank, ' ')); blank++)
        if (begins_block(blank + 1))
            *blank = FOLD_TIE;
    fold(p->out, WIDTH, first, next, text);
}

/* What is put between the two is a text of its own, which end_text() writes folded. */
struct text {
    FILE *page;
    char *text;
    size_t size;
};

static void begin_text(struct page *p, struct text *t)
{
    *t = (struct text){.page = p->out};
    p->out = open_memstream(&t->text, &t->size);
    if (!p->out)
        give_up("no memory is left");
}

static void end_text(struct page *p, struct text *t, const char *first, const char *next)
{
    if (fclose(p->out) != 0)
        give_up("no memory is left");
    p->out = t->page;
    put_folded(p, first, next, t->text);
    free(t->text);
}

/* In Markdown an empty line stands before everything but the first line. */
static void heading(struct page *p, int level, const char *text)
{
    if (p->html)
        fprintf(p->out, "<h%d>", level);
    else
        fprintf(p->out, "\n%.*s ", level, "####");
    put(p, text);
    if (p->html)
        fprintf(p->out, "</h%d>", level);
    fputc('\n', p->out);
}

static void paragraph(struct page *p, const char *text)
{
    struct text t;
    if (p->html) {
        fputs("<p>", p->out);
        put(p, text);
        fputs("</p>\n", p->out);
        return;
    }
    fputc('\n', p->out);
    begin_text(p, &t);
    put(p, text);
    end_text(p, &t, "", "");
}

static void begin_row(struct page *p)
{
    fputs(p->html ? "<tr>" : "|", p->out);
}

static void cell(struct page *p, const char *class, const char *text)
{
    if (p->html)
        fprintf(p->out, "<td class=\"%s\">", class);
    else
        fputc(' ', p->out);
    put(p, text);
    fputs(p->html ? "</td>" : " |", p->out);
}

static void end_row(struct page *p)
{
    fputs(p->html ? "</tr>\n" : "\n", p->out);
}

static void begin_table(struct page *p, const char *const *names, int count)
{
    fputs(p->html ? "<table><thead><tr>" : "\n|", p->out);
    for (int i = 0; i < count; i++) {
        fputs(p->html ? "<th>" : " ", p->out);
        put(p, names[i]);
        fputs(p->html ? "</th>" : " |", p->out);
    }
    fputs(p->html ? "</tr></thead><tbody>\n" : "\n|", p->out);
    for (int i = 0; i < count && !p->html; i++)
        fputs("---|", p->out);
    fputs(p->html ? "" : "\n", p->out);
}

static void end_table(struct page *p)
{
    fputs(p->html ? "</tbody></table>\n" : "", p->out);
}

/* --- parts of the page -------------------------------------------------------------------------------------------- */

static const char *const papers[][2] = {
    {"malekeh", "Malekeh (A Lightweight, Compiler-Assisted Register File Cache for GPGPU)"},
    {"bow", "BOW (Breathing Operand Windows to Exploit Bypassing in GPUs)"},
    {"rfc-sim", "RFC-sim (Investigating Register Cache Behavior)"},
    {"ciao", "CIAO (Cache Interference-Aware Throughput-Oriented Architecture and Scheduling)"},
    {"triple-a", "Triple-A (Early Operand Collector Allocation for Maximizing GPU Register Bank Utilization)"},
    {"modern", "Modern GPU Cores (Dissecting and Modeling the Architecture of Modern GPU Cores)"},
    {"software-rf", "Software-managed register files (software RFC, RFC, LTRF, CORF, GREENER, RegLess)"},
    {"uncounted", "What the papers do not count"},
    {"consistency", "Consistency of the papers' own figures"}
};
enum { PAPERS = sizeof papers / sizeof *papers };

static const char *const classes[VERDICTS] = {"holds", "differs", "none", "cannot", "later", "failed"};

static void html_row(struct page *p, const struct claim *c, const struct cells *cells)
{
    begin_row(p);
    fprintf(p->out, "<td id=\"%s\">", c->id);
    put(p, c->text);
    fputs("<div class=\"where\">", p->out);
    put(p, c->id);
    fputs(", ", p->out);
    put(p, c->where);
    fputs("</div></td>", p->out);
    cell(p, "number", cells->claimed);
    cell(p, "number", cells->measured);
    cell(p, classes[cells->verdict], verdict_name(cells->verdict));
    cell(p, "why", *cells->why ? cells->why : "-");
    cell(p, "behind", *cells->behind ? cells->behind : "-");
    end_row(p);
}

static void narrow_row(struct page *p, const struct claim *c, const struct cells *cells)
{
    begin_row(p);
    fprintf(p->out, " `%s` |", c->id);
    cell(p, "", cells->claimed);
    cell(p, "", cells->measured);
    cell(p, "", verdict_name(cells->verdict));
    end_row(p);
}

static void put_sentence(struct page *p, const char *text)
{
    size_t length = strlen(text);
    put(p, text);
    if (length == 0 || text[length - 1] != '.')
        fputc('.', p->out);
}

static void item_remark(struct page *p, const struct cells *cells)
{
    struct text t;
    if (!*cells->why)
        return;
    begin_text(p, &t);
    fputs(cells->verdict == VERDICT_DIFFERS ? "*Difference:* " : "*Remark:* ", p->out);
    put_sentence(p, cells->why);
    end_text(p, &t, "  ", "  ");
}

static void item_behind(struct page *p, const struct cells *cells)
{
    struct text t;
    if (!*cells->behind)
        return;
    begin_text(p, &t);
    fputs("*Behind it:* ", p->out);
    put(p, cells->behind);
    end_text(p, &t, "  ", "  ");
}

/* Each part of an item begins a line, which scripts rest on. */
static void item(struct page *p, const struct claim *c, const struct cells *cells)
{
    struct text t;
    begin_text(p, &t);
    fprintf(p->out, "`%s` (", c->id);
    put(p, c->where);
    fputs("): ", p->out);
    put_sentence(p, c->text);
    end_text(p, &t, "* ", "  ");
    item_remark(p, cells);
    item_behind(p, cells);
}

typedef void write_claim(struct page *p, const struct claim *c, const struct cells *cells);

static bool for_claims(struct page *p, int paper, write_claim *write, const struct sentence *error)
{
    for (size_t i = 0; i < p->claims.count; i++) {
        const struct claim *c = &p->claims.list[i];
        struct cells cells;
        if (strcmp(c->paper, papers[paper][0]))
            continue;
        if (!fill(p, c, &cells, error))
            return false;
        write(p, c, &cells);
    }
    return true;
}

static bool html_paper(struct page *p, int paper, const struct sentence *error)
{
    static const char *const names[] = {"claim", "claimed", "measured", "verdict", "difference, remarks", "behind it"};
    begin_table(p, names, 6);
    if (!for_claims(p, paper, html_row, error))
        return false;
    end_table(p);
    return true;
}

/* A table that is narrow, and a list of the same claims with everything else. */
static bool markdown_paper(struct page *p, int paper, const struct sentence *error)
{
    static const char *const names[] = {"claim", "claimed", "measured", "verdict"};
    begin_table(p, names, 4);
    if (!for_claims(p, paper, narrow_row, error))
        return false;
    end_table(p);
    fputc('\n', p->out);
    return for_claims(p, paper, item, error);
}

static bool paper_section(struct page *p, int paper, const struct sentence *error)
{
    heading(p, 2, papers[paper][1]);
    return p->html ? html_paper(p, paper, error) : markdown_paper(p, paper, error);
}

/* The title of a paper; in Markdown without what is in parentheses, so that a table with it is narrow. */
static void paper_cell(struct page *p, const char *title)
{
    char name[TEXT];
    const char *more = p->html ? NULL : strstr(title, " (");
    snprintf(name, sizeof name, "%.*s", more ? (int)(more - title) : (int)strlen(title), title);
    cell(p, "", name);
}

static bool summary(struct page *p, const struct sentence *error)
{
    unsigned counts[PAPERS + 1][VERDICTS] = {{0}};
    const char *names[VERDICTS + 1] = {"verdicts"};
    for (size_t i = 0; i < p->claims.count; i++)
        for (int k = 0; k < PAPERS; k++) {
            struct cells cells;
            if (strcmp(p->claims.list[i].paper, papers[k][0]))
                continue;
            if (!fill(p, &p->claims.list[i], &cells, error))
                return false;
            counts[k][cells.verdict]++;
            counts[PAPERS][cells.verdict]++;
        }
    for (int v = 0; v < VERDICTS; v++)
        names[v + 1] = verdict_name((enum verdict)v);
    begin_table(p, names, VERDICTS + 1);
    for (int k = 0; k <= PAPERS; k++) {
        begin_row(p);
        paper_cell(p, k < PAPERS ? papers[k][1] : "all");
        for (int v = 0; v < VERDICTS; v++) {
            char count[16];
            snprintf(count, sizeof count, "%u", counts[k][v]);
            cell(p, "number", count);
        }
        end_row(p);
    }
    end_table(p);
    return true;
}

/* An SVG file, from its first element on, inside of the page. */
static void inline_picture(struct page *p, const char *path)
{
    char line[65536];
    bool begun = false;
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    fputs("<figure>", p->out);
    while (fgets(line, sizeof line, file)) {
        begun |= strncmp(line, "<svg", 4) == 0;
        if (begun)
            fputs(line, p->out);
    }
    fputs("</figure>\n", p->out);
    fclose(file);
}

static void pictures(struct page *p, const char *dir)
{
    static const char *const names[][2] = {
        {"storage", "Storage: claimed and measured"}, {"accesses", "Register file accesses: claimed and measured"},
        {"performance", "Performance: claimed and measured"}
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[TEXT];
        snprintf(path, sizeof path, "%s/%s.svg", dir, names[i][0]);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        fclose(file);
        if (p->html)
            inline_picture(p, path);
        else
            fprintf(p->out, "\n![%s](%s.svg)\n", names[i][1], names[i][0]);
    }
}

/* One paragraph a line. */
static void about(struct page *p, const char *path)
{
    char line[TEXT];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line)
            paragraph(p, line);
    }
    if (file)
        fclose(file);
}

static const char style[] =
    "body{font:14px/1.4 sans-serif;margin:2em auto;max-width:1500px;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;width:100%;margin:1em 0}th,td{border:1px solid #ccc;padding:.3em .5em;"
    "text-align:left;vertical-align:top}thead th{background:#eee;position:sticky;top:0}"
    ".number{white-space:nowrap;text-align:right}.where,.behind{font-size:85%;color:#555}"
    ".behind{max-width:30em;overflow-wrap:anywhere}.why{max-width:30em}"
    ".holds{background:#d8f0d8}.differs{background:#f8d8d0}.cannot,.none{background:#eee}.later{background:#fff6cc}"
    ".failed{background:#f00;color:#fff}figure{margin:1em 0}svg{max-width:100%;height:auto}";

static bool write_page(struct page *p, const char *dir, const char *about_path, const struct sentence *error)
{
    if (p->html)
        fprintf(p->out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Claims</title>"
                        "<style>%s</style></head><body>\n", style);
    else
        fputs("<!-- written by make claims -->\n", p->out);
    heading(p, 1, "Claims and measurements");
    about(p, about_path);
    if (!summary(p, error))
        return false;
    pictures(p, dir);
    for (int k = 0; k < PAPERS; k++)
        if (!paper_section(p, k, error))
            return false;
    if (p->html)
        fputs("</body></html>\n", p->out);
    return true;
}

static int write_file(struct page *p, const char *dir, const char *name, bool html, const char *about_path)
{
    char path[TEXT], error[CLAIM_ERROR];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    p->html = html;
    p->out = whole_open(path);
    if (!p->out)
        return complain("%s cannot be written: %s", path, strerror(errno));
    int status = write_page(p, dir, about_path, SENTENCE(error)) ? 0 : complain("%s", error);
    if (!whole_keep(p->out, status == 0) && status == 0)
        status = complain("%s cannot be written: %s", path, strerror(errno));
    return status;
}

/* --- program ------------------------------------------------------------------------------------------------------ */

static int list_measures(const struct page *p)
{
    for (size_t i = 0; i < p->claims.count; i++) {
        const struct claim *c = &p->claims.list[i];
        bool seen = c->source != SOURCE_MEASURE;
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(p->claims.list[k].measure, c->measure) == 0;
        if (!seen)
            puts(c->measure);
    }
    return 0;
}

static int write_csv(struct page *p)
{
    puts("id,paper,kind,unit,verdict,claimed,measured");
    for (size_t i = 0; i < p->claims.count; i++) {
        const struct claim *c = &p->claims.list[i];
        struct cells cells;
        char error[CLAIM_ERROR];
        if (!fill(p, c, &cells, SENTENCE(error)))
            return complain("%s", error);
        printf("%s,%s,%s,%s,%s,", c->id, c->paper, c->kind, c->unit, verdict_name(cells.verdict));
        printf(c->relation == RELATION_UNCOUNTED ? "," : "%.9g,", c->value);
        printf(cells.has_value ? "%.9g\n" : "\n", cells.value);
    }
    return 0;
}

static int run(struct page *p, int argc, char **argv)
{
    char error[CLAIM_ERROR];
    if (argc == 3 && strcmp(argv[1], "--measures") == 0)
        return claims_read(&p->claims, argv[2], SENTENCE(error)) ? list_measures(p) : complain("%s", error);
    if (argc == 4 && strcmp(argv[1], "--csv") == 0)
        return claims_read(&p->claims, argv[2], SENTENCE(error))
            && measures_read(&p->measures, argv[3], SENTENCE(error))
            ? write_csv(p) : complain("%s", error);
    if (argc != 7 || strcmp(argv[1], "--page"))
        return complain("accepted are --measures CLAIMS, --csv CLAIMS MEASURED, --page DIR CLAIMS MEASURED LOCKSTEP "
                        "ABOUT");
    if (!claims_read(&p->claims, argv[3], SENTENCE(error)) || !measures_read(&p->measures, argv[4], SENTENCE(error))
        || !read_records(p, argv[5], SENTENCE(error)))
        return complain("%s", error);
    int status = write_file(p, argv[2], "claims.md", false, argv[6]);
    if (status == 0)
        status = write_file(p, argv[2], "claims.html", true, argv[6]);
    if (status == 0 && !whole_take())
        status = complain("%s cannot be written: %s", argv[2], strerror(errno));
    whole_drop();
    return status ? status : p->failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    program_begin();
    program_version(argc, argv);
    static struct page page;
    int status = run(&page, argc, argv);
    claims_free(&page.claims);
    measures_free(&page.measures);
    free(page.records);
    return status;
}
