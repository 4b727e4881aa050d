/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The VPI module that vvp runs for dut_icarus.c. It puts the ports, registers and memories of the design into the
 * memory that both share, and then simulates one cycle for each ICARUS_EDGE: the clock rises, and one step of time
 * later it falls and the inputs change. ICARUS_EVAL is the second of these steps alone. Rows of memories that the
 * engine has changed are put before the clock rises. What the design has changed is read in the read-only phase of the
 * last step, when everything has settled.
 *
 * What has changed is known from callbacks. Every READ_ALL steps everything is read: a change of which vvp has not told
 * ends the simulation. So does a step that takes 120 s of processor time, or SETTLE_SECONDS of the environment: a
 * design whose blocks wake each other without end would never settle.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <vpi_user.h>

#include "tb/lockstep/dut.h"
#include "icarus.h"
#include "manifest.inc"

enum { READ_ALL = 512 /* steps; a power of two */, SETTLE = 120, STRIDE_MAX = 1 << 16, NAME = 1024 };

/* Something that is put and read as a whole: a port, a register, a row of a memory. */
struct element {
    vpiHandle handle;
    enum dut_kind kind;
    uint32_t width, stride;
    uint8_t *bits, *unknown;                /* shared */
    uint8_t *had_bits, *had_unknown;        /* as the design has them */
    bool changed;                           /* by the design, since they were read */
};

/* A port, register or memory as found. */
struct found {
    char *name;
    vpiHandle handle;
    enum dut_kind kind;
    uint32_t width, rows, stride;
};

static struct found *found;
static uint32_t found_count;
static struct element *elements;
static uint32_t element_count;
static struct element *clock_input;
static volatile uint64_t steps;

/* --- the engine --------------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 1, 2), noreturn)) static void give_up_to_engine(const char *format, ...)
{
    char message[ICARUS_MESSAGE] = {ICARUS_FAILED};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + 1, sizeof message - 1, format, arguments);
    va_end(arguments);
    send(ICARUS_SOCKET, message, strlen(message) + 1, MSG_NOSIGNAL);
    _exit(2);
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        give_up_to_engine("no memory is left for the objects of the design");
    return p;
}

static void ready(void)
{
    const char message = ICARUS_READY;
    send(ICARUS_SOCKET, &message, 1, MSG_NOSIGNAL);
}

/* The next request; 0 when there will be none. */
static char requested(void)
{
    char message = 0;
    ssize_t n;
    do
        n = recv(ICARUS_SOCKET, &message, 1, 0);
    while (n < 0 && errno == EINTR);
    return n == 1 ? message : 0;
}

/* --- assertions --------------------------------------------------------------------------------------------------- */

/* Tells the engine what an assertion has printed, with the path as dut_api has it. Its block is not part of that. */
static void tell_broken(const char *line)
{
    char message[ICARUS_MESSAGE];
    const char *path = line + strlen(DUT_ASSERT), *block = strstr(line, DUT_ASSERT_BLOCK);
    bool own = strncmp(path, DUT_TOP ".", strlen(DUT_TOP ".")) == 0;
    path += own ? strlen(DUT_TOP) : 0;
    const char *text = block ? block + strlen(DUT_ASSERT_BLOCK) : line + strlen(DUT_ASSERT);
    int length = block > path ? (int)(block - path) : 0;
    snprintf(message, sizeof message, "%c%s%.*s%s%.*s", ICARUS_BROKEN, block && own ? "top" : "", length, path,
             block ? ": " : "", (int)strcspn(text, "\n"), text);
    send(ICARUS_SOCKET, message, strlen(message) + 1, MSG_NOSIGNAL);
}

/* What the design prints is kept in a file of no name, up to the end of the simulation. */
static void keep_output(void)
{
    int file = memfd_create("printed", MFD_CLOEXEC);
    fflush(stdout);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0)
        give_up_to_engine("what the design prints cannot be kept (%s)", strerror(errno));
    close(file);
}

