internal import Foundation

/// A directory of a test's own with mode 0700, removed with the value.
public final class TemporaryDirectory: Sendable {
  /// Where it is.
  public let path: String

  /// Makes it; the name stays short, since sockets lie in it.
  public init() throws {
    var template = Array("/tmp/vt-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("\(path) stays: \(error)") }
  }
}
