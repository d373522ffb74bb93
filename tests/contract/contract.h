/* The whole contract. */
#pragma once

#include "lapidary/lights.h"
#include "lapidary/look.h"
#include "lapidary/plugin.h"
#include "lapidary/resample.h"
