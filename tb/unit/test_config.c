/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of configurations. Run from the top of the project, or with the folder of the canned configurations as the
 * only argument. The environment variable CONFIG_MUTATIONS sets how many mutated files are read (4000).
 */
#include "configs/config.h"

#include <limits.h>
#include <setjmp.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const canned[] = {"ocu", "ocu_8", "ccu", "malekeh", "malekeh_pr", "gto_lru", "malekeh_7slot", "tiny",
                                     "rfc_8way_write", "rfc_8way_compiler", "rfc_4way_write_linear",
                                     "rfc_4way_write_interleaved", "rfc_4way_compiler_interleaved",
                                     "rfc_2way_write_linear", "rfc_2way_write_interleaved",
                                     "rfc_2way_compiler_linear", "rfc_2way_compiler_interleaved"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- helpers ------------------------------------------------------------------------------------------------------ */

static void write_bytes(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void write_file(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

/* Loads, and fails the test with the sentence if that is refused. */
static void load(struct config *config, const char *path)
{
    char error[CONFIG_ERROR] = "";
    if (!config_load(config, path, SENTENCE(error)))
        fail_msg("%s is refused: %s", path, error);
}

static void load_text(struct config *config, const char *text)
{
    write_file("a.yaml", text);
    load(config, "a.yaml");
}

static void set(struct config *config, const char *assignment)
{
    char error[CONFIG_ERROR] = "";
    if (!config_set(config, assignment, SENTENCE(error)))
        fail_msg("--set %s is refused: %s", assignment, error);
}

static void assert_load_refused(const char *path, const char *sentence)
{
    char error[CONFIG_ERROR] = "";
    struct config config, before;
    config_default(&config);
    before = config;
    assert_false(config_load(&config, path, SENTENCE(error)));
    assert_string_equal(error, sentence);
    assert_memory_equal(&config, &before, sizeof config);
}

static void assert_set_refused(const char *assignment, const char *sentence)
{
    char error[CONFIG_ERROR] = "";
    struct config config, before;
    config_default(&config);
    before = config;
    assert_false(config_set(&config, assignment, SENTENCE(error)));
    assert_string_equal(error, sentence);
    assert_memory_equal(&config, &before, sizeof config);
}

static void assert_check_refused(const struct config *config, const char *sentence)
{
    char error[CONFIG_ERROR] = "";
    assert_false(config_check(config, SENTENCE(error)));
    assert_string_equal(error, sentence);
}

static void assert_check_accepted(const struct config *config)
{
    char error[CONFIG_ERROR] = "";
    if (!config_check(config, SENTENCE(error)))
        fail_msg("%s", error);
}

static void assert_same_options(const struct config *a, const struct config *b)
{
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        if (config_get(a, i) != config_get(b, i))
            fail_msg("%s is %d and %d", config_option(i)->key, config_get(a, i), config_get(b, i));
}

/* What a function writes, as a string to be freed. Inlined, gcc 12 takes what is in it for a dangling pointer. */
__attribute__((noinline)) static char *captured(void (*print)(FILE *))
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    print(file);
    fclose(file);
    return text;
}

/* Writes the configuration's echo to a file. */
static void echo_to(const struct config *config, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    config_echo(config, file);
    assert_int_equal(fclose(file), 0);
}

/* "key=number" */
static const char *assignment(char text[128], const char *key, long value)
{
    snprintf(text, 128, "%s=%ld", key, value);
    return text;
}

/* Number of words of an enumeration. */
static int word_count(const struct config_option *option)
{
    int words = 1;
    for (const char *c = option->words; *c; c++)
        words += *c == '|';
    return words;
}

/* Sets an option to an accepted value other than the one it has. */
static void change(struct config *config, int index)
{
    const struct config_option *option = config_option(index);
    char text[128], word[64];
    int value = config_get(config, index);
    if (option->type == CONFIG_BOOL) {
        snprintf(text, sizeof text, "%s=%s", option->key, value ? "false" : "true");
    } else if (option->type == CONFIG_INT) {
        assignment(text, option->key, value == option->max ? option->min : value + 1);
    } else {
        const char *words = option->words;
        if (value == 0)
            words = strchr(words, '|') + 1;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(words, "|"), words);
        snprintf(text, sizeof text, "%s=%s", option->key, word);
    }
    set(config, text);
    assert_int_not_equal(config_get(config, index), value);
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static void test_defaults_are_accepted_and_are_a_turing_sub_core(void **state)
{
    (void)state;
    struct config config;
    config_default(&config);
    assert_check_accepted(&config);
    assert_string_equal(config.name, "default");
    assert_int_equal(config.warps, 8);
    assert_int_equal(config.lanes, 32);
    assert_int_equal(config.banks * config.rows * config.lanes * 4, 64 * 1024);
    assert_int_equal(config.kind, KIND_OCU);
    assert_int_equal(config.order, ORDER_OLDEST);
    assert_true(config.forward);
}

static void test_every_default_is_a_value_that_set_accepts(void **state)
{
    (void)state;
    struct config config, defaults;
    config_default(&defaults);
    config = defaults;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        char text[128];
        snprintf(text, sizeof text, "%s=%s", config_option(i)->key, config_option(i)->initial);
        set(&config, text);
    }
    assert_same_options(&config, &defaults);
}

static void test_keys_are_unique_and_none_is_a_group_of_another(void **state)
{
    (void)state;
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        for (int j = 0; j < CONFIG_OPTIONS; j++) {
            const char *a = config_option(i)->key, *b = config_option(j)->key;
            if (i != j && strncmp(a, b, strlen(a)) == 0 && (b[strlen(a)] == '.' || !b[strlen(a)]))
                fail_msg("%s and %s cannot both be options", a, b);
        }
}

static void test_options_are_found_by_key_and_index(void **state)
{
    (void)state;
    for (int i = 0; i < CONFIG_OPTIONS; i++)
        assert_int_equal(config_find(config_option(i)->key), i);
    assert_int_equal(config_find("rf.banks"), OPTION_banks);
    assert_string_equal(config_option(OPTION_banks)->field, "banks");
    assert_int_equal(config_find("rf"), -1);
    assert_int_equal(config_find(""), -1);
}

static void test_every_integer_is_accepted_at_min_and_max_and_refused_beyond(void **state)
{
    (void)state;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = config_option(i);
        struct config config;
        char text[128], sentence[512];
        if (option->type != CONFIG_INT)
            continue;
        assert_true(option->min < option->max);
        config_default(&config);
        set(&config, assignment(text, option->key, option->min));
        assert_int_equal(config_get(&config, i), option->min);
        set(&config, assignment(text, option->key, option->max));
        assert_int_equal(config_get(&config, i), option->max);
        const long beyond[] = {(long)option->min - 1, (long)option->max + 1};
        for (size_t n = 0; n < COUNT(beyond); n++) {
            assignment(text, option->key, beyond[n]);
            snprintf(sentence, sizeof sentence,
                     "--set %s: %s is \"%ld\"; accepted: an integer from %d to %d, decimal or 0x", text, option->key,
                     beyond[n], option->min, option->max);
            assert_set_refused(text, sentence);
        }
    }
}

