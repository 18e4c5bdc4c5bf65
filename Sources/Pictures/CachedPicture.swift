internal import Glibc
public import PictureFormat

/// A picture that is in the cache.
public struct CachedPicture: Equatable, Sendable {
  /// Where its file is.
  public let path: String
  /// What its first bytes say.
  public let header: PictureHeader
  /// The bytes of its file.
  public let byteCount: Int

  /// - Parameters:
  ///   - path: of its file.
  ///   - header: what its first bytes say.
  ///   - byteCount: the bytes of its file.
  public init(path: String, header: PictureHeader, byteCount: Int) {
    (self.path, self.header, self.byteCount) = (path, header, byteCount)
  }
}

/// A picture's file in the cache.
public enum PictureFile {
  /// All of it; nil when it is gone, too long, or no file of this user's: nothing is waited for.
  public static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid() else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: PictureLimits.byteCount + 1)
    var count = 0
    while count < bytes.count {
      let start = count
      let added = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if added < 0, errno == EINTR { continue }
      guard added >= 0 else { return nil }
      if added == 0 { return Array(bytes.prefix(count)) }
      count += added
    }
    return nil
  }
}
