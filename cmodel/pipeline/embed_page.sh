#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# embed_page.sh FILE: writes a C file that has the page as two strings, what stands before the line of its data and what
# stands behind it.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"

printf '/* Written by cmodel/pipeline/embed_page.sh. */\n#include "cmodel/pipeline/page_text.h"\n\n'
sed 's/\\/\\\\/g; s/"/\\"/g; s/?/\\?/g; s/^/    "/; s/$/\\n"/
     1s/^/const char page_before[] =\n/
     s/^    "@DATA@\\n"$/    "";\n\nconst char page_behind[] =/' "$1"
printf '    "";\n'
