/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Icarus back end of dut.h. vvp is a program of its own, which calls its VPI modules and not the other way round:
 * so each device is a process that runs subcore.vvp with subcore.vpi (icarus_vpi.c), both beside this library, and
 * eval() hands over to it and waits. Objects lie in memory that both processes see. Without vvp nothing can be
 * simulated: its failures are reported in one sentence and end the program with exit code 2.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "configs/program.h"
#include "tb/lockstep/dut.h"
#include "icarus.h"
#include "manifest.inc"

enum { PATH = 4096, KEEP = 64 /* above the descriptors that vvp gets */ };

struct dut {
    pid_t    child;
    int      socket;
    uint8_t *memory;
    size_t   size;
    struct dut_object *objects;
    uint32_t count;
    char     broken[ICARUS_MESSAGE];    /* the assertion that has ended the simulation; empty: none */
};

/* --- the process -------------------------------------------------------------------------------------------------- */

/* The directory of this library. */
static void own_directory(char path[PATH])
{
    Dl_info info;
    if (!dladdr((void *)(uintptr_t)dut_api, &info) || !info.dli_fname)
        give_up("the directory of the device cannot be found; load it with its path");
    snprintf(path, PATH, "%s", info.dli_fname);
    char *slash = strrchr(path, '/');
    snprintf(slash ? slash : path, slash ? PATH - (size_t)(slash - path) : PATH, "%s", slash ? "" : ".");
}

/* In the child: vvp with the socket and the memory as the descriptors that the VPI module expects. */
__attribute__((noreturn)) static void run_vvp(const char *directory, int socket, int memory)
{
    char module[PATH + 32], program[PATH + 32];
    snprintf(module, sizeof module, "-M%s", directory);
    snprintf(program, sizeof program, "%s/subcore.vvp", directory);
    int high_socket = fcntl(socket, F_DUPFD_CLOEXEC, KEEP), high_memory = fcntl(memory, F_DUPFD_CLOEXEC, KEEP);
    dup2(STDERR_FILENO, STDOUT_FILENO);         /* what a simulator prints is not a result */
    if (dup2(high_socket, ICARUS_SOCKET) >= 0 && dup2(high_memory, ICARUS_MEMORY) >= 0)
        execlp("vvp", "vvp", "-n", module, "-msubcore", program, (char *)NULL);
    char message[ICARUS_MESSAGE];
    snprintf(message, sizeof message, "%cvvp cannot be started (%s); it is in the package iverilog", ICARUS_FAILED,
             strerror(errno));
    send(high_socket, message, strlen(message) + 1, MSG_NOSIGNAL);
    _exit(EXIT_INPUT);
}

/* Waits until vvp has done what it was asked for. */
static void wait_for_vvp(struct dut *d)
{
    char message[ICARUS_MESSAGE + 1];
    ssize_t n;
    do
        n = recv(d->socket, message, ICARUS_MESSAGE, 0);
    while (n < 0 && errno == EINTR);
    if (n > 0 && message[0] == ICARUS_READY)
        return;
    message[n > 0 ? n : 0] = '\0';
    if (n > 0 && message[0] == ICARUS_BROKEN) {
        snprintf(d->broken, sizeof d->broken, "%s", message + 1);
        return;
    }
    int status = 0;
    close(d->socket);
    waitpid(d->child, &status, 0);
    if (n > 0)
        give_up("%s", message + 1);
    if (WIFSIGNALED(status))
        give_up("vvp was ended by signal %d; run the same command again, with fewer other programs if memory is short",
                WTERMSIG(status));
    give_up("vvp has ended with exit code %d; its messages are above", WEXITSTATUS(status));
}

static void start_vvp(struct dut *d, int memory)
{
    char directory[PATH];
    int ends[2];
    own_directory(directory);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
        give_up("vvp cannot be talked to (%s)", strerror(errno));
    fflush(NULL);
    d->child = fork();
    if (d->child < 0)
        give_up("vvp cannot be started (%s)", strerror(errno));
    if (d->child == 0)
        run_vvp(directory, ends[1], memory);
    close(ends[1]);
    d->socket = ends[0];
    wait_for_vvp(d);
}

/* --- objects ------------------------------------------------------------------------------------------------------ */

static void map_objects(struct dut *d, int memory)
{
    struct icarus_header header;
    if (pread(memory, &header, sizeof header, 0) != (ssize_t)sizeof header)
        give_up("vvp has not said what it holds (%s)", strerror(errno));
    d->size = header.size;
    d->memory = mmap(NULL, d->size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    d->count = header.count;
    d->objects = calloc(d->count + 1, sizeof *d->objects);
    if (d->memory == MAP_FAILED || !d->objects)
        give_up("no memory is left for the objects of the device");
    const struct icarus_object *o = (const struct icarus_object *)(d->memory + sizeof header);
    for (uint32_t i = 0; i < d->count; i++)
        d->objects[i] = (struct dut_object){
            .name = (const char *)d->memory + o[i].name, .kind = (enum dut_kind)o[i].kind, .width = o[i].width,
            .rows = o[i].rows, .stride = o[i].stride, .bits = d->memory + o[i].bits,
            .unknown = d->memory + o[i].unknown
        };
}

static struct dut *open_dut(void)
{
    struct dut *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    int memory = memfd_create("subcore", MFD_CLOEXEC);
    if (memory < 0)
        give_up("no memory can be shared with vvp (%s)", strerror(errno));
    start_vvp(d, memory);
    map_objects(d, memory);
    close(memory);
    return d;
}

static void close_dut(struct dut *d)
{
    close(d->socket);
    waitpid(d->child, NULL, 0);
    munmap(d->memory, d->size);
    free(d->objects);
    free(d);
}

static uint32_t objects(struct dut *d, const struct dut_object **list)
{
    *list = d->objects;
    return d->count;
}

static void eval(struct dut *d, bool edge)
{
    const char request = edge ? ICARUS_EDGE : ICARUS_EVAL;
    send(d->socket, &request, 1, MSG_NOSIGNAL);         /* if vvp has ended, the answer says so */
    wait_for_vvp(d);
}

static const char *broken(const struct dut *d)
{
    return d->broken[0] ? d->broken : NULL;
}

static bool wave_open(struct dut *d, const char *file) { (void)d; (void)file; return false; }
static void wave_dump(struct dut *d, uint64_t time) { (void)d; (void)time; }
static void wave_close(struct dut *d) { (void)d; }
static bool coverage(struct dut *d, const char *file) { (void)d; (void)file; return false; }

__attribute__((visibility("default"))) const struct dut_api *dut_api(void)
{
    static const struct dut_api api = {
        DUT_API, DUT_MANIFEST, open_dut, close_dut, objects, eval, wave_open, wave_dump, wave_close,
        coverage, broken
    };
    return &api;
}