static void test_every_integer_is_refused_beyond_its_range_in_a_file(void **state)
{
    (void)state;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = config_option(i);
        char text[128], sentence[512];
        if (option->type != CONFIG_INT)
            continue;
        const long beyond[] = {(long)option->min - 1, (long)option->max + 1};
        for (size_t n = 0; n < COUNT(beyond); n++) {
            snprintf(text, sizeof text, "# one\n%s: %ld\n", option->key, beyond[n]);
            write_file("a.yaml", text);
            snprintf(sentence, sizeof sentence,
                     "a.yaml:2: %s is \"%ld\"; accepted: an integer from %d to %d, decimal or 0x", option->key,
                     beyond[n], option->min, option->max);
            assert_load_refused("a.yaml", sentence);
        }
    }
}

static void test_every_word_is_accepted_and_the_words_beyond_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = config_option(i);
        struct config config;
        char text[256], error[CONFIG_ERROR], range[128];
        if (option->type != CONFIG_ENUM)
            continue;
        config_default(&config);
        const char *word = option->words;
        for (int value = 0; value < word_count(option); value++) {
            snprintf(text, sizeof text, "%s=%.*s", option->key, (int)strcspn(word, "|"), word);
            set(&config, text);
            assert_int_equal(config_get(&config, i), value);
            word += strcspn(word, "|") + 1;
        }
        config_accepted(option, range, sizeof range);
        const char *const wrong[] = {"", "0", "1", "-1", "x", option->words};
        for (size_t n = 0; n < COUNT(wrong); n++) {
            snprintf(text, sizeof text, "%s=%s", option->key, wrong[n]);
            assert_false(config_set(&config, text, SENTENCE(error)));
            assert_non_null(strstr(error, range));
        }
    }
}

static void test_every_boolean_is_true_or_false_only(void **state)
{
    (void)state;
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const char *key = config_option(i)->key;
        struct config config;
        char text[128], sentence[256];
        if (config_option(i)->type != CONFIG_BOOL)
            continue;
        config_default(&config);
        snprintf(text, sizeof text, "%s=false", key);
        set(&config, text);
        assert_int_equal(config_get(&config, i), 0);
        snprintf(text, sizeof text, "%s=true", key);
        set(&config, text);
        assert_int_equal(config_get(&config, i), 1);
        static const char *const wrong[] = {"0", "1", "yes", "True", "tru"};
        for (size_t n = 0; n < COUNT(wrong); n++) {
            snprintf(text, sizeof text, "%s: %s\n", key, wrong[n]);
            write_file("a.yaml", text);
            snprintf(sentence, sizeof sentence, "a.yaml:1: %s is \"%s\"; accepted: true or false", key, wrong[n]);
            assert_load_refused("a.yaml", sentence);
        }
    }
}

static void test_rows_and_banks_in_range_hold_one_allocation(void **state)
{
    (void)state;
    const struct config_option *banks = config_option(OPTION_banks), *rows = config_option(OPTION_rows);
    for (int n = banks->min; n <= banks->max; n *= 2) {
        int multiple = n; /* lcm(8, n) */
        while (multiple % 8)
            multiple += n;
        assert_true(rows->min * n >= multiple);
    }
}

/* --- reading files ------------------------------------------------------------------------------------------------ */

static void test_nested_and_dotted_keys_mean_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "collector.kind: ccu\nunit.int.latency: 7\nrf.banks: 4\n",
        "collector:\n  kind: ccu\nunit:\n  int:\n    latency: 7\nrf:\n  banks: 4\n",
        "collector: {kind: ccu}\nunit: {int: {latency: 7}}\nrf: {banks: 0x4}\n",
        "unit.int: {latency: 7}\n'rf.banks': 4\n\"collector\": {\"kind\": \"ccu\"}\n",
        "unit: {int.latency: 7}\nrf.banks: 4\ncollector: {kind: ccu}\n",
        "{unit: {int: {latency: 0x7}}, rf: {banks: 4}, collector: {kind: 'ccu'}}",
        "\xef\xbb\xbf# with a byte order mark\r\nrf:\r\n  banks: 4\r\nunit.int.latency: 7\r\ncollector.kind: ccu\r\n",
        "%YAML 1.1\n---\nrf: {banks: 4}\nunit.int: {latency: 7}\ncollector: {kind: ccu}\n...\n",
    };
    struct config config;
    for (size_t i = 0; i < COUNT(texts); i++) {
        load_text(&config, texts[i]);
        assert_int_equal(config.kind, KIND_CCU);
        assert_int_equal(config.int_latency, 7);
        assert_int_equal(config.banks, 4);
        assert_int_equal(config.rows, 256);
    }
}

static void test_empty_files_are_the_defaults(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n\n", "# nothing\n", "---\n", "---\n...\n", "{}\n", "\xef\xbb\xbf"};
    struct config config, defaults;
    config_default(&defaults);
    for (size_t i = 0; i < COUNT(texts); i++) {
        load_text(&config, texts[i]);
        assert_same_options(&config, &defaults);
        assert_string_equal(config.name, "a");
    }
}

static void test_loading_forgets_what_the_configuration_held(void **state)
{
    (void)state;
    struct config config, defaults;
    config_default(&defaults);
    config_default(&config);
    set(&config, "rf.banks=8");
    load_text(&config, "");
    assert_same_options(&config, &defaults);
}

static void test_the_name_is_the_stem_made_safe_for_file_names(void **state)
{
    (void)state;
    static const struct {
        const char *path, *name;
    } cases[] = {
        {"plain.yaml", "plain"},     {"./dotted.v2.yml", "dotted.v2"}, {"no_suffix", "no_suffix"},
        {".hidden", ".hidden"},      {"a b\n#$.yaml", "a_b___"},       {"sub/x.yaml", "x"},
    };
    struct config config;
    mkdir("sub", 0777);
    for (size_t i = 0; i < COUNT(cases); i++) {
        write_file(cases[i].path, "");
        load(&config, cases[i].path);
        assert_string_equal(config.name, cases[i].name);
    }
    char path[128];
    memset(path, 'n', 100);
    strcpy(path + 100, ".yaml");
    write_file(path, "");
    load(&config, path);
    assert_int_equal(strlen(config.name), CONFIG_NAME - 1);
}

