// The only file of this module that imports CGIO. No pointer leaves it.
internal import CGIO
internal import Glibc

/// A GLib main loop on a thread of its own. What runs on it never blocks.
final class MainLoop: @unchecked Sendable {
  // Proof for @unchecked: both pointers are set once; GLib's main contexts and main loops are safe from any thread.
  fileprivate let context: OpaquePointer
  private let loop: OpaquePointer

  /// Opens once the thread has ended.
  let ended = Latch()

  init() {
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
  func perform(_ body: @escaping @Sendable () -> Void) {
    schedule(g_idle_source_new(), body)
  }

  /// Runs `body` on the loop's thread once `duration` is over.
  func perform(after duration: Duration, _ body: @escaping @Sendable () -> Void) {
    schedule(g_timeout_source_new(guint(max(0, duration.milliseconds))), body)
  }

  /// Whether the caller is on the loop's thread.
  var isOnThread: Bool { g_main_context_is_owner(context) != 0 }

  /// Ends the loop, and with it the thread, once what is queued has run.
  func quit() {
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

/// A private connection to a message bus; used on its loop's thread only, but let go on any.
final class BusConnection {
  private let connection: OpaquePointer
  private var closedHandler: gulong = 0

  private init(_ connection: OpaquePointer) { self.connection = connection }

  deinit {
    if closedHandler != 0 { g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), closedHandler) }
    close()
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Hangs up; calls that are not answered yet fail. Without this the connection is closed once nobody holds it.
  func close() { g_dbus_connection_close(connection, nil, nil, nil) }

  /// Connects to the bus at `address`; calls back on the loop's thread, with nil if that fails or takes too long.
  static func connect(
    to address: String, on loop: MainLoop, timeout: Duration, _ completion: @escaping (BusConnection?) -> Void
  ) {
    let cancellation = Cancellation()
    loop.perform(after: timeout) { cancellation.cancel() }
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    g_dbus_connection_new_for_address(
      address, flags, nil, cancellation.cancellable,
      { _, result, data in
        guard let data else { return }
        // A bus that can't be reached is an answer here, not an error: it is then not watched.
        let connection = g_dbus_connection_new_for_address_finish(result, nil)
        Unmanaged<Completion<BusConnection?>>.fromOpaque(data).takeRetainedValue().body(
          connection.map(BusConnection.init))
      }, Unmanaged.passRetained(Completion(completion)).toOpaque())
  }

  /// Calls a method without starting a service for it, and calls back with the answer's values.
  func call(
    _ call: BusCall, timeout: Duration, _ completion: @escaping (Result<[BusValue], BusCallFailure>) -> Void
  ) {
    send(call, timeout: timeout) { answer, descriptors in
      for descriptor in descriptors { Glibc.close(descriptor) }
      completion(answer)
    }
  }

  /// Calls a method whose answer is a file descriptor, which the receiver closes.
  func callForDescriptor(
    _ call: BusCall, timeout: Duration, _ completion: @escaping (Result<Int32, BusCallFailure>) -> Void
  ) {
    send(call, timeout: timeout) { answer, descriptors in
      completion(
        answer.flatMap { values in
          guard case .handle(let index)? = values.first, descriptors.indices.contains(index) else {
            return .failure(BusCallFailure(message: "no descriptor came"))
          }
          for (other, descriptor) in descriptors.enumerated() where other != index { Glibc.close(descriptor) }
          return .success(descriptors[index])
        })
    }
  }

  /// Listens to a signal until the connection ends or ``unsubscribe(_:)``.
  func subscribe(_ match: BusMatch, _ handler: @escaping (BusSignal) -> Void) -> UInt32 {
    g_dbus_connection_signal_subscribe(
      connection, match.sender, match.interface, match.member, nil, match.firstArgument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, path, _, _, parameters, data in
        guard let path, let parameters, let data else { return }
        let signal = BusSignal(path: String(cString: path), arguments: values(of: parameters))
        Unmanaged<Completion<BusSignal>>.fromOpaque(data).takeUnretainedValue().body(signal)
      }, Unmanaged.passRetained(Completion(handler)).toOpaque(),
      { data in if let data { Unmanaged<Completion<BusSignal>>.fromOpaque(data).release() } })
  }

  func unsubscribe(_ subscription: UInt32) { g_dbus_connection_signal_unsubscribe(connection, subscription) }

  /// Calls back once when the bus hangs up.
  func onClosed(_ handler: @escaping () -> Void) {
    let closed:
      @convention(c) (UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    closed = { _, _, _, data in
      if let data { Unmanaged<Completion<Void>>.fromOpaque(data).takeUnretainedValue().body(()) }
    }
    closedHandler = g_signal_connect_data(
      UnsafeMutableRawPointer(connection), "closed", unsafeBitCast(closed, to: GCallback.self),
      Unmanaged.passRetained(Completion(handler)).toOpaque(),
      { data, _ in if let data { Unmanaged<Completion<Void>>.fromOpaque(data).release() } },
      GConnectFlags(rawValue: 0))
  }

  private func send(
    _ call: BusCall, timeout: Duration, _ completion: @escaping (Result<[BusValue], BusCallFailure>, [Int32]) -> Void
  ) {
    let arguments = call.arguments.map(variant(of:))
    g_dbus_connection_call_with_unix_fd_list(
      connection, call.destination, call.path, call.interface, call.method,
      g_variant_new_tuple(arguments, gsize(arguments.count)), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START,
      Int32(clamping: timeout.milliseconds), nil, nil,
      { connection, result, data in
        guard let connection, let result, let data else { return }
        let answer = takeAnswer(of: OpaquePointer(connection), result)
        Unmanaged<Completion<Answer>>.fromOpaque(data).takeRetainedValue().body(answer)
      }, Unmanaged.passRetained(Completion<Answer> { completion($0.values, $0.descriptors) }).toOpaque())
  }
}

/// What a call brought.
private typealias Answer = (values: Result<[BusValue], BusCallFailure>, descriptors: [Int32])

private func takeAnswer(of connection: OpaquePointer, _ result: OpaquePointer) -> Answer {
  var list: UnsafeMutablePointer<GUnixFDList>?
  var error: UnsafeMutablePointer<GError>?
  let answer = g_dbus_connection_call_with_unix_fd_list_finish(connection, &list, result, &error)
  guard let answer else {
    defer { g_clear_error(&error) }
    return (.failure(failure(of: error)), [])
  }
  defer { g_variant_unref(answer) }
  var descriptors: [Int32] = []
  if let list {
    var count: gint = 0
    let taken = g_unix_fd_list_steal_fds(list, &count)
    descriptors = (0..<Int(count)).compactMap { taken?[$0] }
    g_free(taken)
    g_object_unref(list)
  }
  return (.success(values(of: answer)), descriptors)
}

private func failure(of error: UnsafeMutablePointer<GError>?) -> BusCallFailure {
  guard let error else { return BusCallFailure(message: "no answer") }
  let name = g_dbus_error_get_remote_error(error)
  defer { g_free(name) }
  return BusCallFailure(
    message: String(cString: error.pointee.message), errorName: name.map { String(cString: $0) },
    hasTimedOut: g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_TIMED_OUT.rawValue)) != 0)
}

