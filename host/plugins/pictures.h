/* The pictures of a game (picture.h): those of its plugins' folders, as they are sent.
 *
 * Each is known by its content, so that its address never stands for anything else, and says nothing but what it shows.
 */
#pragma once

#include "picture.h"

G_BEGIN_DECLS

/* Called with each file of a picture in a plugin's folder: pictures/NAME.svg, then picture.NAME.svg. `folder` is the
 * one that it lies in. FALSE with an error ends it. */
typedef gboolean (*LapPictureVisit)(const char *folder, const char *file, const char *name, gpointer data,
                                    GError **error);
/* The error names the file: one whose name is not that of a picture is one. LAP_PLUGIN_ERROR_DATA. */
gboolean lap_pictures_visit(const char *folder, LapPictureVisit visit, gpointer data, GError **error);

typedef struct LapPictures LapPictures;

/* `folders`: of the levels of a game, the base first, NULL-terminated; a higher one's pictures count. Files that are
 * refused are passed over, with a warning: they were checked when the plugin was scanned. */
LapPictures *lap_pictures_new(const char *const *folders);
void lap_pictures_free(LapPictures *pictures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapPictures, lap_pictures_free)

/* Where frontends get a picture, relative to the server's root: "pictures/SHA-256.svg". NULL if there is none of that
 * name; NULL is allowed for both. */
const char *lap_pictures_find(const LapPictures *pictures, const char *name);
/* Their names, ended by NULL. Returns: (transfer container) */
GPtrArray *lap_pictures_list(const LapPictures *pictures);
/* The picture at such an address, or NULL. Owned by `pictures`. */
GBytes *lap_pictures_get(const LapPictures *pictures, const char *address);

G_END_DECLS