static void test_bad_files_are_refused_with_line_option_and_what_is_accepted(void **state)
{
    (void)state;
#define LINES "; accepted: lines \"option: value\" in UTF-8"
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        /* unknown keys */
        {"rf:\n  bank: 2\n", "a.yaml:2: there is no option \"rf.bank\"; the nearest accepted is \"rf.banks\""},
        {"rf.bonks: 2\n", "a.yaml:1: there is no option \"rf.bonks\"; the nearest accepted is \"rf.banks\""},
        {"\nbanks: 2\n", "a.yaml:2: there is no option \"banks\"; the nearest accepted is \"rf.banks\""},
        {"extend: b\n", "a.yaml:1: there is no option \"extend\"; the nearest accepted is \"extends\""},
        {"colector:\n  kind: ccu\n",
         "a.yaml:1: there is no option \"colector\"; the nearest accepted is \"collector\""},
        {"unit: {in: {latency: 3}}\n",
         "a.yaml:1: there is no option \"unit.in\"; the nearest accepted is \"unit.int\""},
        {"rf: {extends: b}\n",
         "a.yaml:1: there is no option \"rf.extends\"; the nearest accepted is \"rf.banks\""},
        {"\"rf.banks\\0\": 2\n",
         "a.yaml:1: there is no option \"rf.banks?\"; the nearest accepted is \"rf.banks\""},
        {"<<: {rf.banks: 2}\n", "a.yaml:1: there is no option \"<<\"; the nearest accepted is \"rf\""},
        {"rf.banksbanksbanksbanksbanksbanksbanksbanksbanksbanksbanksbanksbanks: 2\n",
         "a.yaml:1: there is no option \"rf.banksbanksbanksbanksbanksbanksbanksbanksbanksbanksbanksba...\"; "
         "the nearest accepted is \"rf.banks\""},
        /* duplicates */
        {"rf.banks: 2\n\nrf.banks: 2\n",
         "a.yaml:3: rf.banks is given again; accepted: once in a file, and line 1 gives it"},
        {"rf:\n  banks: 2\nrf.banks: 4\n",
         "a.yaml:3: rf.banks is given again; accepted: once in a file, and line 2 gives it"},
        {"rf:\n  banks: 2\nrf:\n  rows: 8\n",
         "a.yaml:3: rf is given again; accepted: once in a file, and line 1 gives it"},
        {"unit: {int: {latency: 3}}\nunit.int: {}\n",
         "a.yaml:2: unit.int is given again; accepted: once in a file, and line 1 gives it"},
        {"extends: b\nextends: b\n", "a.yaml:2: extends is given again; accepted: once in a file, and line 1 gives it"},
        /* integers */
        {"rf:\n  banks: two\n", "a.yaml:2: rf.banks is \"two\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 33\n", "a.yaml:1: rf.banks is \"33\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 0x21\n", "a.yaml:1: rf.banks is \"0x21\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 0x\n", "a.yaml:1: rf.banks is \"0x\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 010\n", "a.yaml:1: rf.banks is \"010\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 2.0\n", "a.yaml:1: rf.banks is \"2.0\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: +2\n", "a.yaml:1: rf.banks is \"+2\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: -2\n", "a.yaml:1: rf.banks is \"-2\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: true\n", "a.yaml:1: rf.banks is \"true\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 4294967298\n",
         "a.yaml:1: rf.banks is \"4294967298\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 36893488147419103234\n",
         "a.yaml:1: rf.banks is \"36893488147419103234\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: \"2\"\n",
         "a.yaml:1: rf.banks is the string \"2\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks:\n", "a.yaml:1: rf.banks is empty; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: 1111111111111111111111111111111111111111111111111111\n",
         "a.yaml:1: rf.banks is \"11111111111111111111111111111111111111111111...\"; "
         "accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: |\n  2\n",
         "a.yaml:1: rf.banks is the string \"2?\"; accepted: an integer from 1 to 32, decimal or 0x"},
        /* booleans and words */
        {"collector.forward: yes\n", "a.yaml:1: collector.forward is \"yes\"; accepted: true or false"},
        {"collector.forward: 1\n", "a.yaml:1: collector.forward is \"1\"; accepted: true or false"},
        {"collector.forward: 'true'\n", "a.yaml:1: collector.forward is the string \"true\"; accepted: true or false"},
        {"collector:\n  kind: rfc\n", "a.yaml:2: collector.kind is \"rfc\"; accepted: ocu, ccu, boc, ecu or none"},
        {"collector.kind: OCU\n", "a.yaml:1: collector.kind is \"OCU\"; accepted: ocu, ccu, boc, ecu or none"},
        {"collector.kind: 1\n", "a.yaml:1: collector.kind is \"1\"; accepted: ocu, ccu, boc, ecu or none"},
        {"collector.kind: ocu|ccu\n", "a.yaml:1: collector.kind is \"ocu|ccu\"; accepted: ocu, ccu, boc, ecu or none"},
        {"collector.kind: \"ccu\\0\"\n",
         "a.yaml:1: collector.kind is the string \"ccu?\"; accepted: ocu, ccu, boc, ecu or none"},
        {"collector.kind: \"\\n\"\n",
         "a.yaml:1: collector.kind is the string \"?\"; accepted: ocu, ccu, boc, ecu or none"},
        /* wrong shapes */
        {"rf:\n  banks: [2]\n", "a.yaml:2: rf.banks is a sequence; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf:\n  banks:\n    - 2\n",
         "a.yaml:2: rf.banks is a sequence; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks: {n: 2}\n",
         "a.yaml:1: rf.banks is a mapping; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf: 2\n", "a.yaml:1: rf is \"2\"; accepted: a mapping of options, such as rf.banks"},
        {"rf:\n", "a.yaml:1: rf is empty; accepted: a mapping of options, such as rf.banks"},
        {"unit:\n  int: [3]\n",
         "a.yaml:2: unit.int is a sequence; accepted: a mapping of options, such as unit.int.latency"},
        {"- rf\n", "a.yaml:1: the document is a sequence; accepted: lines \"option: value\", or nothing"},
        {"\nhello\n", "a.yaml:2: the document is \"hello\"; accepted: lines \"option: value\", or nothing"},
        {"null\n", "a.yaml:1: the document is \"null\"; accepted: lines \"option: value\", or nothing"},
        {"''\n", "a.yaml:1: the document is the string \"\"; accepted: lines \"option: value\", or nothing"},
        {"rf.banks: 2\n? [a]\n: 2\n", "a.yaml:2: a key is a sequence; accepted: the name of an option or group"},
        {"{a: 2}: 2\n", "a.yaml:1: a key is a mapping; accepted: the name of an option or group"},
        {"---\nrf.banks: 2\n---\nrf.banks: 4\n", "a.yaml:3: a second document begins; accepted: one per file"},
        {"---\n---\n", "a.yaml:2: a second document begins; accepted: one per file"},
        {"rf.banks: 2\n...\n---\n[\n", "a.yaml:3: a second document begins; accepted: one per file"},
        {"rf.banks: &n 2\n", "a.yaml:1: there is an anchor; accepted: plain values, without &, * and !"},
        {"rf.banks: 2\nrf.rows: *n\n", "a.yaml:2: there is an alias; accepted: plain values, without &, * and !"},
        {"&a {rf.banks: 2}\n", "a.yaml:1: there is an anchor; accepted: plain values, without &, * and !"},
        {"rf.banks: !!int 2\n", "a.yaml:1: there is a tag; accepted: plain values, without &, * and !"},
        {"rf.banks: ! 2\n", "a.yaml:1: there is a tag; accepted: plain values, without &, * and !"},
        {"rf.banks: !!seq [2]\n", "a.yaml:1: there is a tag; accepted: plain values, without &, * and !"},
        /* not YAML */
        {"rf.banks: 2\n  rf.rows: 8\n",
         "a.yaml:1: rf.banks is \"2 rf.rows\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf: {}\n  rf.rows: 8\n",
         "a.yaml:2: this is not YAML, did not find expected key while parsing a block mapping" LINES},
        {"rf.banks: 2: 3\n", "a.yaml:1: this is not YAML, mapping values are not allowed in this context" LINES},
        {"\nrf: {banks: 2\n",
         "a.yaml:3: this is not YAML, did not find expected ',' or '}' while parsing a flow mapping" LINES},
        {"rf:\n\tbanks: 2\n", "a.yaml:2: this is not YAML, found character that cannot start any token "
         "while scanning for the next token" LINES},
        {"rf.banks: 2\n\x01\n", "a.yaml:2: this is not YAML, control characters are not allowed" LINES},
        {"# \xff\n", "a.yaml:1: this is not YAML, invalid leading UTF-8 octet" LINES},
        {"%YAML 9.9\n---\n", "a.yaml:1: this is not YAML, found incompatible YAML document" LINES},
        /* extends */
        {"extends:\n", "a.yaml:1: extends is empty; accepted: the path of a YAML file"},
        {"extends: ''\n", "a.yaml:1: extends is the string \"\"; accepted: the path of a YAML file"},
        {"extends: [b.yaml]\n", "a.yaml:1: extends is a sequence; accepted: the path of a YAML file"},
        {"extends: {b: c}\n", "a.yaml:1: extends is a mapping; accepted: the path of a YAML file"},
        {"extends: \"b\\0\"\n", "a.yaml:1: extends is the string \"b?\"; accepted: the path of a YAML file"},
        {"rf.banks: 2\nextends: gone.yaml\n",
         "a.yaml:2: extends gone.yaml: it cannot be read (No such file or directory); accepted: a YAML file"},
        {"extends: .\n", "a.yaml:1: extends .: it is a directory; accepted: a YAML file"},
        {"extends: a.yaml\n", "a.yaml:1: extends a.yaml: this file is already being read; "
         "accepted: files that extend without a loop"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        write_file("a.yaml", cases[i].text);
        assert_load_refused("a.yaml", cases[i].sentence);
    }
}

