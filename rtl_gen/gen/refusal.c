/* SPDX-License-Identifier: Apache-2.0 */
/* The block of a module that refuses values of its parameters; see refusal.h. */
#include "refusal.h"

#include <ctype.h>
#include <string.h>

#include "tokens.h"

enum { COLUMNS = 120, INDENT = 12 };

bool refusal_add_size(struct refusal *refusal, const struct symbol *symbol, const struct sentence *sentence)
{
    if (refusal->fixed_count == MAX_FIXED)
        return refuse(sentence, "the module has more than %d parameters", MAX_FIXED);
    refusal->fixed[refusal->fixed_count++] = symbol;
    return true;
}

/* The bytes of a condition up to a || that is in no parentheses, or to its end. */
static size_t first_alternative(const char *condition)
{
    size_t length = 0;
    for (int depth = 0; condition[length] && (depth > 0 || strncmp(condition + length, " || ", 4) != 0); length++)
        depth += (condition[length] == '(') - (condition[length] == ')');
    return length;
}

bool refusal_add_condition(struct refusal *refusal, const char *condition, const struct sentence *sentence)
{
    for (size_t length; *condition; condition += length + (condition[length] ? strlen(" || ") : 0)) {
        if (refusal->condition_count == MAX_REFUSED)
            return refuse(sentence, "the module refuses more than %d conditions", MAX_REFUSED);
        length = first_alternative(condition);
        sprintf(refusal->conditions[refusal->condition_count++], "%.*s", (int)length, condition);
    }
    return true;
}

/* Whether a condition names a parameter. */
static bool is_free(const struct refusal *refusal, const char *parameter)
{
    for (int i = 0; i < refusal->condition_count; i++) {
        struct part condition = {refusal->conditions[i], strlen(refusal->conditions[i])};
        if (token_in(condition, parameter))
            return true;
    }
    return false;
}

/* The condition of the block, in lines that are not too wide. */
struct folded {
    char line[2 * COLUMNS + LINE];
    struct lines *out;
    struct origin origin;
    const struct sentence *sentence;
};

static bool fold(struct folded *folded, const char *condition)
{
    size_t length = strlen(folded->line);
    bool first = folded->line[length - 1] == '(';
    if (first || length + strlen(condition) + strlen(" || )) begin : g_taken") <= COLUMNS) {
        sprintf(folded->line + length, "%s%s", first ? "" : " || ", condition);
        return true;
    }
    strcpy(folded->line + length, " ||");
    bool done = lines_add(folded->out, folded->line, folded->origin, folded->sentence);
    sprintf(folded->line, "%*s%s", INDENT, "", condition);
    return done;
}

static bool write_conditions(const struct refusal *refusal, struct folded *folded)
{
    bool done = true;
    for (int i = 0; i < refusal->fixed_count && done; i++) {
        char condition[LINE];
        snprintf(condition, sizeof condition, "%s != %d", refusal->fixed[i]->name, refusal->fixed[i]->value);
        if (!is_free(refusal, refusal->fixed[i]->name))
            done = fold(folded, condition);
    }
    for (int i = 0; i < refusal->condition_count && done; i++)
        done = fold(folded, refusal->conditions[i]);
    return done;
}

static bool write_block(const struct refusal *refusal, struct folded *folded)
{
    char instance[LINE + COLUMNS];
    const char *const before[] = {
        "",
        "    // Elaboration ends here for values that the text is not right for: there is no such module.",
        "    generate",
    };
    const char *const behind[] = {"        end else begin : g_refused", instance, "        end", "    endgenerate"};
    bool done = true;
    snprintf(instance, sizeof instance, "            %s" REFUSED " refused ();", refusal->module);
    for (int i = 0; i < 3 && done; i++)
        done = lines_add(folded->out, before[i], folded->origin, folded->sentence);
    strcpy(folded->line, "        if (!(");
    done = done && write_conditions(refusal, folded);
    strcat(folded->line, ")) begin : g_taken");
    done = done && lines_add(folded->out, folded->line, folded->origin, folded->sentence);
    for (int i = 0; i < 4 && done; i++)
        done = lines_add(folded->out, behind[i], folded->origin, folded->sentence);
    return done;
}

/* The name behind "module"; "" if the line begins no module. */
static void name_of(const char *line, char module[LINE])
{
    int length = 0;
    const char *name = strncmp(line, "module ", 7) == 0 ? line + 7 : "";
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
    sprintf(module, "%.*s", length, name);
}

bool refusal_line(struct refusal *refusal, const char *line, struct lines *lines, struct origin origin,
                  const struct sentence *sentence)
{
    struct folded folded = {.out = lines, .origin = origin, .sentence = sentence};
    if (!*refusal->module)
        name_of(line, refusal->module);
    if (!*refusal->module || strcmp(line, ");") != 0)
        return true;
    bool done = !(refusal->fixed_count || refusal->condition_count) || write_block(refusal, &folded);
    *refusal = (struct refusal){.fixed_count = 0};
    return done;
}
