internal import Foundation

/// What a program prints, kept in a file without a name.
public final class CollectedOutput: Sendable {
  private let descriptor: Int32

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/vault-output-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    unlink(template)
  }

  deinit { close(descriptor) }

  /// What the program writes to.
  var handle: FileHandle { FileHandle(fileDescriptor: descriptor, closeOnDealloc: false) }

  /// What has come so far.
  public var text: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
