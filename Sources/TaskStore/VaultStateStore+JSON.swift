internal import StrictJSON

/// Why a fact can't be had, or kept, as JSON.
public enum VaultRecordError: Error, Sendable {
  /// The store could not read or write it.
  case store(TaskStoreError)
  /// What is recorded under that name is something else.
  case unreadable(VaultStateKey)
  /// The value for that name can't be said in JSON.
  case unwritable(VaultStateKey)
}

extension VaultStateStore {
  /// A value that was recorded as JSON; nil when none was.
  ///
  /// - Throws: ``VaultRecordError/store(_:)`` or ``VaultRecordError/unreadable(_:)``.
  public func value<Value: Decodable>(
    _ type: Value.Type, under key: VaultStateKey
  ) async throws(VaultRecordError) -> Value? {
    let bytes: [UInt8]?
    do { bytes = try await state(key) } catch { throw .store(error) }
    guard let bytes else { return nil }
    do { return try StoredJSON.decode(type, from: bytes) } catch { throw .unreadable(key) }
  }

  /// Records a value as JSON, at most ``VaultStateKey/maximumValueByteCount`` bytes of it.
  ///
  /// - Throws: ``VaultRecordError/store(_:)`` or ``VaultRecordError/unwritable(_:)``.
  public func setValue(_ value: some Encodable, under key: VaultStateKey) async throws(VaultRecordError) {
    let bytes: [UInt8]
    do { bytes = try StoredJSON.encode(value) } catch { throw .unwritable(key) }
    do { try await setState(bytes, for: key) } catch { throw .store(error) }
  }
}
