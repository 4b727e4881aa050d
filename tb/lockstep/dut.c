/* SPDX-License-Identifier: Apache-2.0 */
/* Loading a device under test from its shared library. */
#include "dut.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

const struct dut_api *dut_load(const char *path, const struct sentence *error)
{
    char name[4096];
    /* Without a slash dlopen would search the system's libraries. */
    snprintf(name, sizeof name, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        refuse(error, "%s cannot be loaded (%s); accepted is a libdut.so written by tb/lockstep/verilator/verilate.sh",
               path, dlerror());
        return NULL;
    }
    dut_api_function function;
    *(void **)&function = dlsym(library, DUT_API_SYMBOL);
    const struct dut_api *api = function ? function() : NULL;
    if (!api || api->version != DUT_API) {
        refuse(error, "%s is not a device of this version (%d); make it again with tb/lockstep/verilator/verilate.sh",
               path, DUT_API);
        return NULL;
    }
    return api;
}
