# SPDX-License-Identifier: Apache-2.0
# How the files and folders of the checkout depend on each other.
. tb/tests/lib.sh

# A checkout of three folders in $T, with a table of what each may include.
small_checkout() {
    mkdir -p "$T/small/a/deep" "$T/small/b" "$T/small/c"
    echo '#include "b/b.h"' >"$T/small/a/a.c"
    printf '#include <stdio.h>\n#include "made.h"\n#include "c/c.h"\n' >"$T/small/b/b.h"
    : >"$T/small/c/c.h"
    printf 'a\tb\tabove\nb\tc\tmiddle\nc\t-\tbelow\n' >"$T/small/table"
}

# complains SENTENCE: in the small checkout, this and nothing else is said.
complains() {
    status=0
    (cd "$T/small" && "$programs/draw_house" --check table) >"$T/out" 2>&1 || status=$?
    [ $status -eq 1 ] || fail "exit code $status instead of 1 for: $1"
    [ "$(cat "$T/out")" = "$1" ] || { cat "$T/out"; fail "this was expected: $1"; }
    small_checkout
}

# Which folder may include which, without a row or a permission in vain; and the program sees what it should.
folders_include_what_the_table_says() {
    "$O/draw_house" --check docs/house/house.tsv ||
        fail "move what is needed into a folder that may be included, or give docs/house/house.tsv another arrow"
    programs=$(cd "$O" && pwd)
    small_checkout
    [ "$(cd "$T/small" && "$programs/draw_house" --check table)" = "3 folders, 2 includes" ] || fail "a good checkout"
    printf '\n # include "c/c.h"\n' >>"$T/small/a/a.c"
    complains "a/a.c:3: c/c.h is included; accepted in a by table:1 are files of b"
    echo '#include "b/b.h"' >"$T/small/c/c.inc"
    printf 'a\tb\tabove\nb\tc\tmiddle\nc\tb\tbelow\n' >"$T/small/table"
    complains "these folders include each other in a circle: b c; accepted are includes that go one way"
    rm "$T/small/c/c.inc"
    echo '#include <c/c.h>' >>"$T/small/a/a.c"
    complains 'a/a.c:2: <c/c.h> is included, which is a file of the checkout; accepted is "c/c.h"'
    for name in ../c/c.h b/../c/c.h b/none.h; do
        echo "#include \"$name\"" >>"$T/small/a/a.c"
        complains "a/a.c:2: $name is included, which is no file from the top; accepted are those, and names without a \
folder for files beside this one"
    done
    echo '#include C_H' >>"$T/small/a/a.c"
    complains 'a/a.c:2: what is included is not a name; accepted are "FILE" and <FILE>'
    printf 'a\tb c\tabove\nb\tc\tmiddle\nc\t-\tbelow\n' >"$T/small/table"
    complains "table:1: nothing in a includes anything of c; drop the permission"
    : >"$T/small/a/deep/x.c"
    complains "a/deep/x.c: the folder of this file is not in table; it needs a row there"
    rm "$T/small/a/deep/x.c" "$T/small/c/c.h"
    printf 'a\tb\tabove\nb\t-\tmiddle\nc\t-\tbelow\n' >"$T/small/table"
    : >"$T/small/b/b.h"
    complains "table:3: c has no sources; drop the row"
}

# The page's picture and its table.
house_page_is_what_the_code_is() {
    "$O/draw_house" --same docs/figures/house.svg docs/house/house.tsv || fail "run make figures"
    "$O/draw_house" --rows docs/house/house.tsv >"$T/rows"
    awk '/^\* `configs\/`:/ { on = 1 } !NF { on = 0 } on' docs/house.md >"$T/page"
    diff "$T/page" "$T/rows" || fail "put the output of draw_house --rows docs/house/house.tsv into docs/house.md"
    # It sees another folder, and a size that is another one altogether.
    sed 's/>experiments</>experience</' docs/figures/house.svg >"$T/other.svg"
    ! "$O/draw_house" --same "$T/other.svg" docs/house/house.tsv 2>/dev/null || fail "another folder is not seen"
    awk '!done && sub(/>[0-9,]+ lines</, ">1 line<") { done = 1 } 1' docs/figures/house.svg >"$T/other.svg"
    ! "$O/draw_house" --same "$T/other.svg" docs/house/house.tsv 2>/dev/null || fail "another size is not seen"
}

# check_walk SENTENCE: of the table in $T/walk this is said.
check_walk() {
    status=0
    "$O/draw_walk" "$T/walk" >"$T/out" 2>"$T/err" || status=$?
    [ $status -eq 1 ] && [ ! -s "$T/out" ] || fail "exit code $status instead of 1 for: $1"
    [ "$(cat "$T/err")" = "$T/walk:1: $1" ] || { cat "$T/err"; fail "this was expected: $1"; }
}

