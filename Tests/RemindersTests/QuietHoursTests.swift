import FoundationEssentials
import Testing

@testable import Reminders

@Suite("Quiet hours")
struct QuietHoursTests {
  private let midnight = at(-hours(12))

  private func quiet(_ from: Int, _ to: Int, offset: @escaping @Sendable (Date) -> Int = { _ in 0 }) throws -> QuietTime
  {
    QuietTime(try #require(QuietHours(from: from, to: to)), secondsFromUTC: offset)
  }

  @Test("within one day, the first minute is quiet and the last one is not")
  func day() throws {
    let quiet = try quiet(13 * 60, 15 * 60)
    #expect(!quiet.contains(midnight.addingTimeInterval(hours(13) - 0.001)))
    #expect(quiet.contains(midnight.addingTimeInterval(hours(13))))
    #expect(quiet.contains(midnight.addingTimeInterval(hours(15) - 0.001)))
    #expect(!quiet.contains(midnight.addingTimeInterval(hours(15))))
    #expect(quiet.release(of: at(hours(2))) == at(hours(3)))
    #expect(quiet.release(of: at(hours(3))) == at(hours(3)))
  }

  @Test("across midnight they end on the next morning")
  func night() throws {
    let quiet = try quiet(22 * 60, 7 * 60)
    #expect(!quiet.contains(at(hours(9.99))))
    for hour in [10, 12, 18.99] { #expect(quiet.release(of: at(hours(hour))) == at(hours(19))) }
    #expect(quiet.release(of: at(hours(19))) == at(hours(19)))
  }

  @Test("they are by local time")
  func local() throws {
    let quiet = try quiet(22 * 60, 7 * 60, offset: { _ in 9 * 3600 })
    #expect(!quiet.contains(at(0)))
    #expect(quiet.release(of: at(hours(1))) == at(hours(10)))
    let west = try self.quiet(22 * 60, 7 * 60, offset: { _ in -9 * 3600 - 1800 })
    #expect(west.release(of: at(0)) == at(hours(4.5)))
  }

  @Test("their end is by the clock that is right then when clocks change in the night", arguments: [3600, -3600])
  func clockChange(by seconds: Int) throws {
    let change = at(hours(14))
    let quiet = try quiet(22 * 60, 7 * 60, offset: { $0 < change ? 0 : seconds })
    #expect(quiet.release(of: at(hours(11))) == at(hours(19) - Double(seconds)))
  }

  @Test("an end that the change jumps over is late by no more than the change")
  func gap() throws {
    let change = at(hours(14))
    let quiet = try quiet(22 * 60, 2 * 60 + 30, offset: { $0 < change ? 0 : 3600 })
    let end = quiet.release(of: at(hours(11)))
    #expect(end >= change && end <= change.addingTimeInterval(3600))
    #expect(!quiet.contains(end))
  }

  @Test("hours that are none are refused")
  func refused() {
    #expect(QuietHours(from: 0, to: 0) == nil)
    #expect(QuietHours(from: -1, to: 5) == nil)
    #expect(QuietHours(from: 5, to: 1440) == nil)
  }
}
