internal import Glibc

/// A system call on a file that failed.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The call's name.
  public let call: String
  /// The path it was about.
  public let path: String
  /// What `errno` was.
  public let number: Int32

  /// What `errno` says of a call that has just failed.
  public init(_ call: String, _ path: String) { self.init(call, path, number: errno) }

  init(_ call: String, _ path: String, number: Int32) {
    (self.call, self.path, self.number) = (call, path, number)
  }

  /// The system's words for the reason.
  public var reason: String { String(cString: strerror(number)) }

  /// The call, the path and the reason.
  public var description: String { "\(call) \(path): \(reason)" }
}
