/* SPDX-License-Identifier: Apache-2.0 */
/* The version that every program prints; CHANGELOG.md has a section of it. */
#ifndef SUBCORE_VERSION_H
#define SUBCORE_VERSION_H

#define SUBCORE_VERSION "0.9.0"

#endif
