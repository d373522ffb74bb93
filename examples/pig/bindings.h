/* What bindgen reads: see meson.build. */
#include "lapidary/appearance.h"
#include "lapidary/plugin.h"
