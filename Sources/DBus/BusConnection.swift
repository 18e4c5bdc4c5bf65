internal import CGIO
internal import Glibc

/// A private connection to a message bus; used on its loop's thread only, but released on any.
public final class BusConnection {
  private let connection: OpaquePointer
  var native: OpaquePointer { connection }
  private var closedHandler: gulong = 0

  private init(_ connection: OpaquePointer) { self.connection = connection }

  deinit {
    if closedHandler != 0 { g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), closedHandler) }
    close()
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Hangs up; calls that are not answered yet fail. Without this the connection is closed once nobody holds it.
  public func close() { g_dbus_connection_close(connection, nil, nil, nil) }

  /// Connects to the bus at `address`; calls back on the loop's thread, with nil if that fails or takes too long.
  public static func connect(
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
  public func call(
    _ call: BusCall, timeout: Duration, _ completion: @escaping (Result<[BusValue], BusCallFailure>) -> Void
  ) {
    send(call, timeout: timeout) { answer, descriptors in
      for descriptor in descriptors { Glibc.close(descriptor) }
      completion(answer)
    }
  }

  /// Calls a method whose answer is a file descriptor, which the receiver closes.
  public func callForDescriptor(
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

  /// Sends a signal to everybody on the bus who listens to it.
  public func emit(_ signal: String, of interface: String, at path: String, _ arguments: [BusArgument]) {
    g_dbus_connection_emit_signal(
      connection, nil, path, interface, signal, Variant.tuple(arguments.map(Variant.make)), nil)
  }

  /// Listens to a signal until the connection ends or ``unsubscribe(_:)``.
  public func subscribe(_ match: BusMatch, _ handler: @escaping (BusSignal) -> Void) -> UInt32 {
    g_dbus_connection_signal_subscribe(
      connection, match.sender, match.interface, match.member, nil, match.firstArgument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, path, _, _, parameters, data in
        guard let path, let parameters, let data else { return }
        let signal = BusSignal(path: String(cString: path), arguments: Variant.values(of: parameters))
        Unmanaged<Completion<BusSignal>>.fromOpaque(data).takeUnretainedValue().body(signal)
      }, Unmanaged.passRetained(Completion(handler)).toOpaque(),
      { data in if let data { Unmanaged<Completion<BusSignal>>.fromOpaque(data).release() } })
  }

  /// Ends a subscription.
  public func unsubscribe(_ subscription: UInt32) { g_dbus_connection_signal_unsubscribe(connection, subscription) }

  /// Calls back once when the bus hangs up.
  public func onClosed(_ handler: @escaping () -> Void) {
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
    g_dbus_connection_call_with_unix_fd_list(
      connection, call.destination, call.path, call.interface, call.method,
      Variant.tuple(call.arguments.map(Variant.make)), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START,
      Int32(clamping: timeout.milliseconds), nil, nil,
      { connection, result, data in
        guard let connection, let result, let data else { return }
        let answer = finishCall(of: OpaquePointer(connection), result)
        Unmanaged<Completion<Answer>>.fromOpaque(data).takeRetainedValue().body(answer)
      }, Unmanaged.passRetained(Completion<Answer> { completion($0.values, $0.descriptors) }).toOpaque())
  }
}

/// What a call brought.
private typealias Answer = (values: Result<[BusValue], BusCallFailure>, descriptors: [Int32])

private func finishCall(of connection: OpaquePointer, _ result: OpaquePointer) -> Answer {
  var list: UnsafeMutablePointer<GUnixFDList>?
  var error: UnsafeMutablePointer<GError>?
  let answer = g_dbus_connection_call_with_unix_fd_list_finish(connection, &list, result, &error)
  guard let answer else {
    return (.failure(BusCallFailure(taking: error)), [])
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
  return (.success(Variant.values(of: answer)), descriptors)
}

private final class Cancellation: @unchecked Sendable {
  // Proof for @unchecked: the pointer is set once, and a GCancellable may be used from any thread.
  let cancellable = g_cancellable_new()
  func cancel() { g_cancellable_cancel(cancellable) }
  deinit { g_object_unref(cancellable) }
}
