/* SPDX-License-Identifier: Apache-2.0 */
#include "wave_file.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    INPUT = 2,          /* the exit code */
    GEOMETRY = 3,       /* the kind of block that says how wide signals are */
    UNFINISHED = 255    /* a block whose writing has not come to its end */
};

static char guarded[4096], list[4096 + 8], sentence[4096 + 64];

static void on_signal(int number)
{
    (void)number;
    unlink(guarded);
    unlink(list);
    if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0)
        _exit(INPUT);
    _exit(INPUT);
}

void wave_file_guard(const char *path)
{
    snprintf(guarded, sizeof guarded, "%s", path);
    snprintf(list, sizeof list, "%.4095s.hier", path);
    snprintf(sentence, sizeof sentence, "cosim: --wave %.4000s cannot be written in full; is the disk full?\n", path);
    signal(SIGBUS, on_signal);
}

/* A file is a row of blocks: a byte that says which kind, and how far it is from behind that byte to the next block, in
 * eight bytes with the highest first. */
static bool is_whole(FILE *file)
{
    bool geometry = false;
    long at = 0, end;
    if (fseek(file, 0, SEEK_END) != 0)
        return false;
    end = ftell(file);
    while (at < end) {
        uint8_t head[9];
        uint64_t length = 0;
        if (fseek(file, at, SEEK_SET) != 0 || fread(head, 1, sizeof head, file) != sizeof head || head[0] == UNFINISHED)
            return false;
        for (size_t i = 1; i < sizeof head; i++)
            length = length << 8 | head[i];
        if (length < 8 || length > (uint64_t)(end - at - 1))
            return false;
        geometry |= head[0] == GEOMETRY;
        at += 1 + (long)length;
    }
    return geometry;
}

bool wave_file_good(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return true;
    bool good = is_whole(file);
    fclose(file);
    if (good)
        return true;
    unlink(path);
    fputs(sentence, stderr);
    return false;
}
