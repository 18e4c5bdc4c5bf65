internal import Glibc
internal import LinuxSystem

/// What a client says of itself, since the kernel tells no other process of one that forbids dumps: a hint, not a proof.
public struct Caller: Codable, Equatable, Sendable {
  /// The longest path that is taken, in bytes (`PATH_MAX`).
  public static let maximumProgramByteCount = 4096

  /// The absolute path of its program; empty where it does not know.
  public var program: String
  /// Whether its environment names a connection over SSH.
  public var namesConnection: Bool

  /// Names a client.
  public init(program: String, namesConnection: Bool) {
    self.program = program
    self.namesConnection = namesConnection
  }

  /// The program, cut to what is taken of it.
  public var boundedProgram: String {
    String(decoding: program.utf8.prefix(Self.maximumProgramByteCount), as: UTF8.self)
  }

  /// This process.
  public init(ofThisProcess environment: [String: String]) {
    var path = [UInt8](repeating: 0, count: Self.maximumProgramByteCount)
    let count = readlink("/proc/self/exe", &path, path.count)
    self.init(
      program: String(decoding: path.prefix(max(count, 0)), as: UTF8.self),
      namesConnection: ProcessIdentity.remoteVariables.contains { environment[$0] != nil })
  }
}
