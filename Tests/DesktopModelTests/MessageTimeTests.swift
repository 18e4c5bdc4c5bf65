import CivilTime
import DesktopModel
import Foundation
import Testing

@Suite("When something was written, in the window", .timeLimit(.minutes(1)))
@MainActor
struct MessageTimeTests {
  // 24 December 2026, 18:05 UTC.
  private let date = Date(timeIntervalSince1970: 1_798_135_500)

  @Test("is a time on the same day, and a day as people say it on others")
  func text() {
    func text(after days: Double, _ zone: LocalZone = .utc) -> String {
      MessageTime.text(date, now: date.addingTimeInterval(days * 86_400), zone: zone)
    }
    #expect(text(after: 0) == "18:05" && text(after: 1) == "24 Dec 18:05" && text(after: 300) == "24 Dec 2026 18:05")
    #expect(text(after: 0, LocalZone(secondsEast: 7 * 3600)) == "1:05")
  }

  @Test("has a year where it is to be kept, also where the date can't be")
  func whole() {
    #expect(MessageTime.whole(date, zone: .utc) == "24 Dec 2026 18:05")
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .greatestFiniteMagnitude)] {
      #expect(!MessageTime.whole(date, zone: .utc).isEmpty)
    }
  }
}
