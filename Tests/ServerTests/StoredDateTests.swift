import Foundation
import Testing

@testable import VaultServer

@Suite("Dates in the database")
struct StoredDateTests {
  @Test("keep their milliseconds, and what is beyond all calendars becomes the nearest that is not")
  func milliseconds() {
    let date = Date(timeIntervalSince1970: 1_900_000_000.25)
    #expect(Date(milliseconds: date.milliseconds) == date)
    for seconds in [Double.infinity, 1e300, 1e18] {
      #expect(Date(timeIntervalSince1970: seconds).milliseconds == 253_402_300_799_000)
      #expect(Date(timeIntervalSince1970: -seconds).milliseconds == -62_135_596_800_000)
    }
    #expect(Date(timeIntervalSince1970: .nan).milliseconds == 0)
  }
}
