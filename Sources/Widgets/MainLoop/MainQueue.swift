#if Desktop
internal import CAdwaita
internal import Glibc

/// Has GLib's main loop work off libdispatch's main queue, which is where the main actor runs.
enum MainQueue {
  /// Begins with it. The queue must never be worked off inside a nested loop: what waits there may have begun it.
  static func attach() {
    g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        // The descriptor counts what was announced, and stays readable until somebody reads that.
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return 1  // go on
      }, nil)
  }
}
#endif