static void test_paths_that_are_no_files_are_refused(void **state)
{
    (void)state;
    mkdir("sub", 0777);
    assert_load_refused("gone.yaml",
                        "gone.yaml: it cannot be read (No such file or directory); accepted: a YAML file");
    assert_load_refused("", "\"\": it cannot be read (No such file or directory); accepted: a YAML file");
    assert_load_refused("sub", "sub: it is a directory; accepted: a YAML file");
    assert_load_refused("/dev/zero",
                        "/dev/zero: it has more than 1048576 bytes; accepted: a YAML file of up to 1 MiB");
    struct config config;
    load(&config, "/dev/null");
    char path[CONFIG_PATH + 1], sentence[2 * CONFIG_PATH];
    memset(path, 'p', CONFIG_PATH);
    path[CONFIG_PATH] = '\0';
    snprintf(sentence, sizeof sentence, "%s: the path has 512 bytes; accepted: up to 511 bytes", path);
    assert_load_refused(path, sentence);
}

static void test_a_file_of_one_mebibyte_is_read_and_one_byte_more_is_refused(void **state)
{
    (void)state;
    size_t length = 1 << 20;
    char *text = malloc(length + 1);
    assert_non_null(text);
    memset(text, '#', length + 1);
    memcpy(text, "rf.banks: 4\n", 12);
    struct config config;
    write_bytes("a.yaml", text, length);
    load(&config, "a.yaml");
    assert_int_equal(config.banks, 4);
    write_bytes("a.yaml", text, length + 1);
    assert_load_refused("a.yaml", "a.yaml: it has more than 1048576 bytes; accepted: a YAML file of up to 1 MiB");
    free(text);
}

static void test_nul_bytes_are_refused_with_their_line(void **state)
{
    (void)state;
    write_bytes("a.yaml", "rf.banks: 2\n\nrf.rows: 8\0", 24);
    assert_load_refused("a.yaml", "a.yaml:3: there is a NUL byte; accepted: YAML in UTF-8");
    write_bytes("a.yaml", "\xff\xfer\0f\0", 6);
    assert_load_refused("a.yaml", "a.yaml:1: there is a NUL byte; accepted: YAML in UTF-8");
}

static void test_deeply_nested_junk_is_refused(void **state)
{
    (void)state;
    static const char *const units[] = {"{", "[", "? ", "- ", "a: {", "rf: {", "unit: {int: {", "&a ", "!a "};
    char error[CONFIG_ERROR], text[60001];
    for (size_t i = 0; i < COUNT(units); i++) {
        size_t unit = strlen(units[i]);
        for (size_t n = 0; n + 1 < sizeof text; n++)
            text[n] = units[i][n % unit];
        text[sizeof text - 1] = '\0';
        write_file("a.yaml", text);
        struct config config;
        assert_false(config_load(&config, "a.yaml", SENTENCE(error)));
        assert_memory_equal(error, "a.yaml:", 7);
    }
}

static void test_a_short_buffer_cuts_the_sentence_and_none_is_left_alone(void **state)
{
    (void)state;
    char error[16] = "unchanged";
    struct config config;
    config_default(&config);
    assert_false(config_load(&config, "gone.yaml", &(struct sentence){error, 0}));
    assert_string_equal(error, "unchanged");
    assert_false(config_load(&config, "gone.yaml", &(struct sentence){NULL, 0}));
    assert_false(config_load(&config, "gone.yaml", &(struct sentence){error, 10}));
    assert_string_equal(error, "gone.yaml");
    assert_false(config_load(&config, "gone.yaml", &(struct sentence){error, 1}));
    assert_string_equal(error, "");
}

/* --- extends ------------------------------------------------------------------------------------------------------ */

static void test_a_file_overrides_the_file_that_it_extends_wherever_the_key_stands(void **state)
{
    (void)state;
    struct config config;
    char where[64];
    mkdir("sub", 0777);
    write_file("sub/base.yaml", "rf.banks: 4\nrf.rows: 128\nextends: 'deep/root.yaml'\n");
    mkdir("sub/deep", 0777);
    write_file("sub/deep/root.yaml", "collector: {kind: ccu}\nrf.rows: 64\n");
    write_file("a.yaml", "rf:\n  banks: 8\nextends: sub/base.yaml\n");
    load(&config, "a.yaml");
    assert_string_equal(config.name, "a");
    assert_int_equal(config.banks, 8);
    assert_int_equal(config.rows, 128);
    assert_int_equal(config.kind, KIND_CCU);
    config_where(&config, OPTION_banks, where, sizeof where);
    assert_string_equal(where, "a.yaml:2");
    config_where(&config, OPTION_rows, where, sizeof where);
    assert_string_equal(where, "sub/base.yaml:2");
    config_where(&config, OPTION_kind, where, sizeof where);
    assert_string_equal(where, "sub/deep/root.yaml:1");
    config_where(&config, OPTION_warps, where, sizeof where);
    assert_string_equal(where, "default");
}

static void test_an_absolute_path_can_be_extended(void **state)
{
    (void)state;
    struct config config;
    char directory[256], text[512];
    assert_non_null(getcwd(directory, sizeof directory));
    mkdir("sub", 0777);
    write_file("b.yaml", "rf.banks: 16\n");
    snprintf(text, sizeof text, "extends: '%s/b.yaml'\n", directory);
    write_file("sub/c.yaml", text);
    load(&config, "sub/c.yaml");
    assert_int_equal(config.banks, 16);
}

static void test_an_error_in_an_extended_file_names_that_file(void **state)
{
    (void)state;
    write_file("a.yaml", "extends: b.yaml\n");
    write_file("b.yaml", "\n\nrf.banks: x\n");
    assert_load_refused("a.yaml", "b.yaml:3: rf.banks is \"x\"; accepted: an integer from 1 to 32, decimal or 0x");
}

static void test_loops_of_extends_are_refused(void **state)
{
    (void)state;
    mkdir("sub", 0777);
    write_file("a.yaml", "# loop\nextends: sub/b.yaml\n");
    write_file("sub/b.yaml", "extends: ../a.yaml\n");
    assert_load_refused("a.yaml", "sub/b.yaml:1: extends sub/../a.yaml: this file is already being read; "
                        "accepted: files that extend without a loop");
}

