/* The languages that the host itself speaks. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "en", "es", "id"; ended by NULL. */
extern const char *const lap_languages[];

/* The one of them that serves a reader of `locale` ("es", "es-MX", "es_MX.UTF-8"), or NULL. Interned. */
const char *lap_language_for(const char *locale);

G_END_DECLS
