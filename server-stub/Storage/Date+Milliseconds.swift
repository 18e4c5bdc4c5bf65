internal import FoundationEssentials

extension Date {
  /// As it is stored; a date beyond all calendars becomes the nearest of the years 1 to 9999, for others name dates.
  var milliseconds: Int64 {
    let seconds = timeIntervalSince1970
    guard !seconds.isNaN else { return 0 }
    return Int64((min(max(seconds, -62_135_596_800), 253_402_300_799) * 1000).rounded())
  }

  /// A date as it was stored.
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
