internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Anonymous pages between two inaccessible ones. `SecretBytes` owns exactly one and gives it back once.
struct Mapping: @unchecked Sendable {
  // Proof for @unchecked: the pointer is written only by the one owner while it is exclusive (`mutating` or before the
  // owner exists), and read only while the owner is borrowed.
  private let start: UnsafeMutableRawPointer
  private let byteCount: Int
  let isLocked: Bool

  static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  private static let dontDump: Int32 = 16  // MADV_DONTDUMP
  private static let wipeOnFork: Int32 = 18  // MADV_WIPEONFORK

  init(count: Int) throws(SystemError) {
    let page = Self.page
    let inner = max(page, (count + page - 1) / page * page)
    byteCount = inner + 2 * page
    guard
      let mapped = mmap(nil, byteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), mapped != MAP_FAILED
    else { throw SystemError("mmap") }
    start = mapped
    let usable = mapped + page
    guard mprotect(usable, inner, PROT_READ | PROT_WRITE) == 0 else {
      let error = SystemError("mprotect")
      munmap(mapped, byteCount)
      throw error
    }
    isLocked = mlock(usable, inner) == 0
    if !isLocked { MemoryLock.refusals.add(1, ordering: .relaxed) }
    _ = madvise(usable, inner, Self.dontDump)
    _ = madvise(usable, inner, Self.wipeOnFork)
  }

  func bytes(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: start + Self.page, count: count)
  }

  /// Whether it is of the smallest size.
  var isSinglePage: Bool { byteCount == 3 * Self.page }

  /// Overwrites everything with zeroes.
  func erase() { ProcessHardening.erase(bytes(byteCount - 2 * Self.page)) }

  /// Gives the pages back to the kernel; the mapping must not be used afterwards.
  func unmap() {
    munlock(start + Self.page, byteCount - 2 * Self.page)
    munmap(start, byteCount)
  }
}
