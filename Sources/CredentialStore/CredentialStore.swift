public import SecretMemory

/// A place for secrets: the keychain of a Linux program.
///
/// A credential is a value of 0 to ``CredentialLimits/maximumValueByteCount`` arbitrary bytes under a name. Names are
/// compared byte by byte. Every implementation keeps the same contract (one test suite runs against all of them):
/// a write that returned is durable, a write replaces the older value whole or not at all, several tasks and several
/// processes may use one store at once, and no call waits for ever.
///
/// What an outsider learns of a store without its key is at most how many credentials there are and how long they are.
public protocol CredentialStore: Sendable {
  /// The value stored under `name`.
  ///
  /// - Returns: nil when the store answered and has no such credential; never for any other reason.
  /// - Throws: ``CredentialStoreError``, for instance ``CredentialStoreError/Code/locked``.
  func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes?

  /// Stores `value` under `name`, in place of an older value.
  func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError)

  /// Removes the credential.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool

  /// The names of all credentials, sorted by their UTF-8 bytes.
  func names() async throws(CredentialStoreError) -> [CredentialName]
}

/// Bounds that hold for every store.
public enum CredentialLimits {
  /// The longest name, in UTF-8 bytes.
  public static let maximumNameByteCount = 512
  /// The longest value, in bytes: 1 MiB.
  public static let maximumValueByteCount = 1 << 20

  /// Refuses a value that no store takes.
  ///
  /// - Throws: ``CredentialStoreError/Code/tooLarge``.
  static func check(_ value: borrowing SecretBytes) throws(CredentialStoreError) {
    guard value.count <= maximumValueByteCount else {
      throw CredentialStoreError(.tooLarge, "\(value.count) bytes; at most \(maximumValueByteCount)")
    }
  }
}
