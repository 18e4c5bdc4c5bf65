internal import LinuxSystem
public import SecretMemory

/// Credentials in the desktop's keyring: the freedesktop Secret Service (GNOME Keyring, KWallet, KeePassXC), by libsecret.
///
/// What anybody on the bus can see of an item, even while the keyring is locked: a constant label, a constant schema, and
/// two SHA-256 values for namespace and name. Name and value are inside the secret. While the keyring is unlocked, any
/// program on the bus can read the secret itself: seal first what must be hidden from those.
///
/// New items go to the default collection; items are found in whichever collection they are. The collection is unlocked
/// before anything is looked up, so that a locked keyring is never mistaken for an empty one. No bus is ever started, and
/// libsecret's own file, which it takes in a sandbox, is never used. All calls of a process on one bus run one after the
/// other on one thread, each under ``SecretServiceDeadlines``. A service that ended is found again by the next call.
public actor SecretServiceStore: CredentialStore {
  private let namespace: String
  private let address: String?
  private let deadlines: SecretServiceDeadlines
  private let mayPrompt: Bool
  private let thread: SerialThread
  private let readings = KeyringReadings()
  /// Tells of the service's own prompts.
  public nonisolated let prompts = KeyringPrompts()
  private var session: SecretServiceSession? {
    didSet { readings.forgetAll() }
  }

  /// The thread all calls run on; it is none of Swift's own pool, since they block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Makes a store; nothing is contacted before its first use.
  ///
  /// - Parameters:
  ///   - namespace: keeps the credentials of different programs apart; any text, the same for ever.
  ///   - busAddress: the D-Bus server address of the bus; nil takes the session bus of this process, from
  ///     `DBUS_SESSION_BUS_ADDRESS` or the socket `bus` in `XDG_RUNTIME_DIR`, now.
  ///   - deadlines: how long to wait.
  ///   - mayPrompt: whether the service may ask the person, for instance to unlock the keyring. If not, that is
  ///     ``CredentialStoreError/Code/locked`` at once.
  public init(
    namespace: String, busAddress: String? = nil, deadlines: SecretServiceDeadlines = SecretServiceDeadlines(),
    mayPrompt: Bool = true
  ) {
    self.namespace = namespace
    self.deadlines = deadlines
    self.mayPrompt = mayPrompt
    address = busAddress ?? SessionBusAddress.ofThisProcess()
    thread = SerialThread.shared(forBus: address ?? "")
  }

  /// The value stored under `name`.
  public func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
    try perform { (keyring) throws(BusFailure) in try keyring.value(for: name) }
  }

  /// Stores `value` under `name`, in place of an older value.
  public func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) {
    guard value.count <= CredentialLimits.maximumValueByteCount else {
      throw CredentialStoreError(.tooLarge, "at most \(CredentialLimits.maximumValueByteCount) bytes")
    }
    let envelope = try Self.envelope(value, name)
    try perform { (keyring) throws(BusFailure) in try keyring.set(envelope, for: name) }
  }

  /// Removes the credential, and says whether there was one.
  @discardableResult
  public func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool {
    try perform { (keyring) throws(BusFailure) in try keyring.remove(name) }
  }

  /// Removes all credentials of this namespace, those that are damaged as well.
  ///
  /// - Returns: how many items there were.
  public func removeAll() async throws(CredentialStoreError) -> Int {
    try perform { (keyring) throws(BusFailure) in try keyring.removeAll() }
  }

  /// The names of all credentials of this namespace, sorted by their UTF-8 bytes.
  ///
  /// - Throws: ``CredentialStoreError/Code/damaged`` with the ids of items that are not what this store wrote.
  public func names() async throws(CredentialStoreError) -> [CredentialName] {
    let contents = try perform { (keyring) throws(BusFailure) in try keyring.contents(isThorough: false) }
    guard contents.damagedIDs.isEmpty else {
      throw CredentialStoreError(.damaged, contents.damagedIDs.joined(separator: " "))
    }
    return contents.names
  }

  /// The ids of items of this namespace that are not what this store wrote; empty when all is well.
  public func damagedItemIDs() async throws(CredentialStoreError) -> [String] {
    try perform { (keyring) throws(BusFailure) in try keyring.contents(isThorough: true) }.damagedIDs
  }

  /// Where the keyring is and whether it is locked; neither unlocks nor asks anything.
  public func status() async throws(CredentialStoreError) -> SecretServiceStatus {
    try reporting { () throws(BusFailure) in
      let deadline = Deadline(after: deadlines.call)
      let session = try connected()
      let collection = try session.defaultCollection(before: deadline)
      return SecretServiceStatus(
        busName: SecretServiceSession.busName, busAddress: address ?? "",
        collectionLabel: try session.label(of: collection, before: deadline),
        isLocked: try session.isLocked(collection, before: deadline))
    }
  }

  /// Unlocks the default collection; asks the person if the service has to and may.
  public func unlock() async throws(CredentialStoreError) {
    _ = try perform { (keyring) throws(BusFailure) in try keyring.unlockDefault() }
  }

  /// Carries a request out, within which no item is asked for twice, unless it was written in between or ``forgetRead()`` came. What the
  /// request has read is kept as the service sent it, encrypted, until it ends.
  public nonisolated func duringRequest<Value: Sendable, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await readings.duringRequest(body)
  }

  /// Says that the request under way will read many items: they come at once, with the next that it reads.
  public nonisolated func expectManyReads() { readings.expectMany() }

  /// Drops what the requests under way have read; they keep nothing more.
  public nonisolated func forgetRead() { readings.end() }

  /// Does `body` on the keyring.
  private func perform<Value: ~Copyable>(
    _ body: (inout Keyring) throws(BusFailure) -> Value
  ) throws(CredentialStoreError) -> Value {
    try reporting { () throws(BusFailure) in
      var keyring = Keyring(
        try connected(), namespace: namespace, deadlines: deadlines, mayPrompt: mayPrompt, readings: readings,
        prompts: prompts)
      return try body(&keyring)
    }
  }

  private static func envelope(
    _ value: borrowing SecretBytes, _ name: CredentialName
  ) throws(CredentialStoreError) -> SecretBytes {
    do { return try SecretEnvelope.seal(value, name: name) } catch {
      throw CredentialStoreError(.failed, "no memory for the value")
    }
  }

  private func reporting<Value: ~Copyable>(
    _ body: () throws(BusFailure) -> Value
  ) throws(CredentialStoreError) -> Value {
    do throws(BusFailure) {
      return try body()
    } catch {
      switch error {
      case .timedOut, .gone, .malformed: session = nil
      case .refused, .store: break
      }
      throw error.asStoreError
    }
  }

  private func connected() throws(BusFailure) -> SecretServiceSession {
    if let session, session.isCurrent { return session }
    session = nil
    guard let address else {
      throw .gone(
        "no session bus: neither DBUS_SESSION_BUS_ADDRESS nor a bus in XDG_RUNTIME_DIR; log in to a desktop session")
    }
    let fresh = try SecretServiceSession(address: address, deadlines: deadlines)
    session = fresh
    return fresh
  }
}