# The page's second picture and its table; every function is in its file, and called where the row says.
walk_of_an_operand_is_what_the_code_is() {
    "$O/draw_walk" docs/house/walk.tsv >"$T/walk.svg" || fail "correct the row of docs/house/walk.tsv"
    cmp -s "$T/walk.svg" docs/figures/walk.svg ||
        fail "docs/figures/walk.svg is not what is drawn now; run make figures"
    "$O/draw_walk" --rows docs/house/walk.tsv >"$T/rows"
    awk '/^Results go the other way/ { exit } /^The trace is read:/ { on = 1 } on' docs/house.md | sed '$d' >"$T/page"
    diff "$T/page" "$T/rows" || fail "put the output of draw_walk --rows docs/house/walk.tsv into docs/house.md"
    grep -q '`writeback_edge`' docs/house.md && grep -q '^uint64_t writeback_edge(' cmodel/subcore/writeback.c ||
        fail "the page names a function of cmodel/subcore/writeback.c"
    cat >"$T/x.c" <<'C'
/* called(x); */
static int called(int x);
static int caller(int x)
{
    /* called(x) */ return not_called(x);
}
static int called(int x)
{
    return caller(x);
}
C
    row() { printf '%s\n' "$@" | paste -s >"$T/walk"; }
    row now "$T/x.c" caller "$T/x.c called" - text
    "$O/draw_walk" "$T/walk" >"$T/out" || fail "a good row"
    row now "$T/x.c" called "$T/x.c caller" - text
    check_walk "caller in $T/x.c does not call called"
    row now "$T/x.c" not_called "$T/x.c caller" - text
    check_walk "$T/x.c has no function not_called"
    row now "$T/x.c" caller "$T/x.c nobody" - text
    check_walk "$T/x.c has no function nobody"
    row now "$T/x.c" caller called - text
    check_walk "'called' is not where a function is called; accepted is FILE FUNCTION"
    row now "$T/x.c" caller "$T/x.c called" "$T/none.c" text
    check_walk "$T/none.c cannot be read: No such file or directory"
    row now "$T/none.c" caller "$T/x.c called" - text
    refused "$T/none.c cannot be read" "$O/draw_walk" "$T/walk"
}

# What nm says of an object file that defines a symbol and lacks another one.
symbols() {
    for object in "$@"; do
        # shellcheck disable=SC2086 # these are words
        set -- $object
        printf 'build/obj/%s.o: %s T 0 1\nbuild/obj/%s.o: %s U\n' "$1" "$2" "$1" "$3"
    done
}

# No two object files of golden model or generator need each other, directly or through others, but those of the list,
# which has none in vain.
object_files_need_each_other_one_way() {
    for top in cmodel rtl_gen; do
        for f in $top/*.c $top/*/*.c; do [ ! -e "$f" ] || echo "$O/obj/${f%.c}.o"; done | xargs nm -A -P >"$T/symbols"
        grep "^${top}[/	]" docs/house/circles.tsv >"$T/$top" || :
        "$O/object_circles" --known "$T/$top" <"$T/symbols" || fail "see docs/house/circles.tsv"
    done
    ! grep -v '^#' docs/house/circles.tsv | grep -vE '^(cmodel|rtl_gen)[/	]' || fail "these rows are of no folder"
    # It sees circles of two and of three, in one folder and in several.
    symbols "x/a f g" "x/b g f" "z/a k l" "z/b l m" "z/c m k" "t/v/p n o" "t/w/q o n" "i/e r s" "j/h s r" >"$T/symbols"
    [ "$("$O/object_circles" <"$T/symbols" | tr '\t\n' ':;')" = "x:a b;z:a b c;t:v/p w/q;.:i/e j/h;" ] ||
        fail "circles of two and of three"
    # Another folder's file of that name is not meant when the own folder has one.
    symbols "x/a f g" "x/b g h" "y/c g f" >"$T/own"
    [ -z "$("$O/object_circles" <"$T/own")" ] || fail "a symbol of the own folder"
    printf 'x\ta b\nz\ta b c\nt\tv/p w/q\n.\ti/e j/h\n' >"$T/known"
    "$O/object_circles" --known "$T/known" <"$T/symbols" || fail "known circles are said"
    printf 'x\ta b\nz\ta c\nt\tv/p w/q\n.\ti/e j/h\n' >"$T/known"
    ! "$O/object_circles" --known "$T/known" <"$T/symbols" 2>"$T/err" ||
        fail "a circle that is not known, and one in vain"
    [ "$(wc -l <"$T/err")" -eq 2 ] || { cat "$T/err"; fail "not both are said"; }
}

# "docs/sm.md, 5.4" and "docs/sm.md, section 5.2" in a comment are sections that the page has.
sections_that_comments_name_are_there() {
    find cmodel configs rtl_gen tb -name '*.[ch]' -exec grep -l 'docs/[a-z-]*[.]md' {} + >"$T/files"
    # shellcheck disable=SC2046 # names without blanks
    awk 'FNR == 1 { printf "\n%s ", FILENAME } { sub(/^ \*/, ""); gsub(/  +/, " "); printf "%s ", $0 }
        END { print "" }' $(cat "$T/files") | awk 'function show(text) { gsub(/[^a-z0-9.\/-]+/, " ", text)
            n = split(text, word, " "); page = section = ""
            for (i = 1; i <= n; i++) {
                if (word[i] ~ /^docs/) page = word[i]
                if (word[i] ~ /^[0-9]/) section = word[i] }
            sub(/\.$/, "", section); print $1 " " page " " section }
        { rest = $0
            while (match(rest, /docs\/[a-z-]+\.md,( section)? [1-9][0-9.]*|[1-9]\.[0-9]+ of docs\/[a-z-]+\.md/)) {
                show(substr(rest, RSTART, RLENGTH)); rest = substr(rest, RSTART + RLENGTH) } }' >"$T/sections"
    [ "$(wc -l <"$T/sections")" -ge 15 ] || fail "only $(wc -l <"$T/sections") comments name a section of a page"
    while read -r file page section; do
        grep -qE "^#+ ${section}[. ]" "$page" || echo "$file: $page has no section $section"
    done <"$T/sections" >"$T/wrong"
    [ ! -s "$T/wrong" ] || { cat "$T/wrong"; fail "name the page that has the section"; }
}

"$@"
