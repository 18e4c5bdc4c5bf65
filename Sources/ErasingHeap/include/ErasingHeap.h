// A heap that erases every block as it is freed. Linking this target is enough: see ErasingHeap.c.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Erases all of `block`, then gives it back to the allocator; what `free` means in a program that links this.
void erasing_heap_free(void *block);

/// What `realloc` means in such a program: a block that has to move leaves nothing behind.
void *erasing_heap_realloc(void *block, size_t count);

/// Whether `free` is the one above in this program. It may not be when it was linked otherwise, or with a sanitizer.
bool erasing_heap_is_in_force(void) __attribute__((swift_name("erasingHeapIsInForce()")));
