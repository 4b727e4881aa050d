# SPDX-License-Identifier: Apache-2.0
# Storage for claims.sh, which reads this file: from the tables of make storage and the generator's lists of registers.

# bits DIRECTORY FIELD: register bits whose last name is FIELD.
bits() {
    awk -F '\t' -v name="$2" 'NR > 1 { n = split($1, part, ".") } part[n] == name { sum += $2 } END { print sum + 0 }' \
        "$1/registers.tsv"
}
sram_bits() { awk -F '\t' 'NR > 1 { sum += $2 * $3 } END { print sum + 0 }' "$1/memories.tsv"; }

# table NAME BASELINE SCHEME [key=value ...]: the output of make storage, kept as a raw file.
table() {
    name=$1
    shift
    synth/area/storage.sh "$@" >"$raw/storage_$name.txt" 2>"$parts/log"
}
# added TABLE LINE: bits per SM that a line of the table says.
added() { sed -n "s/^  $2  *\\([0-9]*\\) bits =.*/\\1/p" "$raw/storage_$1.txt"; }

# The register cache that BOW compares itself with (V-A): 6 entries in each of 32 warps, results alone take entries.
six="rfc.enable=true rfc.entries=6 rfc.ways=6 rfc.allocate=write"

storage() {
    narrow="ocu_pascal bow_pascal subcore.lanes=32"
    # shellcheck disable=SC2086 # $narrow is words
    { table ccu ocu ccu && table malekeh ocu malekeh && table bow $narrow && table bow_half $narrow boc.entries=6 &&
          table bow_wr $narrow boc.write=back && table rfc ocu rfc_8way_write &&
          table triple_a ocu triple_a && table ciao ciao_t ciao_p && table rfc_aided ocu rfc_8way_compiler &&
              table rfc_2way ocu rfc_2way_compiler_interleaved &&
          rtl_directories 2>"$parts/log"; } ||
        { failed storage. "$parts/log" "make storage"; return 0; }
    storage_of_ccu
    storage_of_near_bits
    storage_of_malekeh
    storage_of_bow
    storage_of_less_bow
    storage_of_register_caches
    storage_of_modern
    storage_of_levels
    ok storage.triple_a.added "$(added triple_a everything)" bit "ocu triple_a" "make storage CONFIG=triple_a" \
        "$raw/storage_triple_a.txt"
    n=$(awk '$1 == "=" && $2 == "around" { print $9 - $5 }' "$raw/storage_ciao.txt")      # control
    ok storage.ciao.shared "$(calculate "$n/8")" B "ciao_t ciao_p" "make storage BASELINE=ciao_t CONFIG=ciao_p" \
        "$raw/storage_ciao.txt"
}

# lists NAME CONFIG [key=value ...]: keeps the generator's lists of a configuration as raw files, in $raw/rtl/NAME.
lists() {
    kept=$raw/rtl/$1
    shift
    rtl=$(tb/flow/flow.sh rtl "$@") && mkdir -p "$kept" && cp "$rtl/registers.tsv" "$rtl/memories.tsv" "$kept/"
}

rtl_directories() {
    for c in ccu malekeh bow malekeh_pr rfc_8way_write ocu sw_rfc_split ltrf; do lists $c $c || return 1; done
    lists modern modern subcore.warps=12 || return 1
    lists bow_pascal bow_pascal subcore.lanes=32 && lists ocu_pascal ocu_pascal subcore.lanes=32 &&
        lists bow_rfc ocu_pascal subcore.lanes=32 $six || return 1
    ccu=$raw/rtl/ccu malekeh=$raw/rtl/malekeh turing=$raw/rtl/bow pr=$raw/rtl/malekeh_pr pascal=$raw/rtl/bow_pascal
    plain=$raw/rtl/ocu_pascal
    rf=$(($(sram_bits "$ccu") * 4)) rf_pascal=$(sram_bits "$pascal")      # of an SM: 4 sub-cores, or one
}

storage_of_ccu() {
    s="make storage CONFIG=ccu" r=$raw/storage_ccu.txt list=$ccu/registers.tsv
    n=$(added ccu 'collector data added')
    ok storage.ccu.data "$(calculate "$n/8192")" KB "ocu ccu" "$s" "$r"
    ok storage.ccu.data_share "$(calculate "100*$n/$rf")" % "ocu ccu" "$s" "$r"
    ok storage.ccu.control "$(added ccu 'collector control added')" bit "ocu ccu" "$s" "$r"
    entries=$(bits "$ccu" ct_valid_q)
    ok storage.ccu.valid "$((entries * 4))" bit ccu "$s" "$r"
    ok storage.ccu.tag "$(calculate "$(bits "$ccu" ct_tag_q)/$entries")" bit ccu "$s" "$list"
    ok storage.ccu.lru "$(calculate "$(bits "$ccu" ct_lru_q)/$entries")" bit ccu "$s" "$list"
    ok storage.ccu.index "$(calculate "$(bits "$ccu" oct_index_q)/$(bits "$ccu" oct_valid_q)")" bit ccu "$s" "$list"
}

