# SPDX-License-Identifier: Apache-2.0
# Subcore: generate Verilog for a GPU sub-core, prove it in lock-step with a golden model, measure it.
# `make help` lists the targets. Everything built goes to $(O); only `make verilog` writes to verilog_out/.

TARGETS := help deps all verilog lint run workloads cubins cosim wave storage area timing place golden frontier sram \
           figures expect bench prove demo check test ci nightly clean energy claims peers best_swl schedulers sweep \
           compare correlate truth results regress fuzz coverage formal mutants unit sm_energy fast example fpga docs \
           second
O       ?= build

# Mistakes on the command line are refused before anything is done: a target that does not exist (unless another file
# includes this one), a variable that is not in tb/flow/variables.tsv, or is not of the target.
, := ,
WRONG :=
UNKNOWN := $(if $(word 2,$(MAKEFILE_LIST)),,$(filter-out $(TARGETS) $(O)/% $(wildcard $(MAKECMDGOALS)),$(MAKECMDGOALS)))
GIVEN := $(foreach v,$(.VARIABLES),$(if $(filter command line,$(origin $v)),'$(subst ','\'',$v)'))
ifneq ($(UNKNOWN),)
WRONG := $(shell tb/flow/variables.sh --target '$(firstword $(UNKNOWN))' $(TARGETS))
else ifneq ($(GIVEN),)
WRONG := $(shell tb/flow/variables.sh $$PPID '$(MAKECMDGOALS)' $(GIVEN))
endif
$(if $(WRONG),$(error $(WRONG)))

# It is in rules, and in what `make clean` removes.
ifneq ($(words $(O)),1)
$(error O=$(O) is not a folder of one word; accepted is a path without blanks)
endif
ifneq ($(filter-out help clean,$(or $(MAKECMDGOALS),help)),)
$(if $(shell mkdir -p '$(O)' 2>/dev/null && [ -w '$(O)' ] && echo yes),,\
    $(error O=$(O) cannot be written; accepted is a folder that can be))
endif
# A line says each step of a build; V=1 shows its command, and make -s nothing.
V_GIVEN := $(if $(filter command line,$(origin V)),$(V))
$(if $(filter-out 0 1,$(V_GIVEN)),$(error V=$(V); accepted: 0$(,) 1))
SILENT := $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))
step = $(if $(filter 1,$(V_GIVEN)),,@$(if $(SILENT),,printf '%-4s %s\n' $1 '$2';))
# From nothing lock-step takes minutes: what comes first is said before it begins. flow.sh says the rest.
FROM_NOTHING := $(if $(SILENT)$(wildcard $(O)/cosim),,$(filter cosim wave,$(MAKECMDGOALS)))
$(if $(FROM_NOTHING),$(shell \
    echo "$(FROM_NOTHING): first the programs rtl_gen, cosim and netlist are compiled, once" >&2))
CONFIG  ?= ccu
TRACE   ?= workloads/mix
SHARED  ?= ../shared
# Generated Verilog lands in the checkout unless the build directory was moved away (read-only checkout).
VERILOG_OUT ?= $(if $(filter build,$(O)),verilog_out,$(O)/verilog_out)
RFC     := rfc_2way_compiler_interleaved rfc_2way_compiler_linear rfc_2way_write_interleaved rfc_2way_write_linear \
           rfc_4way_compiler_interleaved rfc_4way_write_interleaved rfc_4way_write_linear rfc_8way_compiler \
           rfc_8way_write
SM      := sm_tiny sm_gto sm_best_swl sm_ccws sm_statpcal sm_malekeh ciao_t ciao_p ciao_c
CANNED  := ocu ocu_8 ocu_pascal ccu malekeh malekeh_pr gto_lru malekeh_7slot two_level_rfc two_level_sw sw_rfc \
           sw_rfc_split ltrf ltrf_plus monolithic bow bow_wr bow_wr_hinted bow_half bow_pascal triple_a modern \
           modern_scoreboard $(RFC) $(SM) tiny
CHECKED_IN := ocu ccu malekeh bow_wr sm_tiny tiny

ifeq ($(origin CC),default)
CC      := gcc
endif
# gcc's sanitizer instrumentation provokes false warnings: there, and only there, these are shown and not fatal.
FALSELY := -Wno-error=format-truncation -Wno-error=array-bounds
WARN    := -Wall -Wextra -Werror -Wshadow $(if $(SANITIZE),$(FALSELY))
OPT     ?= -O2 -march=native
# CFLAGS= on the command line follow ours; of the environment they are none.
override CFLAGS := -std=c11 -D_GNU_SOURCE -g $(OPT) $(WARN) $(SANITIZE) -I. \
           $(if $(filter command line,$(origin CFLAGS)),$(CFLAGS))
LDLIBS  := -lyaml -lmd -lm
export O SHARED
# Around the names of modules and files, and wrappers of macros. PREFIX of the environment, or of a make that has called
# this one, is somebody else's.
is_given = grep -qz '^$1[ :+?!]*=' /proc/$$PPID/cmdline 2>/dev/null || [ ! -d /proc/self ]
given = $(if $(filter command line,$(origin $1)),$(if $(shell { $(is_given); } && echo yes),$($1)))
export RTL_PREFIX := $(call given,PREFIX)
export RTL_SUFFIX := $(call given,SUFFIX)
export RTL_SRAM := $(call given,SRAM)
# Nothing depends on the locale; a script that is run by itself has this from tb/flow/neutral.sh.
override export LC_ALL := C

# What was compiled otherwise would stay as it is.
COMPILED_BY := $(strip $(CC) $(CFLAGS))
KEPT_BY := $(if $(wildcard $(O)/flags),$(file <$(O)/flags))
ifneq ($(filter-out $(COMPILED_BY),$(KEPT_BY))$(filter-out $(KEPT_BY),$(if $(KEPT_BY),$(COMPILED_BY))),)
FLAGS_GIVEN := $(strip $(foreach v,CC CFLAGS OPT SANITIZE WARN,$(if $(filter '$v',$(GIVEN)),$v=)))
$(if $(and $(FLAGS_GIVEN),$(filter-out clean help,$(MAKECMDGOALS))),$(error $(FLAGS_GIVEN): the programs in O=$(O) \
    were compiled by: $(KEPT_BY); accepted is another O=$(,) or make clean before))