/// A floating reference, which the container or call it is put into takes over.
private func variant(of argument: BusArgument) -> OpaquePointer? {
  switch argument {
  case .text(let value): return g_variant_new_string(value)
  case .boolean(let value): return g_variant_new_boolean(value ? 1 : 0)
  case .byte(let value): return g_variant_new_byte(value)
  case .number(let value): return g_variant_new_uint32(value)
  case .signed(let value): return g_variant_new_int32(value)
  case .texts(let values):
    return array(of: "s", values.map { g_variant_new_string($0) })
  case .variants(let values):
    return array(
      of: "{sv}",
      values.map { key, value in
        g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(variant(of: value)))
      })
  }
}

private func array(of type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
  let element = g_variant_type_new(type)
  defer { g_variant_type_free(element) }
  return g_variant_new_array(element, children, gsize(children.count))
}

/// The children of a container as Swift values.
private func values(of container: OpaquePointer) -> [BusValue] {
  (0..<g_variant_n_children(container)).map { index in
    let child = g_variant_get_child_value(container, index)!
    defer { g_variant_unref(child) }
    return value(of: child)
  }
}

private func value(of variant: OpaquePointer) -> BusValue {
  let type = String(cString: g_variant_get_type_string(variant))
  switch type.first {
  case "s", "o", "g": return .text(String(cString: g_variant_get_string(variant, nil)))
  case "b": return .boolean(g_variant_get_boolean(variant) != 0)
  case "u": return .number(g_variant_get_uint32(variant))
  case "h": return .handle(Int(g_variant_get_handle(variant)))
  case "v": return values(of: variant).first ?? .other(type)
  case "a" where type.hasPrefix("a{s"):
    let entries = values(of: variant).compactMap { entry in
      entry.list.flatMap { pair in pair[0].text.map { ($0, pair[1]) } }
    }
    return .dictionary(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
  case "a", "(", "{": return .list(values(of: variant))
  default: return .other(type)
  }
}

private final class Cancellation: @unchecked Sendable {
  // Proof for @unchecked: the pointer is set once, and a GCancellable may be used from any thread.
  let cancellable = g_cancellable_new()
  func cancel() { g_cancellable_cancel(cancellable) }
  deinit { g_object_unref(cancellable) }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