/* A broken assertion is told, anything else is shown. */
static PLI_INT32 on_end(s_cb_data *data)
{
    char printed[8192];
    (void)data;
    vpi_flush();
    fflush(stdout);
    ssize_t n = pread(STDOUT_FILENO, printed, sizeof printed - 1, 0);
    printed[n > 0 ? n : 0] = '\0';
    if (strncmp(printed, DUT_ASSERT, strlen(DUT_ASSERT)) == 0)
        tell_broken(printed);
    else
        fputs(printed, stderr);
    return 0;
}

/* --- the design's objects ----------------------------------------------------------------------------------------- */

/* As ports_storage(): the VPI module knows no configuration. */
static uint32_t storage(uint32_t width)
{
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : width <= 64 ? 8 : (width + 31) / 32 * 4;
}

static void add(vpiHandle handle, const char *name, enum dut_kind kind, uint32_t width, uint32_t rows)
{
    if ((found_count & (found_count - 1)) == 0)
        found = realloc(found, (found_count ? 2 * found_count : 1) * sizeof *found);
    char *copy = strdup(name);
    if (!found || !copy)
        give_up_to_engine("no memory is left for the objects of the design");
    if (storage(width) > STRIDE_MAX)
        give_up_to_engine("%s has %u bits; accepted are %d", name, width, 8 * STRIDE_MAX);
    found[found_count++] = (struct found){copy, handle, kind, width, rows, storage(width)};
}

/* Registers are the variables whose names end in _q, or those that macros have. */
static bool is_register(const char *name)
{
    static const char *const names[] = {DUT_MACRO_REGISTERS NULL};
    size_t n = strlen(name);
    for (const char *const *of = names; *of; of++)
        if (strcmp(*of, name) == 0)
            return true;
    return n > 2 && strcmp(name + n - 2, "_q") == 0;
}

/* "subcore.g_col[0].u_ccu.ct_lock_q" is "top.g_col[0].u_ccu.ct_lock_q". */
static const char *canonical(vpiHandle handle)
{
    static char name[NAME];
    const char *full = vpi_get_str(vpiFullName, handle);
    snprintf(name, sizeof name, "top%s", full + strlen(DUT_TOP));
    return name;
}

/* An input of a design that stands beside this one. */
static void put_zero(vpiHandle net)
{
    s_vpi_value value = {.format = vpiIntVal, .value.integer = 0};
    vpi_put_value(net, &value, NULL, vpiNoDelay);
}

/* Memories are the arrays, not those of nets. Modules are among the scopes. */
static void add_state(vpiHandle scope)
{
    vpiHandle list, h;
    for (list = vpi_iterate(vpiReg, scope); list && (h = vpi_scan(list));)
        if (is_register(vpi_get_str(vpiName, h)))
            add(h, canonical(h), DUT_REGISTER, (uint32_t)vpi_get(vpiSize, h), 1);
    for (list = vpi_iterate(vpiMemory, scope); list && (h = vpi_scan(list));) {
        if (vpi_get(vpiType, h) != vpiMemory)
            continue;
        vpiHandle word = vpi_handle_by_index(h, 0);
        if (!word)
            give_up_to_engine("%s has no row 0; memories begin there", canonical(h));
        add(h, canonical(h), DUT_MEMORY, (uint32_t)vpi_get(vpiSize, word), (uint32_t)vpi_get(vpiSize, h));
    }
    for (list = vpi_iterate(vpiInternalScope, scope); list && (h = vpi_scan(list));)
        add_state(h);
}

/* The module of which the whole simulation is: the design, or what it stands in with another one. */
static const char *root(void)
{
    static char name[NAME];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(DUT_TOP, "."), DUT_TOP);
    return name;
}

