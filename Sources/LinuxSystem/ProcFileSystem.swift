internal import Glibc

/// The kernel's own `/proc`, opened once: what is mounted over it, or over a part of it, is refused and never read.
///
/// Whoever starts a program chooses what it finds at the path `/proc`, and may mount a file of their own over one below it. So the
/// root must be the root of a procfs, and files are opened below it without passing a mount (`openat2(2)`).
public final class ProcFileSystem: Sendable {
  private let root: Int32
  /// The number that the root of every procfs has among its files.
  private static let rootInode: ino_t = 1

  /// Opens what is at `path`.
  ///
  /// - Throws: `SystemError` with `ENOTSUP` when it is not the root of a procfs.
  public init(path: String = "/proc") throws(SystemError) {
    root = open(path, ProcDescriptor.placeOnly | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw SystemError("open \(path)") }
    var status = stat()
    guard ProcDescriptor.isProc(root), fstat(root, &status) == 0, status.st_ino == Self.rootInode else {
      close(root)
      throw SystemError("\(path) is not the kernel's own", code: ENOTSUP)
    }
  }

  deinit { close(root) }

  /// What stands in the file at `path`, relative to the root.
  ///
  /// - Throws: `SystemError` with `EXDEV` when something is mounted on the way, `EFBIG` when there is more than `limit` bytes.
  public func bytes(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try ProcDescriptor.open(path, below: root, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(limit + 1, 64 << 10))
    while bytes.count <= limit {
      let count = read(descriptor, &part, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read \(path)") }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
    throw SystemError("read \(path)", code: EFBIG)
  }

  /// What the symbolic link at `path` says, which is not followed.
  public func link(_ path: String) throws(SystemError) -> String {
    let descriptor = try ProcDescriptor.open(path, below: root, ProcDescriptor.placeOnly | O_NOFOLLOW | O_CLOEXEC)
    defer { close(descriptor) }
    var text = [CChar](repeating: 0, count: 256)
    let count = readlinkat(descriptor, "", &text, text.count)
    guard count > 0, count < text.count else { throw SystemError("readlink \(path)") }
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