# option GROUP NAME: of the CCUs' configuration.
option() {
    "$O/cmodel" config -q -c configs/ccu.yaml | awk -v group="$1:" -v name="$2:" '$1 == group { on = 1 }
        on && $1 == name { print $2; exit }'
}

# Of a decoded micro-operation in an ibuffer, which holds `waiting` of them, and of those in flight.
storage_of_near_bits() {
    slots=$(option collector slots) flight=$(option inflight entries)
    near=$(awk -F '\t' '$1 ~ /u_ibuffer.*near_q$/ { n += $2 } END { print n }' "$list")
    waiting=$(awk -F '\t' -v slots="$slots" '$1 ~ /u_ibuffer.src_near_q$/ { print $2 / slots }' "$list")
    ok storage.near.ibuffer "$((near * 4))" bit ccu "$s" "$list"
    ok storage.near.instruction "$(calculate "$near/$waiting")" bit ccu "$s" "$list"
    ok storage.near.pipelines "$(calculate "4*$flight*($near/$waiting-$slots)")" bit ccu "$s" "$list"
}

storage_of_malekeh() {
    s="make storage CONFIG=malekeh" list=$malekeh/registers.tsv
    share=$(calculate "100*($(added malekeh everything)-$(added malekeh 'collector data added'))/$rf")
    ok storage.malekeh.control_share "$share" % "ocu malekeh" "$s" "$raw/storage_malekeh.txt"
    n=$(awk -F '\t' '$4 == "sthld" { n++ } END { print n }' "$list")
    ok storage.sthld.registers "$n" registers malekeh "$s" "$list"
    a=$(bits "$malekeh" data_q) b=$(bits "$turing" data_q) c=$(bits "$pr" data_q)
    ok storage.malekeh.cache "$(calculate "$a/8192")" KB malekeh "$s" "$list"
    ok storage.bow_over_malekeh "$(calculate "$b/$a")" times "malekeh bow" "$s" "$turing/registers.tsv"
    ok storage.malekeh_of_bow "$(calculate "100*$a/$b")" % "malekeh bow" "$s" "$turing/registers.tsv"
    ok storage.malekeh_pr_of_bow "$(calculate "100*$c/$b")" % "malekeh_pr bow" "$s" "$turing/registers.tsv"
}

# BOW's own machine: Table II, 32 lanes.
storage_of_bow() {
    s="make storage CONFIG=bow_pascal SET='subcore.lanes=32'" r=$raw/storage_bow.txt
    a=ocu_pascal+subcore.lanes=32 b=bow_pascal+subcore.lanes=32
    n=$(added bow 'collector data added') control=$(added bow 'collector control added')
    ok storage.bow.data "$(calculate "$n/8192")" KB "$a $b" "$s" "$r"
    ok storage.bow.data_share "$(calculate "100*$n/$rf_pascal")" % "$a $b" "$s" "$r"
    ok storage.bow.control "$control" bit "$a $b" "$s" "$r"
    ok storage.bow.control_share "$(calculate "100*$control/$rf_pascal")" % "$a $b" "$s" "$r"
    boc=$(calculate "$(bits "$pascal" data_q)/32") banks=$(($(wc -l <"$pascal/memories.tsv") - 1))
    ok storage.bow.boc "$(calculate "$boc/8192")" KB "$b" "$s" "$pascal/registers.tsv"
    ok storage.bow.boc_of_bank "$(calculate "100*$boc/($rf_pascal/$banks)")" % "$b" "$s" "$pascal/memories.tsv"
    ok storage.bow.ocu "$(calculate "$(bits "$plain" data_q)/32/8")" B "$a" "$s" "$plain/registers.tsv"
}

# With half the entries, and what write-back adds.
storage_of_less_bow() {
    s="make storage CONFIG=bow_pascal SET='subcore.lanes=32 boc.entries=6'" r=$raw/storage_bow_half.txt
    n=$(added bow_half 'collector data added')
    ok storage.bow_half.data "$(calculate "$n/8192")" KB "$a $b+boc.entries=6" "$s" "$r"
    ok storage.bow_half.data_share "$(calculate "100*$n/$rf_pascal")" % "$a $b+boc.entries=6" "$s" "$r"
    s="make storage CONFIG=bow_pascal SET='subcore.lanes=32 boc.write=back'" r=$raw/storage_bow_wr.txt
    n=$(($(added bow_wr everything) - $(added bow everything)))
    ok storage.bow_wr.added "$n" bit "$b $b+boc.write=back" "$s, less that without boc.write=back" "$r"
}

# in_caches DIRECTORY KIND: register bits of the register caches.
in_caches() { awk -F '\t' -v kind="$2" '$4 == "rfc" && $5 == kind { n += $2 } END { print n + 0 }' "$1/registers.tsv"; }

