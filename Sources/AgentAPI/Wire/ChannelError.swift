public import LinuxSystem

/// Why a frame could not be sent or received.
public enum ChannelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The other end closed the connection between two frames: its ordinary end.
  case closed
  /// The other end went away in the middle of a frame.
  case truncated
  /// The deadline passed. The channel stays usable only if not one byte of a frame had moved.
  case timedOut
  /// A frame of `count` bytes, where at most `maximum` are allowed.
  case tooLong(count: Int, maximum: Int)
  /// A frame of a kind this version does not know.
  case unknownKind(UInt8)
  /// A frame of the other kind than the one that had to come.
  case unexpectedFrame
  /// JSON that is none, or lacks what its message needs. The text is not repeated.
  case malformed
  /// A system call failed.
  case system(SystemError)

  /// One sentence for a log or a person; never holds what was received.
  public var description: String {
    switch self {
    case .closed: "The other end closed the connection."
    case .truncated: "The other end went away in the middle of a message."
    case .timedOut: "The other end did not answer in time."
    case .tooLong(let count, let maximum): "A message of \(count) bytes is longer than the \(maximum) allowed."
    case .unknownKind(let kind): "A message of the unknown kind \(kind) arrived."
    case .unexpectedFrame: "A message arrived where a secret had to, or the other way round."
    case .malformed: "A message arrived that does not follow the protocol."
    case .system(let error): "The connection failed: \(error)."
    }
  }
}
