import CredentialStore
import Foundation
import Sealing
import SecretMemory

/// A directory of its own for one encrypted file: database, key and marks each in a subdirectory.
final class Place: Sendable {
  let root: String

  init() throws {
    root = NSTemporaryDirectory() + "credential-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var data: String { root + "/data" }
  var path: String { data + "/credentials.db" }
  var mirror: String { path + ".mirror" }
  var keyFile: KeyFile { KeyFile(path: root + "/config/credentials.key") }
  var state: String { root + "/state" }
  var mark: String { state + "/credentials.db.generation" }

  func configuration(_ source: CredentialKeySource? = nil, limit: Duration = .seconds(20))
    -> EncryptedFileStore.Configuration
  {
    .init(path: path, stateDirectory: state, keySource: source ?? .keyFile(keyFile), timeLimit: limit)
  }

  func store(_ source: CredentialKeySource? = nil) -> EncryptedFileStore { EncryptedFileStore(configuration(source)) }

  /// A second place with the same files.
  func duplicate() throws -> Place {
    let copy = try Place()
    for part in ["data", "config", "state"] where FileManager.default.fileExists(atPath: "\(root)/\(part)") {
      try FileManager.default.copyItem(atPath: "\(root)/\(part)", toPath: "\(copy.root)/\(part)")
    }
    return copy
  }

  /// Every file that could hold something, by its path below the root.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }.sorted()
  }

  func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path.hasPrefix("/") ? path : "\(root)/\(path)")))
  }

  /// Overwrites a file in place, keeping its mode.
  func write(_ bytes: [UInt8], to path: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path.hasPrefix("/") ? path : "\(root)/\(path)"))
    try handle.write(contentsOf: bytes)
    try handle.truncate(atOffset: UInt64(bytes.count))
    try handle.close()
  }
}

/// Costs as little as Argon2id takes.
let cheapArgon2id: Argon2id.Parameters = {
  guard let parameters = try? Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1) else {
    preconditionFailure("these parameters are within bounds")
  }
  return parameters
}()

func passphrase(_ text: String) -> CredentialKeySource {
  .passphrase(parameters: cheapArgon2id) {
    do { return SharedSecret(try SecretBytes(Array(text.utf8))) } catch { return nil }
  }
}