static void test_eight_files_can_extend_each_other_and_a_ninth_is_refused(void **state)
{
    (void)state;
    struct config config;
    char path[32], text[64];
    for (int i = 1; i <= 9; i++) {
        snprintf(path, sizeof path, "c%d.yaml", i);
        snprintf(text, sizeof text, i < 9 ? "extends: c%d.yaml\n" : "rf.banks: 8\n", i + 1);
        write_file(path, text);
    }
    load(&config, "c2.yaml");
    assert_int_equal(config.banks, 8);
    assert_load_refused("c1.yaml", "c8.yaml:1: extends c9.yaml: it is file 9 of a chain; accepted: up to 8 files");
}

static void test_a_path_that_grows_too_long_is_refused(void **state)
{
    (void)state;
    char text[CONFIG_PATH + 64], name[CONFIG_PATH];
    memset(name, 'n', sizeof name);
    name[CONFIG_PATH - 4] = '\0';
    mkdir("sub", 0777);
    snprintf(text, sizeof text, "extends: %s\n", name);
    write_file("sub/a.yaml", text);
    assert_load_refused("sub/a.yaml", "sub/a.yaml:1: extends is a path of 512 bytes; accepted: up to 511 bytes");
}

/* --- settings of the command line --------------------------------------------------------------------------------- */

static void test_set_overrides_a_file_and_the_last_one_counts(void **state)
{
    (void)state;
    struct config config;
    char where[64];
    load_text(&config, "rf.banks: 4\n");
    set(&config, "rf.banks=8");
    set(&config, "rf.banks=0x10");
    set(&config, "collector.kind=ccu");
    set(&config, "collector.forward=false");
    assert_int_equal(config.banks, 16);
    assert_int_equal(config.kind, KIND_CCU);
    assert_false(config.forward);
    config_where(&config, OPTION_banks, where, sizeof where);
    assert_string_equal(where, "--set rf.banks=16");
}

static void test_bad_sets_are_refused_with_what_is_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"rf.banks", "--set rf.banks: there is no \"=\"; accepted: --set option=value"},
        {"", "--set : there is no \"=\"; accepted: --set option=value"},
        {"=", "--set =: there is no option \"\"; the nearest accepted is \"rf.rows\""},
        {"rf.bank=2", "--set rf.bank=2: there is no option \"rf.bank\"; the nearest accepted is \"rf.banks\""},
        {"rf=2", "--set rf=2: there is no option \"rf\"; the nearest accepted is \"rf.rows\""},
        {" rf.banks=2", "--set  rf.banks=2: there is no option \" rf.banks\"; the nearest accepted is \"rf.banks\""},
        {"rf.banks=", "--set rf.banks=: rf.banks is empty; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks= 2",
         "--set rf.banks= 2: rf.banks is \" 2\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks=2=2",
         "--set rf.banks=2=2: rf.banks is \"2=2\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"rf.banks=2\n",
         "--set rf.banks=2?: rf.banks is \"2?\"; accepted: an integer from 1 to 32, decimal or 0x"},
        {"collector.kind=rfc",
         "--set collector.kind=rfc: collector.kind is \"rfc\"; accepted: ocu, ccu, boc, ecu or none"},
        {"collector.forward=on", "--set collector.forward=on: collector.forward is \"on\"; accepted: true or false"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_set_refused(cases[i].text, cases[i].sentence);
}

static void test_set_cannot_extend(void **state)
{
    (void)state;
    char error[CONFIG_ERROR];
    struct config config;
    config_default(&config);
    assert_false(config_set(&config, "extends=ccu.yaml", SENTENCE(error)));
}

static void test_a_long_set_is_cut_between_characters_in_the_sentence(void **state)
{
    (void)state;
    char text[300] = "rf.banks=", error[CONFIG_ERROR];
    struct config config;
    config_default(&config);
    for (int i = 0; i < 60; i++)
        strcat(text, "\xe2\x82\xac");
    assert_false(config_set(&config, text, SENTENCE(error)));
    assert_non_null(strstr(error, "is \"\xe2\x82\xac"));
    assert_non_null(strstr(error, "\xe2\x82\xac...\"; accepted: an integer from 1 to 32"));
}

/* --- contradictions ----------------------------------------------------------------------------------------------- */

static void test_options_that_must_be_powers_of_two(void **state)
{
    (void)state;
    struct config config;
    load_text(&config, "rf:\n  banks: 3\n");
    assert_check_refused(&config, "a.yaml:2: rf.banks is 3; accepted: a power of two from 1 to 32");
    set(&config, "rf.banks=6");
    assert_check_refused(&config, "--set rf.banks=6: rf.banks is 6; accepted: a power of two from 1 to 32");
    set(&config, "rf.banks=32");
    assert_check_accepted(&config);
    load_text(&config, "memory.l1_kib: 48\n");
    assert_check_refused(&config, "a.yaml:1: memory.l1_kib is 48; accepted: a power of two from 1 to 1024");
    load_text(&config, "rfc.bank_bits: 96\n");
    assert_check_refused(&config, "a.yaml:1: rfc.bank_bits is 96; accepted: a power of two from 32 to 1024");
    load_text(&config, "memory: {l2_kib: 2, l1_kib: 1}\n");
    assert_check_accepted(&config);
}

static void test_the_l2_has_whole_sets(void **state)
{
    (void)state;
    struct config config;
    load_text(&config, "memory: {l2_kib: 768, l2_ways: 8}\n");
    assert_check_accepted(&config);
    load_text(&config, "memory: {l2_kib: 2, l2_ways: 64}\n");
    assert_check_accepted(&config);
    load_text(&config, "memory.l2_kib: 768\nmemory.l2_ways: 5\n");
    assert_check_refused(&config, "a.yaml:1: memory.l2_kib is 768; accepted: a number of 128-byte lines that "
                         "memory.l2_ways divides");
}

static void test_a_cache_table_needs_an_entry_per_slot(void **state)
{
    (void)state;
    struct config config;
    load_text(&config, "collector:\n  kind: ccu\nccu:\n  entries: 5\n");
    assert_check_refused(&config, "a.yaml:4: ccu.entries is 5 (a.yaml:4), collector.slots is 6 (default) and "
                         "collector.kind is ccu (a.yaml:2); accepted: at least as many entries as slots");
    set(&config, "ccu.entries=6");
    assert_check_accepted(&config);
    set(&config, "ccu.entries=7");
    set(&config, "collector.slots=8");
    assert_check_refused(&config, "--set ccu.entries=7: ccu.entries is 7 (--set ccu.entries=7), "
                         "collector.slots is 8 (--set collector.slots=8) and collector.kind is ccu (a.yaml:2); "
                         "accepted: at least as many entries as slots");
    set(&config, "collector.kind=ocu");
    assert_check_accepted(&config);
    set(&config, "collector.kind=ecu");
    assert_check_accepted(&config);
}

