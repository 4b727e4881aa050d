# SPDX-License-Identifier: Apache-2.0
# Files that appear whole, or not at all, for sourcing: they are written beside their places, and renamed in the end. If
# anything fails, a full disk for instance, what was there stays, nothing else is left behind, and there is one sentence
# and exit code 2.

# reason FILE: why it could not be written; the last line of $said, if it says anything.
reason() {
    why=$(printf '%s' "$said" | tail -n 1)
    has_room "$(dirname "$1")" || why="is the disk full?${why:+ $why}"
    echo "${why:-no message says why}"
}

# whole TOOL FILE COMMAND...: what the command prints becomes FILE. What it says on stderr is said in the end; progress
# goes to descriptor 3.
whole() (
    tool=$1 file=$2
    shift 2
    trap 'rm -f "$file.part.$$"' EXIT
    trap 'exit 130' HUP INT TERM
    if said=$("$@" 3>&2 2>&1 >"$file.part.$$"); then
        [ -z "$said" ] || printf '%s\n' "$said" >&2
        said=$(mv -f "$file.part.$$" "$file" 2>&1) && exit 0
    fi
    printf '%s\n' "$said" | sed '$d' >&2
    echo "$tool: $file is not written: $(reason "$file")" >&2
    exit 2
)

# picture TOOL FILE: what gnuplot draws by the script on stdin, whose first line sets a terminal for SVG, becomes FILE.
picture() (
    tool=$1 file=$2
    trap 'rm -f "$file.part.$$"' EXIT
    trap 'exit 130' HUP INT TERM
    said=$({ sed -u 1q; printf 'set output "%s"\n' "$file.part.$$"; cat; } | gnuplot -d 2>&1) &&
        tail -c 16 "$file.part.$$" 2>/dev/null | grep -q '</svg>' && said=$(mv -f "$file.part.$$" "$file" 2>&1) && {
            [ -z "$said" ] || printf '%s\n' "$said" >&2
            exit 0; }
    echo "$tool: $file is not drawn: $(reason "$file")" >&2
    exit 2
)

# ends LINE FILE...: that is the last line of each file. Tools that do not look whether a file could be written leave
# one that ends earlier.
ends() {
    line=$1
    shift
    for file in "$@"; do [ "$(tail -n 1 "$file" 2>/dev/null)" = "$line" ] || return 1; done
}

# has_room FOLDER: whether a file of 64 KiB can be written there. If not, a tool may have failed for this alone.
has_room() {
    room=0
    head -c 65536 /dev/zero 2>/dev/null >"$1/room.$$" || room=1
    rm -f "$1/room.$$"
    return $room
}
