/* SPDX-License-Identifier: Apache-2.0 */
/* What names a trace: paths with commas between; \, is a comma of a path, and \\ a backslash. */
#ifndef SUBCORE_TRACE_SPEC_H
#define SUBCORE_TRACE_SPEC_H

/* The path that a specification begins with, to be freed; *rest: the comma behind it, or the end. NULL for want of
 * memory. */
char *trace_spec_path(const char *spec, const char **rest);

#endif
