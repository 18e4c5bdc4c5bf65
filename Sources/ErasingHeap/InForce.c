// In a file of its own: where the linker wraps, it leaves a name alone in the file that defines it.
#include "ErasingHeap.h"

#include <stdlib.h>

bool erasing_heap_is_in_force(void) {
  // Read when it runs: a compiler takes two names for two functions.
  void (*volatile release)(void *) = free;
  void *(*volatile move)(void *, size_t) = realloc;
  return release == erasing_heap_free && move == erasing_heap_realloc;
}
