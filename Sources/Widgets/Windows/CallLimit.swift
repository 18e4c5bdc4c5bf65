#if Desktop
internal import CAdwaita
internal import Synchronization

/// How much other programs of the session may ask of this one before it has drawn what that shows.
///
/// What is over is refused before it reaches the main loop. A loop that is kept busy draws nothing: what has just been hidden would stay on the
/// screen, and a click would fall on something that nobody has seen.
nonisolated enum CallLimit {
  /// How many calls may wait, and how many bytes each of them may have.
  private static let (maximumCount, maximumByteCount) = (32, 16384)

  /// Calls since the main loop had nothing to do.
  private static let waiting = Mutex(0)

  /// Has it hold for what comes over a connection.
  static func apply(to connection: OpaquePointer) {
    // GLib calls it on a thread of its own.
    g_dbus_connection_add_filter(
      connection,
      { connection, message, isIncoming, _ in
        guard isIncoming != 0, let message, g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
          !CallLimit.allows(message)
        else { return message }
        CallLimit.refuse(message, over: connection)
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, nil, nil)
  }

  private static func allows(_ message: OpaquePointer) -> Bool {
    let byteCount = g_dbus_message_get_body(message).map { g_variant_get_size($0) } ?? 0
    guard byteCount <= maximumByteCount else { return false }
    let count = waiting.withLock { waiting -> Int? in
      guard waiting < maximumCount else { return nil }
      waiting += 1
      return waiting
    }
    if count == 1 { endWait() }
    return count != nil
  }

  /// Counts anew once all is done, and drawn.
  private static func endWait() {
    g_idle_add_full(
      MainQueue.afterDrawing,
      { _ in
        CallLimit.waiting.withLock { $0 = 0 }
        return 0  // once
      }, nil, nil)
  }

  private static func refuse(_ message: OpaquePointer, over connection: OpaquePointer?) {
    guard g_dbus_message_get_flags(message).rawValue & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0,
      let reply = g_dbus_message_new_method_error_literal(
        message, "org.freedesktop.DBus.Error.LimitsExceeded", "That is too much at once. Try again in a second.")
    else { return }
    // Where the caller is gone nobody waits for it.
    g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
  }
}
#endif
