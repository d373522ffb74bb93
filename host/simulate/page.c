#include "page.h"

#include "plot.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fbfaf7;--ink:#22211e;--soft:#6d6a63;--line:#dedad0;--card:#fff;"
    "--c0:#2f6db3;--c1:#d9822b;--c2:#3a8f5c;--c3:#c0485a;--c4:#7a5bb5;--c5:#1f97a3;--c6:#a3791f;--c7:#8a8a8a}"
    "@media(prefers-color-scheme:dark){:root{--paper:#17181b;--ink:#e8e6e0;--soft:#9d9a92;--line:#34363b;--card:#"
    "1f2125;"
    "--c0:#6ea8e6;--c1:#eda45a;--c2:#6cc08c;--c3:#e87f8d;--c4:#a98fe0;--c5:#58c3cd;--c6:#d0aa56;--c7:#a8a8a8}}"
    "@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--card:#fff}figure{border:0!important;"
    "padding:0!important}details{display:none}}"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:76rem;padding:2rem 1.2rem 4rem;background:var(--paper);"
    "color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
    "h1{font-size:1.7rem;margin:0;line-height:1.2}.what{color:var(--soft);margin:.2rem 0 1.4rem}"
    ".tiles{display:flex;flex-wrap:wrap;gap:.8rem;margin:0 0 1.4rem;padding:0;list-style:none}"
    ".tiles li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem 1rem;min-width:8rem}"
    ".tiles b{display:block;font-size:1.45rem;line-height:1.3;font-variant-numeric:tabular-nums}"
    ".tiles span{color:var(--soft);font-size:.85rem}"
    ".says{margin:0 0 1.6rem;padding:0 0 0 1.1rem}.says li{margin:.25rem 0}"
    "main{columns:30rem 2;column-gap:1.1rem}"
    "figure{margin:0 0 1.1rem;break-inside:avoid;background:var(--card);border:1px solid "
    "var(--line);border-radius:10px;padding:1rem 1.1rem .7rem}"
    "figcaption{font-weight:600;margin:0 0 .5rem}figcaption small{display:block;font-weight:400;color:var(--soft)}"
    "svg{display:block;width:100%;height:auto;font:12px system-ui,sans-serif;overflow:visible}"
    "text{fill:var(--ink)}.tick{fill:var(--soft);text-anchor:middle;font-size:11px}.label{text-anchor:end}"
    ".note{font-variant-numeric:tabular-nums}path{fill:none;stroke:var(--line)}.whisker{stroke:var(--ink);stroke-width:"
    "1.3}"
    ".due{stroke:var(--ink);stroke-dasharray:3 3}.zero{stroke:var(--soft)}.base{stroke:var(--soft)}"
    ".c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}"
    ".c6{fill:var(--c6)}.c7{fill:var(--c7)}"
    ".key{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.3rem 0;font-size:.85rem}"
    ".key i{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}"
    ".c0 i,i.c0{background:var(--c0)}i.c1{background:var(--c1)}i.c2{background:var(--c2)}i.c3{background:var(--c3)}"
    "i.c4{background:var(--c4)}i.c5{background:var(--c5)}i.c6{background:var(--c6)}i.c7{background:var(--c7)}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}td,th{padding:.15rem .8rem "
    ".15rem 0;"
    "text-align:right;border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}"
    "details{margin-top:1.6rem}pre{overflow:auto;font-size:.8rem;line-height:1.35}";

GString *lap_page_begin(const char *title, const char *heading)
{
  GString *out = g_string_new("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                              "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
  lap_plot_append_text(out, title);
  g_string_append_printf(out, "</title>\n<style>%s</style></head>\n<body>\n<h1>", style);
  lap_plot_append_text(out, heading);
  g_string_append(out, "</h1>\n");
  return out;
}

char *lap_page_end(GString *out, const char *table)
{
  g_string_append(out, "<details><summary>All numbers as a table</summary><pre>");
  lap_plot_append_text(out, table);
  g_string_append(out, "</pre></details>\n</body></html>\n");
  return g_string_free(out, FALSE);
}

void lap_page_begin_figure(GString *out, const char *title, const char *note)
{
  g_string_append(out, "<figure><figcaption>");
  lap_plot_append_text(out, title);
  g_string_append(out, "<small>");
  lap_plot_append_text(out, note);
  g_string_append(out, "</small></figcaption>\n");
}

void lap_page_end_figure(GString *out) { g_string_append(out, "</figure>\n"); }
