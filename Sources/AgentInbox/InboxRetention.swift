/// For how long the inbox on this machine keeps items, and messages of channels. Messages that came with pushes, and tasks, stay.
public struct InboxRetention: Equatable, Sendable {
  /// Items older than so many days go: 1 to 3,650.
  public var days = 90
  /// Of more items the oldest go: 100 to 1,000,000.
  public var count = 100_000

  /// The days that can be asked for.
  public static let dayRange = 1...3650
  /// The numbers of items that can be asked for.
  public static let countRange = 100...1_000_000

  /// As the server keeps them unless told otherwise: 90 days, 100,000 items.
  public init() {}
}
