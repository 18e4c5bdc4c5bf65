internal import LinuxSystem
internal import SecretMemory

/// One operation on a service. A locked collection is unlocked before it is believed that it holds nothing.
struct Keyring {
  private let session: SecretServiceSession
  private let namespace: String
  private let deadlines: SecretServiceDeadlines
  private let mayPrompt: Bool
  private let readings: KeyringReadings
  private let prompts: KeyringPrompts
  private var deadline: Deadline

  /// Of how many items the secrets are asked for at once; a namespace of more is never read as a whole for one request.
  private static let batchCount = 64

  /// - Parameters:
  ///   - readings: what the request under way has read already.
  ///   - prompts: is told of the service's own prompts.
  init(
    _ session: SecretServiceSession, namespace: String, deadlines: SecretServiceDeadlines, mayPrompt: Bool,
    readings: KeyringReadings, prompts: KeyringPrompts
  ) {
    self.session = session
    self.namespace = namespace
    self.deadlines = deadlines
    self.mayPrompt = mayPrompt
    self.readings = readings
    self.prompts = prompts
    deadline = Deadline(after: deadlines.call)
  }

  /// Unlocks the default collection: services that show nothing of a locked one would seem to be empty.
  ///
  /// - Returns: whether it was locked.
  mutating func unlockDefault() throws(BusFailure) -> Bool {
    guard try session.isDefaultLocked(before: deadline) else { return false }
    try unlock([try session.defaultCollection(before: deadline)])
    guard try !session.isDefaultLocked(before: deadline) else { throw Self.locked }
    return true
  }

  mutating func value(for name: CredentialName) throws(BusFailure) -> SecretBytes? {
    if readings.shallReadAll { try readAll() }
    if let known = readings.item(name)?.secret { return try value(in: known, of: name) }
    let items = try items(named: name)
    guard let item = try newest(items) else { return nil }
    do throws(BusFailure) {
      let secret = try session.secret(of: item, before: deadline)
      let value = try value(in: secret, of: name)
      if items.count == 1 { readings.insert(KeyringReadings.Item(path: item, secret: secret), for: name) }
      return value
    } catch  where error.isNoSuchObject {
      return nil  // removed by somebody else in the meantime
    }
  }

  private func value(in secret: EncryptedSecret, of name: CredentialName) throws(BusFailure) -> SecretBytes {
    let envelope = try session.open(secret)
    do throws(SecretEnvelope.Fault) { return try SecretEnvelope.open(envelope, name: name) } catch {
      throw Self.failure(error, id: ItemIdentity.id(namespace: namespace, name: name))
    }
  }

  /// Reads the whole namespace for the request under way, if that is unlocked, whole and not large. Where it is not, each item is looked
  /// for by itself, which tells what is wrong with it.
  private mutating func readAll() throws(BusFailure) {
    let found = try session.search(ItemIdentity.attributes(namespace: namespace), before: deadline)
    guard found.locked.isEmpty, found.unlocked.count <= Self.batchCount else { return readings.insertAll([:]) }
    let secrets = try session.secrets(of: found.unlocked, before: deadline)
    var items: [CredentialName: KeyringReadings.Item] = [:]
    for (path, secret) in secrets {
      guard let name = try? SecretEnvelope.name(in: try session.open(secret)), items[name] == nil else {
        return readings.insertAll([:])
      }
      items[name] = KeyringReadings.Item(path: path, secret: secret)
    }
    readings.insertAll(items)
  }

  mutating func set(_ envelope: borrowing SecretBytes, for name: CredentialName) throws(BusFailure) {
    // Whatever comes of it, what was read is of no use any more.
    readings.recordWritten(name)
    let attributes = ItemIdentity.attributes(namespace: namespace, name: name)
    if let known = readings.item(name) {
      do throws(BusFailure) {
        let home = Self.collection(of: known.path)
        return try finish(try session.createItem(in: home, attributes: attributes, secret: envelope, before: deadline))
      } catch  where error.isLocked || error.isNoSuchObject {
        // The collection was locked or removed in the meantime: it is looked for, and unlocked.
        readings.forget(name)
      }
    }
    let older = try items(named: name)
    let home =
      if let item = try newest(older) { Self.collection(of: item) } else {
        try session.defaultCollection(before: deadline)
      }
    try finish(try session.createItem(in: home, attributes: attributes, secret: envelope, before: deadline))
    // The service replaces one item with these attributes; an older one in another collection would stay beside it.
    for item in older where Self.collection(of: item) != home { _ = try delete(item) }
  }

  mutating func remove(_ name: CredentialName) throws(BusFailure) -> Bool {
    readings.forget(name)
    var removed = false
    for item in try items(named: name) { removed = try delete(item) || removed }
    return removed
  }

  /// Removes every item of the namespace, whatever is in it.
  ///
  /// - Returns: how many there were.
  mutating func removeAll() throws(BusFailure) -> Int {
    readings.forgetAll()
    var count = 0
    for item in try items(with: ItemIdentity.attributes(namespace: namespace)) {
      deadline = Deadline(after: deadlines.call)  // each has its own, or many items would be too many
      if try delete(item) { count += 1 }
    }
    return count
  }