static void add_ports(vpiHandle top)
{
    static const char beside[] = "beside_";
    vpiHandle list, h;
    for (list = vpi_iterate(vpiPort, top); list && (h = vpi_scan(list));) {
        const char *name = vpi_get_str(vpiName, h);
        char full[2 * NAME];
        bool input = vpi_get(vpiDirection, h) == vpiInput;
        snprintf(full, sizeof full, "%s.%s", root(), name);
        const char *port = full + strlen(root()) + 1;
        vpiHandle net = vpi_handle_by_name(full, NULL);
        if (!net)
            give_up_to_engine("port %s cannot be found in the simulator", full);
        if (strncmp(port, beside, strlen(beside)) != 0)
            add(net, port, input ? DUT_INPUT : DUT_OUTPUT, (uint32_t)vpi_get(vpiSize, net), 1);
        else if (input)
            put_zero(net);
    }
}

static vpiHandle find_top(void)
{
    vpiHandle list = vpi_iterate(vpiModule, NULL), h;
    while (list && (h = vpi_scan(list)))
        if (strcmp(vpi_get_str(vpiName, h), root()) == 0)
            return h;
    give_up_to_engine("the design has no top %s", root());
}

/* --- changes ------------------------------------------------------------------------------------------------------ */

static PLI_INT32 on_change(s_cb_data *data)
{
    ((struct element *)(void *)data->user_data)->changed = true;
    return 0;
}

static void watch(struct element *e)
{
    static s_vpi_time time = {.type = vpiSuppressTime};
    static s_vpi_value value = {.format = vpiSuppressVal};
    s_cb_data data = {
        .reason = cbValueChange, .cb_rtn = on_change, .obj = e->handle, .time = &time, .value = &value,
        .user_data = (PLI_BYTE8 *)e
    };
    if (!vpi_register_cb(&data))
        give_up_to_engine("vvp does not tell when a value changes");
}

/* --- shared memory ------------------------------------------------------------------------------------------------ */

static uint64_t aligned(uint64_t n)
{
    return (n + 7) & ~(uint64_t)7;
}

/* Where everything is in the shared memory. */
static struct icarus_header place(struct icarus_object *o)
{
    uint64_t at = sizeof(struct icarus_header) + found_count * sizeof *o;
    for (uint32_t i = 0; i < found_count; i++) {
        const struct found *f = &found[i];
        o[i] = (struct icarus_object){.kind = f->kind, .width = f->width, .rows = f->rows, .stride = f->stride};
        o[i].bits = at;
        o[i].unknown = at += aligned((uint64_t)f->stride * f->rows);
        o[i].name = at += aligned((uint64_t)f->stride * f->rows);
        at = aligned(at + strlen(f->name) + 1);
    }
    return (struct icarus_header){.size = at, .count = found_count};
}

static uint8_t *share(const struct icarus_header *header, const struct icarus_object *o)
{
    uint8_t *memory = MAP_FAILED;
    if (ftruncate(ICARUS_MEMORY, (off_t)header->size) == 0)
        memory = mmap(NULL, header->size, PROT_READ | PROT_WRITE, MAP_SHARED, ICARUS_MEMORY, 0);
    if (memory == MAP_FAILED)
        give_up_to_engine("no memory can be shared with the engine (%s)", strerror(errno));
    memcpy(memory, header, sizeof *header);
    memcpy(memory + sizeof *header, o, found_count * sizeof *o);
    for (uint32_t i = 0; i < found_count; i++)
        strcpy((char *)memory + o[i].name, found[i].name);
    return memory;
}

