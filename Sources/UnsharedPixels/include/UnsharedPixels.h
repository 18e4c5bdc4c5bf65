// A window whose pictures are in no memory that it shares with an X server. Linking this target is enough: see UnsharedPixels.c.
#pragma once
#include <stdbool.h>

/// Whether cairo is told in this program that the server shares no memory. It may not be when it was linked otherwise.
bool unshared_pixels_are_in_force(void) __attribute__((swift_name("unsharedPixelsAreInForce()")));
