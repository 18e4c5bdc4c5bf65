internal import CXCB
internal import Glibc
internal import SecretMemory

/// The selection CLIPBOARD of an X server (ICCCM, section 2), by libxcb.
final class X11Selection: Selection {
  private let connection: OpaquePointer
  private let text: SharedSecret
  private let types: [xcb_atom_t: OfferedType]
  private let atoms: [String: xcb_atom_t]
  private let window: xcb_window_t
  private let time: xcb_timestamp_t

  private static let names = ["CLIPBOARD", "TARGETS", "TIMESTAMP"]

  /// Takes the selection of the display that the environment names.
  init(offering text: SharedSecret) throws(ClipboardError) {
    var screen: Int32 = 0
    guard let connection = xcb_connect(nil, &screen) else { throw .unavailable("there is no memory") }
    do throws(ClipboardError) {
      guard xcb_connection_has_error(connection) == 0 else { throw .unavailable("the X server can't be reached") }
      let offered = OfferedType.offered(for: text.bytes)
      let atoms = try Self.atoms(Self.names + offered.map(\.rawValue), connection)
      let window = try Self.makeWindow(screen, connection, sizeOf: text.bytes.count)
      let time = try Self.time(window, connection)
      let clipboard = atoms["CLIPBOARD", default: 0]
      xcb_set_selection_owner(connection, window, clipboard, time)
      let reply = xcb_get_selection_owner_reply(connection, xcb_get_selection_owner(connection, clipboard), nil)
      defer { free(reply) }
      guard reply?.pointee.owner == window else { throw .unavailable("another program holds on to the X clipboard") }
      types = Dictionary(uniqueKeysWithValues: offered.map { (atoms[$0.rawValue, default: 0], $0) })
      (self.connection, self.text, self.atoms, self.window, self.time) = (connection, text, atoms, window, time)
    } catch {
      xcb_disconnect(connection)
      throw error
    }
  }

  deinit { xcb_disconnect(connection) }

  var descriptor: Int32 { xcb_get_file_descriptor(connection) }

  func handleEvent() throws(ClipboardError) -> SelectionTurn {
    guard let event = xcb_poll_for_event(connection) else {
      try check()
      return .idle
    }
    defer { free(event) }
    switch Int32(event.pointee.response_type & 0x7F) {
    case XCB_SELECTION_CLEAR: return .lost
    case XCB_SELECTION_REQUEST: answer(UnsafeRawPointer(event).load(as: xcb_selection_request_event_t.self))
    // The window of who asked may be gone, which is an error and theirs.
    default: break
    }
    return .handled
  }

  func clear() throws(ClipboardError) {
    xcb_set_selection_owner(connection, 0, atoms["CLIPBOARD", default: 0], time)
    // A reply says that the server has done it.
    free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
    try check()
  }

  private func check() throws(ClipboardError) {
    guard xcb_connection_has_error(connection) == 0 else { throw .lost("the X server is gone") }
  }
}

// MARK: - Answers

extension X11Selection {
  /// Gives the text to who asks for it, or says that it is not to be had so.
  private func answer(_ request: xcb_selection_request_event_t) {
    // Old clients name no property, and mean this one.
    let property = request.property == 0 ? request.target : request.property
    let isGiven = put(request.target, as: property, of: request.requestor)
    let notice = xcb_selection_notify_event_t(
      response_type: UInt8(XCB_SELECTION_NOTIFY), pad0: 0, sequence: 0, time: request.time,
      requestor: request.requestor, selection: request.selection, target: request.target,
      property: isGiven ? property : 0)
    // Every event has 32 bytes.
    var bytes = [CChar](repeating: 0, count: 32)
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: notice, as: xcb_selection_notify_event_t.self) }
    xcb_send_event(connection, 0, request.requestor, 0, bytes)
    xcb_flush(connection)
  }

  private func put(_ target: xcb_atom_t, as property: xcb_atom_t, of requestor: xcb_window_t) -> Bool {
    let (atom, integer) = (XCB_ATOM_ATOM.rawValue, XCB_ATOM_INTEGER.rawValue)
    switch types[target] {
    case .hint: put(OfferedType.hintText, 8, target, as: property, of: requestor)
    case let type?:
      let form = type == .anyText ? atoms[OfferedType.utf8X11.rawValue, default: target] : target
      return text.bytes.withUnsafeBytes {
        vault_xcb_put(connection, requestor, property, form, $0.baseAddress, UInt32($0.count)) == 1
      }
    case nil where target == atoms["TARGETS"]:
      let targets = Self.names.dropFirst().map { atoms[$0, default: 0] } + types.keys.sorted()
      put(targets, 32, atom, as: property, of: requestor)
    case nil where target == atoms["TIMESTAMP"]: put([time], 32, integer, as: property, of: requestor)
    case nil: return false
    }
    return true
  }

  /// Sets a property to what is no secret.
  private func put<Value>(
    _ values: [Value], _ format: UInt8, _ type: xcb_atom_t, as property: xcb_atom_t, of requestor: xcb_window_t
  ) {
    _ = values.withUnsafeBytes {
      xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), requestor, property, type, format, UInt32(values.count),
        $0.baseAddress)
    }
  }
}

// MARK: - Beginning

extension X11Selection {
  private static func atoms(
    _ names: [String], _ connection: OpaquePointer
  ) throws(ClipboardError) -> [String: xcb_atom_t] {
    let asked = names.map { ($0, xcb_intern_atom(connection, 0, UInt16($0.utf8.count), $0)) }
    var atoms: [String: xcb_atom_t] = [:]
    for (name, cookie) in asked {
      guard let reply = xcb_intern_atom_reply(connection, cookie, nil) else { throw .lost("the X server is gone") }
      atoms[name] = reply.pointee.atom
      free(reply)
    }
    return atoms
  }

  /// A window that nobody sees.
  ///
  /// - Parameter count: how many bytes one request must take with it.
  private static func makeWindow(
    _ screen: Int32, _ connection: OpaquePointer, sizeOf count: Int
  ) throws(ClipboardError) -> xcb_window_t {
    guard let setup = xcb_get_setup(connection) else { throw .lost("the X server is gone") }
    guard count + 28 <= Int(setup.pointee.maximum_request_length) * 4 else {
      throw .unavailable("the X server takes no text of that length at once")
    }
    var screens = xcb_setup_roots_iterator(setup)
    for _ in 0..<max(0, screen) { xcb_screen_next(&screens) }
    guard let root = screens.data?.pointee.root else { throw .unavailable("the X server has no screen") }
    let window = xcb_generate_id(connection)
    xcb_create_window(
      connection, 0, window, root, 0, 0, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0,
      XCB_CW_EVENT_MASK.rawValue, [XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue])
    return window
  }

  /// The server's time, without which nothing says which of two owners is the later: it comes with the change of a property.
  private static func time(
    _ window: xcb_window_t, _ connection: OpaquePointer
  ) throws(ClipboardError) -> xcb_timestamp_t {
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_APPEND.rawValue), window, XCB_ATOM_WM_NAME.rawValue, XCB_ATOM_STRING.rawValue, 8,
      0, nil)
    xcb_flush(connection)
    while let event = xcb_wait_for_event(connection) {
      defer { free(event) }
      if Int32(event.pointee.response_type & 0x7F) == XCB_PROPERTY_NOTIFY {
        return UnsafeRawPointer(event).load(as: xcb_property_notify_event_t.self).time
      }
    }
    throw .lost("the X server is gone")
  }
}
