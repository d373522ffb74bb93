/* Pictures: what may be in an SVG file, what is said of what may not, and what is sent. */
#include "host/plugins/picture.h"

#include <string.h>

#define OPEN "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">"
#define CLOSE "</svg>"
#define DRAWN(what) OPEN what CLOSE

typedef struct {
  const char *name;
  const char *svg;
  const char *sent; /* or, of a refusal, what the message is */
} Case;

static const Case accepted[] = {
    {"nothing", DRAWN(""), DRAWN("")},
    {"shapes", DRAWN("\n  <g transform=\"rotate(45 5 5)\"><path d=\"M0 0L1 1z\" fill='red'/></g>\n"),
     DRAWN("<g transform=\"rotate(45 5 5)\"><path d=\"M0 0L1 1z\" fill=\"red\"></path></g>")},
    {"its-size-is-that-of-what-it-is-drawn-on",
     "<svg width='4cm' height='8' xmlns='http://www.w3.org/2000/svg' viewBox=' 0,0\n10  10 '/>", DRAWN("")},
    {"what-editors-note",
     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- by hand -->\n"
     "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:e=\"urn:e\" viewBox=\"0 0 10 10\" e:zoom=\"3\" class=\"a\">"
     "<title>T</title><metadata><rdf><script>alert(1)</script></rdf></metadata><e:view onload=\"x\"/><!-- --></svg>",
     DRAWN("")},
    {"styles-become-attributes",
     DRAWN("<circle fill=\"red\" r=\"2\" style=\" fill : blue; stroke-width:2;-x-y:url(z);\"/>"),
     DRAWN("<circle fill=\"blue\" r=\"2\" stroke-width=\"2\"></circle>")},
    {"gradients",
     DRAWN("<defs><linearGradient id=\"a\"><stop offset=\"1\" stop-color=\"#fff\"/></linearGradient>"
           "<radialGradient id=\"b\" xlink:href=\"#a\"/></defs><rect fill=\"url(#b)\" width=\"3\"/>"),
     DRAWN("<defs><linearGradient id=\"a\"><stop offset=\"1\" stop-color=\"#fff\"></stop></linearGradient>"
           "<radialGradient href=\"#a\" id=\"b\"></radialGradient></defs><rect fill=\"url(#b)\" width=\"3\"></rect>")},
    {"texts", DRAWN("<text x=\"1\">A &amp; <tspan dy=\"1\">B&#9;\r\n</tspan><![CDATA[<script>]]></text>"),
     DRAWN("<text x=\"1\">A &amp; <tspan dy=\"1\">B  </tspan>&lt;script&gt;</text>")},
    {"quotes-in-values", DRAWN("<text font-family=\"&quot;A B&quot;, 'C', serif\">a</text>"),
     DRAWN("<text font-family=\"&quot;A B&quot;, &apos;C&apos;, serif\">a</text>")},
};

