internal import Glibc

/// A compiled catalogue in a directory that programs are installed with.
enum CatalogueFile {
  /// The name under which catalogues are installed: `de/LC_MESSAGES/vault-desktop.mo`.
  static let domain = "vault-desktop"

  /// Reads the catalogue of one language.
  ///
  /// - Returns: nil where there is none, or where anybody but root and the user may have written it.
  static func read(_ language: String, in directory: String) -> Catalogue? {
    let descriptor = open(
      "\(directory)/\(language)/LC_MESSAGES/\(domain).mo", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o022 == 0,
      status.st_uid == 0 || status.st_uid == geteuid(), status.st_size <= Catalogue.maximumSize
    else { return nil }
    return bytes(descriptor, Int(status.st_size)).flatMap(Catalogue.init)
  }

  private static func bytes(_ descriptor: Int32, _ size: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    var total = 0
    while total < size {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + total }, size - total, off_t(total))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      total += count
    }
    return bytes
  }
}
