# SPDX-License-Identifier: Apache-2.0
# Results of claims.sh, which reads this file, in one SQLite database, $out/claims.sqlite: table `measured` has what
# each group has measured, `done` the groups that are through, `run` what all of it is made of, and whether it is
# finished.
#
# A run that was interrupted goes on behind its last group, if all that its numbers depend on is as it was; else, and
# behind a finished run, everything is measured again. Areas, clocks and energies are asked for again in any case: what
# takes long of them is kept by netlist.sh and under $O/energy.

database=$out/claims.sqlite
keeps="storage runs profile register_cache levels schedulers table_1 sram"
columns="name, status, value, unit, configurations, library, workloads, rtl, command, raw, message"

# sql [SCRIPT]: of the database; without a script it comes from standard input. Standard output says what is wrong, too.
sql() { sqlite3 -batch -bail -init /dev/null -cmd '.timeout 10000' "$database" "$@" 2>&1; }

# What the numbers of a run are made of: variables, programs, scripts, tables, configurations, workloads, the library.
run_made_of() {
    {
        echo "$SIZE $HARDWARE $ENERGY ${NM:-} ${LANES:-}"
        for p in rtl_gen cmodel storage sram liberty netlist energy_table energy_power claims_page; do
            cat "$O/$p" 2>/dev/null
        done
        cat "$CLAIMS" ${LIB:+"$LIB"}
        find synth cmodel/experiments tb/flow configs workloads -type f | sort | while IFS= read -r f; do
            echo "$f"
            cat "$f"
        done
    } | sha256sum | cut -c1-16
}

# not_ours WORDS: the end of all, if the database does not do what it is told.
not_ours() {
    has_room "$out" || full
    refuse "$database is no database of claims, or in use ($(printf '%s' "$1" | tail -n 1)); accepted is what" \
        "make claims writes, or none"
}

# Makes the database ready: of an earlier run it has only what goes on.
begin_results() {
    command -v sqlite3 >/dev/null 2>&1 || refuse "sqlite3 is not installed; make deps installs it"
    key=$(run_made_of)
    said=$(sql "begin immediate;
        create table if not exists run (made_of text, finished integer);
        create table if not exists done (section text);
        create table if not exists measured (section, $columns);
        delete from run where made_of <> '$key' or finished;
        delete from done where not exists (select * from run)
            or section in (select section from measured where status = 'failed');
        delete from measured where section not in (select section from done);
        insert into run select '$key', 0 where not exists (select * from run);
        commit") && [ -z "$said" ] || not_ours "$said"
}

# taken GROUP: whether an interrupted run has measured it; then its rows are those of this run.
taken() {
    [ "$(sql "select count(*) from done where section = '$1'")" = 1 ] || return 1
    stored "section = '$1'" >"$parts/kept" || not_ours "$(cat "$parts/kept")"
    cat "$parts/kept" >>"$parts/measured" || full
    say "$1: as the interrupted run measured it"
}

# stored CONDITION: prints rows of the database, as row() writes them.
stored() { sql -separator "$(printf '\t')" "select $columns from measured where $1 order by rowid"; }

# keep GROUP LINES: the rows behind so many lines are those of a group.
keep() {
    tail -n +$(($2 + 1)) "$parts/measured" >"$parts/kept" || full
    {
        echo "begin immediate; create temp table new ($columns);"
        if [ -s "$parts/kept" ]; then
            printf '.mode ascii\n.separator "\\t" "\\n"\n.import "%s" new\n' "$parts/kept"
        fi
        echo "insert into measured select '$1', * from new;"
        case " $keeps " in *" $1 "*) echo "insert into done values ('$1');" ;; esac
        echo "commit;"
    } | sql >"$parts/said" && [ ! -s "$parts/said" ] || not_ours "$(cat "$parts/said")"
}

# measure_group GROUP: measures it and keeps what comes of it, unless that is done.
measure_group() {
    taken "$1" && return
    lines=$(wc -l <"$parts/measured")
    ( "$1" )                            # no group sees what another one has set
    keep "$1" "$lines"
}

finish_results() { said=$(sql "update run set finished = 1") && [ -z "$said" ] || not_ours "$said"; }