#define VALUE "not a value for pictures, which have colours, numbers and, in fill and stroke, url(#name)"
static const Case refused[] = {
    {"a-script", OPEN "\n\n<script>alert(1)</script>" CLOSE,
     "line 3: <script> may not be in a picture: a picture has no script"},
    {"an-event-handler", DRAWN("<path onclick=\"alert(1)\"/>"), "line 1: onclick: a picture has no script"},
    {"an-event-handler-of-the-whole",
     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\" onload=\"alert(1)\"/>",
     "line 1: onload: a picture has no script"},
    {"a-link", DRAWN("<a href=\"https://example.org\"/>"),
     "line 1: <a> may not be in a picture: a picture has no links"},
    {"another-document", DRAWN("<foreignObject/>"),
     "line 1: <foreignObject> may not be in a picture: a picture holds no other documents"},
    {"another-picture", DRAWN("<image href=\"data:image/png;base64,\"/>"),
     "line 1: <image> may not be in a picture: a picture holds no other pictures; draw shapes"},
    {"use", DRAWN("<use href=\"#a\"/>"),
     "line 1: <use> may not be in a picture: draw the shape in its place (Inkscape: unlink clones)"},
    {"an-animation", DRAWN("<rect><animate attributeName=\"x\"/></rect>"),
     "line 1: <animate> may not be in a picture: a picture does not move"},
    {"a-setting", DRAWN("<set/>"), "line 1: <set> may not be in a picture: a picture does not move"},
    {"a-style-sheet", DRAWN("<style>@import url(https://example.org);</style>"),
     "line 1: <style> may not be in a picture: a picture has no style sheet; write fill, stroke and the like as "
     "attributes"},
    {"a-filter", DRAWN("<filter/>"),
     "line 1: <filter> may not be in a picture: there are shapes, <g>, <text> and gradients"},
    {"an-element-that-is-not-known", DRAWN("<Path/>"),
     "line 1: <Path> may not be in a picture: there are shapes, <g>, <text> and gradients"},
    {"svg-in-svg", DRAWN("<svg/>"), "line 1: <svg> may not be in a picture: one picture has one <svg>; use <g>"},
    {"an-attribute-that-is-not-known", DRAWN("<path mask=\"url(#a)\"/>"), "line 1: a picture has no attribute mask"},
    {"an-attribute-twice", DRAWN("<path d=\"M0 0\" d=\"M1 1\"/>"), "line 1: d is there twice"},
    {"an-address-in-a-value", DRAWN("<path fill=\"url(https://example.org/#a)\"/>"),
     "line 1: fill=\"url(https://example.org/#a)\": " VALUE},
    {"a-reference-where-none-can-be", DRAWN("<path stroke-width=\"url(#a)\"/>"),
     "line 1: stroke-width=\"url(#a)\": " VALUE},
    {"more-behind-a-reference", DRAWN("<path fill=\"url(#a) url(x)\"/>"), "line 1: fill=\"url(#a) url(x)\": " VALUE},
    {"an-address-in-a-style", DRAWN("<path style=\"fill:URL(x)\"/>"), "line 1: fill=\"URL(x)\": " VALUE},
    {"an-escape", DRAWN("<path fill=\"u\\72l(x)\"/>"), "line 1: fill=\"u\\72l(x)\": " VALUE},
    {"a-function", DRAWN("<path fill=\"var(--a)\"/>"), "line 1: fill=\"var(--a)\": " VALUE},
    {"a-bracket-by-itself", DRAWN("<path transform=\"(1)\"/>"), "line 1: transform=\"(1)\": " VALUE},
    {"a-style-that-is-not-known", DRAWN("<path style=\"behavior: a\"/>"), "line 1: style: a picture has no behavior"},
    {"a-style-that-is-none", DRAWN("<path style=\"fill\"/>"), "line 1: style: \"fill\" is not \"name: value\""},
    {"a-link-of-a-shape", DRAWN("<path href=\"#a\"/>"), "line 1: href: a picture has no links"},
    {"a-gradient-from-elsewhere", DRAWN("<linearGradient xlink:href=\"other.svg#a\"/>"),
     "line 1: href=\"other.svg#a\": a picture refers to nothing outside; \"#name\" is one of its own gradients"},
    {"a-reference-to-nothing", DRAWN("<path fill=\"url(#a)\"/>"), "it refers to #a, and nothing in it has that id"},
    {"an-id-twice", DRAWN("<g id=\"a\"/><g id=\"a\"/>"), "line 1: id=\"a\" is there twice"},
    {"an-id-that-is-no-word", DRAWN("<g id=\"a b\"/>"),
     "line 1: id=\"a b\": not a word of a-z, A-Z, 0-9, '.', '_', '-'"},
    {"a-doctype", "<!DOCTYPE svg [<!ENTITY a \"b\">]>\n" OPEN CLOSE,
     "<!DOCTYPE: a picture has neither a DOCTYPE nor entities nor instructions; take that out"},
    {"an-instruction", "<?xml-stylesheet href=\"a.css\"?>" OPEN CLOSE,
     "<?xml-stylesheet: a picture has neither a DOCTYPE nor entities nor instructions; take that out"},
    {"text-outside-of-texts", DRAWN("<g>words</g>"), "line 1: text stands outside of <text>"},
    {"text-behind-a-text", DRAWN("<g><text>a</text>b</g>"), "line 1: text stands outside of <text>"},
    {"a-character-that-is-not-of-xml", DRAWN("<text>&#1;</text>"), "line 1: the character U+0001 is not of XML"},
    {"no-size", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"3\"/>",
     "line 1: viewBox is missing: a picture says its size by four numbers, like viewBox=\"0 0 100 100\""},
    {"no-width", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 0 9\"/>",
     "line 1: viewBox is 0 0 0 9: a picture says its size by four numbers, like viewBox=\"0 0 100 100\""},
    {"a-size-that-is-no-number", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 nan 9\"/>",
     "line 1: viewBox is 0 0 nan 9: a picture says its size by four numbers, like viewBox=\"0 0 100 100\""},
    {"another-root", "<html/>",
     "line 1: it begins with <html>, not with <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"},
    {"no-namespace", "<svg viewBox=\"0 0 1 1\"/>",
     "line 1: it begins with <svg>, not with <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"},
    {"another-namespace", DRAWN("<g xmlns=\"http://www.w3.org/1999/xhtml\"/>"),
     "line 1: xmlns=\"http://www.w3.org/1999/xhtml\": <g> is not of SVG"},
    {"two-roots", OPEN CLOSE OPEN CLOSE, "line 1: <svg> stands behind the end of the picture"},
};