storage_of_register_caches() {
    s="make storage CONFIG=rfc_8way_write" eight=$raw/rtl/rfc_8way_write r=$raw/storage_rfc.txt
    n=$(in_caches "$eight" data)
    ok storage.rfc.data "$(calculate "$n/8192")" KB rfc_8way_write "$s" "$eight/registers.tsv"
    ok storage.rfc.control "$(($(added rfc everything) - 4 * n))" bit "ocu rfc_8way_write" "$s" "$r"
    n=$(($(added rfc_aided everything) - $(added rfc everything)))
    ok storage.rfc.flags "$n" bit "rfc_8way_write rfc_8way_compiler" "make storage CONFIG=rfc_8way_compiler, less $s" \
        "$raw/storage_rfc_aided.txt $r"
    n=$(($(added rfc_2way everything) - $(added rfc_aided everything)))
    s="make storage CONFIG=rfc_2way_compiler_interleaved, less make storage CONFIG=rfc_8way_compiler"
    ok storage.rfc.sets "$n" bit "rfc_8way_compiler rfc_2way_compiler_interleaved" "$s" \
        "$raw/storage_rfc_2way.txt $raw/storage_rfc_aided.txt"
    s="make storage CONFIG=ocu_pascal SET='subcore.lanes=32 $six'" list=$raw/rtl/bow_rfc/registers.tsv
    c=ocu_pascal+subcore.lanes=32+$(echo $six | tr ' ' '+')
    ok storage.bow_rfc.data "$(calculate "$(in_caches "$raw/rtl/bow_rfc" data)/8192")" KB "$c" "$s" "$list"
    ok storage.bow_rfc.control "$(in_caches "$raw/rtl/bow_rfc" control)" bit "$c" "$s" "$list"
}

# fields_of DIRECTORY MODULE FIELDS: register bits of these fields (a regular expression) of a module.
fields_of() {
    awk -F '\t' -v module="$2" -v field="^($3)\$" '
        NR > 1 && $4 == module { n = split($1, part, "."); if (part[n] ~ field) sum += $2 }
        END { print sum + 0 }' "$1/registers.tsv"
}

# The SM of Modern GPU Cores: 48 warps, twelve in each of four sub-cores.
storage_of_modern() {
    new=$raw/rtl/modern old=$raw/rtl/ocu c=modern+subcore.warps=12
    s="make storage CONFIG=modern SET=subcore.warps=12" list=$new/registers.tsv
    counters=$(fields_of "$new" dependence count_q) stalls=$(fields_of "$new" dependence stall_q)
    rf_modern=$((4 * $(sram_bits "$new")))
    ok storage.modern.state "$(calculate "($counters+$stalls)/12")" bit "$c" "$s" "$list"
    ok storage.modern.counters "$(calculate "$counters/12")" bit "$c" "$s" "$list"
    ok storage.modern.stall "$(calculate "$stalls/12")" bit "$c" "$s" "$list"
    ok storage.modern.state_sm "$((4 * (counters + stalls)))" bit "$c" "$s" "$list"
    ok storage.modern.state_share "$(calculate "400*($counters+$stalls)/$rf_modern")" % "$c" "$s" "$list"
    ok storage.modern.cache "$(fields_of "$new" modern_bank 'reuse[012]_data_q')" bit "$c" "$s" "$list"
    ok storage.modern.cache_tags "$(fields_of "$new" modern_control 'reuse_(valid|warp|reg)_q')" bit "$c" "$s" "$list"
    ok storage.modern.inflight "$((4 * $(fields_of "$new" dependence '(write|read)_bar_q')))" bit "$c" "$s" "$list"
    control='(stall|yield|wait|write_bar|read_bar|depbar|depbar_count|src_pos|src_reuse)_q'
    ok storage.modern.ibuffer "$((4 * $(fields_of "$new" ibuffer "$control")))" bit "$c" "$s" "$list"
    s="make storage CONFIG=ocu" list=$old/registers.tsv
    warp=$(calculate "$(fields_of "$old" scoreboard '.*')/$(fields_of "$old" issue exiting_q)")
    ok storage.modern.scoreboard "$warp" bit ocu "$s" "$list"
    ok storage.modern.scoreboard_share "$(calculate "100*48*$warp/$rf_modern")" % ocu "$s" "$list"
}

# Values and tables of levels, of an SM; a table is for the 64 warps of the paper, each as here.
storage_of_levels() {
    soft=$raw/rtl/sw_rfc_split/registers.tsv fetched=$raw/rtl/ltrf
    n=$(fields_of "${soft%/*}" level_entries data_q)
    ok storage.sw_rfc.entries "$(calculate "4*$n/8192")" KB sw_rfc_split "make storage CONFIG=sw_rfc_split" "$soft"
    s="make storage CONFIG=ltrf" list=$fetched/registers.tsv
    ok storage.ltrf.cache "$(calculate "4*$(fields_of "$fetched" level_entries data_q)/8192")" KB ltrf "$s" "$list"
    warp=$(calculate "$(fields_of "$fetched" interval_table '.*')/$(fields_of "$fetched" issue exiting_q)")
    ok storage.ltrf.table "$warp" bit ltrf "$s" "$list"
    ok storage.ltrf.table_share "$(calculate "100*64*$warp/(4*$(sram_bits "$fetched"))")" % ltrf "$s" "$list"
    ok storage.ltrf.ibuffer "$((4 * $(fields_of "$fetched" ibuffer '(work|interval)_q')))" bit ltrf "$s" "$list"
}
