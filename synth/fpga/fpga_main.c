/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fpga: what synth/fpga/fpga.sh computes. Exit code 2: bad input.
 *
 * usage: fpga harness NETLIST MODULE     the harness of a module (harness.h); NETLIST is what Yosys' write_json writes
 *        fpga report REPORT              a line of what nextpnr's report says (report.h)
 */
#include <stdio.h>
#include <string.h>

#include "configs/program.h"
#include "harness.h"
#include "report.h"

int main(int argc, char **argv)
{
    char error[1024] = "";
    program_begin();
    program_version(argc, argv);
    if (argc == 4 && strcmp(argv[1], "harness") == 0) {
        struct netlist *netlist = netlist_read(argv[2], SENTENCE(error));
        if (!netlist || !harness_print(netlist, argv[3], stdout, SENTENCE(error)))
            give_up("%s", error);
        netlist_free(netlist);
    } else if (argc == 3 && strcmp(argv[1], "report") == 0) {
        if (!report_print(argv[2], stdout, SENTENCE(error)))
            give_up("%s", error);
    } else {
        give_up("accepted: harness NETLIST MODULE, or report REPORT");
    }
    return 0;
}
