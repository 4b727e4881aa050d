/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels by name: the symbol's, or as C++ spells it without parameters and template arguments. */
#include "cubin.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "configs/sentence.h"

enum { NAME_SIZE = 512 };

/* Appends the <length><identifier> at `*at`; false if there is none. */
static bool take_identifier(const char **at, char name[NAME_SIZE])
{
    size_t length = 0, used = strlen(name);
    if (**at == 'L')
        ++*at;
    if (!isdigit((unsigned char)**at))
        return false;
    for (; isdigit((unsigned char)**at); ++*at)
        if ((length = 10 * length + (size_t)(**at - '0')) >= NAME_SIZE)
            return false;
    if (strlen(*at) < length || used + length + 3 > NAME_SIZE)
        return false;
    snprintf(name + used, NAME_SIZE - used, "%s%.*s", used ? "::" : "", (int)length, *at);
    *at += length;
    return true;
}

/* "ns::kernel" of "_ZN2ns6kernelEPi", "kernel" of "_Z6kernelIiEvPT_"; false for names of other forms. nvlink puts
 * "__nv_static_...__Z6kernelPi" for a static one. */
static bool unmangle(const char *symbol, char name[NAME_SIZE])
{
    const char *linked = strncmp(symbol, "__nv_static_", 12) == 0 ? strstr(symbol, "__Z") : NULL;
    if (strlen(symbol) < 3)
        return false;
    const char *at = (linked ? linked + 1 : symbol) + 2;
    *name = '\0';
    if (strncmp(at - 2, "_Z", 2) != 0)
        return false;
    bool nested = *at == 'N';
    at += nested;
    bool found = take_identifier(&at, name);
    while (found && nested && take_identifier(&at, name))
        continue;
    return found;
}

static bool matches(const char *symbol, const char *name)
{
    char plain[NAME_SIZE];
    if (!unmangle(symbol, plain))
        return false;
    const char *last = strrchr(plain, ':');
    return strcmp(plain, name) == 0 || (last && strcmp(last + 1, name) == 0);
}

/* "; the file has a, b and c" into `list`: as many as fit. */
static void list_kernels(const struct cubin *cubin, const char *only, char *list, size_t size)
{
    size_t used = 0;
    *list = '\0';
    for (uint32_t i = 0; i < cubin->kernel_count; i++) {
        const char *name = cubin->kernels[i].name;
        if (only && !matches(name, only))
            continue;
        if (strlen(name) + used + 8 > size) {
            snprintf(list + used, size - used, ", ...");
            return;
        }
        used += (size_t)snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
    }
}

const struct cubin_kernel *cubin_find(const struct cubin *cubin, const char *name, const struct sentence *error)
{
    const struct cubin_kernel *found = NULL;
    char list[600];
    uint32_t count = 0;
    for (uint32_t i = 0; i < cubin->kernel_count && !found; i++)
        if (strcmp(cubin->kernels[i].name, name) == 0)
            found = &cubin->kernels[i];
    for (uint32_t i = 0; i < cubin->kernel_count && (!found || count > 0); i++)
        if (matches(cubin->kernels[i].name, name)) {
            found = &cubin->kernels[i];
            count++;
        }
    if (count > 1) {
        list_kernels(cubin, name, list, sizeof list);
        refuse(error, "%.300s: several kernels are called %.100s; one of %s is accepted", cubin->path, name, list);
        return NULL;
    }
    if (!found) {
        list_kernels(cubin, NULL, list, sizeof list);
        refuse(error, "%.300s: there is no kernel %.100s; the file has %s", cubin->path, name,
               cubin->kernel_count ? list : "none");
        return NULL;
    }
    if (found->refused) {
        refuse(error, "%.300s: kernel %.100s cannot be run: %s", cubin->path, found->name, found->refused);
        return NULL;
    }
    return found;
}

uint64_t cubin_code_address(const struct cubin_kernel *kernel, uint64_t address)
{
    for (uint32_t i = 0; address >= CUBIN_FUNCTIONS && i < kernel->function_count; i++) {
        const struct cubin_function *f = &kernel->functions[i];
        if (address - f->address < f->bytes)
            return f->base + (address - f->address);
    }
    return address;
}

const char *cubin_find_outside(const struct cubin_kernel *kernel, uint64_t address)
{
    for (uint32_t i = 0; i < kernel->outside_count; i++)
        if (kernel->outside[i].address == address)
            return kernel->outside[i].name;
    return NULL;
}

const struct cubin_global *cubin_find_global(const struct cubin *cubin, const char *name)
{
    for (uint32_t i = 0; i < cubin->global_count; i++)
        if (strcmp(cubin->globals[i].name, name) == 0)
            return &cubin->globals[i];
    return NULL;
}

const struct cubin_constant *cubin_find_constant(const struct cubin *cubin, const char *name)
{
    for (uint32_t i = 0; i < cubin->constant_count; i++)
        if (strcmp(cubin->constants[i].name, name) == 0)
            return &cubin->constants[i];
    return NULL;
}
