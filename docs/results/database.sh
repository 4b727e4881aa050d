# SPDX-License-Identifier: Apache-2.0
# The database of make results, $O/results.sqlite, for sourcing by run.sh; $tool, $database and die are set.
#
# Table result: a measurement that has ended well: what it is of (fingerprint, rtl, parts), library and tools, command,
# date, seconds, processor seconds, and all that it has printed. Table file: what it has written. Table run: each call,
# with what it has begun, measured and left.

# sql [SCRIPT]: without a script it comes from standard input. Standard output says what is wrong, too.
sql() { sqlite3 -batch -bail -init /dev/null -cmd '.timeout 10000' "$database" "$@" 2>&1; }

not_ours() {
    die "$database is no database of make results, or in use ($(printf '%s' "$1" | tail -n 1)); accepted is what" \
        "make results writes, or none"
}

begin_database() {
    command -v sqlite3 >/dev/null 2>&1 || die "sqlite3 is not installed; make deps installs it"
    said=$(sql "begin immediate;
        create table if not exists result (name text primary key, fingerprint text, rtl text, parts text, library text,
            tools text, command text, date text, seconds real, processor real, output text);
        create table if not exists file (name text, path text, text text, primary key (name, path));
        create table if not exists run (begun text, ended text, wanted text, asked integer, measured integer);
        commit") && [ -z "$said" ] || not_ours "$said"
}

# quoted TEXT: as SQL has it.
quoted() { printf "'"; printf '%s' "$1" | sed "s/'/''/g"; printf "'"; }

# keep_result NAME FOLDER LOG SECONDS PROCESSOR: $FOLDER has the files; $row of prints.sh, $library, $tools, $command
# are set. All of it is there together, or nothing.
keep_result() {
    {
        echo "begin immediate;"
        for table in result file; do echo "delete from $table where name = $(quoted "$1");"; done
        printf 'insert into result values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, cast(readfile(%s) as text));\n' \
            "$(quoted "$1")" "$(quoted "$(field 2)")" "$(quoted "$(field 3)")" "$(quoted "$(field 4)")" \
            "$(quoted "$library")" "$(quoted "$tools")" "$(quoted "$command")" "$(quoted "$(date -u +%Y-%m-%d)")" \
            "$4" "$5" "$(quoted "$3")"
        for path in $paths; do
            printf 'insert into file values (%s, %s, cast(readfile(%s) as text));\n' "$(quoted "$1")" \
                "$(quoted "$path")" "$(quoted "$2/$(name_of "$path")")"
        done
        echo "commit;"
    } | sql >"$work/said" && [ ! -s "$work/said" ] || not_ours "$(cat "$work/said")"
}
