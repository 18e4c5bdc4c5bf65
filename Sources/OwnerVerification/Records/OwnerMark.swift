public import FoundationEssentials
internal import Sealing

/// The mark by which the owner takes a sealed text as theirs: a MAC over everything that its row says of the seal, so that none
/// of it can be exchanged.
public enum OwnerMark {
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

  /// The first byte of a mark; those before had none, and were given to many texts at once.
  private static let form: UInt8 = 2

  private static let marking = OwnerPurpose("vault owner mark v2")

  /// The mark: a byte for its form, then 32 of a MAC.
  public static func mark(
    of statement: Statement, by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> [UInt8] {
    [form] + (try owner.authenticationKey(for: marking).code(for: statement.encoded))
  }

  /// Whether the owner has made this mark for exactly this.
  public static func isMark(
    _ mark: [UInt8], of statement: Statement, by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> Bool {
    guard mark.count == 1 + HMACSHA256.byteCount, mark.first == form else { return false }
    return try owner.authenticationKey(for: marking).isValid(Array(mark.dropFirst()), for: statement.encoded)
  }
}
