internal import Foundation

/// What a program prints, kept in a file without a name: nothing has to read along, and nothing can fill up.
public final class CollectedOutput: Sendable {
  /// What the program writes to.
  let descriptor: Int32

  init() throws {
    descriptor = try UnnamedFile.make()
  }

  deinit { close(descriptor) }

  /// What has come so far, at most a megabyte of it.
  public var text: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The whole lines that have come so far, without their ends; half a line says nothing yet.
  public var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

/// A temporary file that is gone with its last descriptor.
enum UnnamedFile {
  static func make(_ content: String = "") throws -> Int32 {
    var template = Array((NSTemporaryDirectory() + "/vault-test-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    unlink(template)
    let bytes = Array(content.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return descriptor
  }
}
