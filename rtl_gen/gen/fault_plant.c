/* SPDX-License-Identifier: Apache-2.0 */
/* Planted faults: the one that has a name, and how it gets into a text. */
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool fault_plant(const struct fault *fault, char **text, size_t *size, const struct sentence *sentence)
{
    size_t find = strlen(fault->find), replace = strlen(fault->replace);
    char *at = strstr(*text, fault->find);
    if (!at || strstr(at + 1, fault->find))
        return fault_missing(fault, sentence);
    size_t before = (size_t)(at - *text), after = *size - before - find;
    char *changed = malloc(*size - find + replace + 1);
    if (!changed)
        return refuse(sentence, "there is no memory");
    memcpy(changed, *text, before);
    memcpy(changed + before, fault->replace, replace);
    memcpy(changed + before + replace, at + find, after + 1);
    free(*text);
    *text = changed;
    *size = before + replace + after;
    return true;
}
