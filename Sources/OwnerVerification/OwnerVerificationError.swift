internal import LinuxSystem
internal import Sealing

/// Why the owner could not be verified, or their key not be stored. Compared by code alone; never holds a secret.
public struct OwnerVerificationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The closed list of reasons; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// The PIN or the recovery code opens nothing.
    case wrongSecret
    /// There is no slot of this kind: no PIN or no recovery code was set.
    case noSlot
    /// The only slot can't be removed: nothing would open the vault any more.
    case lastSlot
    /// The PIN is too short, too long or too easy to guess.
    case weakPIN
    /// A recovery code that was not copied right: wrong length, wrong character, or its checksum differs.
    case malformedRecoveryCode
    /// A text is longer than a sealed one can be.
    case textTooLong
    /// Stored data fails its integrity check.
    case damaged
    /// The device key is not the one the owner's header was written under.
    case wrongDeviceKey
    /// The key slots were changed while this change of them was under way.
    case superseded
    /// The key slots are older than some that were in force, or bear no trace of having been.
    case staleHeader
    /// The sealed record is not the one the task refers to.
    case wrongRecord
    /// The sealed record names another public half than the owner's.
    case otherOwner
    /// The file was written by a newer version of this program.
    case newerFormat
    /// A file that must be private belongs to another user, can be used by others, or is not a regular file.
    case insecurePermissions
    /// No space is left.
    case diskFull
    /// The file or its directory can't be written.
    case readOnly
    /// Reading or writing failed for another reason.
    case inputOutput
    /// The clocks of this process are not the machine's, or the kernel does not report them: no wait can be measured.
    case untrustedClock
    /// The kernel holds no key for this process, or no longer.
    case keyringUnavailable
    /// No memory for password hashing.
    case outOfMemory
    /// The cryptographic library failed.
    case sealingFailed
  }

  /// The reason.
  public let code: Code
  /// What a person should know besides: a path, a bound, a system call. Never a secret.
  public let detail: String

  /// Makes an error with a reason and a detail that is safe to print.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and, where there is one, the detail.
  public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}

extension OwnerVerificationError {
  /// What an error of the module `Sealing` means here; a failed authentication is never expected where this is used.
  init(_ error: SealingError) {
    switch error.code {
    case .authenticationFailed:
      self.init(.damaged, error.detail.isEmpty ? "it is not what was sealed" : "it is \(error.detail)")
    case .outOfMemory: self.init(.outOfMemory, error.detail)
    default: self.init(.sealingFailed, error.description)
    }
  }

  init(_ error: SystemError) { self.init(.outOfMemory, error.description) }
}

/// Runs `body` and converts a sealing error to one of this module.
func sealing<Result: ~Copyable>(
  _ body: () throws(SealingError) -> Result
) throws(OwnerVerificationError) -> Result {
  do { return try body() } catch { throw OwnerVerificationError(error) }
}
