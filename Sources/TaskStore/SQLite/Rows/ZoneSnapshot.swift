internal import CivilTime
internal import Glibc

/// A time zone as it was at one moment: what it says stays the same while rows are read, whatever the system's becomes.
///
/// It knows the changes of the clock of the years 1990 to 2060, and takes the first and the last offset for what lies
/// outside of them.
struct ZoneSnapshot: Sendable {
  /// The zone.
  let zone: LocalZone
  /// The same number for zones that say the same, and hardly ever for others.
  let fingerprint: UInt64
  /// Where a later look is taken, in seconds since 1970.
  private let probes: [Int]

  /// Takes down what a zone says. That asks it some thousand times.
  ///
  /// - Parameter now: in seconds since 1970; around it ``fits(_:)`` looks.
  init(of zone: LocalZone, now: Int) {
    let offsets = Self.offsets(of: zone)
    self.zone = LocalZone { Self.offset(at: $0, in: offsets) }
    fingerprint = Self.fingerprint(of: offsets)
    probes = (-4..<20).map { now + $0 * Self.month }
  }

  /// The zone of this process as it is now.
  static func system() -> ZoneSnapshot { ZoneSnapshot(of: .system(), now: time(nil)) }

  /// Whether the zone still says the same, as far as a look at each month from the last ones to those of next year tells:
  /// it is taken with every question to the store.
  func fits(_ present: LocalZone) -> Bool {
    probes.allSatisfy { zone.secondsEast(at: $0) == present.secondsEast(at: $0) }
  }

  /// By how much clocks are ahead of UTC from a moment on.
  private struct Offset {
    let start: Int
    let secondsEast: Int
  }

  private static let week = 7 * 86_400
  private static let month = 30 * 86_400
  /// 1990-01-01 and 2060-01-01.
  private static let years = 631_152_000...2_840_140_800

  /// Looks once a week: no clock is changed and changed back sooner.
  private static func offsets(of zone: LocalZone) -> [Offset] {
    var known = Offset(start: years.lowerBound, secondsEast: zone.secondsEast(at: years.lowerBound))
    var offsets = [known]
    for moment in stride(from: years.lowerBound + week, through: years.upperBound, by: week) {
      let secondsEast = zone.secondsEast(at: moment)
      guard secondsEast != known.secondsEast else { continue }
      known = Offset(start: change(of: zone, before: moment, from: known.secondsEast), secondsEast: secondsEast)
      offsets.append(known)
    }
    return offsets
  }

  /// The first moment of the week before `moment` at which clocks show something else than by an offset.
  private static func change(of zone: LocalZone, before moment: Int, from secondsEast: Int) -> Int {
    var (low, high) = (moment - week, moment)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if zone.secondsEast(at: middle) == secondsEast { low = middle } else { high = middle }
    }
    return high
  }

  private static func offset(at moment: Int, in offsets: [Offset]) -> Int {
    var (low, high) = (0, offsets.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offsets[middle].start <= moment { low = middle } else { high = middle }
    }
    return offsets[low].secondsEast
  }

  private static func fingerprint(of offsets: [Offset]) -> UInt64 {
    var checksum = CRC64()
    for offset in offsets {
      checksum.add(Int64(offset.start))
      checksum.add(Int64(offset.secondsEast))
    }
    return checksum.value
  }
}
