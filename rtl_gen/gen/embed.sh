#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# embed.sh FILE...: writes a C file that has templates, and what they include, as strings.
set -eu
. "$(dirname "$0")/../../tb/flow/neutral.sh"

printf '/* Written by rtl_gen/gen/embed.sh. */\n#include "rtl_gen/gen/templates.h"\n\n'
printf 'const struct built_in built_ins[] = {\n'
for file in "$@"; do
    printf '    {"%s", "%s",\n' "${file##*/}" "$file"
    sed 's/\\/\\\\/g; s/"/\\"/g; s/?/\\?/g; s/^/    "/; s/$/\\n"/' "$file"
    printf '    ""},\n'
done
printf '    {0},\n};\n'
