package import DurableFiles
internal import Glibc

/// The module's files, which throw its error.
typealias CredentialFile = PrivateFile<CredentialStoreError>
/// A small file kept twice, for what is no secret and proves itself by nothing.
typealias CheckedFile = PairedFile<CredentialStoreError>

extension CredentialStoreError: PrivateFileFailure {
  package init(file problem: PrivateFileProblem, _ detail: String) {
    let code: Code =
      switch problem {
      case .damaged: .damaged
      case .newerFormat: .newerFormat
      case .notPrivate: .insecurePermissions
      case .diskFull: .diskFull
      case .readOnly: .readOnly
      case .failed: .failed
      }
    self.init(code, detail)
  }

  package var isDamage: Bool { code == .damaged }

  /// What the current `errno` means to the owner of the file.
  init(_ call: String, of path: String) { self.init(FileError(call, path)) }
}

extension PairedFile<CredentialStoreError> {
  /// - Parameter kind: eight ASCII characters.
  init(path: String, kind: String) {
    let format = FileFormat<CredentialStoreError>(magic: kind, version: nil, maximumPayloadByteCount: 4096)
    self.init(path: path, format: format, mustBePrivate: false)
  }
}

/// Which file a path names at the moment.
struct FileIdentity: Equatable {
  let device: UInt
  let inode: UInt

  /// nil when there is nothing at `path`.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Directories, and the space in them.
extension CredentialFile {
  /// Makes the directory that is to have a file, and its parents, readable by their owner alone, unless they exist.
  static func makeDirectory(of path: String) throws(CredentialStoreError) {
    let directory = DurableFile.directory(of: path)
    var status = stat()
    if stat(directory, &status) == 0 || directory == path { return }
    try makeDirectory(of: directory)
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw CredentialStoreError("mkdir", of: directory) }
  }

  /// Tries whether a file beside `path` could grow as its write-ahead log must: SQLite tells a full disk from a broken one
  /// only for some calls.
  ///
  /// - Returns: nil when there is room.
  static func lackOfSpace(beside path: String) -> CredentialStoreError? {
    var log = stat()
    let size = stat(path + "-wal", &log) == 0 ? log.st_size : 0
    let probe = path + ".probe"
    let room = [UInt8](repeating: 1, count: 64 << 10)
    let descriptor = open(probe, O_WRONLY | O_CREAT)
    guard descriptor >= 0 else { return CredentialStoreError("create", of: probe) }
    defer {
      close(descriptor)
      unlink(probe)
    }
    errno = 0
    guard pwrite(descriptor, room, room.count, size) != room.count else { return nil }
    // A write that was cut short leaves no error: the room ended in the middle of it.
    if errno == 0 { errno = ENOSPC }
    return CredentialStoreError("write", of: path)
  }
}