/* --- */

static GBytes *read(const char *svg, GError **error) { return lap_picture_read(svg, strlen(svg), error); }

static void is_accepted(gconstpointer data)
{
  const Case *of = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) once = read(of->svg, &error);
  g_assert_no_error(error);
  g_autofree char *text = g_strndup(g_bytes_get_data(once, NULL), g_bytes_get_size(once));
  g_assert_cmpstr(text, ==, of->sent);
  g_autoptr(GBytes) twice = read(text, &error);
  g_assert_no_error(error);
  g_assert_true(g_bytes_equal(once, twice));
}

static void is_refused(gconstpointer data)
{
  const Case *of = data;
  g_autoptr(GError) error = NULL;
  g_assert_null(read(of->svg, &error));
  g_assert_error(error, LAP_PICTURE_ERROR, 0);
  g_assert_cmpstr(error->message, ==, of->sent);
}

/* What is no XML is GLib's to say; the message begins alike. */
static void what_is_no_xml_is_refused(void)
{
  static const char *const texts[] = {"",
                                      "words",
                                      OPEN,
                                      OPEN "<g>" CLOSE,
                                      DRAWN("&nbsp;"),
                                      DRAWN("<text>\xff</text>"),
                                      DRAWN("<path d=3/>"),
                                      OPEN CLOSE "words"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(read(texts[i], &error));
    g_assert_error(error, LAP_PICTURE_ERROR, 0);
    if (i < 7) g_assert_true(g_str_has_prefix(error->message, "not XML: "));
  }
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_picture_read(OPEN "\0" CLOSE, sizeof(OPEN "\0" CLOSE) - 1, &error));
  g_assert_error(error, LAP_PICTURE_ERROR, 0);
}

static char *repeated(const char *begin, const char *end, guint n)
{
  GString *text = g_string_new(OPEN);
  for (guint i = 0; i < n; i++) g_string_append(text, begin);
  for (guint i = 0; i < n; i++) g_string_append(text, end);
  g_string_append(text, CLOSE);
  return g_string_free(text, FALSE);
}

static void is_refused_past(const char *begin, const char *end, guint most, const char *message)
{
  g_autofree char *fine = repeated(begin, end, most), *more = repeated(begin, end, most + 1);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) picture = read(fine, &error);
  g_assert_no_error(error);
  g_assert_null(read(more, &error));
  g_assert_cmpstr(error->message, ==, message);
}

static void pictures_have_limits(void)
{
  is_refused_past("<g/>", "", LAP_PICTURE_ELEMENTS_MAX - 1,
                  "line 1: it has more than 5000 elements; draw it more simply");
  is_refused_past("<g>", "</g>", LAP_PICTURE_DEPTH_MAX - 1,
                  "line 1: its elements stand in one another more than 32 deep");
  is_refused_past(" ", "", LAP_PICTURE_SIZE_MAX - strlen(OPEN CLOSE),
                  "it has 131073 bytes, at most 131072 are possible");
}

static void messages_are_not_as_long_as_values(void)
{
  g_autofree char *value = g_strnfill(100000, 'a'), *svg = g_strdup_printf(DRAWN("<path d=\"@%s\"/>"), value);
  g_autoptr(GError) error = NULL;
  g_assert_null(read(svg, &error));
  g_assert_cmpuint(strlen(error->message), ==, strlen("line 1: ") + 300);
}

static void names_are_words(void)
{
  g_assert_true(lap_picture_is_name("Wolf_2-b", 8));
  g_assert_false(lap_picture_is_name("a.b", 3));
  g_assert_false(lap_picture_is_name("a/b", 3));
  g_assert_false(lap_picture_is_name("", 0));
  g_autofree char *longest = g_strnfill(65, 'a');
  g_assert_true(lap_picture_is_name(longest, 64));
  g_assert_false(lap_picture_is_name(longest, 65));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(accepted); i++) {
    g_autofree char *name = g_strconcat("/plugins/picture/accepts/", accepted[i].name, NULL);
    g_test_add_data_func(name, &accepted[i], is_accepted);
  }
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_autofree char *name = g_strconcat("/plugins/picture/refuses/", refused[i].name, NULL);
    g_test_add_data_func(name, &refused[i], is_refused);
  }
  g_test_add_func("/plugins/picture/what-is-no-xml-is-refused", what_is_no_xml_is_refused);
  g_test_add_func("/plugins/picture/pictures-have-limits", pictures_have_limits);
  g_test_add_func("/plugins/picture/messages-are-not-as-long-as-values", messages_are_not_as_long_as_values);
  g_test_add_func("/plugins/picture/names-are-words", names_are_words);
  return g_test_run();
}
