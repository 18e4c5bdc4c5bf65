import CivilTime
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("Several days in one line")
struct QuickDaysTests {
  /// Friday, 15 January 2027, 4:00.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000 - 7_200 * 2)
  private static let zone = LocalZone(secondsEast: 0)

  private func entry(_ line: String) -> QuickEntry? { QuickEntry(line, now: Self.now, zone: Self.zone) }

  private static let joints = [",", ", ", " ", " and ", ", and ", " & "]
  private static let beginnings = ["every ", "each ", "every 2 weeks on ", "weekly "]
  private static let dayLists = [
    ["tue", "thu"], ["monday", "friday"], ["mon", "Wed", "fri"],
    ["mon", "tue", "wed", "thu", "fri", "sat", "sunday"],
  ]

  @Test(
    "however the days and the time are written, all days are kept, and the first of them is the due date",
    arguments: dayLists)
  func lists(days: [String]) throws {
    for beginning in Self.beginnings {
      let plain = "\(beginning)\(days.joined(separator: ","))"
      let wanted = try #require(entry("Yoga \(plain) 18:00")).draft
      #expect(wanted.name == "Yoga" && wanted.recurrence?.text.contains("BYDAY=") == true)
      #expect(wanted.due?.isAllDay == false)
      for joint in Self.joints {
        let list = days.dropLast().joined(separator: joint == " and " || joint == " & " ? ", " : joint)
        let typed = "\(beginning)\(list)\(joint)\(days[days.count - 1])"
        for time in ["18:00", "at 18:00", "6pm", "6 pm", "at 6 pm"] {
          let line = "Yoga \(typed) \(time)"
          let read = entry(line)
          #expect(read?.draft == wanted && read?.doubts == [], "\(line)")
          let before = "Yoga \(time) \(typed)"
          #expect(entry(before)?.draft == wanted, "\(before)")
        }
        let bare = try #require(entry("Yoga \(typed)")).draft
        #expect(bare.name == "Yoga" && bare.recurrence == wanted.recurrence, "\(typed)")
        #expect(bare.due?.isAllDay == true)
      }
    }
  }

  @Test(
    "all days that are named repeat, and the next of them comes first",
    arguments: [
      ("Yoga every tue and thu 18:00", "2027-01-19 18:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
      ("Yoga every monday and friday 18:00", "2027-01-15 18:00", "FREQ=WEEKLY;BYDAY=MO,FR"),
      ("Yoga every mon, wed and fri 8:00", "2027-01-15 8:00", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("Yoga every mon, wed and fri 3:00", "2027-01-18 3:00", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("Yoga every tue and thu at 18:00", "2027-01-19 18:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
      ("Yoga every 2 weeks on mon and wed 10:00", "2027-01-18 10:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
      ("Yoga every weekday 9:00", "2027-01-15 9:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("Yoga every other thursday 19:30", "2027-01-21 19:30", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH"),
      ("Yoga every other tue and thu", "2027-01-19", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"),
      ("Yoga every tue and thu 26 jan 18:00", "2027-01-26 18:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
      (
        "Yoga every tue and thu until 2027-03-01 18:00", "2027-01-19 18:00",
        "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270301T235959Z"
      ),
    ])
  func first(line: String, due: String, rule: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == "Yoga" && entry.doubts.isEmpty)
    #expect(entry.draft.recurrence == RecurrenceRule(rule))
    let moment = try #require(entry.draft.due)
    let local = Self.zone.dateTime(at: moment.date)
    #expect((moment.isAllDay ? "\(local.date)" : "\(local.date) \(local.time.words)") == due)
  }

  @Test(
    "two dates with a word between them, and no repetition, stay in the name, and that is told",
    arguments: [
      "Run mon and wed 6:30", "Run monday and wednesday", "Run mon, wed and fri 6:30", "Run mon, wed 6:30",
      "Run sat or sun", "Run sat & sun 9:00", "Run mon and wed weekly 6:30",
      "Vacation 1 aug to 15 aug", "Vacation from 1 aug until 15 aug", "Vacation 1 aug - 15 aug",
      "Vacation 1 aug – 15 aug", "Vacation 1 to 15 aug", "Work 9:00 to 17:00", "Work mon 9:00 - 17:00",
      "Work tomorrow till fri", "Yoga every tue and thu from next mon",
    ])
  func whole(line: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == line && entry.draft.due == nil && entry.draft.recurrence == nil)
    #expect(!entry.warning.isEmpty)
  }

  @Test(
    "a word that joins a name and its date takes nothing away",
    arguments: [
      ("Buy bread and milk fri", "Buy bread and milk"), ("Finish the report until fri", "Finish the report until"),
      ("Reply to mon 9:00", "Reply to"), ("Work 9:00-17:00 fri", "Work 9:00-17:00"),
      ("Read chapter 3 to fri", "Read chapter 3 to"), ("Monday meeting fri", "Monday meeting"),
    ])
  func joined(line: String, name: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == name && entry.draft.due != nil)
  }
}
