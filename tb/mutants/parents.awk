# SPDX-License-Identifier: Apache-2.0
# From RTLIL text: the modules that have an instance of MODULE, one per line.
# usage: awk -v module=MODULE -f parents.awk FILE.il
$1 == "module" { name = substr($2, 2) }

$1 == "cell" && $2 == "\\" module && !(name in found) {
    found[name]
    print name
}
