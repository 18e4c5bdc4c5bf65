// Without a graphics card GTK has cairo draw, and cairo takes pictures to an X server through memory that both share (MIT-SHM). It keeps that memory
// for later pictures, and clears none: the picture of a text that is hidden again would stay there until something takes its place. So the server is
// said to have no such extension. Pictures then go to it over the connection, and are freed, and erased, once they are there.
//
// The program's definition comes before the one of libXext, which is asked by cairo alone: GTK shares memory with a Wayland compositor only.
#define _GNU_SOURCE
#include "UnsharedPixels.h"

#include <dlfcn.h>

struct _XDisplay;

int XShmQueryExtension(struct _XDisplay *display);

int XShmQueryExtension(struct _XDisplay *display) {
  (void)display;
  return 0;
}

bool unshared_pixels_are_in_force(void) { return dlsym(RTLD_DEFAULT, "XShmQueryExtension") == (void *)XShmQueryExtension; }
