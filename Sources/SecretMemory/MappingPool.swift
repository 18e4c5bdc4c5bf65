internal import LinuxSystem
internal import Synchronization

/// Erased one-page mappings kept for the next secret: making one takes five system calls, and showing one text takes two
/// dozen of them.
///
/// What waits here is as well protected as when it is used (guarded, locked, left out of dumps, wiped in a fork) and holds
/// zeroes.
enum MappingPool {
  /// The most that are kept; showing one text takes about 26, and the usual `RLIMIT_MEMLOCK` of 8 MiB allows for 2,048.
  private static let maximumCount = 32
  private static let waiting = Mutex<[Mapping]>([])

  /// A mapping for `count` bytes, all zero.
  static func acquire(count: Int) throws(SystemError) -> Mapping {
    if count <= Mapping.page, let mapping = waiting.withLock({ $0.popLast() }) { return mapping }
    return try Mapping(count: count)
  }

  /// Erases a mapping, and keeps or unmaps it; it must not be used afterwards.
  static func release(_ mapping: Mapping) {
    mapping.erase()
    let isKept = waiting.withLock { waiting in
      guard mapping.isLocked, mapping.isSinglePage, waiting.count < maximumCount else { return false }
      waiting.append(mapping)
      return true
    }
    if !isKept { mapping.unmap() }
  }
}