  /// What the namespace holds.
  ///
  /// - Parameter isThorough: whether each item is compared with what it shows of itself, a call for each; else only one whose name
  ///   can't be read, or is another's, too.
  mutating func contents(isThorough: Bool) throws(BusFailure) -> (names: [CredentialName], damagedIDs: [String]) {
    _ = try unlockDefault()
    var names: Set<CredentialName> = []
    var damaged: Set<String> = []
    var items = try items(with: ItemIdentity.attributes(namespace: namespace))[...]
    while !items.isEmpty {
      deadline = Deadline(after: deadlines.call)  // each batch has its own, or many items would be too many
      let batch = items.prefix(Self.batchCount)
      items = items.dropFirst(batch.count)
      let secrets = try session.secrets(of: Array(batch), before: deadline)
      for item in batch {
        do throws(BusFailure) {
          // One that did not come was locked or removed in the meantime; asking for it alone tells which.
          let secret = if let known = secrets[item] { known } else { try session.secret(of: item, before: deadline) }
          let name = try name(in: try session.open(secret), of: item)
          if let name, !isThorough, !names.contains(name) {
            names.insert(name)
            continue
          }
          let id = try id(of: item)
          if let name, ItemIdentity.id(namespace: namespace, name: name) == id {
            names.insert(name)
          } else {
            damaged.insert(id)
          }
        } catch  where error.isNoSuchObject {
          continue  // removed by somebody else in the meantime
        }
      }
    }
    return (names.sorted(), damaged.sorted())
  }

  /// The name in an item's envelope; nil for one that is broken.
  private func name(in envelope: borrowing SecretBytes, of item: String) throws(BusFailure) -> CredentialName? {
    do throws(SecretEnvelope.Fault) { return try SecretEnvelope.name(in: envelope) } catch .broken {
      return nil
    } catch {
      throw Self.failure(error, id: try id(of: item))
    }
  }

  /// What an item shows of its name.
  private func id(of item: String) throws(BusFailure) -> String {
    try session.attributes(of: item, before: deadline)[ItemIdentity.idAttribute] ?? item
  }

  private mutating func items(named name: CredentialName) throws(BusFailure) -> [String] {
    try items(with: ItemIdentity.attributes(namespace: namespace, name: name))
  }

  /// The items with these attributes, unlocked.
  private mutating func items(with attributes: [String: String]) throws(BusFailure) -> [String] {
    var found = try session.search(attributes, before: deadline)
    if !found.locked.isEmpty {
      try unlock(found.locked)
    } else {
      if !found.unlocked.isEmpty { return found.unlocked }
      guard try unlockDefault() else { return [] }
    }
    found = try session.search(attributes, before: deadline)
    guard found.locked.isEmpty else { throw Self.locked }
    return found.unlocked
  }

  /// The item last written, should another program have made a second one.
  private func newest(_ items: [String]) throws(BusFailure) -> String? {
    guard items.count > 1 else { return items.first }
    let home = try session.defaultCollection(before: deadline)
    let ordered = items.filter { Self.collection(of: $0) == home } + items.filter { Self.collection(of: $0) != home }
    var best: (item: String, time: UInt64)?
    for item in ordered {
      let time = try session.modified(item, before: deadline)
      if time > best?.time ?? 0 || best == nil { best = (item, time) }
    }
    return best?.item
  }

  private mutating func delete(_ item: String) throws(BusFailure) -> Bool {
    do throws(BusFailure) {
      try finish(try session.delete(item, before: deadline))
      return true
    } catch  where error.isNoSuchObject {
      return false
    }
  }

  private mutating func unlock(_ paths: [String]) throws(BusFailure) {
    try finish(try session.unlock(paths, before: deadline))
  }

  /// Lets the person answer the prompt that stands before an operation, if there is one.
  private mutating func finish(_ prompt: String?) throws(BusFailure) {
    guard let prompt else { return }
    guard mayPrompt else {
      try session.dismiss(prompt: prompt)
      throw Self.locked
    }
    prompts.open()
    defer { prompts.close() }
    do throws(BusFailure) {
      let outcome = try session.perform(prompt: prompt, before: Deadline(after: deadlines.prompt))
      guard outcome != .dismissed else {
        throw BusFailure.store(CredentialStoreError(.cancelled, "the keyring's prompt was dismissed"))
      }
    } catch .timedOut {
      throw Self.locked
    }
    deadline = Deadline(after: deadlines.call)
  }

  /// The collection an item lies in: items are the children of their collection (Secret Service API, "Object Paths").
  private static func collection(of item: String) -> String {
    item.lastIndex(of: "/").map { String(item[..<$0]) } ?? item
  }

  private static let locked = BusFailure.store(
    CredentialStoreError(.locked, "the keyring is locked and nobody unlocked it; unlock it and try again"))

  private static func failure(_ fault: SecretEnvelope.Fault, id: String) -> BusFailure {
    switch fault {
    case .broken: .store(CredentialStoreError(.damaged, id))
    case .newer: .store(CredentialStoreError(.newerFormat, "item \(id) was written by a newer version"))
    case .memory: .store(CredentialStoreError(.failed, "no memory for the value"))
    }
  }
}
