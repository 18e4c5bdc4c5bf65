internal import Glibc
internal import LinuxSystem

/// Whose program is at the other end of a TCP connection within this machine, as the kernel tells (`proc(5)`, `/proc/net/tcp`).
enum LoopbackPeer: Equatable, Sendable {
  /// A program of this user has taken the connection.
  case user(UInt32)
  /// The kernel holds the connection, and no program has taken it yet; or this machine has no such connection.
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
  init(near: End, far: End) throws(SystemError) {
    let files = try ProcFileSystem()
    let ends =
      near.address.count == 4 ? [("tcp", near, far), ("tcp6", near.mapped, far.mapped)] : [("tcp6", near, far)]
    for (name, near, far) in ends {
      let table: [UInt8]
      do { table = try files.bytes(of: "\(getpid())/net/\(name)", atMost: Self.maximumByteCount) } catch {
        // A kernel without version 6 has no such table.
        guard error.code == ENOENT, name == "tcp6" else { throw error }
        continue
      }
      if let user = Self.user(in: table, near: near.text, far: far.text) {
        self = .user(user)
        return
      }
    }
    self = .nobody
  }

  /// The user of the far end's row; nil where there is none, or no program has taken the connection: then it has no inode.
  static func user(in table: [UInt8], near: String, far: String) -> UInt32? {
    // A busy machine has thousands of rows; nobody else's is taken apart.
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
