/// The credential store and its health.
public struct StoreStatus: Codable, Equatable, Sendable {
  /// Which store is used; nil until the first write chose one.
  public var kind: StoreKind?
  /// Why this one: configured, chosen by `auto`, or migrated.
  public var reason: String
  /// The file, or the bus and collection.
  public var location: String
  /// How many credentials there are; nil when it can't be told without unlocking.
  public var count: Int?
  /// The ids of records that fail their check.
  public var damaged: [String]
  /// Whether a complete check was part of this answer.
  public var wasChecked: Bool

  /// Makes a status.
  public init(kind: StoreKind?, reason: String, location: String, count: Int?, damaged: [String], wasChecked: Bool) {
    self.kind = kind
    self.reason = reason
    self.location = location
    self.count = count
    self.damaged = damaged
    self.wasChecked = wasChecked
  }
}
