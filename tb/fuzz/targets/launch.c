/* SPDX-License-Identifier: Apache-2.0 */
/* Launch files with the bundled cubins: read, gone through, and a quarter of them run for a while. */
#include <stdlib.h>

#include "tb/fuzz/fuzz.h"
#include "cmodel/sass/launch.h"
#include "cmodel/sass/machine.h"

enum { RUN_LIMIT = 300 /* warp instructions */, LAUNCHES = 100 };

static void run(struct launch_file *file)
{
    char error[MACHINE_ERROR] = "";
    struct machine *m = machine_create(file, RUN_LIMIT, SENTENCE(error));
    int status = m ? 1 : -1;
    while (status > 0 && (status = machine_next_launch(m)) > 0)
        while ((status = machine_next_block(m, NULL)) > 0)
            continue;
    if (status < 0 && !(m ? machine_error(m) : error)[0])
        fuzz_wrong("a run was refused without a sentence");
    machine_destroy(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool linked;
    char error[FUZZ_SENTENCE] = "";
    const struct launch *launch;
    uint32_t choice = fuzz_choice(data, size);
    if (!linked)
        fuzz_link("workloads/*/*.cubin");
    linked = true;
    const char *path = fuzz_write("input.yaml", data, size);
    struct launch_file *file = launch_open(path, choice & 1 ? "large" : "small", NULL, 0, SENTENCE(error));
    if (!file) {
        fuzz_refused_or_large(error);
        return 0;
    }
    for (int i = 0; i < LAUNCHES && launch_next(file, &launch) == 1; i++)
        continue;
    if (choice >> 1 & 1)
        run(file);
    launch_close(file);
    fuzz_accepted();
    return 0;
}
