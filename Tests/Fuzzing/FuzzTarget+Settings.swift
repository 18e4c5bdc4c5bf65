@testable internal import AgentService
@testable internal import Reminders

/// Values of settings that have a form of their own.
extension FuzzTarget {
  static let settings = [FuzzTarget("quiet-hours", atMost: 64, quietHours)]

  private static func quietHours(_ input: [UInt8]) {
    var reader = InputReader(input)
    let text = String(decoding: input, as: UTF8.self)
    if let hours = QuietHours(text) {
      precondition(text.utf8.allSatisfy { "0123456789:-".utf8.contains($0) }, "what is no clock is read as one")
      checkHours(hours, at: reader.number())
    }
    let (start, end) = (Int(reader.number() % 1440), Int(reader.number() % 1440))
    guard let hours = QuietHours(from: start, to: end) else {
      return precondition(start == end, "hours of a day are none")
    }
    checkHours(hours, at: reader.number())
  }

  private static func checkHours(_ hours: QuietHours, at number: UInt64) {
    precondition(
      (0..<1440).contains(hours.start) && (0..<1440).contains(hours.end) && hours.start != hours.end,
      "hours are none of a day")
    precondition(QuietHours(hours.description) == hours, "hours are others after they were written and read")
    let second = Double(number % 86_400)
    let left = hours.secondsLeft(at: second)
    let passed = minutes(from: hours.start, to: Int(second) / 60)
    precondition((left > 0) == (passed < minutes(from: hours.start, to: hours.end)), "it is quiet at another time")
    precondition((0..<86_400).contains(left), "it is quiet for ever")
    let next = (second + left).truncatingRemainder(dividingBy: 86_400)
    precondition(left == 0 || hours.secondsLeft(at: next) == 0, "it is quiet when the hours are over")
  }

  /// How long it is from one minute of a day to the next time that it is another.
  private static func minutes(from start: Int, to end: Int) -> Int { (end - start + 1440) % 1440 }
}
