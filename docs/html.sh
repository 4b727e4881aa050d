#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pages as HTML with a search that works from files, in $O/docs, by Sphinx. Nothing is fetched. The sections of
# docs/index.md become the tree beside each page.
#
# usage: html.sh    (variables: O)
set -eu
. "$(dirname "$0")/../tb/flow/neutral.sh"
cd "$(dirname "$0")/.."
unset PYTHONPATH PYTHONHOME
O=${O:-build}
command -v sphinx-build >/dev/null 2>&1 || {
    echo "docs: sphinx-build is not there; accepted is what .ci/deps --docs installs" >&2; exit 2; }
mkdir -p "$O/docs.from"
top=$PWD out=$(cd "$O" && pwd)/docs from=$(cd "$O/docs.from" && pwd)

# A folder of links to the checkout, in which the index is another one.
rm -rf "$from" "$out"
mkdir -p "$from/docs" "$out"
for f in README.md CONTRIBUTING.md CHANGELOG.md LICENSE .ci cmodel configs constraints rtl_gen synth tb workloads; do
    ln -s "$top/$f" "$from/$f"
done
for f in docs/*; do ln -s "$top/$f" "$from/$f"; done
rm "$from/docs/index.md"
{
    cat docs/index.md
    awk '
        /^## / { end(); print "\n```{toctree}\n:hidden:\n:maxdepth: 1\n:caption: " substr($0, 4) "\n"; open = 1 }
        open && match($0, /^[|] \[[^]]*\]\([^)]*[.]md\)/) {
            link = substr($0, 4, RLENGTH - 7)
            split(link, part, /\]\(/)
            print part[1] " <" part[2] ">"
        }
        function end() { if (open) print "```" }
        END { end() }' docs/index.md
} >"$from/docs/index.md"

# Settings of Sphinx. Anchors are those of GitHub. Two languages of the pages are no language that Pygments knows.
cat >"$from/conf.py" <<SETTINGS
from pygments.lexers.special import TextLexer
project = 'Subcore'
release = '$(sed -n 's/^#define SUBCORE_VERSION "\(.*\)"$/\1/p' configs/version.h)'
extensions = ['myst_parser']
myst_heading_anchors = 6
root_doc = 'docs/index'
include_patterns = ['*.md', 'docs/*.md']
highlight_language = 'none'
suppress_warnings = ['misc.highlighting_failure']
html_theme = 'furo'
html_title = 'Subcore $(sed -n 's/^#define SUBCORE_VERSION "\(.*\)"$/\1/p' configs/version.h)'
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_show_search_summary = False
def setup(app):
    for name in 'trace', 'list':
        app.add_lexer(name, TextLexer)
SETTINGS

status=0
sphinx-build -q -W --keep-going -j auto -b html -d "$O/docs.trees" "$from" "$out" >"$O/docs.log" 2>&1 || status=$?
[ $status -eq 0 ] || { cat "$O/docs.log" >&2; echo "docs: the pages have mistakes" >&2; exit 1; }
first=docs/index to=$out/index.html
echo "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=$first.html\"><title>Subcore</title>" >"$to"
rm -rf "$from"
echo "$O/docs/index.html"
