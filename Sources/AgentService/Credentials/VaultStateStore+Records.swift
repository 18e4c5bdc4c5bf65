internal import AgentAPI
internal import FoundationEssentials
internal import StrictJSON
internal import TaskStore

extension VaultStateStore {
  /// A value recorded as JSON; nil when none was.
  func recorded<Value: Decodable>(_ type: Value.Type, _ key: VaultStateKey) async throws(Failure) -> Value? {
    let bytes: [UInt8]?
    do { bytes = try await state(key) } catch { throw Failure(error) }
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
    do { try await setState(bytes, for: key) } catch { throw Failure(error) }
  }
}
