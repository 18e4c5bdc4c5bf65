internal import DBus
internal import LinuxSystem
internal import SecretMemory

/// The Secret Service on one bus, reached: its default collection, its items, its locks and prompts.
///
/// Implements the client's side of the Secret Service API, version 0.2. Calls go to the unique name of the process that
/// was found, so that a service that ends in mid-operation is noticed and never silently replaced by another.
final class SecretServiceSession {
  static let busName = "org.freedesktop.secrets"
  private static let path = "/org/freedesktop/secrets"
  private static let bus = BusObject(destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus")

  private let libsecret: Libsecret
  private let owner: String

  /// Finds the service, starting it if the bus knows how, and opens the encrypted session.
  init(address: String, deadlines: SecretServiceDeadlines) throws(BusFailure) {
    let probe = Deadline(after: deadlines.probe)
    libsecret = try Self.connected(address, before: probe)
    libsecret.watchOwner(of: Self.busName)
    if let owner = try Self.currentOwner(libsecret, before: probe) {
      self.owner = owner
    } else {
      try Self.start(libsecret, before: probe)
      guard let owner = try Self.currentOwner(libsecret, before: probe) else {
        throw .gone("the keyring service ended")
      }
      self.owner = owner
    }
    try libsecret.openSession(before: Deadline(after: deadlines.call))
  }

  /// A bus that is not there is named: its address may be that of a session that has ended.
  private static func connected(_ address: String, before deadline: Deadline) throws(BusFailure) -> Libsecret {
    do throws(BusFailure) { return try Libsecret(address: address, before: deadline) } catch {
      guard case .gone(let reason) = error else { throw error }
      throw .gone(
        "the session bus \(address) can't be reached (\(reason)); DBUS_SESSION_BUS_ADDRESS may be of a session that has ended"
      )
    }
  }

  /// Whether the process this session was opened with still is the service, as far as the bus has told.
  var isCurrent: Bool { !libsecret.isClosed && libsecret.latestOwner() ?? owner == owner }

  /// The collection that the person's programs use; none is ever made here, since making one asks the person for a new password.
  func defaultCollection(before deadline: Deadline) throws(BusFailure) -> String {
    let answer = try service("ReadAlias", [.text("default")], reply: "(o)", before: deadline)
    if let collection = answer.first?.somePath { return collection }
    throw .store(
      CredentialStoreError(.unavailable, "the keyring has no default collection; make one, for instance with Seahorse"))
  }

  /// Whether the default collection is locked.
  func isDefaultLocked(before deadline: Deadline) throws(BusFailure) -> Bool {
    do throws(BusFailure) {
      return try isLocked("/org/freedesktop/secrets/aliases/default", before: deadline)
    } catch .refused {
      // Not every service takes its aliases for collections, and there may be none.
      return try isLocked(try defaultCollection(before: deadline), before: deadline)
    }
  }

  func isLocked(_ collection: String, before deadline: Deadline) throws(BusFailure) -> Bool {
    let value = try property("Locked", of: collection, "org.freedesktop.Secret.Collection", before: deadline)
    guard let isLocked = value.boolean else { throw .malformed("a lock state of the wrong type") }
    return isLocked
  }

  func label(of collection: String, before deadline: Deadline) throws(BusFailure) -> String {
    let value = try property("Label", of: collection, "org.freedesktop.Secret.Collection", before: deadline)
    guard let label = value.text else { throw .malformed("a label of the wrong type") }
    return label
  }

  func attributes(of item: String, before deadline: Deadline) throws(BusFailure) -> [String: String] {
    let value = try property("Attributes", of: item, "org.freedesktop.Secret.Item", before: deadline)
    guard let attributes = value.textDictionary else { throw .malformed("attributes of the wrong type") }
    return attributes
  }

  /// When the item was last written, in seconds since 1970.
  func modified(_ item: String, before deadline: Deadline) throws(BusFailure) -> UInt64 {
    let value = try property("Modified", of: item, "org.freedesktop.Secret.Item", before: deadline)
    guard let seconds = value.long else { throw .malformed("a time of the wrong type") }
    return seconds
  }

  /// The items with these attributes in all collections.
  func search(
    _ attributes: [String: String], before deadline: Deadline
  ) throws(BusFailure) -> (unlocked: [String], locked: [String]) {
    let answer = try service("SearchItems", [.textDictionary(attributes)], reply: "(aoao)", before: deadline)
    guard answer.count == 2, let unlocked = answer[0].texts, let locked = answer[1].texts else {
      throw .malformed("a search result of the wrong type")
    }
    return (unlocked, locked)
  }

  func secret(of item: String, before deadline: Deadline) throws(BusFailure) -> EncryptedSecret {
    try libsecret.secret(of: object(item), before: deadline)
  }

  /// The secrets of those of the items that are there and unlocked, by their paths.
  func secrets(of items: [String], before deadline: Deadline) throws(BusFailure) -> [String: EncryptedSecret] {
    try libsecret.secrets(of: items, at: object(Self.path), before: deadline)
  }

  /// Decrypts a secret of this session.
  func open(_ secret: EncryptedSecret) throws(BusFailure) -> SecretBytes { try libsecret.open(secret) }

  /// Unlocks collections or items.
  ///
  /// - Returns: the prompt that a person must answer first, or nil if all are unlocked.
  func unlock(_ paths: [String], before deadline: Deadline) throws(BusFailure) -> String? {
    let answer = try service("Unlock", [.paths(paths)], reply: "(aoo)", before: deadline)
    return answer.last?.somePath
  }

  /// Makes or replaces an item.
  ///
  /// - Returns: the prompt that a person must answer first, or nil if it is done.
  func createItem(
    in collection: String, attributes: [String: String], secret: borrowing SecretBytes, before deadline: Deadline
  ) throws(BusFailure) -> String? {
    let answer = try libsecret.createItem(
      in: object(collection), label: ItemIdentity.label, attributes: attributes, secret: secret, before: deadline)
    return answer.last?.somePath
  }

  /// Deletes an item.
  ///
  /// - Returns: the prompt that a person must answer first, or nil if it is done.
  func delete(_ item: String, before deadline: Deadline) throws(BusFailure) -> String? {
    let answer = try libsecret.call(
      object(item), "org.freedesktop.Secret.Item", "Delete", [], reply: "(o)", before: deadline)
    return answer.first?.somePath
  }

  func perform(prompt: String, before deadline: Deadline) throws(BusFailure) -> PromptOutcome {
    try libsecret.perform(prompt: object(prompt), before: deadline)
  }

  func dismiss(prompt: String) throws(BusFailure) {
    try libsecret.dismiss(prompt: object(prompt))
  }

  private func object(_ path: String) -> BusObject { BusObject(destination: owner, path: path) }

  private func service(
    _ method: String, _ arguments: [BusArgument], reply: String, before deadline: Deadline
  ) throws(BusFailure) -> [BusValue] {
    try libsecret.call(
      object(Self.path), "org.freedesktop.Secret.Service", method, arguments, reply: reply,
      before: deadline)
  }

  private func property(
    _ name: String, of path: String, _ interface: String, before deadline: Deadline
  ) throws(BusFailure) -> BusValue {
    let answer = try libsecret.call(
      object(path), "org.freedesktop.DBus.Properties", "Get", [.text(interface), .text(name)], reply: "(v)",
      before: deadline)
    guard let value = answer.first else { throw .malformed("a property of the wrong type") }
    return value
  }
}

/// Asking the bus itself.
extension SecretServiceSession {
  private static func ask(
    _ libsecret: Libsecret, _ method: String, _ arguments: [BusArgument], reply: String, before deadline: Deadline
  ) throws(BusFailure) -> BusValue? {
    try libsecret.call(bus, "org.freedesktop.DBus", method, arguments, reply: reply, before: deadline).first
  }

  /// The unique name of the process that is the service; nil where none runs.
  private static func currentOwner(_ libsecret: Libsecret, before deadline: Deadline) throws(BusFailure) -> String? {
    do throws(BusFailure) {
      let answer = try ask(libsecret, "GetNameOwner", [.text(busName)], reply: "(s)", before: deadline)
      guard let owner = answer?.text else { throw BusFailure.malformed("an owner of the wrong type") }
      return owner
    } catch .gone {
      return nil
    }
  }

  private static func start(_ libsecret: Libsecret, before deadline: Deadline) throws(BusFailure) {
    let answer = try ask(libsecret, "ListActivatableNames", [], reply: "(as)", before: deadline)
    guard let names = answer?.texts, names.contains(busName) else {
      throw .gone("no keyring service on this bus; install and start one, for instance gnome-keyring or KeePassXC")
    }
    let arguments: [BusArgument] = [.text(busName), .number(0)]
    do throws(BusFailure) {
      _ = try ask(libsecret, "StartServiceByName", arguments, reply: "(u)", before: deadline)
    } catch .timedOut {
      throw .gone("the keyring service did not start in time")
    }
  }
}
