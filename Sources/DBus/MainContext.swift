internal import CGIO
public import LinuxSystem

/// A GLib main context for one thread that waits for answers itself, each with a deadline.
///
/// Not for several threads: its owner's alone.
public final class MainContext {
  /// GLib's context (`GMainContext`).
  public let pointer: OpaquePointer

  /// Makes one that nothing waits in yet.
  public init() { pointer = g_main_context_new() }

  deinit { g_main_context_unref(pointer) }

  /// Delivers what has come; waits for nothing.
  public func deliver() { while g_main_context_iteration(pointer, 0) != 0 {} }

  /// Delivers what comes until `isDone`, or the deadline.
  public func run(before deadline: Deadline, until isDone: () -> Bool) {
    while !isDone() {
      let milliseconds = deadline.pollTimeout
      guard milliseconds > 0 else { return }
      // The timer only wakes the loop, which then looks at the clock itself.
      let timer = g_timeout_source_new(guint(milliseconds))
      g_source_set_callback(timer, { _ in 0 }, nil, nil)
      g_source_attach(timer, pointer)
      g_main_context_iteration(pointer, 1)
      g_source_destroy(timer)
      g_source_unref(timer)
    }
  }
}