static void make_elements(uint8_t *memory, const struct icarus_object *o)
{
    for (uint32_t i = 0; i < found_count; i++)
        element_count += found[i].rows;
    elements = allocate(element_count, sizeof *elements);
    struct element *e = elements;
    for (uint32_t i = 0; i < found_count; i++)
        for (uint32_t row = 0; row < found[i].rows; row++, e++) {
            const struct found *f = &found[i];
            size_t at = (size_t)row * f->stride;
            *e = (struct element){
                .handle = f->kind == DUT_MEMORY ? vpi_handle_by_index(f->handle, (PLI_INT32)row) : f->handle,
                .kind = f->kind, .width = f->width, .stride = f->stride, .bits = memory + o[i].bits + at,
                .unknown = memory + o[i].unknown + at, .had_bits = allocate(2, f->stride), .changed = true
            };
            e->had_unknown = e->had_bits + f->stride;
            if (!e->handle)
                give_up_to_engine("row %u of %s cannot be found in the simulator", row, f->name);
            if (e->kind != DUT_INPUT)
                watch(e);
            if (e->kind == DUT_INPUT && strcmp(f->name, "clk_i") == 0)
                clock_input = e;
        }
    if (!clock_input)
        give_up_to_engine("the design has no clk_i");
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* A word of 32 bits of `stride` bytes. */
static uint32_t load(const uint8_t *bits, uint32_t stride, uint32_t word)
{
    uint32_t v = 0, left = stride - 4 * word;
    memcpy(&v, bits + 4 * word, left < 4 ? left : 4);
    return v;
}

static void store(uint8_t *bits, uint32_t stride, uint32_t word, uint32_t v)
{
    uint32_t left = stride - 4 * word;
    memcpy(bits + 4 * word, &v, left < 4 ? left : 4);
}

static uint32_t words(const struct element *e)
{
    return (e->width + 31) / 32;
}

/* Puts what the engine has written; `known` leaves the undefined bits out. */
static void put(struct element *e, bool known)
{
    static s_vpi_vecval vector[STRIDE_MAX / 4];
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = vector};
    for (uint32_t w = 0; w < words(e); w++) {
        uint32_t unknown = known ? 0 : load(e->unknown, e->stride, w);
        vector[w].aval = (PLI_INT32)(load(e->bits, e->stride, w) | unknown);
        vector[w].bval = (PLI_INT32)unknown;
    }
    vpi_put_value(e->handle, &value, NULL, vpiNoDelay);
}

/* Reads what the design has. Undefined bits, X and Z, are 0 in `bits`. */
static void get(struct element *e, uint8_t *bits, uint8_t *unknown)
{
    s_vpi_value value = {.format = vpiVectorVal};
    vpi_get_value(e->handle, &value);
    for (uint32_t w = 0; w < words(e); w++) {
        uint32_t left = e->width - 32 * w, mask = left < 32 ? (1u << left) - 1 : ~0u;
        uint32_t a = (uint32_t)value.value.vector[w].aval, b = (uint32_t)value.value.vector[w].bval;
        store(bits, e->stride, w, a & ~b & mask);
        store(unknown, e->stride, w, b & mask);
    }
}

static bool equal(const struct element *e)
{
    return memcmp(e->bits, e->had_bits, e->stride) == 0 && memcmp(e->unknown, e->had_unknown, e->stride) == 0;
}

