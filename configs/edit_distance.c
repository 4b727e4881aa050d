/* SPDX-License-Identifier: Apache-2.0 */
#include "edit_distance.h"

#include <string.h>

enum { LONGEST = 63 };

int edit_distance(const char *a, const char *b, size_t length)
{
    int row[LONGEST + 1], a_length = (int)strnlen(a, LONGEST);
    for (int i = 0; i <= a_length; i++)
        row[i] = i;
    for (size_t j = 0; j < length; j++) {
        int diagonal = row[0];
        row[0] = (int)j + 1;
        for (int i = 0; i < a_length; i++) {
            int best = diagonal + (a[i] != b[j]);
            diagonal = row[i + 1];
            if (row[i] + 1 < best)
                best = row[i] + 1;
            if (diagonal + 1 < best)
                best = diagonal + 1;
            row[i + 1] = best;
        }
    }
    return row[a_length];
}
