internal import AgentAPI
internal import FoundationEssentials
internal import StrictJSON
internal import TaskStore

extension VaultStateStore {
  /// A value recorded as JSON; nil when none was.
  func recorded<Value: Decodable>(_ type: Value.Type, _ key: VaultStateKey) async throws(Failure) -> Value? {
    let bytes = try await TaskStoreError.asFailure(await state(key))
    guard let bytes else { return nil }
    do { return try StoredJSON.decode(type, from: bytes) } catch {
      throw Failure(
        .badData, "The vault's record \(key.rawValue) can't be read.", hint: "Restore a backup with vault restore.")
    }
  }

  /// Records a value as JSON.
  func record(_ value: some Encodable, _ key: VaultStateKey) async throws(Failure) {
    let bytes: [UInt8]
    do { bytes = try StoredJSON.encode(value) } catch {
      throw Failure(.internal, "The vault's record \(key.rawValue) can't be written.")
    }
    try await record(bytes: bytes, key)
  }

  /// Records bytes as they are; nil removes what was recorded.
  func record(bytes: [UInt8]?, _ key: VaultStateKey) async throws(Failure) {
    try await TaskStoreError.asFailure(await setState(bytes, for: key))
  }
}
