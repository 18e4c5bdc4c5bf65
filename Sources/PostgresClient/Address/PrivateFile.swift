#if Postgres
internal import Glibc
internal import SecretMemory

/// Files with secrets.
enum PrivateFile {
  /// Reads a file that nobody else can read.
  ///
  /// - Parameter longest: the most bytes that it may have.
  /// - Throws: ``PostgresError/Kind/configuration``.
  static func read(_ path: String, atMost longest: Int) throws(PostgresError) -> SecretBytes {
    // A pipe would block here.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw problem("can't be opened", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw problem("is no file", path) }
    guard isPrivate(status) else { throw problem("can be read or written by others: chmod 600 it", path) }
    guard status.st_size <= longest else { throw problem("is too long", path) }
    let secret: SecretBytes
    do {
      secret = try SecretBytes(capacity: longest) { max(0, Glibc.read(descriptor, $0.baseAddress, $0.count)) }
    } catch {
      throw .noMemory
    }
    return secret
  }

  /// As libpq itself asks it of files with keys.
  private static func isPrivate(_ status: stat) -> Bool {
    switch status.st_uid {
    case 0: status.st_mode & 0o037 == 0
    case geteuid(): status.st_mode & 0o077 == 0
    default: false
    }
  }

  private static func problem(_ what: String, _ path: String) -> PostgresError {
    PostgresError(.configuration, explanation: "\(path) \(what)")
  }
}
#endif
