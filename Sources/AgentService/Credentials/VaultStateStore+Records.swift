internal import AgentAPI
internal import Localization
internal import TaskStore

extension VaultStateStore {
  /// A value recorded as JSON; nil when none was.
  func recorded<Value: Decodable>(_ type: Value.Type, _ key: VaultStateKey) async throws(Failure) -> Value? {
    try await VaultRecordError.asFailure(await value(type, under: key))
  }

  /// Records a value as JSON.
  func record(_ value: some Encodable, _ key: VaultStateKey) async throws(Failure) {
    try await VaultRecordError.asFailure(await setValue(value, under: key))
  }

  /// Records bytes as they are; nil removes what was recorded.
  func record(bytes: [UInt8]?, _ key: VaultStateKey) async throws(Failure) {
    try await TaskStoreError.asFailure(await setState(bytes, for: key))
  }
}
