public import FoundationEssentials

extension MomentText {
  /// As many decimals as a fraction can need beside an exact `Double`.
  private static let maximumDecimalCount = 15

  /// `2030-12-24T18:00:00Z`; what is below a second is left out. Moments outside of the years 1 to 9999 become the nearest
  /// inside, here and below.
  public static func whole(_ date: Date) -> String {
    var bytes: [UInt8] = []
    append(date, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``whole(_:)``, for what is written by the hundred thousand.
  public static func append(_ date: Date, to bytes: inout [UInt8]) {
    local(clamped(date).rounded(.down)).append(to: &bytes, dateMark: "-", timeMark: ":")
    bytes.append(UInt8(ascii: "Z"))
  }

  /// RFC 3339 with as many decimals as it takes to read the same date again, none for a whole second.
  public static func exact(_ date: Date) -> String {
    let seconds = clamped(date)
    let second = seconds.rounded(.down)
    var bytes: [UInt8] = []
    local(second).append(to: &bytes, dateMark: "-", timeMark: ":")
    appendDecimals(seconds, second, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `20301224T180000Z`; what is below a second is left out.
  public static func basic(_ date: Date) -> String { local(clamped(date).rounded(.down)).basic + "Z" }

  /// Seconds since 2001.
  private static func clamped(_ date: Date) -> Double {
    let seconds = date.timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return 0 }
    return seconds < 252_423_993_600 ? max(seconds, -63_113_904_000) : 252_423_993_599
  }

  private static func local(_ reference: Double) -> CivilDateTime {
    CivilDateTime(seconds: Int(reference) + 978_307_200) ?? CivilDateTime(.first, .midnight)
  }

  private static func appendDecimals(_ seconds: Double, _ whole: Double, to bytes: inout [UInt8]) {
    let fraction = seconds - whole
    guard fraction > 0 else { return }
    var scale = 1.0
    var text = ""
    for count in 1...maximumDecimalCount {
      scale *= 10
      let scaled = (fraction * scale).rounded()
      guard scaled < scale else { continue }
      let digits = String(Int(scaled))
      text = "." + String(repeating: "0", count: count - digits.utf8.count) + digits
      if let read = Double("0" + text), whole + read == seconds { break }
    }
    bytes.append(contentsOf: text.utf8)
  }
}
