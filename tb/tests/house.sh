# SPDX-License-Identifier: Apache-2.0
# How the files and folders of the checkout depend on each other.
. tb/tests/lib.sh

# No two object files of a folder need each other, directly or through others, but those of the list, which has none in
# vain.
files_of_a_folder_need_each_other_one_way() {
    for f in cmodel/*/*.c rtl_gen/*/*.c; do echo "$O/obj/${f%.c}.o"; done | xargs nm -A -P >"$T/symbols"
    "$O/object_circles" --known docs/house/circles.tsv <"$T/symbols" || fail "see docs/house/circles.tsv"
    # It sees circles of two and of three, only within a folder, and rows that are in vain.
    for object in "x/a f g" "x/b g f" "x/c h i" "y/c i h" "z/a k l" "z/b l m" "z/c m k"; do
        # shellcheck disable=SC2086 # these are words
        set -- $object
        printf 'build/obj/%s.o: %s T 0 1\nbuild/obj/%s.o: %s U\n' "$1" "$2" "$1" "$3"
    done >"$T/symbols"
    [ "$("$O/object_circles" <"$T/symbols" | tr '\t\n' ':;')" = "x:a b;z:a b c;" ] || fail "circles of two and of three"
    printf 'x\ta b\nz\ta b c\n' >"$T/known"
    "$O/object_circles" --known "$T/known" <"$T/symbols" || fail "known circles are said"
    printf 'x\ta b\nz\ta c\n' >"$T/known"
    ! "$O/object_circles" --known "$T/known" <"$T/symbols" >"$T/out" || fail "a circle that is not known, and one in vain"
    [ "$(wc -l <"$T/out")" -eq 2 ] || { cat "$T/out"; fail "not both are said"; }
}

"$@"
