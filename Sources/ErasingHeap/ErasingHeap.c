// Libraries copy what passes through them: strings, buffers, contexts of ciphers. None of that outlives its block here.
//
// glibc's own setting for this, M_PERTURB, passes over the blocks that it keeps for each thread, up to 1,032 bytes. So `free`
// and `realloc` are defined in the program. A dynamically linked program's definitions come before those of all libraries, which
// then call them, too. In a statically linked one they would clash with glibc's, and the linker is told `--wrap` instead.
#define _GNU_SOURCE
#include "ErasingHeap.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef void (*release_function)(void *block);

// Only one of the two is there: the first where the linker wraps, the second where there is a dynamic loader to ask. Asking it, not
// glibc, makes a block go back to the allocator that gave it, also where another one was loaded before.
extern void __real_free(void *block) __attribute__((weak));
#pragma weak dlsym

static release_function underlying(void) {
  static _Atomic(release_function) known;
  static _Thread_local bool is_looking;
  release_function found = atomic_load_explicit(&known, memory_order_relaxed);
  // What the loader frees while it looks stays allocated: a few bytes, once.
  if (found || is_looking) return found;
  is_looking = true;
  found = __real_free ? __real_free : (release_function)dlsym(RTLD_NEXT, "free");
  is_looking = false;
  atomic_store_explicit(&known, found, memory_order_relaxed);
  return found;
}

void erasing_heap_free(void *block) {
  if (!block) return;
  explicit_bzero(block, malloc_usable_size(block));
  release_function release = underlying();
  if (release) release(block);
}

void *erasing_heap_realloc(void *block, size_t count) {
  if (!block) return malloc(count);
  if (count == 0) {
    erasing_heap_free(block);
    return NULL;
  }
  size_t held = malloc_usable_size(block);
  // The allocator's own would free what it moves from, and what it cuts off, as they are.
  if (count <= held && count >= held / 2) return block;
  void *moved = malloc(count);
  if (!moved) return NULL;
  memcpy(moved, block, held < count ? held : count);
  erasing_heap_free(block);
  return moved;
}

// Weak: a sanitizer brings its own.
void free(void *block) __attribute__((weak, alias("erasing_heap_free")));
void *realloc(void *block, size_t count) __attribute__((weak, alias("erasing_heap_realloc")));
void __wrap_free(void *block) __attribute__((alias("erasing_heap_free")));
void *__wrap_realloc(void *block, size_t count) __attribute__((alias("erasing_heap_realloc")));
