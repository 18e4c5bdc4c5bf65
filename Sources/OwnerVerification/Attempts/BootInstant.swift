public import FoundationEssentials
internal import Glibc
internal import LinuxSystem

/// An instant on clocks that nobody can set back: which boot it is, and how long it lasts. The wall clock is only for people.
public struct BootInstant: Equatable, Sendable {
  /// The kernel's random identifier of this boot.
  public var bootID: UUID
  /// Time since that boot, suspended time included (`CLOCK_BOOTTIME`), in milliseconds.
  public var sinceBootMilliseconds: Int64
  /// The wall clock.
  public var wall: Date

  /// Names an instant.
  public init(bootID: UUID, sinceBootMilliseconds: Int64, wall: Date) {
    self.bootID = bootID
    self.sinceBootMilliseconds = sinceBootMilliseconds
    self.wall = wall
  }

  /// The kernel's own files, opened once: what is mounted over them later is not even seen.
  private static let kernel = Result { () throws(SystemError) in try ProcFileSystem() }

  /// Now.
  ///
  /// - Throws: ``OwnerVerificationError`` with `untrustedClock` when the kernel does not say its boot's identifier itself, or this
  ///   process's clocks are not the machine's.
  public static func now() throws(OwnerVerificationError) -> BootInstant {
    let (isShifted, text): (Bool, String)
    do throws(SystemError) {
      let kernel = try kernel.get()
      (isShifted, text) = (try kernel.hasShiftedClocks(), try kernel.bootIdentifier())
    } catch { throw OwnerVerificationError(.untrustedClock, error.description) }
    guard !isShifted else { throw OwnerVerificationError(.untrustedClock, "the agent runs in a time namespace") }
    guard let bootID = UUID(uuidString: text) else {
      throw OwnerVerificationError(.untrustedClock, "the kernel names no boot")
    }
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    return BootInstant(bootID: bootID, sinceBootMilliseconds: milliseconds, wall: Date())
  }
}
