internal import Reminders

extension QuietHours {
  /// Reads `22:00-07:00`, or `22-7`.
  init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minutes)
    guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
    self.init(from: start, to: end)
  }

  private static func minutes(_ clock: Substring) -> Int? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }),
      let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0, (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
