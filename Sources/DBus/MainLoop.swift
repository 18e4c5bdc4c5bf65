internal import CGIO
internal import Glibc
public import LinuxSystem

/// A GLib main loop on a thread of its own. What runs on it never blocks.
public final class MainLoop: @unchecked Sendable {
  // Proof for @unchecked: both pointers are set once; GLib's main contexts and main loops are safe from any thread.
  fileprivate let context: OpaquePointer
  private let loop: OpaquePointer

  /// Opens once the thread has ended.
  public let ended = Latch()

  /// Begins to run, with nothing to do.
  public init() {
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    let owned = Unmanaged.passRetained(LoopThread(context: context, loop: loop, ended: ended)).toOpaque()
    let thread = g_thread_new(
      "desktop-session",
      { data in
        guard let data else { return nil }
        Unmanaged<LoopThread>.fromOpaque(data).takeRetainedValue().run()
        return nil
      }, owned)
    g_thread_unref(thread)
  }

  deinit {
    quit()
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// Runs `body` on the loop's thread, after what is queued already.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    schedule(g_idle_source_new(), body)
  }

  /// Runs `body` on the loop's thread once `duration` is over.
  public func perform(after duration: Duration, _ body: @escaping @Sendable () -> Void) {
    schedule(g_timeout_source_new(guint(max(0, duration.milliseconds))), body)
  }

  /// Whether the caller is on the loop's thread.
  public var isOnThread: Bool { g_main_context_is_owner(context) != 0 }

  /// Ends the loop, and with it the thread, once what is queued has run.
  public func quit() {
    let loop = LoopThread(context: context, loop: loop, ended: ended)
    perform { loop.quit() }
  }

  private func schedule(_ source: UnsafeMutablePointer<GSource>?, _ body: @escaping @Sendable () -> Void) {
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body() }
        return 0
      }, Unmanaged.passRetained(Action(body)).toOpaque(),
      { data in if let data { Unmanaged<Action>.fromOpaque(data).release() } })
    g_source_attach(source, context)
    g_source_unref(source)
  }
}

/// What the loop's thread itself needs, kept alive until it ends.
private final class LoopThread: @unchecked Sendable {
  // Proof for @unchecked: as for MainLoop.
  private let context: OpaquePointer
  private let loop: OpaquePointer
  private let ended: Latch

  init(context: OpaquePointer, loop: OpaquePointer, ended: Latch) {
    self.ended = ended
    self.context = g_main_context_ref(context)
    self.loop = g_main_loop_ref(loop)
  }

  deinit {
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  func run() {
    // Signals are for the program's other threads: a library's thread must not run their handlers.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    g_main_context_push_thread_default(context)
    g_main_loop_run(loop)
    g_main_context_pop_thread_default(context)
    ended.open()
  }

  func quit() { g_main_loop_quit(loop) }
}

extension Duration {
  /// Rounded down.
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
