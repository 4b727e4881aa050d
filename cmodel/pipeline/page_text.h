/* SPDX-License-Identifier: Apache-2.0 */
/* page.html, in front of its data and behind them; embed_page.sh makes a C file of it. */
#ifndef SUBCORE_PIPELINE_PAGE_TEXT_H
#define SUBCORE_PIPELINE_PAGE_TEXT_H

extern const char page_before[], page_behind[];

#endif
