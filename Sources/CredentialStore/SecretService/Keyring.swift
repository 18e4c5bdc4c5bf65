internal import LinuxSystem
internal import SecretMemory

/// One operation on a service whose default collection is unlocked.
struct Keyring {
  private let session: SecretServiceSession
  private let namespace: String
  private let deadlines: SecretServiceDeadlines
  private let mayPrompt: Bool
  private let collection: String
  private var deadline: Deadline

  /// Finds the default collection and unlocks it: a search in a locked one would find nothing.
  init(
    _ session: SecretServiceSession, namespace: String, deadlines: SecretServiceDeadlines, mayPrompt: Bool
  ) throws(BusFailure) {
    self.session = session
    self.namespace = namespace
    self.deadlines = deadlines
    self.mayPrompt = mayPrompt
    deadline = Deadline(after: deadlines.call)
    collection = try Self.defaultCollection(of: session, before: deadline)
    guard try session.isLocked(collection, before: deadline) else { return }
    try unlock([collection])
    guard try !session.isLocked(collection, before: deadline) else { throw Self.locked }
  }

  /// The default collection; none is ever made here, since making one asks the person for a new password.
  static func defaultCollection(
    of session: SecretServiceSession, before deadline: Deadline
  ) throws(BusFailure) -> String {
    if let collection = try session.defaultCollection(before: deadline) { return collection }
    throw .store(
      CredentialStoreError(.unavailable, "the keyring has no default collection; make one, for instance with Seahorse"))
  }

  mutating func value(for name: CredentialName) throws(BusFailure) -> SecretBytes? {
    let id = ItemIdentity.id(namespace: namespace, name: name)
    guard let item = try newest(try items(named: name)) else { return nil }
    do throws(BusFailure) {
      let envelope = try session.secret(of: item, before: deadline)
      do throws(SecretEnvelope.Fault) { return try SecretEnvelope.open(envelope, name: name) } catch {
        throw Self.failure(error, id: id)
      }
    } catch  where error.isNoSuchObject {
      return nil  // removed by somebody else in the meantime
    }
  }

  mutating func set(_ envelope: borrowing SecretBytes, for name: CredentialName) throws(BusFailure) {
    let older = try items(named: name)
    let home = try newest(older).map(Self.collection(of:)) ?? collection
    let attributes = ItemIdentity.attributes(namespace: namespace, name: name)
    try finish(try session.createItem(in: home, attributes: attributes, secret: envelope, before: deadline))
    // The service replaces one item with these attributes; an older one in another collection would stay beside it.
    for item in older where Self.collection(of: item) != home { _ = try delete(item) }
  }

  mutating func remove(_ name: CredentialName) throws(BusFailure) -> Bool {
    var removed = false
    for item in try items(named: name) { removed = try delete(item) || removed }
    return removed
  }

  /// What the namespace holds.
  mutating func contents() throws(BusFailure) -> (names: [CredentialName], damagedIDs: [String]) {
    var names: Set<CredentialName> = []
    var damaged: Set<String> = []
    for item in try items(with: ItemIdentity.attributes(namespace: namespace)) {
      deadline = Deadline(after: deadlines.call)  // each item has its own, or many items would be too many
      do throws(BusFailure) {
        let id = try session.attributes(of: item, before: deadline)[ItemIdentity.idAttribute] ?? item
        let envelope = try session.secret(of: item, before: deadline)
        if let name = try name(in: envelope, id: id) { names.insert(name) } else { damaged.insert(id) }
      } catch  where error.isNoSuchObject {
        continue  // removed by somebody else in the meantime
      }
    }
    return (names.sorted(), damaged.sorted())
  }

  private func name(in envelope: borrowing SecretBytes, id: String) throws(BusFailure) -> CredentialName? {
    do throws(SecretEnvelope.Fault) {
      let name = try SecretEnvelope.name(in: envelope)
      return ItemIdentity.id(namespace: namespace, name: name) == id ? name : nil
    } catch .broken {
      return nil
    } catch {
      throw Self.failure(error, id: id)
    }
  }

  private mutating func items(named name: CredentialName) throws(BusFailure) -> [String] {
    try items(with: ItemIdentity.attributes(namespace: namespace, name: name))
  }

  /// The items with these attributes, unlocked, those of the default collection first.
  private mutating func items(with attributes: [String: String]) throws(BusFailure) -> [String] {
    var found = try session.search(attributes, before: deadline)
    if !found.locked.isEmpty {
      try unlock(found.locked)
      found = try session.search(attributes, before: deadline)
      guard found.locked.isEmpty else { throw Self.locked }
    }
    let home = collection
    return found.unlocked.filter { Self.collection(of: $0) == home }
      + found.unlocked.filter { Self.collection(of: $0) != home }
  }

  /// The item last written, should another program have made a second one.
  private func newest(_ items: [String]) throws(BusFailure) -> String? {
    guard items.count > 1 else { return items.first }
    var best: (item: String, time: UInt64)?
    for item in items {
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
