/* Pictures: SVG files of plugins, made safe.
 *
 * An SVG file may hold scripts, links, fonts, styles and other documents, and a plugin may be anybody's. So a picture
 * is read element by element, and written anew from what was read: shapes, texts and gradients, with the attributes
 * that say where they are and how they are painted. What is not on these lists is an error that says where it is, but
 * for what editors note for themselves (comments, metadata, names with a prefix of their own), which is left out. So
 * what is sent has no script, no event handler, no link, no animation, no style sheet, no entity and no address; what
 * it refers to is a gradient of its own. It has a viewBox, and no size of its own. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LAP_PICTURE_SUFFIX ".svg"
#define LAP_PICTURE_SIZE_MAX (128u * 1024)       /* bytes of a file */
#define LAP_PICTURES_MAX 256                     /* of a plugin */
#define LAP_PICTURES_SIZE_MAX (4u * 1024 * 1024) /* bytes, all together */
#define LAP_PICTURE_ELEMENTS_MAX 5000
#define LAP_PICTURE_DEPTH_MAX 32

#define LAP_PICTURE_ERROR (lap_picture_error_quark())
GQuark lap_picture_error_quark(void);

/* A picture as it is sent: reading that again yields the same. NULL with an error of the form "line 3: <script> may not
 * be in a picture: ...". Returns: (transfer full) */
GBytes *lap_picture_read(const char *svg, gsize length, GError **error);

/* Whether a picture may have this name: a word of a-z, A-Z, 0-9, '_', '-'. */
gboolean lap_picture_is_name(const char *name, gsize length);

G_END_DECLS
