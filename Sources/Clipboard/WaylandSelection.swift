internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// The clipboard of a Wayland compositor, by the protocol for programs without a window: `ext-data-control-v1`, or
/// `wlr-data-control-unstable-v1`, whose messages are the same.
final class WaylandSelection: Selection {
  private let connection: WaylandConnection
  private let text: SharedSecret
  private let device: UInt32
  private let source: UInt32
  private var isOwned = true

  private static let managers = ["ext_data_control_manager_v1", "zwlr_data_control_manager_v1"]
  /// How long a program may take to take the text, in seconds.
  private static let patienceSeconds = 2.0

  /// Takes the clipboard of a compositor.
  init(offering text: SharedSecret, over connection: WaylandConnection) throws(ClipboardError) {
    let (seat, manager) = try Self.bound(connection)
    (self.connection, self.text) = (connection, text)
    (device, source) = (connection.newID(), connection.newID())
    try connection.send(WaylandMessage(to: manager, 1).adding(device).adding(seat))
    try connection.send(WaylandMessage(to: manager, 0).adding(source))
    for type in OfferedType.offered(for: text.bytes) {
      try connection.send(WaylandMessage(to: source, 0).adding(type.rawValue))
    }
    try connection.send(WaylandMessage(to: device, 0).adding(source))
    try connection.synchronize { (message) throws(ClipboardError) in try handle(message) }
    guard isOwned else { throw .unavailable("another program holds on to the clipboard") }
  }

  var descriptor: Int32 { connection.descriptor }

  func handleEvent() throws(ClipboardError) -> SelectionTurn {
    guard let message = try connection.poll() else { return .idle }
    try handle(message)
    return isOwned ? .handled : .lost
  }

  func clear() throws(ClipboardError) {
    // Destroying the source clears the clipboard where it is still this one's; setting none would clear another's, too.
    try connection.send(WaylandMessage(to: source, 1))
    try connection.synchronize { (_) throws(ClipboardError) in }
  }

  private func handle(_ message: WaylandMessage) throws(ClipboardError) {
    switch (message.object, message.opcode) {
    case (source, 0):
      var arguments = message.arguments()
      let name = try arguments.text()
      guard let file = connection.nextFile() else { throw .malformed }
      defer { close(file) }
      give(OfferedType(rawValue: name), to: file)
    // It was replaced, or the seat is gone.
    case (source, 1), (device, 2): isOwned = false
    // Of the clipboards of others nothing is wanted: each is released as it comes.
    case (device, 0):
      var arguments = message.arguments()
      try connection.send(WaylandMessage(to: try arguments.number(), 1))
    default: break
    }
  }

  /// Writes what was asked for into a pipe; who does not read it in time gets a part.
  private func give(_ type: OfferedType?, to file: Int32) {
    let deadline = Deadline.after(seconds: Self.patienceSeconds)
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    switch type {
    case .hint: OfferedType.hintText.withUnsafeBytes { Self.write($0, to: file, deadline) }
    case _?: text.bytes.withUnsafeBytes { Self.write($0, to: file, deadline) }
    case nil: break
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, _ deadline: Deadline) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(file, rest.baseAddress, rest.count)
      if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
      if count < 0, errno == EAGAIN {
        var entry = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, deadline.pollTimeout) != 0, !deadline.hasPassed else { return }
      } else if count < 0, errno != EINTR {
        return
      }
    }
  }

  /// Binds the seat and the manager of clipboards.
  private static func bound(
    _ connection: WaylandConnection
  ) throws(ClipboardError) -> (seat: UInt32, manager: UInt32) {
    let registry = connection.newID()
    try connection.send(WaylandMessage(to: WaylandConnection.display, 1).adding(registry))
    var globals: [String: UInt32] = [:]
    try connection.synchronize { (message) throws(ClipboardError) in
      guard message.object == registry, message.opcode == 0 else { return }
      var arguments = message.arguments()
      let number = try arguments.number()
      let name = try arguments.text()
      // The first seat is the one that people sit at.
      globals[name] = globals[name] ?? number
    }
    guard let manager = managers.first(where: { globals[$0] != nil }) else {
      throw .unavailable("the Wayland compositor lets no program without a window have the clipboard")
    }
    func bind(_ name: String) throws(ClipboardError) -> UInt32 {
      guard let number = globals[name] else { throw .unavailable("the Wayland compositor has no seat") }
      let id = connection.newID()
      try connection.send(WaylandMessage(to: registry, 0).adding(number).adding(name).adding(1).adding(id))
      return id
    }
    return (try bind("wl_seat"), try bind(manager))
  }
}