/* Each of these names the option that is wrong, and what would do (Malekeh IV-B; BOW IV-A). */
static void test_policies_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *sets[3], *sentence;
    } cases[] = {
        {{"issue.scheduler=malekeh"}, "--set issue.scheduler=malekeh: issue.scheduler is malekeh; accepted: gto, lrr "
         "or two_level, for collector.kind is not ccu"},
        {{"issue.blocked=stall"}, "--set issue.blocked=stall: issue.blocked is stall; accepted: skip, for "
         "collector.kind is not ccu"},
        {{"collector.kind=ccu", "ccu.allocation=private"}, "default: collector.count is 2; accepted: as many as "
         "subcore.warps, for ccu.allocation is private"},
        {{"issue.scheduler=two_level", "issue.active=9"}, "--set issue.active=9: issue.active is 9; accepted: at most "
         "subcore.warps"},
        {{"collector.kind=ccu", "reuse.distance=exact", "reuse.near_below=32"}, "--set reuse.near_below=32: "
         "reuse.near_below is 32; accepted: a number of reuse.bits bits"},
        {{"sthld.next_small=222567"}, "--set sthld.next_small=222567: sthld.next_small is 222567; accepted: six digits "
         "from 1 to 6"},
        {{"sthld.step_large=660446"}, "--set sthld.step_large=660446: sthld.step_large is 660446; accepted: six digits "
         "from 1 to 9"},
        {{"rfc.entries=6", "rfc.ways=4"}, "--set rfc.ways=4: rfc.ways is 4; accepted: a divisor of rfc.entries, from 1 "
         "to as many"},
        {{"rf.ports=2", "collector.kind=ccu"}, "--set rf.ports=2: rf.ports is 2; accepted: 1, for collector.kind is "
         "neither ocu nor none"},
        {{"rfc.enable=true", "collector.kind=ccu"}, "--set collector.kind=ccu: collector.kind is ccu; accepted: ocu, "
         "for rfc.enable is true"},
        {{"rfc.enable=true", "collector.kind=ecu"}, "--set collector.kind=ecu: collector.kind is ecu; accepted: ocu, "
         "for rfc.enable is true"},
        {{"collector.kind=ecu", "issue.pipeline=true"}, "--set issue.pipeline=true: issue.pipeline is true; accepted: "
         "false, for collector.kind is ecu"},
        {{"collector.kind=ecu", "collector.operand_muxes=shared"}, "--set collector.operand_muxes=shared: "
         "collector.operand_muxes is shared; accepted: own, for collector.kind is neither ccu nor boc"},
        {{"rfc.enable=true", "rfc.regs_per_entry=2"}, "--set rfc.regs_per_entry=2: rfc.regs_per_entry is 2; accepted: "
         "1, for rfc.enable is true"},
        {{"rfc.enable=true", "rfc.compat=rfc_sim"}, "--set rfc.compat=rfc_sim: rfc.compat is rfc_sim; accepted: none, "
         "for rfc.enable is true"},
        {{"sthld.value=16"}, "--set sthld.value=16: sthld.value is 16; accepted: at most sthld.max"},
        {{"collector.kind=boc"}, "default: collector.count is 2; accepted: as many as subcore.warps, for "
         "collector.kind is boc"},
        {{"collector.kind=boc", "collector.count=8", "boc.entries=5"}, "--set boc.entries=5: boc.entries is 5 (--set "
         "boc.entries=5), collector.slots is 6 (default) and collector.kind is boc (--set collector.kind=boc); "
         "accepted: at least as many entries as slots"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct config config;
        config_default(&config);
        for (size_t s = 0; s < 3 && cases[i].sets[s]; s++)
            set(&config, cases[i].sets[s]);
        assert_check_refused(&config, cases[i].sentence);
    }
}

/* What comes with an instruction follows from the policy of the register cache (RFC-sim IV-B, IV-C, IV-E). */
static void test_a_register_cache_has_the_fields_that_its_policy_needs(void **state)
{
    (void)state;
    static const struct {
        const char *allocate;
        bool fills, places, flags, looks;
    } cases[] = {
        {"rfc.allocate=write", false, true, false, false},       {"rfc.allocate=read", true, false, false, false},
        {"rfc.allocate=read_write", true, true, false, false},
        {"rfc.allocate=compiler_aided", true, true, true, false},
        {"rfc.allocate=look_ahead", true, true, true, true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct config config;
        config_default(&config);
        set(&config, cases[i].allocate);
        assert_false(config_rfc_back(&config) || config_rfc_fills(&config) || config_rfc_places(&config) ||
                     config_rfc_positions(&config) || config_rfc_flags(&config) || config_rfc_looks(&config));
        set(&config, "rfc.enable=true");
        assert_check_accepted(&config);
        assert_true(config_rfc_back(&config));
        assert_int_equal(config_rfc_fills(&config), cases[i].fills);
        assert_int_equal(config_rfc_positions(&config), cases[i].fills);
        assert_int_equal(config_rfc_places(&config), cases[i].places);
        assert_int_equal(config_rfc_flags(&config), cases[i].flags);
        assert_int_equal(config_rfc_looks(&config), cases[i].looks);
        set(&config, "rfc.ways=8");
        assert_false(config_rfc_positions(&config));
        set(&config, "rfc.write=write_through");
        assert_false(config_rfc_back(&config));
    }
}

static void test_tags_are_none_or_at_least_16(void **state)
{
    (void)state;
    struct config config;
    load_text(&config, "scoreboard:\n  tags: 15\n");
    assert_check_refused(&config, "a.yaml:2: scoreboard.tags is 15; accepted: 0, or an integer from 16 to 64");
    set(&config, "scoreboard.tags=1");
    assert_check_refused(&config, "--set scoreboard.tags=1: scoreboard.tags is 1; accepted: 0, or an integer from 16 "
                         "to 64");
    set(&config, "scoreboard.tags=0");
    assert_check_accepted(&config);
    set(&config, "scoreboard.tags=16");
    assert_check_accepted(&config);
    set(&config, "scoreboard.tags=64");
    assert_check_accepted(&config);
}

static void test_tags_without_collectors_need_a_scoreboard(void **state)
{
    (void)state;
    struct config config;
    load_text(&config, "collector.kind: none\nrf.ports: 2\nissue.scheduler: cggty\nunit.branch.interval: 1\n"
              "unit.uniform.interval: 1\nunit.int.latency: 3\nunit.fp32.latency: 3\nscoreboard.tags: 16\n");
    assert_check_refused(&config, "a.yaml:8: scoreboard.tags is 16; accepted: 0, for modern.dependences is "
                         "control_bits");
    assert_true(config_control_bits(&config));
    set(&config, "modern.dependences=scoreboard");
    assert_check_accepted(&config);
    assert_true(config_counts_readers(&config));
    assert_false(config_control_bits(&config));
    set(&config, "scoreboard.tags=15");
    assert_check_refused(&config, "--set scoreboard.tags=15: scoreboard.tags is 15; accepted: 0, or an integer from "
                         "16 to 64");
    set(&config, "scoreboard.tags=0");
    assert_check_accepted(&config);
    set(&config, "collector.kind=ocu");
    assert_false(config_counts_readers(&config));
}

static void test_values_out_of_range_that_a_program_stored_are_refused(void **state)
{
    (void)state;
    struct config config;
    config_default(&config);
    config.banks = 64;
    assert_check_refused(&config, "default: rf.banks is \"64\"; accepted: an integer from 1 to 32, decimal or 0x");
    config.banks = INT_MIN;
    assert_check_refused(&config,
                         "default: rf.banks is \"-2147483648\"; accepted: an integer from 1 to 32, decimal or 0x");
    config.banks = 2;
    config.kind = 5;
    assert_check_refused(&config, "default: collector.kind is \"5\"; accepted: ocu, ccu, boc, ecu or none");
    config.kind = -1;
    assert_check_refused(&config, "default: collector.kind is \"-1\"; accepted: ocu, ccu, boc, ecu or none");
}

/* --- printing ----------------------------------------------------------------------------------------------------- */

static void test_echo_begins_with_name_and_hash_and_nests_the_keys(void **state)
{
    (void)state;
    struct config config;
    char hex[CONFIG_HASH], expected[256], text[256] = "";
    load_text(&config, "subcore.warps: 3\n");
    config_hash(&config, hex);
    snprintf(expected, sizeof expected, "# configuration a, hash %.16s\nsubcore:\n  warps: 3\n  lanes: 32\n", hex);
    echo_to(&config, "echo.yaml");
    FILE *file = fopen("echo.yaml", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, strlen(expected), file) > 0);
    fclose(file);
    assert_string_equal(text, expected);
}

