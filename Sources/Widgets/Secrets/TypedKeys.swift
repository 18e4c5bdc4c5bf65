#if Desktop
internal import CAdwaita

/// The presses of keys with which a secret was typed.
///
/// Under Wayland each is an event of some bytes in a ring of 4 KiB, which is written over by what the compositor says next, and by nothing else: in a window
/// that is left alone they would stay. X11 brings them otherwise.
@MainActor
enum TypedKeys {
  private static var isAsked = false
  /// A round trip brings 24 bytes: so many fill the ring.
  private static let roundTripCount = 200

  /// Has the ring written over, once for all that ask in the same turn of the main loop.
  static func overwrite() {
    guard !isAsked, let display = gdk_display_get_default(), isWayland(display) else { return }
    isAsked = true
    Task {
      isAsked = false
      guard gdk_display_is_closed(display) == 0 else { return }
      for _ in 0..<roundTripCount { gdk_display_sync(display) }
    }
  }

  private static func isWayland(_ display: OpaquePointer) -> Bool {
    let object = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_name_from_instance(object).map { String(cString: $0) } == "GdkWaylandDisplay"
  }
}
#endif
