# SPDX-License-Identifier: Apache-2.0
# Areas, clocks and energies for claims.sh, which reads this file.

hardware() {
    without area. todo "make claims HARDWARE=yes" "not measured yet: make claims HARDWARE=yes"
    without timing. todo "make timing" "not measured yet: make timing"
}

energy() {
    without energy. todo "make energy" "not measured yet: make energy"
    without power. todo "make energy" "not measured yet: make energy"
}
