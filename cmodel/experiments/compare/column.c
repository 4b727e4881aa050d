/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

const struct column *column_at(int index)
{
    static const struct column columns[COLUMNS] = {
#define COLUMN_ROW(name, group, title, digits, mean, ratio, meaning) \
        {#name, title, meaning, GROUP_##group, MEAN_##mean, digits, ratio},
        COLUMNS_LIST(COLUMN_ROW)
#undef COLUMN_ROW
    };
    return &columns[index];
}
