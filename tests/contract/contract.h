/* The whole contract. */
#pragma once

#include "lapidary/appearance.h"
#include "lapidary/bots.h"
#include "lapidary/highlights.h"
#include "lapidary/plugin.h"
#include "lapidary/resample.h"
