import AgentAPI
import CivilTime
import Foundation
import Testing
import VaultTesting

@testable import VaultClient

@Suite("When, refused")
struct WhenRefusalTests {
  private func refusal(of text: String) -> Failure? {
    do throws(Failure) { _ = try When(text, now: saturday, zone: berlin) } catch { return error }
    return nil
  }

  @Test(
    "ambiguous, impossible and unknown words are refused with the reason",
    arguments: [
      ("", "There is no date or time."), ("   ", "There is no date or time."),
      ("3/4", "\"3/4\" may be 3 Apr or 4 Mar."), ("12/11/26", "The order of day, month and year in \"12/11/26\""),
      ("24/12", "The order of"), ("24-12-2026", "The order of"), ("26-12-24", "The order of"),
      ("5", "\"5\" may be an hour, a day or a year."), ("2027", "may be an hour, a day or a year"),
      ("tomorrow 9", "\"9\" may be an hour or a year."), ("may", "\"may\" names a month but no day."),
      ("dec 2026", "names a month but no day"), ("2026-12", "names no day"),
      ("9.10", "\"9.10\" may be a day or a time."),
      ("24.12.26", "has not four digits"), ("30 feb", "February has no day 30."), ("31.4.", "April has no day 31."),
      ("29 feb 2027", "February 2027 has no day 29."), ("2026-02-29", "February 2026 has no day 29."),
      ("2026-13-01", "There is no month 13."), ("0000-01-01", "There is no year 0."), ("0.5.", "May has no day 0."),
      ("25:00", "There is no hour 25."), ("2026-12-24T24:00", "There is no hour 24."),
      ("18:60", "There is no minute 60."),
      ("18:00:60", "There is no second 60."), ("13pm", "There is no hour 13 pm."), ("0 am", "There is no hour 0 am."),
      ("9:5", "\"9:5\" is not a time."), ("tomorow", "did you mean \"tomorrow\"?"),
      ("fridya", "did you mean \"friday\"?"), ("tody 9:00", "did you mean \"today\"?"),
      ("whenever", "\"whenever\" is not a known date or time."),
      ("fri midnight", "\"midnight\" of a day may be its start or its end."), ("midnight fri", "may be its start"),
      ("next week", "\"next\" needs a weekday."), ("in", "A number and its unit are missing."),
      ("in 5", "The number 5 has no unit"), ("in dec", "\"dec\" is not a whole number with a unit."),
      ("in 1.5h", "is not a whole number"), ("in 1h and", "are missing"), ("+", "are missing"),
      ("++3d", "is not a whole number"),
      ("3 days", "\"3 days\" is a span of time, not a moment."), ("18h", "is a span of time"),
      ("in 9999999 days", "beyond the year 9999"), ("in 9999999999 days", "beyond the year 9999"),
      ("in 9999 years", "beyond the year 9999"), ("tomorrow 18:00Z", "A zone can stand only behind a full date."),
      ("18:00Z", "A zone can stand only"), ("tomorrow at", "There is no time behind \"at\"."),
      ("fri sat", "\"sat\" is not a known date or time"), ("fri 18:00 19:00", "\"19:00\" is not a known date"),
      ("2026-12-24T", "is not a known date"), ("2026-12-24T18:00X", "is not a known date"),
      ("2026-12-24T18:00+1", "is not a known date"),
      ("2026-12-24x", "is not a known date"), ("١٢:٠٠", "is not a known date"),
    ])
  func refused(_ text: String, _ reason: String) throws {
    let failure = try #require(refusal(of: text), "\(text)")
    #expect(failure.message.contains(reason), "\(text): \(failure.message)")
    #expect(failure.exitStatus == 64 && failure.message.hasSuffix(".") || failure.message.hasSuffix("?"))
    #expect(!failure.hint.isEmpty)
  }

  @Test("a long text is refused without repeating it all")
  func long() throws {
    let failure = try #require(refusal(of: String(repeating: "x", count: 90)))
    #expect(failure.message.count < 120)
    #expect(refusal(of: String(repeating: "x ", count: 5000))?.message == "That is too long for a date.")
  }
}

@Suite("When, for all texts")
struct WhenPropertyTests {
  @Test("every day and time reads back as itself, in each way it can be written")
  func formatted() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<3000 {
      let number = Int.random(in: CivilDate.first.dayNumber...CivilDate.last.dayNumber, using: &generator)
      let date = try #require(CivilDate(dayNumber: number))
      let hour = Int.random(in: 0...23, using: &generator)
      let time = try #require(ClockTime(hour: hour, minute: Int.random(in: 0...59, using: &generator)))
      let year = "\(date)".prefix(4)
      let days = [
        "\(date)", "\(date.day).\(date.month.rawValue).\(year)", "\(date.shortWords) \(year)",
        "\(date.month.name) \(date.day), \(year)",
      ]
      for day in days {
        #expect(try When(day, now: saturday, zone: .utc).date == LocalZone.utc.end(of: date), "\(day)")
        let local = CivilDateTime(date, time)
        let moment = LocalZone.utc.moment(local).date
        for text in ["\(day) \(time)", "\(day) at \(time.words)", "\(time.words) \(day)", "\(local)"] {
          #expect(try When(text, now: saturday, zone: .utc).date == moment, "\(text)")
        }
      }
    }
  }

  @Test("no text is a trap, and what is refused has a next step")
  func garbage() {
    let pieces = [
      "in", "+", "-", "3", "24", "2026", "12", ".", ":", "/", "T", "z", "fri", "dec", "next", "at", "on", "9:00", "pm",
      "d",
      "h", "mo", " ", " ", " ", ",", "٣", "é", "👩‍👧", "\u{0}", "99999999999999999999", "eom", "midnight", "+01:00", "and",
      "a", "today",
    ]
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
      do throws(Failure) {
        let when = try When(text, now: saturday, zone: berlin)
        #expect(when.date.timeIntervalSince1970.isFinite)
      } catch { #expect(!error.message.isEmpty && !error.hint.isEmpty) }
    }
  }

  @Test("a longer span never ends sooner", arguments: ["s", " min", "h", " days", "w", " months", "y"])
  func monotone(_ unit: String) throws {
    var last = Date.distantPast
    for count in 0..<400 {
      let date = try When("in \(count)\(unit)", now: saturday, zone: berlin).date
      #expect(date >= last, "in \(count)\(unit)")
      last = date
    }
  }
}