static void test_the_echo_of_any_configuration_loads_as_the_same(void **state)
{
    (void)state;
    struct config config, again;
    char a[CONFIG_HASH], b[CONFIG_HASH];
    config_default(&config);
    for (int i = -1; i < CONFIG_OPTIONS; i++) {
        if (i >= 0)
            change(&config, i);
        echo_to(&config, "echo.yaml");
        load(&again, "echo.yaml");
        assert_same_options(&config, &again);
        config_hash(&config, a);
        config_hash(&again, b);
        assert_string_equal(a, b);
        for (int j = 0; j < CONFIG_OPTIONS; j++)
            assert_int_equal(again.origin[j].file, 1); /* every option stands in the echo */
    }
}

static void test_the_hash_is_sha256_of_key_value_lines_of_what_is_no_default_in_table_order(void **state)
{
    (void)state;
    struct config config, defaults;
    char all[8192] = "", rtl[8192] = "", text[CONFIG_TEXT], line[128], hex[CONFIG_HASH], expected[CONFIG_HASH];
    config_default(&defaults);
    config_default(&config);
    set(&config, "memory.queue=7");
    set(&config, "collector.count=5");
    set(&config, "collector.kind=ccu");
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        if (config_get(&config, i) == config_get(&defaults, i))
            continue;
        snprintf(line, sizeof line, "%s=%s\n", config_option(i)->key, config_text(&config, i, text));
        assert_true(strlen(all) + strlen(line) < sizeof all);
        strcat(all, line);
        if (config_option(i)->scope == CONFIG_RTL)
            strcat(rtl, line);
    }
    assert_string_equal(all, "collector.kind=ccu\ncollector.count=5\nmemory.queue=7\n");
    assert_string_equal(rtl, "collector.kind=ccu\ncollector.count=5\n");
    config_hash(&config, hex);
    assert_string_equal(hex, SHA256Data((const uint8_t *)all, strlen(all), expected));
    config_rtl_hash(&config, hex);
    assert_string_equal(hex, SHA256Data((const uint8_t *)rtl, strlen(rtl), expected));
}

static void test_the_hash_changes_exactly_when_an_option_changes(void **state)
{
    (void)state;
    struct config defaults, config;
    char all[CONFIG_HASH], rtl[CONFIG_HASH], seen[CONFIG_OPTIONS][CONFIG_HASH], now[CONFIG_HASH];
    config_default(&defaults);
    config_hash(&defaults, all);
    config_rtl_hash(&defaults, rtl);
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        config = defaults;
        change(&config, i);
        config_hash(&config, seen[i]);
        assert_string_not_equal(seen[i], all);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(seen[i], seen[j]);
        config_rtl_hash(&config, now);
        assert_int_equal(strcmp(now, rtl) != 0, config_option(i)->scope == CONFIG_RTL);
    }
    load_text(&config, "rf: {banks: 2}\n"); /* another name, a default said aloud */
    config_hash(&config, now);
    assert_string_equal(now, all);
}

/* Whether the words of `text` are in `page` one behind the other, with whatever blanks and lines between. */
static bool has_words(const char *page, const char *text)
{
    char *flat = strdup(page), *to = flat;
    for (const char *c = page; *c; c++)
        if (!strchr(" \n", *c) || to == flat || to[-1] != ' ')
            *to++ = *c == '\n' ? ' ' : *c;
    *to = '\0';
    bool found = strstr(flat, text);
    free(flat);
    return found;
}

static void test_help_names_every_option_with_all_that_is_known_of_it(void **state)
{
    (void)state;
    char *help = captured(config_help);
    char row[2048], range[128];
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        const struct config_option *option = config_option(i);
        config_accepted(option, range, sizeof range);
        snprintf(row, sizeof row, " %s = %s (%s%s%s; %s) %s [%s] %s%s", option->key, option->initial, range,
                 *option->unit ? " " : "", option->unit, config_scope_name(option->scope), option->help, option->source,
                 *option->with ? "counts with " : "", option->with);
        if (!has_words(help, row))
            fail_msg("the help lacks:%s", row);
    }
    free(help);
}

/* Where a text begins, behind `from`; the end of the page if it is not there. */
static size_t place_in(const char *page, size_t from, const char *text)
{
    const char *found = strstr(page + from, text);
    return found ? (size_t)(found - page) : strlen(page);
}

static void test_the_page_has_every_option_in_the_group_of_its_key(void **state)
{
    (void)state;
    char *page = captured(config_doc_markdown);
    char title[256], item[256];
    for (int i = 0; i < CONFIG_OPTIONS; i++) {
        int group = config_group_of(i);
        if (group < 0)
            fail_msg("%s is in no group: give configs/groups.c its prefix", config_option(i)->key);
        snprintf(title, sizeof title, "\n## %s\n", config_group(group)->title);
        snprintf(item, sizeof item, "\n- **`%s`** (", config_option(i)->key);
        size_t begin = place_in(page, 0, title), at = place_in(page, 0, item);
        assert_true(begin < at && at < strlen(page));
        assert_true(at < place_in(page, begin + 1, "\n## "));
    }
    free(page);
}

static void test_log2_rounds_up_and_is_at_least_one(void **state)
{
    (void)state;
    static const int cases[][2] = {{-1, 1}, {0, 1}, {1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4},
                                   {256, 8}, {257, 9}, {1 << 30, 30}, {(1 << 30) + 1, 31}, {INT_MAX, 31}};
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(config_log2(cases[i][0]), cases[i][1]);
}

/* --- canned configurations ---------------------------------------------------------------------------------------- */

static char canned_folder[4096];

static void load_canned(struct config *config, const char *name)
{
    char path[CONFIG_PATH];
    snprintf(path, sizeof path, "%.400s/%s.yaml", canned_folder, name);
    load(config, path);
    assert_string_equal(config->name, name);
    assert_check_accepted(config);
}

static void test_the_canned_configurations_are_accepted_and_say_what_they_are(void **state)
{
    (void)state;
    struct config config, defaults;
    config_default(&defaults);
    for (size_t i = 0; i < COUNT(canned); i++)
        load_canned(&config, canned[i]);
    load_canned(&config, "ocu");
    assert_same_options(&config, &defaults);
    load_canned(&config, "ocu_8");
    assert_int_equal(config.kind, KIND_OCU);
    assert_int_equal(config.collectors, 8);
    load_canned(&config, "ccu");
    assert_int_equal(config.kind, KIND_CCU);
    assert_int_equal(config.entries, 8);
    load_canned(&config, "tiny");
    assert_int_equal(config.lanes, 4);
    assert_int_equal(config.warps, 2);
    assert_int_equal(config.rows, 64);
    assert_true(config.banks * config.rows >= config.warps * config.registers);
}

/* --- mutated files ------------------------------------------------------------------------------------------------ */

static uint64_t random_state = 0x9e3779b97f4a7c15u;

/* A number from 0 to limit - 1; the same sequence in every run. */
static size_t pick(size_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)(random_state >> 16) % limit;
}

