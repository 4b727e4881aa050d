# SPDX-License-Identifier: Apache-2.0
# The Yosys of the npm package @yowasp/yosys, for sourcing. Needs $O.

# npm_yosys TAG LOG: sets $version to that of the package, and $package to where it is installed ($O/npm). TAG is
# latest, any for the last one, which may be of a development version, or a version. Without it $why says what is
# missing, and the exit code is 1.
npm_yosys() {
    for tool in node npm; do
        command -v $tool >/dev/null 2>&1 || { why="$tool is missing, by which Yosys is had"; return 1; }
    done
    case $1 in
    latest) version=$(timeout 60 npm view @yowasp/yosys version 2>"$2" | tail -n 1) ;;
    any) version=$(timeout 60 npm view @yowasp/yosys versions --parseable 2>"$2" | tail -n 1) ;;
    *) version=$1 ;;
    esac
    [ -n "$version" ] || { why="npm finds no @yowasp/yosys: $(head -n 1 "$2")"; return 1; }
    package=$O/npm/yosys-$version
    [ ! -d "$package" ] || return 0
    timeout 300 npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$package.$$" \
        "@yowasp/yosys@$version" >"$2" 2>&1 || {
        rm -rf "$package.$$"
        why="npm does not install @yowasp/yosys@$version: $(tail -n 1 "$2")"
        return 1; }
    mv -T "$package.$$" "$package" 2>/dev/null || rm -rf "$package.$$"
}
