/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "modules.h"

static const char *const reserved[] = {
#define RESERVED(word) #word,
#define WRITTEN RESERVED
#include "reserved.def"
#undef RESERVED
#undef WRITTEN
};

static bool is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(reserved[i], name) == 0)
            return true;
    return false;
}

/* Tools write two _ for something else. */
static bool take(char affix[AFFIX + 1], const char *option, const char *text, bool begins,
                 const struct sentence *sentence)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t length = strlen(text);
    if (length < 1 || length > AFFIX || text[strspn(text, letters)] || strstr(text, "__") ||
        (begins && !isalpha((unsigned char)*text)))
        return refuse(sentence, "%s \"%.100s\" is not accepted; accepted: 1 to %d letters, digits and single _%s",
                      option, text, AFFIX, begins ? ", with a letter first" : "");
    snprintf(affix, AFFIX + 1, "%s", text);
    return true;
}

bool names_prefix(char affix[AFFIX + 1], const char *text, const struct sentence *sentence)
{
    return take(affix, "--prefix", text, true, sentence);
}

bool names_suffix(char affix[AFFIX + 1], const char *text, const struct sentence *sentence)
{
    return take(affix, "--suffix", text, false, sentence);
}

bool names_check(const struct affixes *affixes, const struct config *config, const struct sentence *sentence)
{
    char name[AFFIXED];
    for (int i = 0; i < module_count; i++)
        if (module_present(&modules[i], config) && is_reserved(affixed(name, affixes, modules[i].name)))
            return refuse(sentence, "--prefix and --suffix make the reserved word %s of module %s; accepted: those "
                          "that make none", name, modules[i].name);
    return true;
}

/* Writes the text up to a name, and the name with both affixes if it is a module's. Returns what is behind it. */
static const char *put(const struct affixes *affixes, const char *at, struct part part, FILE *out)
{
    char name[NAME], text[AFFIXED];
    snprintf(name, sizeof name, "%.*s", PART(part));
    fwrite(at, 1, (size_t)(part.at - at), out);
    if (module_find(name) >= 0)
        fputs(affixed(text, affixes, name), out);
    else
        fwrite(part.at, 1, part.length, out);
    return part.at + part.length;
}

char *names_put(const struct affixes *affixes, const char *text, const struct verilog *verilog, size_t *size)
{
    char *named = NULL;
    FILE *out = open_memstream(&named, size);
    if (!out)
        return NULL;
    const char *at = put(affixes, text, verilog->name, out);
    for (int i = 0; i < verilog->instance_count; i++)
        at = put(affixes, at, verilog->instances[i].module, out);
    fputs(at, out);
    return fclose(out) == 0 ? named : NULL;
}
