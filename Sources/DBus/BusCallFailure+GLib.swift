internal import CGIO

extension BusCallFailure {
  /// What GLib says of a call.
  ///
  /// - Parameter error: a `GError`, which is freed; nil where GLib gave none.
  public init(taking error: UnsafeMutableRawPointer?) {
    guard let error = error?.assumingMemoryBound(to: GError.self) else {
      self.init(message: "no answer")
      return
    }
    defer { g_error_free(error) }
    let name = g_dbus_error_get_remote_error(error)
    defer { g_free(name) }
    func isIO(_ code: GIOErrorEnum) -> Bool { g_error_matches(error, g_io_error_quark(), gint(code.rawValue)) != 0 }
    // Nobody cancels a call but its deadline.
    self.init(
      message: String(cString: error.pointee.message), errorName: name.map { String(cString: $0) },
      hasTimedOut: isIO(G_IO_ERROR_TIMED_OUT) || isIO(G_IO_ERROR_CANCELLED))
    isOfOtherType = isIO(G_IO_ERROR_INVALID_ARGUMENT)
  }
}
