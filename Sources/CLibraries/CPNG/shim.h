#pragma once
#include <png.h>

/// Eight bits of red, green, blue and alpha each; the header has it as a macro of macros.
static const png_uint_32 vault_png_rgba = PNG_FORMAT_RGBA;
