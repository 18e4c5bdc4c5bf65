internal import CGIO

/// A call to an object of ours, which is answered once; used on its connection's loop, but released on any.
public final class IncomingCall {
  /// The method.
  public let method: String
  /// What it was given, of the types that the interface names.
  public let arguments: [BusValue]
  private let invocation: OpaquePointer
  private var isAnswered = false

  fileprivate init(_ method: String, _ arguments: [BusValue], _ invocation: OpaquePointer) {
    (self.method, self.arguments, self.invocation) = (method, arguments, invocation)
  }

  deinit { if !isAnswered { refuse() } }

  /// Answers with values of the types that the interface names.
  public func answer(_ values: [BusArgument]) {
    guard !isAnswered else { return }
    isAnswered = true
    // It takes over the reference that the call came with, as `refuse` does.
    g_dbus_method_invocation_return_value(invocation, Variant.tuple(values.map(Variant.make)))
  }

  /// Answers with an error that says nothing else.
  public func refuse() {
    guard !isAnswered else { return }
    isAnswered = true
    g_dbus_method_invocation_return_dbus_error(invocation, "org.freedesktop.DBus.Error.Failed", "It is not answered.")
  }
}

extension BusConnection {
  /// Offers an object to everybody on the bus until the connection ends. The bus's own methods of it are answered by GLib, and what does not
  /// have the types that the interface names is refused there.
  ///
  /// - Parameters:
  ///   - description: the interface, as introspection describes it (D-Bus Specification, "Introspection Data Format"); the first of a node.
  ///   - called: called on the loop's thread.
  /// - Returns: false where the path is taken, or the description is none.
  public func offer(_ path: String, _ description: String, _ called: @escaping (IncomingCall) -> Void) -> Bool {
    guard let node = g_dbus_node_info_new_for_xml(description, nil) else { return false }
    defer { g_dbus_node_info_unref(node) }
    guard let interface = node.pointee.interfaces?.pointee else { return false }
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, parameters, invocation, data in
      guard let method, let parameters, let invocation, let data else { return }
      let call = IncomingCall(String(cString: method), Variant.values(of: parameters), invocation)
      Unmanaged<Completion<IncomingCall>>.fromOpaque(data).takeUnretainedValue().body(call)
    }
    let body = Unmanaged.passRetained(Completion(called)).toOpaque()
    // GLib takes a copy of the interface; of the table it keeps the pointer to the function alone.
    let number = g_dbus_connection_register_object(
      native, path, interface, &table, body,
      { data in if let data { Unmanaged<Completion<IncomingCall>>.fromOpaque(data).release() } }, nil)
    return number != 0
  }
}
