/// How the local clock and the moments of the world belong together.
public struct LocalZone: Sendable {
  /// Universal time.
  public static let utc = LocalZone(secondsEast: 0)

  private let rule: @Sendable (Int) -> Int

  /// A zone by its rule.
  ///
  /// - Parameter rule: by how many seconds local clocks are ahead of UTC at a moment, given in seconds since 1970; at
  ///   most a day either way. It is asked only for moments of the years 1 to 9999.
  public init(rule: @escaping @Sendable (_ seconds: Int) -> Int) { self.rule = rule }

  /// A zone whose clocks are never changed.
  public init(secondsEast: Int) { self.init { _ in secondsEast } }

  /// By how much local clocks are ahead of UTC. Moments that no calendar shows are taken as the nearest one that is shown
  /// everywhere. `seconds` count from the beginning of 1970.
  public func secondsEast(at seconds: Int) -> Int { rule(Self.shown(seconds)) }

  /// The nearest moment that has a day of the years 1 to 9999 in every zone.
  static func shown(_ seconds: Int) -> Int { min(max(seconds, earliest), latest) }

  private static let earliest = (CivilDate.first.dayNumber + 1) * 86_400
  private static let latest = CivilDate.last.dayNumber * 86_400 - 1
}
