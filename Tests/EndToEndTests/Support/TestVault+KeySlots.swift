import CredentialStore
import DurableFiles
import Foundation
import PrivateDesktop
import ProcessTesting
import SecretMemory
import TaskStore

@testable import OwnerVerification
@testable import Sealing

/// What a program of the same user can do to the key slots and to what is noted of them.
extension TestVault {
  /// The two files with the key slots.
  var slotFiles: [URL] { ["owner", "owner.copy"].map { URL(fileURLWithPath: "\(data)/\($0)") } }

  /// Writes bytes to both files with the key slots, or to some of them.
  func putSlots(_ bytes: Data, in places: [URL]? = nil) throws {
    for place in places ?? slotFiles { try Self.write(bytes, to: place) }
  }

  private static func write(_ bytes: Data, to place: URL) throws {
    try bytes.write(to: place)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
  }

  /// The key slots with some bytes of the header exchanged, and a checksum that fits: it is no secret.
  static func bent(_ file: Data, _ change: (inout [UInt8]) -> Void) -> Data {
    var bytes = Array(file.dropLast(SHA256.byteCount))
    change(&bytes)
    return Data(bytes + SHA256.digest(of: bytes))
  }

  /// A file with another header, in the form and of the generation of one that is there.
  static func file(of header: OwnerHeader, like file: Data) -> Data {
    let (version, generation) = (Array(file[8..<10]), Array(file[10..<18]))
    let number = { (bytes: [UInt8]) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    let format = OwnerFileFormat(magic: "VAULTOWN", version: UInt16(number(version)), maximumPayloadByteCount: 1024)
    return Data(format.encode(.init(generation: number(generation), payload: header.encoded())))
  }

  /// What is noted of the header: in the credential store, the task database, the state directory. The agent must not run.
  func headerNotes() async throws -> [[UInt8]?] {
    let store = try SQLiteTaskStore(path: "\(data)/tasks.db")
    let recorded = try await store.state(VaultStateKey("owner-header"))
    try await store.close()
    let file = try noteFile().flatMap { try HeaderAnchorFile(path: $0).read() }
    var witness: [UInt8]?
    if let value = try await encryptedFile.value(for: Self.witness()) { witness = value.withUnsafeBytes { Array($0) } }
    return [witness, recorded, file]
  }

  /// Puts these in the three places; nil takes a note away.
  func put(headerNotes notes: [[UInt8]?]) async throws {
    let name = try Self.witness()
    if let bytes = notes[0] {
      try await encryptedFile.set(try SecretBytes(bytes), for: name)
    } else {
      try await encryptedFile.remove(name)
    }
    try await set(notes[1], VaultStateKey("owner-header"))
    let file = HeaderAnchorFile(path: try knownNoteFile())
    if let bytes = notes[2] { try file.write(bytes) } else { try file.remove() }
  }

  /// Sets the note in the credential store, beside a running agent or not.
  func putWitness(_ bytes: [UInt8]) async throws {
    try await encryptedFile.set(try SecretBytes(bytes), for: try Self.witness())
  }

  /// Sets one of the vault's own records in the task database. The agent must not run.
  func set(_ value: [UInt8]?, _ key: VaultStateKey) async throws {
    let store = try SQLiteTaskStore(path: "\(data)/tasks.db")
    try await store.setState(value, for: key)
    try await store.close()
  }

  private static func witness() throws -> CredentialName {
    guard let name = CredentialName("owner/header") else { throw ChildProcess.Failure("no such name") }
    return name
  }

  private func noteFile() throws -> String? {
    let state = "\(root.path)/state"
    let found = try FileManager.default.contentsOfDirectory(atPath: state).filter {
      $0.hasPrefix("owner-") && $0.hasSuffix(".note")
    }
    return found.first.map { "\(state)/\($0)" }
  }

  /// Where the note lies or lay: as the agent names it.
  private func knownNoteFile() throws -> String {
    let number = SHA256.digest(of: Array(data.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return "\(root.path)/state/owner-\(String(number, radix: 16)).note"
  }

  // MARK: The legacy format

  /// Makes the key slots what the versions before left: the legacy format, its witness, and no other note.
  ///
  /// - Parameter method: what was recorded as the way of verification.
  func makeLegacyFormat(method: String? = nil) async throws {
    killAgent()
    let (deviceKey, pepper) = try await deviceSecrets()
    guard let header = try OwnerHeaderFile(directory: data).load()?.header else {
      throw ChildProcess.Failure("the vault has no PIN")
    }
    let pin = try SecretBytes(Array(TestVault.pin.utf8))
    let owner = try OwnerKeys(parameters: .standard).open(
      header, pin: pin, pepper: pepper.bytes, deviceKey: deviceKey.bytes)
    let former = try OwnerHeader(
      vaultID: header.vaultID, publicKey: header.publicKey, slots: header.slots, terms: .unproven,
      privateKey: owner.privateKey, deviceKey: deviceKey.bytes)
    let format = OwnerFileFormat(magic: "VAULTOWN", version: 1, maximumPayloadByteCount: 1024)
    try putSlots(Data(format.encode(.init(generation: 1, payload: former.encoded()))))
    try await put(headerNotes: [Self.formerWitness(of: former), nil, nil])
    try await set(method.map { Array("\"\($0)\"".utf8) }, VaultStateKey("verification"))
  }

  /// The witness of old: the header's digest, none of a next one, the owner's.
  static func formerWitness(of header: OwnerHeader) -> [UInt8] {
    SHA256.digest(of: header.encoded()) + [UInt8](repeating: 0, count: 32) + OwnerIdentity(of: header).digest
  }
}
