/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is used of libarchive, which is loaded when the first compressed file is opened: with all that it needs itself
 * that takes longer than a short run.
 */
#ifndef SUBCORE_ARCHIVE_LIBRARY_H
#define SUBCORE_ARCHIVE_LIBRARY_H

#include <archive.h>
#include <archive_entry.h>

struct archive_library {
    __typeof__(archive_read_new) *read_new;
    __typeof__(archive_read_support_filter_gzip) *filter_gzip;
    __typeof__(archive_read_support_filter_bzip2) *filter_bzip2;
    __typeof__(archive_read_support_filter_lzma) *filter_lzma;
    __typeof__(archive_read_support_filter_xz) *filter_xz;
    __typeof__(archive_read_support_filter_zstd) *filter_zstd;
    __typeof__(archive_read_support_filter_lz4) *filter_lz4;
    __typeof__(archive_read_support_format_raw) *format_raw;
    __typeof__(archive_read_support_format_empty) *format_empty;
    __typeof__(archive_read_open_filename) *open_filename;
    __typeof__(archive_read_next_header) *next_header;
    __typeof__(archive_read_data) *read_data;
    __typeof__(archive_read_free) *read_free;
    __typeof__(archive_error_string) *error_string;
};

/* The library, from any thread; NULL if it cannot be loaded. */
const struct archive_library *archive_library(void);

#endif
