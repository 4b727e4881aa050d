/* SPDX-License-Identifier: Apache-2.0 */
#include "minimise.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "execute.h"
#include "input.h"

/* Leaves away pieces of one size, from the end. */
static size_t without(uint8_t *data, size_t size, size_t piece, int end, unsigned limit, time_t deadline)
{
    static uint8_t shorter[INPUT_MAX];
    for (size_t at = size - size % piece; at + piece > 0 && time(NULL) < deadline; at -= piece) {
        size_t length = at >= size ? 0 : size - at < piece ? size - at : piece;
        if (length > 0) {
            memcpy(shorter, data, at);
            memcpy(shorter + at, data + at + length, size - at - length);
            if (execute_apart(shorter, size - length, limit) == end) {
                size -= length;
                memcpy(data, shorter, size);
            }
        }
        if (at < piece)
            break;
    }
    return size;
}

size_t minimise(uint8_t *data, size_t size, int end, unsigned limit, unsigned seconds)
{
    time_t deadline = time(NULL) + seconds;
    for (size_t piece = size / 2; piece > 0 && time(NULL) < deadline; piece /= 2)
        if (size > 0)
            size = without(data, size, piece < size ? piece : size, end, limit, deadline);
    return size;
}
