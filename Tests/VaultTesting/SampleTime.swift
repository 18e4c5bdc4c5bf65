public import CivilTime
public import Foundation

/// Central European time from 2026 to 2027.
public let berlin = LocalZone { seconds in
  let summers = [1_774_746_000..<1_792_890_000, 1_806_195_600..<1_824_944_400]
  return summers.contains { $0.contains(seconds) } ? 7200 : 3600
}

/// Saturday, 21 November 2026, 10:15:30 in Berlin, and half a second.
public let saturday = Date(timeIntervalSince1970: 1_795_252_530.5)
