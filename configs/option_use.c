/* SPDX-License-Identifier: Apache-2.0 */
#include "option_use.h"

#include <stdio.h>

#include "program.h"

void option_use_given(struct option_uses *uses, int key)
{
    for (size_t i = 0; i < uses->count; i++)
        uses->given |= (unsigned)(uses->list[i].key == key) << i;
}

/* "--run, --check-control LAUNCH" */
static void list_modes(const struct option_uses *uses, unsigned modes, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t m = 0; m < uses->mode_count && length < size; m++)
        if (modes >> m & 1)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", uses->modes[m]);
}

int option_use_check(const struct option_uses *uses, size_t mode)
{
    char modes[400];
    for (size_t i = 0; i < uses->count; i++) {
        const struct option_use *u = &uses->list[i];
        if (!(uses->given >> i & 1) || u->modes >> mode & 1)
            continue;
        list_modes(uses, u->modes, modes, sizeof modes);
        return complain("%s says nothing to %s; it is accepted with: %s", u->name, uses->modes[mode], modes);
    }
    return 0;
}
