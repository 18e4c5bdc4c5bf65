internal import Glibc

/// The file that this process was started from, and its place in the file system.
///
/// An upgrade puts another file in that place, while this process goes on with the one that it has.
public struct ProgramFile: Sendable {
  private static let link = "/proc/self/exe"

  /// The absolute path of its place.
  public let path: String
  private let identity: Identity

  /// Which file it is, whatever its name.
  private struct Identity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ path: String) throws(SystemError) {
      var status = stat()
      guard stat(path, &status) == 0 else { throw SystemError("stat") }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  /// Looks at this process's own; call it early, while the place still has it.
  ///
  /// - Throws: `SystemError` where `/proc` does not tell.
  public init() throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(Self.link, &buffer, buffer.count)
    guard count > 0 else { throw SystemError("readlink") }
    path = String(decoding: buffer[..<count], as: UTF8.self)
    identity = try Identity(Self.link)
  }

  /// The directory that it is in, the one that has that, and so on up to the root: an upgrade may exchange any of them.
  public var directories: [String] {
    var directories: [String] = []
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      directories.append(rest.isEmpty ? "/" : String(rest))
    }
    return directories
  }

  /// Whether its place has another file now, or none. What can't be looked at counts as being there.
  public var isReplaced: Bool {
    do throws(SystemError) { return try Identity(path) != identity } catch {
      return [ENOENT, ENOTDIR].contains(error.code)
    }
  }
}
