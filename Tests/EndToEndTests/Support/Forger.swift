import CredentialStore
import Foundation
import ProcessTesting
import Sealing
import SecretMemory
import TaskStore
import VaultModel

@testable import OwnerVerification

/// What a program of the same user can do to a vault whose agent does not run: read and write its files in their own forms, and seal to
/// the public half. It has no PIN.
struct Forger {
  let vault: TestVault
  let kind: String

  /// - Parameter kind: the vault's task store.
  init(_ vault: TestVault, _ kind: String = "sqlite") {
    self.vault = vault
    self.kind = kind
  }

  /// Puts a text of its own in the place of the one that a task with this label has, as a text that was added while locked.
  func exchangeText(of label: String, for text: String) async throws {
    try await change(label) { task in
      guard let former = task.seal else { throw ChildProcess.Failure("\(label) is not protected") }
      let sealed = try seal(text, as: task.id, version: former.version, alwaysVerify: task.alwaysVerify)
      try await set(sealed.bytes, "task/\(task.id.uuidString.lowercased())")
      task.seal = SealReference(version: former.version, digest: sealed.digest)
    }
  }

  /// Adds a task of its own.
  func add(_ text: String, label: String) async throws {
    let id = UUID()
    let sealed = try seal(text, as: id, version: 1, alwaysVerify: false)
    try await set(sealed.bytes, "task/\(id.uuidString.lowercased())")
    let task = TodoTask(
      id: id, label: label, seal: SealReference(version: 1, digest: sealed.digest), createdAt: Date())
    try await inTasks { try await $0.create(task) }
  }

  /// Removes the task with this label.
  func delete(_ label: String) async throws {
    try await inTasks { store in
      for task in try await store.all() where task.label == label { try await store.delete(task.id) }
    }
  }

  /// The labels of all protected tasks.
  func labels() async throws -> [String] {
    var labels: [String] = []
    try await inTasks { labels = try await $0.all().compactMap(\.label) }
    return labels
  }

  /// Changes the row of the task with this label.
  func change(_ label: String, _ change: (inout TodoTask) async throws -> Void) async throws {
    try await inTasks { store in
      for var task in try await store.all() where task.label == label {
        try await change(&task)
        try await store.update(task)
      }
    }
  }

  private func seal(
    _ text: String, as id: UUID, version: Int, alwaysVerify: Bool
  ) throws -> ProtectedRecord.Sealed {
    guard let header = try OwnerHeaderFile(directory: vault.data).load()?.header else {
      throw ChildProcess.Failure("the vault has no PIN")
    }
    let context = ProtectedRecord.Context(
      vaultID: header.vaultID, itemID: id, version: version, alwaysVerify: alwaysVerify)
    guard let recipient = SealingRecipient(header, verified: OwnerIdentity(of: header)) else {
      throw ChildProcess.Failure("the public half is there for everybody")
    }
    return try ProtectedRecord.seal(try SecretBytes(Array(text.utf8)), to: recipient, as: context)
  }

  private func inTasks(_ body: (any TaskStore) async throws -> Void) async throws {
    vault.killAgent()
    guard kind == "icalendar" else {
      let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
      try await body(store)
      return try await store.close()
    }
    let store = try ICalendarTaskStore(directory: "\(vault.data)/calendar", logPath: "\(vault.data)/operations.db")
    try await body(store)
    try await store.close()
  }
}

// MARK: Credentials and notes

extension Forger {
  /// A record of the credential store, which the device key opens.
  func record(_ name: String) async throws -> [UInt8]? {
    try await vault.encryptedFile.value(for: try Self.name(name))?.withUnsafeBytes { Array($0) }
  }

  /// Puts a record into the credential store; nil takes it away.
  func set(_ bytes: [UInt8]?, _ name: String) async throws {
    let name = try Self.name(name)
    if let bytes {
      try await vault.encryptedFile.set(try SecretBytes(bytes), for: name)
    } else {
      try await vault.encryptedFile.remove(name)
    }
  }

  /// Everything that tells of the list of confirmed texts, by its place: the list, and the three notes.
  struct Traces {
    var list: [UInt8]?
    var credential: [UInt8]?
    var database: [UInt8]?
    var file: Data?

    static let none = Traces()
  }

  private static let note = VaultStateKey("confirmed-texts")
  private var noteFile: URL {
    let digest = SHA256.digest(of: Array(vault.data.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return vault.root.appendingPathComponent("state/confirmed-\(String(digest, radix: 16)).note")
  }

  /// What is there now.
  func traces() async throws -> Traces {
    vault.killAgent()
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    let database = try await store.state(Self.note)
    try await store.close()
    return Traces(
      list: try await record("owned"), credential: try await record("owned/generation"), database: database,
      file: FileManager.default.contents(atPath: noteFile.path))
  }

  /// Has everything say what it said then.
  func put(_ traces: Traces) async throws {
    vault.killAgent()
    try await set(traces.list, "owned")
    try await set(traces.credential, "owned/generation")
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    try await store.setState(traces.database, for: Self.note)
    try await store.close()
    if let file = traces.file {
      try file.write(to: noteFile)
      return try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: noteFile.path)
    }
    guard FileManager.default.fileExists(atPath: noteFile.path) else { return }
    try FileManager.default.removeItem(at: noteFile)
  }

  private static func name(_ text: String) throws -> CredentialName {
    guard let name = CredentialName(text) else { throw ChildProcess.Failure("\(text) is no name") }
    return name
  }
}
