#pragma once
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

static void vault_xcb_give_back(void *nothing) { (void)nothing; }

/// Sets a property of a window to `count` bytes, by a request that goes to the server from where the bytes are: the library's own
/// requests pass through its buffer, which keeps them. 1, or 0 when the connection is broken.
static inline int vault_xcb_put(
    xcb_connection_t *connection, xcb_window_t window, xcb_atom_t property, xcb_atom_t type, const void *bytes,
    uint32_t count) {
  uint32_t padding = (4 - count % 4) % 4;
  // Whoever writes by themselves begins with a request that has a reply, so that the library can count on.
  xcb_get_input_focus_request_t first = {.major_opcode = XCB_GET_INPUT_FOCUS, .length = 1};
  xcb_change_property_request_t head = {
    .major_opcode = XCB_CHANGE_PROPERTY, .mode = XCB_PROP_MODE_REPLACE,
    .length = (uint16_t)((sizeof(xcb_change_property_request_t) + count + padding) / 4),
    .window = window, .property = property, .type = type, .format = 8, .data_len = count,
  };
  static const char zeros[4];
  struct iovec parts[4] = {
    {&first, sizeof first}, {&head, sizeof head}, {(void *)bytes, count}, {(void *)zeros, padding},
  };
  uint64_t sent = 0;
  if (!xcb_take_socket(connection, vault_xcb_give_back, NULL, 0, &sent)) return 0;
  int done = xcb_writev(connection, parts, 4, 2);
  xcb_discard_reply64(connection, sent + 1);
  return done;
}