endif

# The source files of a folder, but those with a main function, each of which is the one of a program below.
MAINS       := rtl_gen/main.c cmodel/run/main.c cmodel/sass/warptrace.c cmodel/experiments/sweep_cells.c \
               cmodel/experiments/compare/main.c cmodel/experiments/correlate/main.c \
               cmodel/experiments/correlate/micro_trace.c \
               tb/lockstep/cosim.c tb/lockstep/bare.c tb/alone/sthld_bench.c tb/bench/model_speed.c \
               tb/conformance/event_list.c docs/house/draw_house.c docs/house/draw_walk.c \
               docs/house/object_circles.c docs/results/text_hash.c docs/waves/draw_waves.c \
               synth/energy/energy_table.c \
               synth/energy/energy_power_main.c synth/flow/liberty_main.c synth/flow/netlist_main.c \
               synth/fpga/fpga_main.c synth/place/layout_main.c synth/place/wires_main.c
folder       = $(filter-out $(MAINS),$(foreach d,$(1),$(wildcard $(d)/*.c)))
PROGRAM_SRC := configs/lines.c configs/option_use.c configs/program.c configs/sentence.c configs/whole.c
CONFIG_SRC  := $(call folder,configs)
RTLGEN_SRC  := $(call folder,rtl_gen/gen rtl_gen/files) $(CONFIG_SRC)
TEMPLATES   := $(wildcard $(foreach d,lib subcore sm,rtl_gen/$d/*.v.in rtl_gen/$d/*.vh.in))
TEMPLATE_SRC := $(addprefix rtl_gen/gen/,expression.c verilog.c elaborate.c pieces.c fault.c fields.c \
                                         presence.c refusal.c reset.c shape.c substitute.c template.c \
                                         template_lines.c tokens.c)
SASS_SRC    := $(call folder,cmodel/base cmodel/stream cmodel/trace cmodel/sass workloads workloads/*)
MODEL_SRC   := $(SASS_SRC) $(call folder,$(addprefix cmodel/,subcore sm levels program env pipeline untimed run)) \
               $(addprefix cmodel/,page_text.c) $(CONFIG_SRC)
LOCK_SRC    := $(call folder,tb/lockstep)
SRAM_SRC    := synth/memory/sram_model.c synth/memory/sram_liberty.c
ENERGY_SRC  := $(call folder,synth/energy)
FLOW_SRC    := $(call folder,synth/flow)
FPGA_SRC    := $(call folder,synth/fpga)
PLACE_SRC   := $(call folder,synth/place)
PLACE_FLOW  := $(addprefix synth/flow/,liberty.c liberty_look.c netlist.c netlist_table.c)
ALONE_SRC   := $(call folder,tb/alone tb/alone/modules)
HOUSE_SRC   := $(call folder,docs/house) configs/fold.c $(PROGRAM_SRC)
WAVES_SRC   := $(call folder,docs/waves) docs/house/svg.c docs/house/table.c $(PROGRAM_SRC)
UNIT_SRC    := $(wildcard tb/unit/test_*.c)
PROGRAMS    := $(addprefix $(O)/,rtl_gen cmodel cosim alone sthld_bench warptrace bare model_speed storage sram \
               claims_page energy_table energy_power liberty netlist fpga layout wires draw_subcore draw_house \
               draw_walk object_circles draw_waves random_trace random_config random_control shrink_trace strict_trace \
               yaml_leaves sweep_cells event_list compare correlate micro_trace mutate text_hash)
UNITS       := $(UNIT_SRC:tb/unit/%.c=$(O)/unit/%)
EQUAL       := $(if $(wildcard /usr/include/ccadical.h),$(O)/equal $(O)/constant)

# A workload stands for the trace; both at once are a mistake.
BOTH = $(and $(WORKLOAD),$(filter command line,$(origin TRACE)))
LONELY = $(and $(PARAM)$(SIZE),$(if $(WORKLOAD),,yes))
SOURCE = $(if $(LONELY),$(error SIZE=$(SIZE) and PARAM=$(PARAM) are of a WORKLOAD, and none is given; accepted with \
    one)) \
    $(if $(BOTH),$(error WORKLOAD=$(WORKLOAD) and TRACE=$(TRACE) are both given; accepted is one of them)) \
    WORKLOAD="$(WORKLOAD)" SIZE="$(SIZE)" PARAM="$(PARAM)" HINTS="$(HINTS)"

# What is to be seen of the pipeline. LOG of the environment is somebody else's.
SEEN = PIPELINE="$(PIPELINE)" EXPLAIN="$(EXPLAIN)" LOG="$(call given,LOG)" FROM="$(FROM)" TO="$(TO)"

obj = $(patsubst %.c,$(O)/obj/%.o,$(1))

.PHONY: $(TARGETS)

help:
	@echo "Subcore targets (O=build CONFIG=ccu TRACE=workloads/mix SET='key=value ...'):"
	@echo "  demo      install what is needed, generate, lint, lock-step, storage and area table"
	@echo "  test      the test suite (up to 10 minutes); check is shorter (2), ci those that take longer (45)"
	@echo "  verilog   generate CONFIG into verilog_out/; CONFIG is a name in configs/ or a file"
	@echo "            PREFIX=a_ SUFFIX=_b: of all modules and files, here and in lint, cosim, wave, area, timing"
	@echo "  lint      Verilator, Icarus and Yosys over CONFIG (default: every canned configuration)"
	@echo "  example   a bench in Verilog alone (tb/example) runs three instructions on CONFIG (tiny): Icarus, then"
	@echo "            Verilator --binary; SIM=icarus|verilator: one of them"
	@echo "  run       the golden model alone on TRACE or WORKLOAD; ARGS=--timing-only, --json, --csv"
	@echo "  workloads every kernel in workloads/ in the executor alone, results against the C references;"
	@echo "            WORKLOAD=name or launch file, SIZE=small|large, PARAM='n=1000 ...'"
	@echo "  cosim     model and RTL in lock-step on TRACE or WORKLOAD; SLICE=0.0 runs one sub-core,"
	@echo "            SEED=n other start values, FAULT=module:n plants a fault (build/rtl_gen --list-faults)"
	@echo "            EDITED=dir: RTL of CONFIG that was changed by hand"
	@echo "            SRAM=module=file: the wrapper of a macro in the place of a memory (docs/memories.md); also in"
	@echo "            verilog, lint, wave, storage, area, timing, energy and sm_energy"
	@echo "            BESIDE=dir: another design, with a PREFIX or SUFFIX of its own, in the same top"
	@echo "            SIM=icarus: with Icarus, four states (slow; ARGS='--max-cycles n', ARGS=--x-start)"
	@echo "            HINTS=file: run, cosim and wave take hints from it (build/cmodel annotate writes it)"
	@echo "            PIPELINE=file.html|.kanata|.json: what each instruction does and waits for, in cycles FROM to TO;"
	@echo "            EXPLAIN=warp:sequence: one of them in sentences; LOG=file: a line an event; run and wave, too"
	@echo "  wave      as cosim, with a waveform of cycles FROM to TO, shown in GTKWave if there is a display"
	@echo "  storage   every register bit by module, BASELINE (by the rule of docs/compare.md) against CONFIG"
	@echo "  area      Yosys at full width: area and gates by module and kind, BASELINE against CONFIG;"
	@echo "            LIB=liberty file (default osu018); STRATEGY=delay maps for the clock, in timing, frontier, energy,"
	@echo "            too; GATED=yes: with gated clocks, too; WIRES=model: dies and lengths of wires by a model, too"
	@echo "  timing    OpenSTA on the same netlist: worst paths by module, highest clock; WIRES=model: with wires"
	@echo "  fpga      ocu, ccu and malekeh, or CONFIG, small enough for an iCE40, placed and routed with nextpnr, with a"
	@echo "            harness for the pins: logic cells, clock, routing in the longest path; SEED='1 2'"
	@echo "  place     MODULE of CONFIG at LANES=n (1), placed and routed with graywolf and qrouter: die, wire by class of"
	@echo "            net, longest paths with and without wires, a picture; DENSITY=share of the rows (0.75)"
	@echo "  frontier  area, clock and IPC of cheaper designs (synth/area/frontier.tsv), each in lock-step first;"
	@echo "            LIB, SIZE, WORKLOAD"
	@echo "  golden    area and depth of every module against synth/golden/; UPDATE=yes writes them"
	@echo "  sram      energy, area and times of memories at NM nm (22), with sources and scaling rules"
	@echo "  energy    energy of a run of TRACE or WORKLOAD that passed lock-step, by component, BASELINE against CONFIG;"
	@echo "            LIB=, NM=, LANES='2 4' extends netlists of two widths, GATED=yes: with gated clocks, too"
	@echo "  sm_energy energy per cycle of a run of TRACE or WORKLOAD on an SM (ciao_c) in lock-step, without memories;"
	@echo "            LIB=, LANES=lanes of the netlist (1); PARTS=ciao: of what CIAO adds alone, and mW of 15 SMs at"
	@echo "            40 nm"
	@echo "  second    areas and clocks of CONFIGS by another recipe and by a newer Yosys from npm (VERSION)"
	@echo "  peers     arbiter, crossbar, LRU, tags and priority encoder beside well-known blocks: area x delay"
	@echo "  figures   block diagrams of sub-core and folders into docs/figures/; FIGURE=all or FIGURE='malekeh:12 ...'"
	@echo "            draws the paper's figures from runs of WORKLOAD (default: what the paper runs) at SIZE (large)"
	@echo "  expect    what the paper leads one to expect of its schemes, measured: what holds and what does not"
	@echo "  best_swl  every issue.limit on WORKLOAD (SIZE, PARAM) with CONFIG (sm_gto), and the best; JOBS=runs at a time"
	@echo "  schedulers  IPC of CCWS, Best-SWL, statPCAL, CIAO, larger caches and more bandwidth over GTO, as table and"
	@echo "            picture; WORKLOADS=; COMPARE=compute: what computes most; cutoffs, epochs, variants: others of CIAO"
	@echo "  compare   CONFIGS='ocu malekeh bow_wr' beside their baselines on WORKLOAD and TRACE (lists): IPC, hits, bank"
	@echo "            accesses, where the cycles went, storage, area and energy where they are there; LOCKSTEP=yes,"
	@echo "            FORMAT=text|csv|json, OUT=folder of all three, REPORT=page.html, BASELINE=, SET=, SIZE=, PARAM="
	@echo "  correlate cycles of kernels and rates of micro-benchmarks beside Accel-Sim's: recorded ones, or of a build"
	@echo "            with ACCELSIM= and ACCELSIM_CONFIG=; WORKLOAD=, TRACE= (lists), CONFIG=, SET=, OUT="
	@echo "  truth     cycles of modern beside its paper, an H100 and Accel-Sim: the tables of docs/truth.md; PART=, OUT="
	@echo "  sweep     the golden model on every cell of SWEEP=file.yaml, options x workloads, into CSV and SQLite; a"
	@echo "            rerun runs what is missing; ENGINE=parallel|slurm, JOBS=, TRIES=, OUT=, PLOT='x,y' of two columns"
	@echo "  claims    every claim of the papers about overhead and benefit, what is measured of it, and the"
	@echo "            verdict; every RTL behind a number runs in lock-step first, which takes most of the time;"
	@echo "            SIZE, ONLY=groups, LOCKSTEP=none; HARDWARE=yes synthesizes for areas, clocks, energies (hours)"
	@echo "  results   measures what pages say into $(O)/results.sqlite, and nothing that is fresh there; an interrupted"
	@echo "            call goes on. PART=summary|all|stale, ONLY=part-of-a-name, AGAIN=yes; LIST=yes: says what is fresh,"
	@echo "            stale or not measured; PAGES=yes: puts the database into tables and pages"
	@echo "  regress   N=100 random programs on random configurations from SEED=1 in lock-step; KINDS='ccu sm', JOBS=;"
	@echo "            what fails is made short, an interrupted run goes on; CASE=n runs one case again (FAULT= as it was)"
	@echo "  formal    proofs for all inputs: RTL equals functions of the golden model; properties of BOC, coalescer,"
	@echo "            L1 data cache and CIAO; PROP=part of a line, SIZE=small|large,"
	@echo "            PROVE=equal|boc|l1d|ciao|shared|modern|levels"
	@echo "  mutants   N mutants of the RTL of CONFIG (malekeh) and 3 in 10 of the model, chosen by SEED, and which rung"
	@echo "            of the verification kills them; KIND=rtl|model, MUTANT=number of one, JOBS=runs at a time"
	@echo "  bench     speeds as ratios within one run (RUNS=5), beside the accepted ones (ACCEPT=yes accepts); history"
	@echo "            and picture; RFCSIM=program, ACCELSIM=program with ACCELSIM_CONFIG=files: beside published"
	@echo "            simulators"
	@echo "  fast      build/fast/cmodel, compiled for what the bundled trace makes it do: the same results, sooner"
	@echo "  coverage  lines, toggles and cover points of the configurations in"
	@echo "            tb/coverage/coverage.tsv, or CONFIG=names there; every"
	@echo "            hole with its reason"
	@echo "  fuzz      feeds changed files to the readers for SECONDS (60), under sanitizers, guided by what they reach;"
	@echo "            TARGET=config|trace|hints|cubin|launch|listing, SEED=n, JOBS=n"
	@echo "  docs      the pages as HTML with a search into $(O)/docs/, by Sphinx, which it installs; no network is needed"
	@echo "            to read them"
	@echo "  deps      install the Debian packages that are missing; clean removes $(O)/"
	@echo "Options of a configuration: build/cmodel options; variables: docs/variables.md; documentation: docs/index.md"

deps:
	@.ci/deps

.SECONDARY:
all: $(PROGRAMS) $(UNITS) $(EQUAL)

# --- programs ---------------------------------------------------------------------------------------------------------

$(O)/flags:
	@echo '$(COMPILED_BY)' >$@

$(O)/obj/%.o: %.c | $(O)/flags
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -MMD -MP -c $< -o $@

# The templates become strings in a C file.
$(O)/obj/rtl_gen/built_ins.c: rtl_gen/gen/embed.sh $(TEMPLATES) rtl_gen/lib rtl_gen/subcore rtl_gen/sm | $(O)/flags
	@mkdir -p $(@D)
	$(call step,GEN,$@)rtl_gen/gen/embed.sh $(TEMPLATES) >$@.new
	@mv $@.new $@

$(O)/obj/rtl_gen/built_ins.o: $(O)/obj/rtl_gen/built_ins.c
	$(call step,CC,$<)$(CC) $(CFLAGS) -MMD -MP -c $< -o $@

# So does the page of the pipeline view.
$(O)/obj/cmodel/page_text.c: cmodel/pipeline/embed_page.sh cmodel/pipeline/page.html | $(O)/flags
	@mkdir -p $(@D)
	$(call step,GEN,$@)cmodel/pipeline/embed_page.sh cmodel/pipeline/page.html >$@.new
	@mv $@.new $@

$(O)/obj/cmodel/page_text.o: $(O)/obj/cmodel/page_text.c
	$(call step,CC,$<)$(CC) $(CFLAGS) -MMD -MP -c $< -o $@

# FuseSoC, which looks for cores in all folders, leaves out one with such a file.
$(O)/rtl_gen: $(call obj,rtl_gen/main.c $(RTLGEN_SRC)) $(O)/obj/rtl_gen/built_ins.o
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS)
	@: >$(O)/FUSESOC_IGNORE

$(O)/cmodel: $(call obj,cmodel/run/main.c $(MODEL_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS) -ldl -lpthread

# The same program, of which what runs in every cycle and for every line of a trace is compiled for what the bundled
# trace makes it do, across files (docs/performance.md).
FAST_SRC := $(call folder,$(addprefix cmodel/,subcore sm env stream trace run))
FAST_USE := -fprofile-use -fprofile-partial-training -flto=2
FAST_ON  := ocu malekeh bow_wr_hinted rfc_8way_write sm_gto ciao_c

$(O)/fast/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) $(PROFILE) -c $< -o $@

$(O)/fast/cmodel: $(FAST_SRC:%.c=$(O)/fast/obj/%.o) \
        $(call obj,$(filter-out $(FAST_SRC),cmodel/run/main.c $(MODEL_SRC)))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $(PROFILE) $^ -o $@ $(LDLIBS) -ldl -lpthread

fast:
	@rm -rf $(O)/fast
	@PROFILE=-fprofile-generate $(MAKE) --no-print-directory $(O)/fast/cmodel
	@for c in $(FAST_ON); do \
	    $(O)/fast/cmodel run -c configs/$$c.yaml --trace workloads/mix --trace-cache off --timing-only -q -j 1 \
	        >$(O)/fast/$$c.txt || exit 1; done
	@find $(O)/fast/obj -name "*.o" -exec rm {} + && rm $(O)/fast/cmodel
	@PROFILE="$(FAST_USE)" $(MAKE) --no-print-directory $(O)/fast/cmodel

# Beside it, what lists the registers that Yosys finds.
$(O)/cosim: $(call obj,tb/lockstep/cosim.c $(LOCK_SRC) $(MODEL_SRC)) | $(O)/netlist
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS) -ldl -lpthread

$(O)/alone: $(call obj,$(ALONE_SRC) tb/lockstep/dut.c tb/lockstep/start_value.c tb/lockstep/ports.c $(MODEL_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS) -ldl -lpthread

$(O)/sthld_bench: $(call obj,tb/alone/sthld_bench.c cmodel/subcore/sthld.c $(CONFIG_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS) -ldl

$(O)/warptrace: $(call obj,cmodel/sass/warptrace.c $(SASS_SRC) $(CONFIG_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS)

$(O)/bare: $(call obj,tb/lockstep/bare.c tb/lockstep/dut.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -ldl

$(O)/model_speed: $(call obj,tb/bench/model_speed.c $(MODEL_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS) -ldl -lpthread

$(O)/event_list: $(call obj,tb/conformance/event_list.c $(MODEL_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS) -ldl -lpthread

$(O)/storage: $(call obj,synth/area/storage.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/sram: $(call obj,synth/memory/sram.c $(SRAM_SRC) $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lm

$(O)/energy_table: $(call obj,synth/energy/energy_table.c $(ENERGY_SRC) $(SRAM_SRC) $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lm

$(O)/energy_power: $(call obj,synth/energy/energy_power_main.c $(ENERGY_SRC) $(SRAM_SRC) $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lm

$(O)/liberty: $(call obj,synth/flow/liberty_main.c $(filter synth/flow/liberty%,$(FLOW_SRC)) $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lm

$(O)/netlist: $(call obj,synth/flow/netlist_main.c $(filter synth/flow/netlist%,$(FLOW_SRC)) $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -ljansson -lm

$(O)/fpga: $(call obj,synth/fpga/fpga_main.c $(FPGA_SRC) synth/flow/netlist.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -ljansson -lm

$(O)/layout: $(call obj,synth/place/layout_main.c $(PLACE_SRC) $(PLACE_FLOW) $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -ljansson -lm

$(O)/wires: $(call obj,synth/place/wires_main.c $(filter-out synth/place/layout_%,$(PLACE_SRC)) $(PLACE_FLOW) \
                       $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -ljansson -lm

$(O)/claims_page: $(call obj,synth/claims/claims_page.c synth/claims/claim.c configs/fold.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lm

$(O)/draw_subcore: $(call obj,docs/draw_subcore.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/draw_house $(O)/draw_walk $(O)/object_circles: $(O)/%: $(call obj,docs/house/%.c $(HOUSE_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/text_hash: $(call obj,docs/results/text_hash.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lmd

$(O)/draw_waves: $(call obj,docs/waves/draw_waves.c $(WAVES_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/random_trace: $(call obj,tb/random/random_trace.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/strict_trace: $(call obj,tb/tests/strict_trace.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/yaml_leaves: $(call obj,tb/tests/yaml_leaves.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lyaml

$(O)/sweep_cells: $(call obj,cmodel/experiments/sweep_cells.c cmodel/trace/trace_spec.c $(CONFIG_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS)

$(O)/compare: $(call obj,cmodel/experiments/compare/main.c $(call folder,cmodel/experiments/compare) $(CONFIG_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS)

$(O)/correlate: $(call obj,cmodel/experiments/correlate/main.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lm

$(O)/micro_trace: $(call obj,cmodel/experiments/correlate/micro_trace.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/mutate: $(call obj,tb/mutants/mutate.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

$(O)/equal: $(call obj,$(addprefix tb/formal/equal/,aig.c blif.c equal.c machine.c word.c) $(CONFIG_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lcadical -lstdc++ $(LDLIBS)

$(O)/constant: $(call obj,$(addprefix tb/formal/equal/,aig.c blif.c constant.c) $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ -lcadical -lstdc++ $(LDLIBS)

$(O)/random_config: $(call obj,tb/random/random_config.c $(CONFIG_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS)

$(O)/random_control: $(call obj,tb/random/random_control.c $(SASS_SRC) $(CONFIG_SRC) cmodel/program/rfc_flags.c)
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS)

$(O)/shrink_trace: $(call obj,tb/random/shrink_trace.c $(PROGRAM_SRC))
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@

# Fuzz targets: readers with sanitizers and coverage, each with a driver of our own; tb/fuzz/fuzz.sh runs them.
FUZZ_TARGETS := config trace cached hints cubin launch listing
FUZZ_FLAGS   := $(filter-out $(OPT) $(SANITIZE),$(CFLAGS)) -O1 $(FALSELY)
FUZZ_DRIVER  := $(addprefix tb/fuzz/,main.c worker.c minimise.c execute.c mutate.c input.c fuzz.c trace_pc.c)
READER_SRC   := $(CONFIG_SRC) $(SASS_SRC) cmodel/program/rfc_flags.c
fuzzobj       = $(patsubst %.c,$(O)/fuzz/obj/%.o,$(1))

$(O)/fuzz/obj/tb/fuzz/targets/%.o $(O)/fuzz/obj/cmodel/%.o $(O)/fuzz/obj/configs/%.o: \
    FUZZ_COVERAGE := -fsanitize-coverage=trace-pc,trace-cmp
FUZZ_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined
$(O)/fuzz/obj/tb/fuzz/%.o: FUZZ_SANITIZE :=
$(O)/fuzz/obj/tb/fuzz/targets/%.o: FUZZ_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined
$(O)/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call step,CC,$@)$(CC) $(FUZZ_FLAGS) $(FUZZ_SANITIZE) $(FUZZ_COVERAGE) -MMD -MP -c $< -o $@

$(O)/fuzz/%: $(O)/fuzz/obj/tb/fuzz/targets/%.o $(call fuzzobj,$(FUZZ_DRIVER) $(READER_SRC))
	$(call step,LINK,$@)$(CC) $(FUZZ_FLAGS) -fsanitize=address,undefined $^ -o $@ $(LDLIBS) -ldl

# Unit tests are linked with what they use of everything but the programs' main functions.
UNIT_OBJ := $(call obj,tb/unit/vector.c tb/unit/sm_bench.c tb/unit/modern_bench.c $(MODEL_SRC) $(LOCK_SRC) $(SRAM_SRC) \
                $(ENERGY_SRC) $(FLOW_SRC) $(PLACE_SRC) synth/claims/claim.c $(TEMPLATE_SRC))
$(O)/obj/tb/unit/all.a: $(UNIT_OBJ)
	@mkdir -p $(@D) && rm -f $@
	$(call step,AR,$@)ar rcsT $@ $^

$(O)/unit/%: $(O)/obj/tb/unit/%.o $(O)/obj/tb/unit/all.a
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDLIBS) -larchive -lcmocka -ljansson -ldl -lpthread

-include $(shell find $(O)/obj $(O)/fuzz/obj -name '*.d' 2>/dev/null)

# --- generate, lint, prove --------------------------------------------------------------------------------------------

verilog: $(O)/rtl_gen
	@tb/flow/flow.sh verilog "$(CONFIG)" "$(VERILOG_OUT)" $(SET)

# Every workload, or WORKLOAD, in the executor alone; its results against its C reference.
workloads: $(O)/warptrace
	@SIZE="$(SIZE)" PARAM="$(PARAM)" tb/flow/flow.sh workloads $(if $(WORKLOAD),"$(WORKLOAD)")

# The cubins from their sources, for those who have nvcc. The first line of a source may name options for it.
NVCC ?= nvcc
cubins:
	@command -v $(NVCC) >/dev/null 2>&1 || { \
	    echo "cubins: $(NVCC) is not there; the cubins are in the repository, it is only needed to change them" >&2; \
	    exit 2; }
	@for f in workloads/*/*.cu tb/launches/*.cu tb/opcodes/*.cu cmodel/experiments/correlate/*.cu; do echo "$$f"; \
	    $(NVCC) -arch=sm_75 -cubin $$(sed -n '1s,^// nvcc: ,,p' "$$f") -o "$${f%.cu}.cubin" "$$f" || exit 1; done

# A bench in Verilog alone around CONFIG (tiny).
example: $(O)/rtl_gen
	@rm -f $(O)/example.vcd
	@rtl=$$(tb/flow/flow.sh rtl "$(if $(filter file,$(origin CONFIG)),tiny,$(CONFIG))" $(SET)) && \
	    SIM="$(SIM)" tb/example/run.sh "$$rtl" $(O)/example.vcd

lint: $(O)/rtl_gen
	@tb/flow/flow.sh lint "$(if $(filter file,$(origin CONFIG)),$(CANNED),$(CONFIG))" $(SET)
	@$(if $(filter file,$(origin CONFIG)),$(if $(SET),,tb/flow/flow.sh lint_templates))

run: $(O)/cmodel
	@$(SOURCE) $(SEEN) SLICE="$(SLICE)" tb/flow/flow.sh run "$(CONFIG)" "$(TRACE)" $(SET) -- $(ARGS)

cosim wave: $(O)/rtl_gen $(O)/cosim
	@$(SOURCE) $(SEEN) FAULT="$(FAULT)" SLICE="$(SLICE)" SEED="$(SEED)" VIEW="$(VIEW)" \
	    SIM="$(SIM)" BESIDE="$(BESIDE)" \
	    tb/flow/flow.sh $(if $(SILENT),,--steps) $@ "$(CONFIG)" "$(TRACE)" $(SET) -- $(ARGS)

# --- numbers ----------------------------------------------------------------------------------------------------------

# BASELINE, or what cmodel/experiments/compare/baseline.c chooses for CONFIG and SET.
SET_BASE  = base="$(BASELINE)"; [ -n "$$base" ] || base=$$(tb/flow/flow.sh baseline "$(CONFIG)" $(SET)) || exit 2
FIGURES  ?= $(if $(filter build,$(O)),docs/figures,$(O)/figures)
storage: $(O)/rtl_gen $(O)/cmodel $(O)/storage $(O)/compare
	@$(SET_BASE); synth/area/storage.sh "$$base" "$(CONFIG)" $(SET)

# GATED=yes: areas with gated clocks beside those without.
LIB ?=
STRATEGY ?=
export LIB STRATEGY
area: $(O)/rtl_gen $(O)/liberty $(O)/netlist $(O)/compare $(O)/sram $(O)/layout $(O)/wires
	@$(SET_BASE); GATED="$(GATED)" WIRES="$(WIRES)" synth/area/area.sh "$$base" "$(CONFIG)" $(SET)

timing: $(O)/rtl_gen $(O)/sram $(O)/liberty $(O)/netlist $(O)/layout $(O)/wires
	@PERIOD="$(PERIOD)" NM="$(NM)" LANES="$(LANES)" NETLIST="$(NETLIST)" WIRES="$(WIRES)" \
		synth/timing/timing.sh "$(CONFIG)" $(SET)

# Areas and clocks by another recipe and by a newer Yosys from npm, beside those of make area and make timing.
second: $(addprefix $(O)/,rtl_gen sram liberty netlist)
	@CONFIGS="$(CONFIGS)" VERSION="$(VERSION)" FIGURES="$(FIGURES)" synth/second/second.sh $(SET)

# Placed and routed, small enough for an iCE40.
fpga: $(O)/rtl_gen $(O)/fpga
	@.ci/deps --fpga
	@SEED="$(SEED)" synth/fpga/fpga.sh "$(if $(filter file,$(origin CONFIG)),ocu ccu malekeh,$(CONFIG))" $(SET)

# A module placed and routed, with the timing of its wires.
place: $(O)/rtl_gen $(O)/liberty $(O)/netlist $(O)/layout $(O)/wires
	@.ci/deps --place
	@DENSITY="$(DENSITY)" synth/place/place.sh "$(MODULE)" "$(or $(LANES),1)" "$(CONFIG)" $(SET)

# Exit code 77 says that the goldens are of another Yosys.
golden: $(O)/rtl_gen $(O)/liberty $(O)/netlist
	@synth/golden/golden.sh $(if $(filter-out yes no,$(UPDATE)),$(error UPDATE=$(UPDATE); accepted: yes$(,) no),$(if \
	    $(filter yes,$(UPDATE)),update,check)) $(or $(TIER),ci) || { status=$$?; [ $$status -eq 77 ] || exit $$status; }

# Area against speed; TABLE= another table of designs.
frontier: $(addprefix $(O)/,rtl_gen cmodel cosim sram liberty netlist)
	@SIZE="$(or $(SIZE),small)" WORKLOAD="$(WORKLOAD)" LOCKSTEP="$(or $(LOCKSTEP),yes)" NM="$(NM)" \
	    synth/area/frontier.sh $(TABLE) $(SET)

# Energy of a verified run of TRACE or WORKLOAD; LANES="2 4" extends netlists of 2 and 4 lanes. NM: the memories' node.
# GATED=yes: energies with gated clocks beside those without.
energy: $(addprefix $(O)/,rtl_gen cosim sram liberty netlist energy_table energy_power compare)
	@$(SET_BASE); $(SOURCE) SLICE="$(SLICE)" SEED="$(SEED)" NM="$(if $(filter file,$(origin NM)),,$(NM))" \
	    LANES="$(LANES)" LIB="$(LIB)" GATED="$(GATED)" synth/energy/energy.sh "$$base" "$(CONFIG)" "$(TRACE)" $(SET)

# Of an SM, by what its logic is; LANES: of the netlist; PARTS=ciao: of what CIAO adds alone.
sm_energy: $(addprefix $(O)/,rtl_gen cosim sram liberty netlist energy_power)
	@$(SOURCE) SEED="$(SEED)" LANES="$(LANES)" PARTS="$(PARTS)" synth/energy/sm_energy.sh \
	    "$(if $(filter file,$(origin CONFIG)),ciao_c,$(CONFIG))" "$(TRACE)" $(SET)

# Memories at NM nm: energies, areas and times, with their sources and rules of scaling.
NM ?=
sram: $(O)/sram
	@$(O)/sram table --nm "$(or $(NM),22)"

# Blocks beside well-known ones; exit code 77 says that the liberty files are missing.
peers:
	@ONLY="$(ONLY)" synth/peers/peers.sh || { status=$$?; [ $$status -eq 77 ] || exit $$status; }

# The pictures of the documentation, drawn from the generator's lists and from the sources; with FIGURE= a paper's
# figures, measured.
figures: $(addprefix $(O)/,rtl_gen draw_subcore draw_house draw_walk draw_waves cmodel cosim)
	@mkdir -p $(FIGURES) 2>/dev/null || { \
	    echo "figures: FIGURES=$(FIGURES) cannot be written; accepted is a folder that can be" >&2; exit 2; }
	$(if $(FIGURE),,$(if $(SIZE)$(WORKLOAD),$(error SIZE=$(SIZE) and WORKLOAD=$(WORKLOAD) are of FIGURE=$(,) and none \
	    is given; accepted with one)))
	@if [ -n "$(FIGURE)" ]; then \
	    SIZE="$(or $(SIZE),large)" WORKLOADS="$(WORKLOAD)" exec cmodel/experiments/figures.sh $(FIGURES) \
	        $(filter-out all,$(FIGURE)); fi; \
	. tb/flow/whole.sh; \
	for c in ocu ccu bow_wr rfc_8way_write triple_a modern; do \
	    rtl=$$(tb/flow/flow.sh rtl $$c) && whole figures $(FIGURES)/subcore_$$c.svg $(O)/draw_subcore "$$rtl" || exit 2; \
	    echo $(FIGURES)/subcore_$$c.svg; done; \
	$(if $(FIGURE),,for p in house walk; do \
	    whole figures $(FIGURES)/$$p.svg $(O)/draw_$$p docs/house/$$p.tsv || exit 2; \
	    echo $(FIGURES)/$$p.svg; done; \
	docs/waves/waves.sh $(FIGURES))

# The pages as HTML.
docs:
	@.ci/deps --docs
	@docs/html.sh

# What the paper leads one to expect, measured.
EXPECT ?= cmodel/experiments/expect/malekeh.tsv
expect: $(O)/cmodel
	@SIZE="$(or $(SIZE),large)" cmodel/experiments/expect.sh "$(EXPECT)" $(WORKLOAD)

# Best-SWL: the limit with the highest IPC. And the schedulers that CIAO is compared with.
best_swl: $(O)/cmodel
	@$(SOURCE) JOBS="$(JOBS)" cmodel/experiments/best_swl.sh \
	    "$(if $(filter file,$(origin CONFIG)),sm_gto,$(CONFIG))" $(SET)

schedulers: $(O)/cmodel
	@WORKLOADS="$(WORKLOADS)" SIZE="$(SIZE)" JOBS="$(JOBS)" SETTINGS="$(SET)" \
	    cmodel/experiments/compare_schedulers.sh "$(FIGURES)" $(COMPARE)

# The cross product of a file's options and inputs, on GNU parallel or Slurm.
sweep: $(O)/cmodel $(O)/sweep_cells
	@ENGINE="$(or $(ENGINE),parallel)" JOBS="$(JOBS)" TRIES="$(or $(TRIES),2)" OUT="$(OUT)" PLOT="$(PLOT)" \
	    cmodel/experiments/sweep.sh "$(SWEEP)"

# Schemes beside their baselines, in one table. Lists may go over several lines.
compare: $(addprefix $(O)/,rtl_gen cmodel compare sweep_cells storage netlist liberty sram) \
         $(if $(filter yes,$(LOCKSTEP)),$(O)/cosim)
	@CONFIGS="$(strip $(CONFIGS))" WORKLOAD="$(strip $(WORKLOAD))" \
	    TRACE="$(if $(filter file,$(origin TRACE)),,$(TRACE))" \
	    SIZE="$(or $(SIZE),small)" PARAM="$(PARAM)" SET="$(strip $(SET))" BASELINE="$(BASELINE)" \
	    FORMAT="$(or $(FORMAT),text)" OUT="$(OUT)" REPORT="$(REPORT)" LOCKSTEP="$(or $(LOCKSTEP),no)" \
	    JOBS="$(or $(JOBS),$(shell nproc))" cmodel/experiments/compare.sh

# Kernels and micro-benchmarks beside Accel-Sim: recorded cycles, or those of a build of one's own.
correlate: $(addprefix $(O)/,cmodel warptrace correlate micro_trace)
	@CONFIG="$(if $(filter file,$(origin CONFIG)),,$(CONFIG))" WORKLOAD="$(WORKLOAD)" \
	    TRACE="$(if $(filter file,$(origin TRACE)),,$(TRACE))" OUT="$(OUT)" JOBS="$(JOBS)" \
	    ACCELSIM="$(ACCELSIM)" ACCELSIM_CONFIG="$(ACCELSIM_CONFIG)" cmodel/experiments/correlate.sh $(SET)

# The sub-core without collectors beside what is public of its paper, of an H100 and of Accel-Sim.
truth: $(addprefix $(O)/,cmodel warptrace correlate micro_trace event_list unit/test_memory_modern)
	@OUT="$(OUT)" JOBS="$(JOBS)" cmodel/experiments/truth.sh $(PART)

# Every claim of the papers beside what is measured.
claims: $(addprefix $(O)/,rtl_gen cmodel cosim storage sram liberty netlist energy_table energy_power claims_page)
	@SIZE="$(or $(SIZE),small)" ONLY="$(ONLY)" LOCKSTEP="$(LOCKSTEP)" HARDWARE="$(HARDWARE)" ENERGY="$(ENERGY)" \
	    LIB="$(LIB)" CLAIMS="$(CLAIMS)" RESULTS="$(RESULTS)" synth/claims/claims.sh

# What pages say, into one database; only what is not of today's sources.
results: $(if $(filter yes,$(LIST) $(PAGES)),$(addprefix $(O)/,rtl_gen text_hash),\
             $(PROGRAMS) $(O)/unit/test_memory_modern)
	@PART="$(PART)" ONLY="$(ONLY)" LIST="$(LIST)" PAGES="$(PAGES)" AGAIN="$(AGAIN)" docs/results/run.sh

# Random programs on random configurations; CASE= one of them again.
OF_ALL = $(if $(CASE),$(foreach v,N SEED KINDS,$(if $(filter command line,$(origin $v)),\
    $(error $v=$($v) is of many cases$(,) and CASE=$(CASE) is one; accepted is one of the two))))
regress: $(addprefix $(O)/,rtl_gen cmodel cosim random_config random_trace random_control shrink_trace)
	@$(OF_ALL) N="$(N)" SEED="$(SEED)" JOBS="$(JOBS)" KINDS="$(KINDS)" FAULT="$(FAULT)" \
	    tb/random/regress.sh $(if $(CASE),--case "$(CASE)")

bench: $(PROGRAMS)
	@RFCSIM="$(RFCSIM)" ACCELSIM="$(ACCELSIM)" ACCELSIM_CONFIG="$(ACCELSIM_CONFIG)" ACCEPT="$(ACCEPT)" \
	    tb/bench/bench.sh "$(CONFIG)" "$(TRACE)"

# Exit code 77 says that Yosys, or what equality with the model needs, is missing; $(O)/equal needs libcadical-dev.
formal prove: $(O)/rtl_gen $(EQUAL)
	@$(if $(filter command line,$(origin TRACE)),$(if $(filter yes no,$(TRACE)),,$(error TRACE=$(TRACE); accepted: \
	    yes$(,) no))) ONLY="$(or $(PROP),$(ONLY))" PROVE="$(PROVE)" tb/formal/prove.sh $(or $(SIZE),all) || \
	    { status=$$?; [ $$status -eq 77 ] || exit $$status; }

# Modules of CONFIG, or MODULE, each alone in lock-step with its part of the golden model.
unit: $(O)/rtl_gen $(O)/alone
	@MODULE="$(MODULE)" N="$(N)" SEED="$(SEED)" FAULT="$(FAULT)" SIM="$(SIM)" \
	    tb/alone/alone.sh "$(if $(filter file,$(origin CONFIG)),tiny,$(CONFIG))" $(SET)

# Lines, toggles and cover points in lock-step.
coverage: $(O)/rtl_gen $(O)/cosim $(O)/random_trace $(filter %/constant,$(EQUAL))
	@tb/coverage/coverage.sh $(if $(filter file,$(origin CONFIG)),,$(CONFIG))

# Readers of files, in all that there are (FUZZ_TARGETS) or TARGET.
fuzz: $(addprefix $(O)/fuzz/,$(filter $(or $(TARGET),%),$(FUZZ_TARGETS))) $(O)/cmodel $(O)/warptrace
	@SEED="$(SEED)" JOBS="$(JOBS)" tb/fuzz/fuzz.sh "$(or $(SECONDS),60)" $(TARGET)

# Faults put into RTL and model: which rung of the verification sees them. Exit code 77 says that a tool is missing.
mutants: $(addprefix $(O)/,rtl_gen cosim alone cmodel random_trace random_config mutate) $(EQUAL) $(UNITS)
	@MODEL_OBJECTS="$(call obj,$(MODEL_SRC) $(LOCK_SRC))" MODEL_COMPILE="$(CC) $(CFLAGS) -O1" \
	    N="$(N)" SEED="$(SEED)" KIND="$(KIND)" JOBS="$(JOBS)" MUTANT="$(MUTANT)" MODEL="$(MODEL)" DEEP="$(DEEP)" \
	    tb/mutants/mutants.sh "$(if $(filter file,$(origin CONFIG)),malekeh,$(CONFIG))" $(SET) || \
	    { status=$$?; [ $$status -eq 77 ] || exit $$status; }

# --- use and test -----------------------------------------------------------------------------------------------------

demo: deps
	@echo "building the programs" && \
	    $(MAKE) --no-print-directory -j2 all >$(O)/demo-build.log 2>&1 || { cat $(O)/demo-build.log; exit 1; }
	@tb/flow/demo.sh

check: deps
	@tb/tests/tests.sh check
test: deps
	@tb/tests/tests.sh test
ci: deps
	@tb/tests/tests.sh ci
nightly: deps
	@tb/tests/tests.sh nightly

clean:
	rm -rf $(O)