/* Changes a byte, removes some, or inserts something that means something in YAML. Returns the new length. */
static size_t mutate(char *text, size_t length, size_t capacity)
{
    static const char *const pieces[] = {
        "{", "}", "[", "]", ": ", "- ", "? ", "\n", "\n  ", "\t", "#", "&a ", "*a", "!t ", "|\n", ">\n", "\"", "'",
        "---\n", "...\n", "%YAML 1.1\n", "\\0", "\\x0a", ",", "\xff", "\xe2\x82\xac", "rf", "rf.banks: 4\n",
        "unit: {int: {latency: 3}}\n", "extends: a.yaml\n", "0x", "-", "99999999999999999999", "true", "ccu", "1",
    };
    size_t at = pick(length + 1), count;
    switch (pick(4)) {
    case 0:
        if (at < length)
            text[at] = (char)pick(256);
        return length;
    case 1:
        count = pick(12) + 1;
        if (count > length - at)
            count = length - at;
        memmove(text + at, text + at + count, length - at - count);
        return length - count;
    case 2:
        count = pick(40) + 1; /* repeat a part of the file */
        if (count > length - at || length + count > capacity)
            return length;
        memmove(text + at + count, text + at, length - at);
        return length + count;
    default:
        break;
    }
    const char *piece = pieces[pick(COUNT(pieces))];
    count = strlen(piece);
    if (length + count > capacity)
        return length;
    memmove(text + at + count, text + at, length - at);
    memcpy(text + at, piece, count);
    return length + count;
}

static size_t read_file(const char *path, char *text, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, capacity, file);
    fclose(file);
    return length;
}

static void test_mutated_files_are_read_or_refused_in_one_sentence(void **state)
{
    (void)state;
    const char *wanted = getenv("CONFIG_MUTATIONS");
    long files = wanted ? atol(wanted) : 4000, accepted = 0;
    char seed[8192], text[16384], error[CONFIG_ERROR];
    struct config config, again;
    config_default(&config);
    echo_to(&config, "echo.yaml");
    size_t seed_length = read_file("echo.yaml", seed, sizeof seed);
    for (long n = 0; n < files; n++) {
        size_t length = pick(seed_length + 1);
        memcpy(text, seed, length);
        for (size_t changes = n % 2 ? pick(10) : 1; changes > 0; changes--)
            length = mutate(text, length, sizeof text);
        write_bytes("a.yaml", text, length);
        error[0] = '\0';
        if (config_load(&config, "a.yaml", SENTENCE(error))) {
            accepted++;
            echo_to(&config, "b.yaml");
            load(&again, "b.yaml");
            assert_same_options(&config, &again);
            continue;
        }
        assert_memory_equal(error, "a.yaml:", 7);
        assert_null(strpbrk(error, "\n\r\t"));
        assert_non_null(strstr(error, "accepted"));
    }
    print_message("mutated files: %ld, accepted: %ld\n", files, accepted);
    assert_true(files < 4000 || (accepted > files / 100 && accepted < files / 2));
}

/* --- the tests ---------------------------------------------------------------------------------------------------- */

/* Works in a folder of its own, so that the sentences have short paths. */
static int enter_scratch(void **state)
{
    static char scratch[] = "/tmp/test_config.XXXXXX";
    *state = scratch;
    return mkdtemp(scratch) && chdir(scratch) == 0 ? 0 : -1;
}

static int leave_scratch(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", (const char *)*state);
    return chdir("/") == 0 ? system(command) : -1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults_are_accepted_and_are_a_turing_sub_core),
        cmocka_unit_test(test_every_default_is_a_value_that_set_accepts),
        cmocka_unit_test(test_keys_are_unique_and_none_is_a_group_of_another),
        cmocka_unit_test(test_options_are_found_by_key_and_index),
        cmocka_unit_test(test_every_integer_is_accepted_at_min_and_max_and_refused_beyond),
        cmocka_unit_test(test_every_integer_is_refused_beyond_its_range_in_a_file),
        cmocka_unit_test(test_every_word_is_accepted_and_the_words_beyond_are_refused),
        cmocka_unit_test(test_every_boolean_is_true_or_false_only),
        cmocka_unit_test(test_rows_and_banks_in_range_hold_one_allocation),
        cmocka_unit_test(test_nested_and_dotted_keys_mean_the_same),
        cmocka_unit_test(test_empty_files_are_the_defaults),
        cmocka_unit_test(test_loading_forgets_what_the_configuration_held),
        cmocka_unit_test(test_the_name_is_the_stem_made_safe_for_file_names),
        cmocka_unit_test(test_bad_files_are_refused_with_line_option_and_what_is_accepted),
        cmocka_unit_test(test_paths_that_are_no_files_are_refused),
        cmocka_unit_test(test_a_file_of_one_mebibyte_is_read_and_one_byte_more_is_refused),
        cmocka_unit_test(test_nul_bytes_are_refused_with_their_line),
        cmocka_unit_test(test_deeply_nested_junk_is_refused),
        cmocka_unit_test(test_a_short_buffer_cuts_the_sentence_and_none_is_left_alone),
        cmocka_unit_test(test_a_file_overrides_the_file_that_it_extends_wherever_the_key_stands),
        cmocka_unit_test(test_an_absolute_path_can_be_extended),
        cmocka_unit_test(test_an_error_in_an_extended_file_names_that_file),
        cmocka_unit_test(test_loops_of_extends_are_refused),
        cmocka_unit_test(test_eight_files_can_extend_each_other_and_a_ninth_is_refused),
        cmocka_unit_test(test_a_path_that_grows_too_long_is_refused),
        cmocka_unit_test(test_set_overrides_a_file_and_the_last_one_counts),
        cmocka_unit_test(test_bad_sets_are_refused_with_what_is_accepted),
        cmocka_unit_test(test_set_cannot_extend),
        cmocka_unit_test(test_a_long_set_is_cut_between_characters_in_the_sentence),
        cmocka_unit_test(test_options_that_must_be_powers_of_two),
        cmocka_unit_test(test_the_l2_has_whole_sets),
        cmocka_unit_test(test_a_cache_table_needs_an_entry_per_slot),
        cmocka_unit_test(test_policies_that_contradict_each_other_are_refused),
        cmocka_unit_test(test_a_register_cache_has_the_fields_that_its_policy_needs),
        cmocka_unit_test(test_tags_are_none_or_at_least_16),
        cmocka_unit_test(test_tags_without_collectors_need_a_scoreboard),
        cmocka_unit_test(test_values_out_of_range_that_a_program_stored_are_refused),
        cmocka_unit_test(test_echo_begins_with_name_and_hash_and_nests_the_keys),
        cmocka_unit_test(test_the_echo_of_any_configuration_loads_as_the_same),
        cmocka_unit_test(test_the_hash_is_sha256_of_key_value_lines_of_what_is_no_default_in_table_order),
        cmocka_unit_test(test_the_hash_changes_exactly_when_an_option_changes),
        cmocka_unit_test(test_help_names_every_option_with_all_that_is_known_of_it),
        cmocka_unit_test(test_the_page_has_every_option_in_the_group_of_its_key),
        cmocka_unit_test(test_log2_rounds_up_and_is_at_least_one),
        cmocka_unit_test(test_the_canned_configurations_are_accepted_and_say_what_they_are),
        cmocka_unit_test(test_mutated_files_are_read_or_refused_in_one_sentence),
    };
    if (argc > 2 || !realpath(argc > 1 ? argv[1] : "configs", canned_folder)) {
        fprintf(stderr, "test_config: the folder of the canned configurations is not there; accepted: its path\n");
        return 2;
    }
    return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
