/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Verilator back end of dut.h. It knows no configuration: registers and memories come from Verilator's scopes
 * (what subcore.vlt makes public), ports from ports.inc, which verilate.sh writes from the generated header as lines
 * PORT(INPUT or OUTPUT, name, left bit). manifest.inc, written there too, says which RTL this is, and its top.
 */
#include "Vsubcore.h"
#include "verilated.h"
#include "verilated_syms.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#include <cstdarg>
#include <cstdio>
#include <deque>
#include <new>
#include <string>
#include <vector>

#include "tb/lockstep/dut.h"
#include "manifest.inc"

struct dut {
    VerilatedContext context;
    Vsubcore top{&context, "TOP"};
    std::deque<std::string> names;
    std::vector<dut_object> objects;
    std::string broken;                         /* see dut_api; empty: none */
#if VM_TRACE
    VerilatedFstC wave;
#endif
};

namespace {

/* The device that is being evaluated. */
dut *evaluated;

void replace_all(std::string &text, const std::string &what, const std::string &with)
{
    for (size_t at; (at = text.find(what)) != std::string::npos;)
        text.replace(at, what.size(), with);
}

/* Whether a scope is the design or in it, and in none that stands beside it. */
bool of_design(const std::string &path)
{
    const std::string prefix("TOP.clocked." DUT_TOP);
    return path.compare(0, prefix.size(), prefix) == 0 && (path.size() == prefix.size() || path[prefix.size()] == '.');
}

/* A scope and a variable as canonical name: "TOP.clocked.subcore.g_col[0].u_ccu", or TOP.clocked.sm..., is
 * "top.g_col[0].u_ccu". Some versions of Verilator write the brackets of generate blocks as __BRA__ and __KET__. */
std::string canonical_path(std::string path)
{
    if (of_design(path))
        path = "top" + path.substr(sizeof "TOP.clocked." DUT_TOP - 1);
    replace_all(path, "__BRA__", "[");
    replace_all(path, "__KET__", "]");
    return path;
}

std::string canonical(const char *scope, const char *variable)
{
    return canonical_path(scope) + "." + variable;
}

/* What an assertion prints, as dut_api says it. */
std::string broken_sentence(const std::string &line)
{
    const std::string block(DUT_ASSERT_BLOCK);
    std::string sentence = canonical_path(line.substr(sizeof DUT_ASSERT - 1));
    const size_t at = sentence.find(block);
    if (at != std::string::npos)
        sentence.replace(at, block.size(), ": ");
    sentence.erase(sentence.find_last_not_of('\n') + 1);
    return sentence;
}

/* A line that the design or the run-time prints. What comes behind the first broken assertion is not needed. */
void print_line(dut &d, const std::string &line)
{
    if (!d.broken.empty())
        return;
    if (line.compare(0, sizeof DUT_ASSERT - 1, DUT_ASSERT) == 0)
        d.broken = broken_sentence(line);
    else
        fputs(line.c_str(), stderr);
}

bool ends_in(const std::string &name, const char *end)
{
    return name.size() > 2 && name.compare(name.size() - 2, 2, end) == 0;
}

void add(dut &d, const std::string &name, dut_kind kind, uint32_t width, uint32_t rows, uint32_t stride, void *bits)
{
    d.names.push_back(name);
    d.objects.push_back({d.names.back().c_str(), kind, width, rows, stride, static_cast<uint8_t *>(bits), nullptr});
}

void add_ports(dut &d)
{
#define PORT(direction, port, left) \
    add(d, #port, DUT_##direction, (left) + 1, 1, sizeof d.top.port, &d.top.port);
#include "ports.inc"
#undef PORT
}

bool in_macro(const char *variable)
{
    static const char *const names[] = {DUT_MACRO_REGISTERS nullptr};
    for (const char *const *name = names; *name; name++)
        if (std::string(*name) == variable)
            return true;
    return false;
}

/* Registers are the variables whose names end in _q, or those that macros have; pins those in _i; memories are the
 * arrays. */
void add_state(dut &d)
{
    for (const auto &scope : *d.context.scopeNameMap())
        if (scope.second->varsp() && of_design(scope.first))
            for (const auto &entry : *scope.second->varsp()) {
                const VerilatedVar &v = entry.second;
                const std::string name = canonical(scope.first, v.name());
                const uint32_t width = v.dims() > v.udims() ? v.packed().elements() : 1;
                if (v.udims() == 1)
                    add(d, name, DUT_MEMORY, width, v.unpacked().elements(), v.entSize(), v.datap());
                else if (v.udims() == 0 && (ends_in(name, "_q") || in_macro(v.name())))
                    add(d, name, DUT_REGISTER, width, 1, v.entSize(), v.datap());
                else if (v.udims() == 0 && ends_in(name, "_i") && name.compare(0, 4, "top.") == 0)
                    add(d, name, DUT_PIN, width, 1, v.entSize(), v.datap());
            }
}

dut *open_dut()
{
    dut *d = new (std::nothrow) dut;
    if (!d)
        return nullptr;
    Verilated::threadContextp(&d->context);
    d->context.fatalOnError(false);             /* of $stop */
#if VM_TRACE
    d->context.traceEverOn(true);
#endif
    add_ports(*d);
    add_state(*d);
    return d;
}

void close_dut(dut *d)
{
    d->top.final();
    delete d;
}

uint32_t objects(dut *d, const dut_object **list)
{
    *list = d->objects.data();
    return d->objects.size();
}

/* What ends an evaluation that Verilator's run-time cannot finish. */
struct unfinished { const char *message; };

/* One evaluation. Logic that does not settle breaks the device, as an assertion does. (Verilator goes
 * through it a hundred times.) */
void settle(dut *d)
{
    try {
        d->top.eval();
    } catch (const unfinished &u) {
        if (d->broken.empty())
            d->broken = std::string(DUT_UNSETTLED ", Verilator says: ") + u.message;
    }
}

/* Both clocks rise at once. They are low before, which evaluates nothing: what is before take_i are registers. */
void eval(dut *d, bool edge)
{
    evaluated = d;
    d->top.clk_i = d->top.take_i = 0;
    settle(d);
    d->top.clk_i = edge;
    d->top.take_i = 1;
    settle(d);
}

const char *broken(const dut *d) { return d->broken.empty() ? nullptr : d->broken.c_str(); }

#if VM_TRACE
bool wave_open(dut *d, const char *file)
{
    d->top.trace(&d->wave, 99);
    d->wave.open(file);
    return d->wave.isOpen();
}
void wave_dump(dut *d, uint64_t time)
{
    d->wave.dump(time);
    d->top.clk_i = d->top.take_i = 0;
    settle(d);
    d->wave.dump(time + 1);
}
void wave_close(dut *d) { d->wave.close(); }
#else
bool wave_open(dut *, const char *) { return false; }
void wave_dump(dut *, uint64_t) {}
void wave_close(dut *) {}
#endif

#if VM_COVERAGE
bool coverage(dut *d, const char *file)
{
    if (file)
        d->context.coveragep()->write(file);
    else
        d->context.coveragep()->zero();
    return true;
}
#else
bool coverage(dut *, const char *) { return false; }
#endif

const struct dut_api api = {
    DUT_API, DUT_MANIFEST, open_dut, close_dut, objects, eval, wave_open, wave_dump, wave_close,
    coverage, broken
};

} // namespace

extern "C" int dut_print(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (evaluated)
        print_line(*evaluated, text);
    return length;
}

/* In place of the run-time's, which ends the process. The messages are literals. */
void vl_fatal(const char *, int, const char *, const char *message)
{
    throw unfinished{message};
}

__attribute__((visibility("default"))) const struct dut_api *dut_api(void) { return &api; }
