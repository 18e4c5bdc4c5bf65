import DBus
import Testing

@testable import DesktopSession

@Suite("Texts of notifications")
struct NotificationTextTests {
  @Test("control characters and such as turn the writing are replaced, newlines and tabs become layout")
  func harmless() {
    let text = "a\u{0}b\tc\r\nd\u{9B}e\u{202E}f\u{E0041}"
    #expect(NotificationText.line(text, limit: 100) == "a\u{FFFD}b c d\u{FFFD}e\u{FFFD}f\u{FFFD}")
    #expect(NotificationText.lines(text, limit: 100) == "a\u{FFFD}b c\nd\u{FFFD}e\u{FFFD}f\u{FFFD}")
  }

  @Test("bytes that are no UTF-8 are replaced")
  func invalid() {
    #expect(NotificationText.line(String(decoding: [0x41, 0xFF, 0x42], as: UTF8.self), limit: 9) == "A\u{FFFD}B")
  }

  @Test("a text as long as the limit stays, a longer one ends in an ellipsis within it", arguments: [1, 2, 200])
  func long(limit: Int) {
    let text = String(repeating: "ü", count: limit)
    #expect(NotificationText.line(text, limit: limit) == text)
    #expect(NotificationText.line(text + "ü", limit: limit) == text.dropLast() + "…")
  }

  @Test("accents without end are cut too, letters of several scalars are not torn")
  func accents() {
    let endless = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(NotificationText.line(endless, limit: 100) == "…")
    #expect(NotificationText.line("👩‍👩‍👧‍👦👍🏽x", limit: 3) == "👩‍👩‍👧‍👦👍🏽x")
  }

  @Test("markup is escaped after shortening")
  func markup() {
    #expect(NotificationText.escapedForMarkup("<a href=\"x\">&amp;") == "&lt;a href=\"x\"&gt;&amp;amp;")
  }

  @Test("a time is sent in milliseconds, however long or short it is")
  func expiry() {
    #expect(timeout(.desktopDefault) == .signed(-1))
    #expect(timeout(.never) == .signed(0))
    #expect(timeout(.after(.nanoseconds(1))) == .signed(1))
    #expect(timeout(.after(.seconds(-1))) == .signed(1))
    #expect(timeout(.after(.seconds(Int64.max))) == .signed(.max))
  }

  private func timeout(_ expiry: DesktopNotification.Expiry) -> BusArgument? {
    NotificationService.notify(
      DesktopNotification(summary: "x", expiry: expiry), replacing: 0, of: ":1.1", able: [],
      DesktopNotificationsConfiguration(applicationName: "vault")
    ).arguments.last
  }
}
