internal import Glibc
internal import LinuxSystem

/// Whose program is at the other end of a TCP connection within this machine, as the kernel reports: asked for that one connection, or, where
/// it can't be asked so, by the table of all (`proc(5)`, `/proc/net/tcp`).
enum LoopbackPeer: Equatable, Sendable {
  /// A program of this user has accepted the connection.
  case user(UInt32)
  /// The kernel holds the connection, and no program has accepted it yet; or this machine has no such connection.
  case nobody

  /// The most of a table that is read, in bytes: some 27,000 connections.
  private static let maximumByteCount = 4 << 20
  private static let established = "01"

  /// One end of a connection.
  struct End: Equatable, Sendable {
    /// 4 or 16 bytes, as they are sent.
    let address: [UInt8]
    /// The port.
    let port: Int

    /// An end at an address of version 4 or 6.
    init(address: [UInt8], port: Int) { (self.address, self.port) = (address, port) }

    fileprivate var socketEnd: TCPSocket.End { TCPSocket.End(address: address, port: UInt16(truncatingIfNeeded: port)) }

    /// As the kernel writes it: words of four bytes as this processor has numbers.
    fileprivate var text: String {
      let words = stride(from: 0, to: address.count, by: 4).map { start in
        address[start..<min(start + 4, address.count)].withUnsafeBytes { bytes in
          bytes.count == 4 ? hex(UInt64(bytes.loadUnaligned(as: UInt32.self)), 8) : ""
        }
      }
      return words.joined() + ":" + hex(UInt64(port), 4)
    }

    private func hex(_ number: UInt64, _ digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The same as an address of version 6, which a socket for both versions has.
    fileprivate var mapped: End { End(address: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address, port: port) }
  }

  /// Looks the connection up.
  ///
  /// - Parameters:
  ///   - near: this process's end.
  ///   - far: the other one.
  /// - Throws: `SystemError`, also when the user is one of those that this process's user namespace has no number for.
  init(near: End, far: End) throws(SystemError) {
    if let answer = Self.asked(near: near, far: far) {
      self = answer
    } else {
      self = try Self.lookUpInTables(near: near, far: far)
    }
    guard case .user(let user) = self, try Self.isOverflowUser(user) else { return }
    throw SystemError("the users of other user namespaces can't be distinguished", code: EOVERFLOW)
  }

  /// Asks for the one connection; nil where the kernel does not answer that.
  private static func asked(near: End, far: End) -> LoopbackPeer? {
    do {
      if let found = try TCPSocket(own: far.socketEnd, peer: near.socketEnd) {
        return found.isEstablished && found.inode != 0 ? .user(found.user) : .nobody
      }
      // It knows this end and not that one, or it knows of no TCP at all.
      return try TCPSocket(own: near.socketEnd, peer: far.socketEnd) == nil ? nil : .nobody
    } catch { return nil }
  }

  private static func lookUpInTables(near: End, far: End) throws(SystemError) -> LoopbackPeer {
    let files = try ProcFileSystem()
    let ends =
      near.address.count == 4 ? [("tcp", near, far), ("tcp6", near.mapped, far.mapped)] : [("tcp6", near, far)]
    for (name, near, far) in ends {
      let table: [UInt8]
      do { table = try files.bytes(of: "\(getpid())/net/\(name)", atMost: maximumByteCount) } catch {
        // A kernel without version 6 has no such table.
        guard error.code == ENOENT, name == "tcp6" else { throw error }
        continue
      }
      if let user = user(in: table, near: near.text, far: far.text) { return .user(user) }
    }
    return .nobody
  }

  /// Whether a number stands for all users that have none here, so that it names nobody (`user_namespaces(7)`).
  private static func isOverflowUser(_ user: UInt32) throws(SystemError) -> Bool {
    let files = try ProcFileSystem()
    let overflow = String(decoding: try files.bytes(of: "sys/kernel/overflowuid", atMost: 32), as: UTF8.self)
    guard overflow.split(separator: "\n").first.map(String.init) == String(user) else { return false }
    return try !mapsAllUsers(map: files.bytes(of: "\(getpid())/uid_map", atMost: 64 << 10))
  }

  /// Whether a user namespace with this map has a number of its own for each user.
  static func mapsAllUsers(map: [UInt8]) -> Bool {
    let words = String(decoding: map, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words == ["0", "0", "4294967295"]
  }

  /// The user of the far end's row; nil where there is none, or no program has accepted the connection: then it has no inode.
  static func user(in table: [UInt8], near: String, far: String) -> UInt32? {
    // A busy machine has thousands of rows; only the one that matters is parsed.
    let beginning = " \(far) \(near) \(established) "
    let text = table + [0]
    return text.withUnsafeBytes { bytes in
      guard let base = bytes.bindMemory(to: CChar.self).baseAddress, let found = strstr(base, beginning) else {
        return nil
      }
      let start = base.distance(to: UnsafePointer(found)) + beginning.utf8.count
      // Queues, timer, retransmissions, user, time-out, inode.
      let fields = bytes[start...].prefix(200).split(separator: UInt8(ascii: " "), maxSplits: 6).prefix(6)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 6, fields[5] != "0" else { return nil }
      return UInt32(fields[3])
    }
  }
}
