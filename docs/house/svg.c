/* SPDX-License-Identifier: Apache-2.0 */
#include "svg.h"

static void escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: putc(*text, out); break;
        }
}

void svg_begin(FILE *out, int width, int height, const char *title)
{
    fprintf(out, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
            "font-family='sans-serif'>\n<title>", width, height, width, height);
    escaped(out, title);
    fputs("</title>\n<style>\n"
          ".t{font-size:17px;font-weight:bold;fill:#112}.b{font-size:14px;font-weight:bold;fill:#112}\n"
          ".m{font-size:15px;font-weight:bold;font-family:monospace;fill:#112}\n"
          ".n{font-size:13px;fill:#334}.s{font-size:13px;fill:#334}\n"
          ".g{fill:#fff}.p{fill:#eef2f8;stroke:#9ab}.f{fill:#fff;stroke:#334}\n"
          ".a{fill:none;stroke:#b5541c;stroke-width:1.5}.h{fill:#b5541c}\n"
          ".c{font-size:13px;font-family:monospace;fill:#112}.w{fill:none;stroke:#334;stroke-width:1.3}\n"
          ".x{fill:#d5dbe5;stroke:#9ab}.d{fill:none;stroke:#dde3ec}\n"
          "@media (prefers-color-scheme:dark){.t,.b,.m{fill:#eef}.n,.s{fill:#ccd}\n"
          ".g{fill:#0d1117}.p{fill:#1a2230;stroke:#567}.f{fill:#0d1117;stroke:#9ab}\n"
          ".a{stroke:#f0a060}.h{fill:#f0a060}.c{fill:#eef}.w{stroke:#ccd}.x{fill:#34404f;stroke:#567}\n"
          ".d{stroke:#26303d}}\n"
          "</style>\n<defs><marker id='h' markerWidth='9' markerHeight='9' refX='7' refY='3.5' orient='auto' "
          "markerUnits='userSpaceOnUse'><path class='h' d='M0,0 L8,3.5 L0,7 z'/></marker></defs>\n", out);
    fprintf(out, "<rect class='g' width='%d' height='%d'/>\n", width, height);
}

void svg_end(FILE *out)
{
    fputs("</svg>\n", out);
}

void svg_box(FILE *out, const char *class, int x, int y, int width, int height)
{
    fprintf(out, "<rect class='%s' x='%d' y='%d' width='%d' height='%d' rx='5'/>\n", class, x, y, width, height);
}

void svg_text(FILE *out, const char *class, const char *anchor, int x, int y, const char *text)
{
    fprintf(out, "<text class='%s' text-anchor='%s' x='%d' y='%d'>", class, anchor, x, y);
    escaped(out, text);
    fputs("</text>\n", out);
}

void svg_arrow(FILE *out, const char *points)
{
    fprintf(out, "<polyline class='a' points='%s' marker-end='url(#h)'/>\n", points);
}

void svg_line(FILE *out, const char *class, const char *points)
{
    fprintf(out, "<polyline class='%s' points='%s'/>\n", class, points);
}
