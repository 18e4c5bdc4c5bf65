internal import LinuxSystem
public import Sealing
public import SecretMemory

/// Where the device key of an encrypted file comes from. Recorded in the file when it is made; another source is refused.
public enum CredentialKeySource: Sendable {
  /// A key file, made with the store; in another directory than the database.
  case keyFile(KeyFile)
  /// A passphrase, asked for when the store is first used; nil when nobody can be asked. The parameters count when the
  /// store is made and are kept in it; without any, hashing takes one core about a second on the machine that makes it.
  case passphrase(parameters: Argon2id.Parameters? = nil, @Sendable () -> SharedSecret?)
}

extension CredentialKeySource {
  /// How long a passphrase that is worth its cost takes one core to hash, in seconds.
  static let targetSeconds = 1.0

  /// A header for a new file, and its keys.
  ///
  /// - Parameter time: how long the calling thread has computed, by which the cost is calibrated.
  func makeHeader(time: () -> Duration = ThreadTime.computed) throws(CredentialStoreError) -> (StoreHeader, StoreKeys) {
    let storeID: [UInt8]
    let source: StoreHeader.Source
    do throws(SealingError) {
      storeID = try SystemRandom.bytes(16)
      switch self {
      case .keyFile: source = .keyFile
      case .passphrase(let chosen, _):
        let parameters =
          if let chosen { chosen } else {
            try Argon2id.calibrated(targetSeconds: Self.targetSeconds, time: time).parameters
          }
        source = .passphrase(
          salt: try SystemRandom.bytes(16), memoryKiB: parameters.memoryKiB, iterations: parameters.iterations,
          parallelism: parameters.parallelism)
      }
    } catch { throw CredentialStoreError(.failed, "\(error)") }
    let keys = try StoreKeys(deviceKey: deviceKey(for: source, mayCreate: true), storeID: storeID)
    return (StoreHeader(storeID: storeID, source: source, keyCheck: keys.check), keys)
  }

  /// The keys that fit `header`.
  ///
  /// - Throws: `keyMissing`, `wrongKey`.
  func keys(for header: StoreHeader) throws(CredentialStoreError) -> StoreKeys {
    let keys = try StoreKeys(deviceKey: deviceKey(for: header.source, mayCreate: false), storeID: header.storeID)
    guard keys.check == header.keyCheck else {
      throw CredentialStoreError(.wrongKey, "the \(header.source.name) does not fit this credential file")
    }
    return keys
  }

  private func deviceKey(
    for source: StoreHeader.Source, mayCreate: Bool
  ) throws(CredentialStoreError) -> SecretBytes {
    switch (self, source) {
    case (.keyFile(let file), .keyFile):
      if let key = try file.load() { return key }
      guard mayCreate else {
        throw CredentialStoreError(.keyMissing, "\(file.path) is missing; restore it from a backup")
      }
      return try file.create()
    case (.passphrase(_, let ask), .passphrase(let salt, let memory, let iterations, let parallelism)):
      guard let passphrase = ask() else { throw CredentialStoreError(.keyMissing, "no passphrase was given") }
      do throws(SealingError) {
        let parameters = try Argon2id.Parameters(memoryKiB: memory, iterations: iterations, parallelism: parallelism)
        return try Argon2id.derive(from: passphrase.bytes, salt: salt, parameters: parameters, count: 32)
      } catch { throw CredentialStoreError(.failed, "\(error)") }
    case (_, .keyFile): throw CredentialStoreError(.keyMissing, "this credential file is opened by a key file")
    case (_, .passphrase): throw CredentialStoreError(.keyMissing, "this credential file is opened by a passphrase")
    }
  }
}
