public import FoundationEssentials
internal import Glibc

/// A moment on clocks that nobody can set back: which boot it is, and how long it lasts. The wall clock is only for people.
public struct Moment: Equatable, Sendable {
  /// The kernel's random identifier of this boot.
  public var bootID: UUID
  /// Time since that boot, suspended time included (`CLOCK_BOOTTIME`), in milliseconds.
  public var sinceBootMilliseconds: Int64
  /// The wall clock.
  public var wall: Date

  /// Names a moment.
  public init(bootID: UUID, sinceBootMilliseconds: Int64, wall: Date) {
    self.bootID = bootID
    self.sinceBootMilliseconds = sinceBootMilliseconds
    self.wall = wall
  }

  /// Now.
  ///
  /// - Throws: ``OwnerVerificationError`` with `inputOutput` when the kernel does not tell its boot's identifier.
  public static func now() throws(OwnerVerificationError) -> Moment {
    let path = "/proc/sys/kernel/random/boot_id"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OwnerVerificationError(.inputOutput, "\(path) can't be read") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 36)
    guard read(descriptor, &bytes, bytes.count) == 36,
      let bootID = UUID(uuidString: String(decoding: bytes, as: UTF8.self))
    else { throw OwnerVerificationError(.inputOutput, "\(path) holds no identifier") }
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    return Moment(bootID: bootID, sinceBootMilliseconds: milliseconds, wall: Date())
  }
}