static void remember(struct element *e)
{
    memcpy(e->had_bits, e->bits, e->stride);
    memcpy(e->had_unknown, e->unknown, e->stride);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static void later(PLI_INT32 reason, PLI_INT32 (*routine)(s_cb_data *), unsigned delay)
{
    s_vpi_time time = {.type = vpiSimTime, .low = delay};
    s_cb_data data = {.reason = reason, .cb_rtn = routine, .time = &time};
    if (!vpi_register_cb(&data))
        give_up_to_engine("vvp takes no callback");
}

static PLI_INT32 on_step(s_cb_data *data);
static PLI_INT32 on_edge(s_cb_data *data);

static void next_request(void)
{
    char request = requested();
    if (request)
        later(cbAfterDelay, request == ICARUS_EDGE ? on_edge : on_step, 1);
    else
        vpi_control(vpiFinish, 0);
}

/* Reads an element. If vvp has not said that it has changed, it has not. */
static void sample(struct element *e)
{
    get(e, e->bits, e->unknown);
    if (!e->changed && !equal(e))
        give_up_to_engine("vvp has not told of a change of %s", vpi_get_str(vpiFullName, e->handle));
    remember(e);
    e->changed = false;
}

static PLI_INT32 on_settled(s_cb_data *data)
{
    bool all = (steps & (READ_ALL - 1)) == 0;
    (void)data;
    for (struct element *e = elements; e < elements + element_count; e++)
        if (e->kind != DUT_INPUT && (all || e->changed))
            sample(e);
    ready();
    next_request();
    return 0;
}

/* The undefined bits of start values. */
static PLI_INT32 on_undefined(s_cb_data *data)
{
    (void)data;
    for (struct element *e = elements; e < elements + element_count; e++)
        if (e->kind == DUT_REGISTER || e->kind == DUT_MEMORY)
            put(e, false);
    later(cbReadOnlySynch, on_settled, 0);
    return 0;
}

static void put_changed(enum dut_kind kind)
{
    for (struct element *e = elements; e < elements + element_count; e++)
        if (e->kind == kind && !equal(e)) {
            put(e, false);
            remember(e);
        }
}

static void put_clock(bool high)
{
    *clock_input->bits = high;
    put(clock_input, false);
    remember(clock_input);
}

/*
 * The first step, in which everything gets its start value, at first without undefined bits: a block that waits for a
 * change of what it reads is run once in this way, even if all of that is undefined afterwards.
 */
static void first_step(void)
{
    for (struct element *e = elements; e < elements + element_count; e++)
        if (e->kind == DUT_INPUT || e->kind == DUT_MEMORY || e->kind == DUT_REGISTER) {
            put(e, true);
            remember(e);
        }
    later(cbAfterDelay, on_undefined, 1);
}

static PLI_INT32 on_step(s_cb_data *data)
{
    (void)data;
    if (steps++ == 0) {
        first_step();
        return 0;
    }
    put_clock(false);
    put_changed(DUT_INPUT);
    later(cbReadOnlySynch, on_settled, 0);
    return 0;
}

static PLI_INT32 on_edge(s_cb_data *data)
{
    (void)data;
    put_changed(DUT_MEMORY);
    put_clock(true);
    later(cbAfterDelay, on_step, 1);
    return 0;
}

/* --- steps without end -------------------------------------------------------------------------------------------- */

/* Time counts while vvp computes, not while it waits. The first letter is ICARUS_FAILED. */
static void on_timer(int signal)
{
    static uint64_t before = ~(uint64_t)0;
    static const char message[] = "fthe design does not settle: its blocks wake each other without end";
    (void)signal;
    if (steps == before) {
        send(ICARUS_SOCKET, message, sizeof message, MSG_NOSIGNAL);
        _exit(2);
    }
    before = steps;
}

static void start_timer(void)
{
    const char *text = getenv("SETTLE_SECONDS");
    char *end = NULL;
    long seconds = text ? strtol(text, &end, 10) : SETTLE;
    if (text && (end == text || *end || seconds < 1 || seconds > 1000000))
        give_up_to_engine("SETTLE_SECONDS=%s is not accepted; 1 to 1000000 is", text);
    const struct itimerval each = {{seconds, 0}, {seconds, 0}};
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    if (sigaction(SIGVTALRM, &action, NULL) || setitimer(ITIMER_VIRTUAL, &each, NULL))
        give_up_to_engine("no timer of %ld seconds can be started (%s)", seconds, strerror(errno));
}

/* --- start -------------------------------------------------------------------------------------------------------- */

static PLI_INT32 on_start(s_cb_data *data)
{
    (void)data;
    vpiHandle top = find_top();
    add_ports(top);
    add_state(vpi_handle_by_name(DUT_TOP, NULL));
    struct icarus_object *o = allocate(found_count, sizeof *o);
    struct icarus_header header = place(o);
    make_elements(share(&header, o), o);
    free(o);
    start_timer();
    keep_output();
    ready();
    next_request();
    return 0;
}

static void register_start(void)
{
    s_cb_data data = {.reason = cbStartOfSimulation, .cb_rtn = on_start};
    const s_cb_data end = {.reason = cbEndOfSimulation, .cb_rtn = on_end};
    vpi_register_cb(&data);
    vpi_register_cb((s_cb_data *)&end);
}

void (*vlog_startup_routines[])(void) = {register_start, NULL};
