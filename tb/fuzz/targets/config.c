/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations: YAML, `extends`, checks of options against each other; what is read is printed and read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configs/config.h"
#include "tb/fuzz/fuzz.h"

static char *text_of(const struct config *config, size_t *size)
{
    char *text;
    FILE *file = open_memstream(&text, size);
    if (!file)
        fuzz_wrong("no memory is left for a configuration's text");
    config_echo(config, file);
    fclose(file);
    return text;
}

/* The configuration that is echoed is the same one. */
static void read_again(const struct config *config)
{
    char error[CONFIG_ERROR] = "", hash[CONFIG_HASH], hash_again[CONFIG_HASH];
    struct config again;
    size_t size;
    char *text = text_of(config, &size);
    if (!config_load(&again, fuzz_write("echoed.yaml", text, size), SENTENCE(error)))
        fuzz_wrong("a configuration is not read as it was printed: %s", error);
    config_hash(config, hash);
    config_hash(&again, hash_again);
    if (strcmp(hash, hash_again) != 0)
        fuzz_wrong("a configuration is another one when it is read as it was printed");
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool linked;
    char error[CONFIG_ERROR] = "";
    struct config config;
    if (!linked)
        fuzz_link("configs/*.yaml");
    linked = true;
    config_default(&config);
    if (!config_load(&config, fuzz_write("input.yaml", data, size), SENTENCE(error)) ||
        !config_check(&config, SENTENCE(error))) {
        fuzz_refused(error);
        return 0;
    }
    read_again(&config);
    fuzz_accepted();
    return 0;
}
