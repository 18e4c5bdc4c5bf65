internal import DurableFiles
public import SecretMemory

/// Credentials in one encrypted SQLite file and its mirror: for machines without a keyring.
///
/// Every record is sealed with AES-256-GCM under a key of its own; names are hidden too. Several processes may use one
/// file at once. A write that returned survives a crash and a power cut. Damage to one copy is repaired from the other, and
/// a file older than one already seen is refused. `docs/file-format.md` describes every byte.
///
/// The file is made by the first write; reading where none was made finds nothing.
public actor EncryptedFileStore: CredentialStore {
  /// Where a store lies and what opens it.
  public struct Configuration: Sendable {
    /// The database. Beside it lie `PATH.mirror`, `PATH.lock`, `PATH.use` and SQLite's own files.
    public let path: String
    /// Where the highest generation seen is kept; another directory than the database's.
    public let stateDirectory: String
    /// What opens it.
    public let keySource: CredentialKeySource
    /// How long a call waits for other processes, at most.
    public let timeLimit: Duration
    /// Takes what the owner should know: what stood in a file's place and was set aside.
    public let report: @Sendable (String) -> Void

    /// Names the places; nothing is read or made yet. Missing directories are made, mode 0700, at the first write.
    public init(
      path: String, stateDirectory: String, keySource: CredentialKeySource, timeLimit: Duration = .seconds(10),
      report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.path = path
      self.stateDirectory = stateDirectory
      self.keySource = keySource
      self.timeLimit = timeLimit
      self.report = report
    }

    /// The mark is named after the database.
    var markPath: String {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return "\(stateDirectory)/\(name).generation"
    }
  }

  /// Where this store lies.
  public nonisolated let configuration: Configuration
  private let executor: SerialQueueExecutor
  private let engine: FileEngine

  /// Runs on a queue of the store's own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Names a store; nothing is opened before the first call.
  public init(_ configuration: Configuration) {
    self.init(configuration, SeenGeneration(), known: nil)
  }

  private init(
    _ configuration: Configuration, _ seen: SeenGeneration, known: (header: StoreHeader, keys: StoreKeys)?
  ) {
    self.configuration = configuration
    executor = SerialQueueExecutor(label: "CredentialStore.EncryptedFile")
    engine = FileEngine(configuration, seen: seen, known: known)
  }

  /// The value, or nil when both copies agree that there is none.
  ///
  /// - Throws: ``CredentialStoreError``: `damaged` with the record's id, `rolledBack`, `keyMissing`, `wrongKey`,
  ///   `insecurePermissions`, `newerFormat`, `timedOut` when other processes hold the file too long.
  public func value(for name: CredentialName) throws(CredentialStoreError) -> SecretBytes? {
    try engine.value(for: name)
  }

  /// Stores `value` durably in both copies; makes the file at the first call.
  ///
  /// - Throws: ``CredentialStoreError`` as ``value(for:)`` does, and `tooLarge`, `diskFull`, `readOnly`.
  public func set(_ value: borrowing SecretBytes, for name: CredentialName) throws(CredentialStoreError) {
    try CredentialLimits.check(value)
    try engine.set(value, for: name)
  }

  /// Removes the credential durably from both copies.
  @discardableResult
  public func remove(_ name: CredentialName) throws(CredentialStoreError) -> Bool {
    try engine.remove(name)
  }

  /// The names, sorted, proven complete against the digest; takes time in proportion to their number.
  public func names() throws(CredentialStoreError) -> [CredentialName] { try engine.names() }

  /// Reads and verifies everything, repairs a damaged copy from the other, and reports the rest.
  ///
  /// Other calls go on meanwhile, in this process and others, unless something has to be repaired.
  public nonisolated func check() async throws(CredentialStoreError) -> CredentialFileReport {
    let (seen, known) = await shared()
    let other = EncryptedFileStore(configuration, seen, known: known)
    return try await other.checkHere()
  }

  /// Accepts the file as it is, though a newer one was seen: after a restore that was meant. Where the file is gone
  /// altogether, the next write makes an empty one.
  ///
  /// - Throws: ``CredentialStoreError`` with `rolledBack` where this very store has seen the newer one: what it has seen nothing
  ///   lowers, so that accepting takes a process that has not.
  public func acceptRollback() throws(CredentialStoreError) { try engine.acceptRollback() }

  private func shared() -> (SeenGeneration, (header: StoreHeader, keys: StoreKeys)?) { (engine.seen, engine.known) }

  private func checkHere() throws(CredentialStoreError) -> CredentialFileReport {
    try engine.check()
  }
}
