public import FoundationEssentials
internal import Sealing

/// The MAC (RFC 2104) by which the owner marks a sealed text as theirs: over everything that its row says of the seal, so that none
/// of it can be exchanged.
public enum OwnerMAC {
  /// What a row says of a seal.
  public struct Statement: Equatable, Sendable {
    /// When the text is destroyed.
    public enum Destruction: Equatable, Sendable {
      /// Never.
      case never
      /// When its task is done.
      case whenDone
      /// At a moment.
      case at(Date)
    }

    /// Vault, item, version, and whether it asks at every reveal.
    public let context: ProtectedRecord.Context
    /// The task that the item belongs to; the item itself where it is the task's own text.
    public let taskID: UUID
    /// SHA-256 of the sealed record.
    public let digest: [UInt8]
    /// When it is destroyed.
    public let destruction: Destruction

    /// States it.
    public init(context: ProtectedRecord.Context, taskID: UUID, digest: [UInt8], destruction: Destruction) {
      self.context = context
      self.taskID = taskID
      self.digest = digest
      self.destruction = destruction
    }

    fileprivate var encoded: [UInt8] {
      var writer = ByteWriter()
      writer.write(context.encoded)
      writer.write(taskID.bytes)
      writer.write(UInt32(truncatingIfNeeded: digest.count))
      writer.write(digest)
      switch destruction {
      case .never: writer.write(UInt8(0))
      case .whenDone: writer.write(UInt8(1))
      case .at(let date):
        writer.write(UInt8(2))
        // Zero has one form, as in the task store.
        writer.write((date.timeIntervalSinceReferenceDate + 0).bitPattern)
      }
      return writer.bytes
    }
  }

  /// The first byte of one; those before had none, and were given to many texts at once.
  private static let format: UInt8 = 2

  private static let purpose = OwnerPurpose("vault owner mark v2")

  /// The MAC: a byte for its format, then 32 of HMAC-SHA-256.
  public static func code(
    of statement: Statement, by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> [UInt8] {
    [format] + (try owner.authenticationKey(for: purpose).code(for: statement.encoded))
  }

  /// Whether the owner has made this MAC for exactly this.
  public static func isValid(
    _ code: [UInt8], of statement: Statement, by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> Bool {
    guard code.count == 1 + HMACSHA256.byteCount, code.first == format else { return false }
    return try owner.authenticationKey(for: purpose).isValid(Array(code.dropFirst()), for: statement.encoded)
  }
}
